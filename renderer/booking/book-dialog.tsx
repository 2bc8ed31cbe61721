import { Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useId } from 'react';
import type { BookRequest } from '#shared/contract/booking.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import { api } from '../api/api.ts';
import { useQuoteSheet } from '../quote/quote-sheet.ts';
import { cabinLabel, dateLabel, milesLabel, routeTitle } from '../records/award-labels.ts';
import { walletQuery } from '../records/queries.ts';
import { MadeUpMark, useMadeUp } from '../status/made-up.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import prose from '../ui/prose.module.css';
import { AnswerList } from './answer-list.tsx';
import { closeBook, readBooking } from './book-sheet.ts';
import classes from './booking.module.css';
import { CheckPart } from './check-part.tsx';
import { FindPart } from './find-part.tsx';
import { MilesPart } from './miles-part.tsx';
import { namedWay } from './outcome-form.ts';
import { OutcomePart } from './outcome-part.tsx';

/** The dialog named "Book": four steps from a seat to its ticket. It steps aside for the quote of a check. */
export function BookDialog({ request }: { request: BookRequest | null }) {
  const quote = useQuoteSheet();
  // Opened only once it is mounted, so that it records where the focus was and returns it.
  const isThere = useMounted();
  return (
    <Modal
      opened={isThere && request !== null && quote.stage === 'closed'}
      // After the event, so that the drawer below does not take the same Escape for its own.
      onClose={() => setTimeout(closeBook)}
      title="Book"
      size={720}
      // Above the drawer of the record, whichever of the two opens first after a reload; below lists that open in it.
      zIndex={250}
    >
      {/* Who opens a screen of Milepost from here leaves the sheet; a programme's address opens beside it. */}
      {request !== null && (
        <div onClickCapture={closeForScreen}>
          <Steps key={request.versionId} request={request} />
        </div>
      )}
    </Modal>
  );
}

/** A link to a screen: the sheet would lie above it. */
function closeForScreen({ target }: MouseEvent): void {
  if (target instanceof Element && target.closest('a[href^="/"]') !== null) setTimeout(closeBook);
}

function Steps({ request }: { request: BookRequest }) {
  const { versionId, travellers, trip } = request;
  // Under `results`: a page that arrives, such as the check's own, may change all of it.
  const read = useQuery({
    queryKey: ['results', 'booking', versionId],
    queryFn: () => readBooking(versionId),
    // What was typed since is read again when the sheet opens again.
    gcTime: 0,
  });
  const newest = read.data?.row.versionId ?? null;
  const detail = useQuery({
    queryKey: ['results', 'record', newest],
    queryFn: () => api.results.record({ versionId: newest ?? 0 }),
    enabled: newest !== null,
  });
  const wallet = useQuery(walletQuery);
  const isMadeUp = useMadeUp(read.data?.row.demo);
  const failed = [read, detail].find((each) => each.isLoadingError);
  if (failed !== undefined)
    return (
      <FailureNotice
        error={failed.error}
        title="This record could not be read"
        onRetry={() => void failed.refetch()}
      />
    );
  if (read.data === undefined || detail.data === undefined)
    return <LoadingState words="Reading the record…" />;
  const { row, answer, answers } = read.data;
  const named = namedWay(detail.data.itineraries, trip?.stopsMax);
  const flights = named === null ? [] : (detail.data.itineraries[named]?.flights ?? []);
  const seats = travellers ?? wallet.data?.travellers ?? 1;
  return (
    <>
      <p className={prose.line}>
        <strong>
          {routeTitle(row)}, {dateLabel(row)}
        </strong>
      </p>
      <p className={prose.line}>
        {programmeLabel(row.programme) || 'Programme not given'}, {cabinLabel(row.cabin)},{' '}
        {milesLabel(row.miles, row.milesText)} miles each
      </p>
      <MadeUpMark demo={row.demo} />
      {isMadeUp || (
        <ol className={classes.parts}>
          <Part title="Check it is there">
            <CheckPart read={read.data} />
          </Part>
          <Part title="Have the miles">
            <MilesPart record={row} travellers={travellers} />
          </Part>
          <Part title="Find it at the programme">
            <FindPart record={row} raw={detail.data.raw} flights={flights} travellers={seats} />
          </Part>
          <Part title="What happened?">
            <OutcomePart
              record={row}
              answer={answer}
              typedBefore={read.data.fields}
              itineraries={detail.data.itineraries}
              trip={trip}
              miles={row.miles === null ? null : row.miles * seats}
            />
            <AnswerList programme={row.programme} answers={answers} />
          </Part>
        </ol>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <li className={classes.part}>
      <section aria-labelledby={id}>
        <h3 className={classes.title} id={id}>
          {title}
        </h3>
        {children}
      </section>
    </li>
  );
}
