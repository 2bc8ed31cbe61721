import { ActionIcon, Alert, Box, Button, Drawer, Group, Stack, Table } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconStar, IconStarFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import type { RecordRow } from '#shared/contract/awards.ts';
import type { ContractClient } from '#shared/contract/index.ts';
import { ownEntry } from '#shared/own-entry.ts';
import { api } from '../api/api.ts';
import { BookButton } from '../booking/book-button.tsx';
import { useBookRequest } from '../booking/book-sheet.ts';
import { PriceLine } from '../insights/price-line.tsx';
import { SpacePanel } from '../insights/space-panel.tsx';
import { StillThereLine } from '../insights/still-there-line.tsx';
import { Money } from '../money/money.tsx';
import { AddToTrip } from '../records/add-to-trip.tsx';
import { dateLabel, milesLabel, routeLabel, seatsLabel } from '../records/award-labels.ts';
import { ALL_COLUMNS } from '../records/record-columns.tsx';
import classes from '../records/results.module.css';
import { PayingLine } from '../records/wallet/paying-line.tsx';
import { MadeUpMark } from '../status/made-up.tsx';
import { Ago } from '../ui/ago.tsx';
import { FailureNotice, isUnread } from '../ui/failure-notice.tsx';
import { AsItCame, cameHeading } from '../ui/json-tree.tsx';
import { actOf, isBare } from '../ui/keys/record-keys.ts';
import { LoadingState } from '../ui/loading-state.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { RequestId } from '../ui/request-id.tsx';
import { purchasePath, scopePath } from '../ui/screen-paths.ts';
import { announce } from '../ui/status-messages.ts';
import { DrawerPart } from './drawer-part.tsx';
import { MarkEditor } from './marks/mark-editor.tsx';
import { useStar } from './marks/mark-records.ts';
import type { Neighbours } from './table/neighbours.ts';
import { useResultsAddress } from './use-results-address.ts';
import { WaysApart, WaysToFly } from './ways-to-fly.tsx';

/** Left and right, in the order of the buttons. */
const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 };

type StepButtonProps = {
  label: string;
  icon: typeof IconChevronLeft;
  button: RefObject<HTMLButtonElement | null>;
  onClick: () => void;
};

const StepButton = ({ label, icon: Icon, button, onClick }: StepButtonProps) => (
  <ActionIcon ref={button} variant="default" aria-label={label} title={label} onClick={onClick}>
    <Icon size={16} aria-hidden />
  </ActionIcon>
);

type RecordDetail = Awaited<ReturnType<ContractClient['results']['record']>>;

type RecordDrawerProps = {
  versionId: number | null;
  onClose: () => void;
  /** Shows another record instead. */
  onStep: (versionId: number) => void;
  /** Shows its route in Compare. */
  onCompare: (record: RecordRow) => void;
  /** The neighbours in the table behind the drawer; null where no table is shown. */
  neighbours: RefObject<Neighbours | null>;
  /** The record that was opened to write its note. */
  noteOf: number | null;
};

/** One record in words, where it was seen and paid for, and exactly as it came. */
export function RecordDrawer(props: RecordDrawerProps) {
  const { versionId, onClose, onStep, onCompare, neighbours, noteOf } = props;
  const record = useQuery({
    queryKey: ['results', 'record', versionId],
    queryFn: () => api.results.record({ versionId: versionId ?? 0 }),
    enabled: versionId !== null,
  });
  const { star, error } = useStar();
  const content = useRef<HTMLDivElement>(null);
  const isInTable = versionId !== null && neighbours.current?.holds(versionId) === true;
  const [previous, next] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  // The focus returns to the row of the last step; by default it would return to the one that was opened.
  const wasInTable = useRef(false);
  if (versionId !== null) wasInTable.current = isInTable;
  const close = () => {
    onClose();
    if (isInTable) neighbours.current?.focus();
  };
  const step = async (by: -1 | 1) => {
    if (!isInTable) return;
    // The focused element is removed with its record.
    (by === 1 ? next : previous).current?.focus();
    const record = await neighbours.current?.step(versionId, by);
    if (record === null) announce(by === 1 ? 'This is the last record.' : 'This is the first record.');
    else if (record !== undefined) onStep(record);
  };
  /** Applies to the record shown, once it has arrived: a key pressed before is not lost. */
  const withRow = async (act: (row: RecordRow) => void) => {
    const { data } = record.data ? record : await record.refetch({ cancelRefetch: false });
    if (data) act(data.row);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = actOf(event);
    const by = isBare(event) ? ownEntry(STEPS, event.key) : undefined;
    if (by !== undefined) void step(by);
    else if (act === 'star') void withRow(star);
    else if (act === 'compare') void withRow(onCompare);
    else if (act === 'note') content.current?.querySelector<HTMLElement>('[data-note]')?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <Drawer
      opened={versionId !== null}
      onKeyDown={onKeyDown}
      onClose={close}
      // Escape closes what lies above it alone.
      closeOnEscape={useBookRequest() === null}
      returnFocus={!wasInTable.current}
      position="right"
      size={440}
      title={record.data ? `${routeLabel(record.data.row)}, ${dateLabel(record.data.row)}` : 'Record'}
      closeButtonProps={{ 'aria-label': 'Close record' }}
    >
      <Group gap="xs" mb="sm">
        {record.data && (
          <>
            <StarButton row={record.data.row} onStar={star} />
            <AddToTrip versionIds={[record.data.row.versionId]} />
            <BookButton record={record.data.row} />
          </>
        )}
        {isInTable && (
          <Group gap="xs" ml="auto">
            <StepButton
              label="Previous record"
              icon={IconChevronLeft}
              button={previous}
              onClick={() => void step(-1)}
            />
            <StepButton
              label="Next record"
              icon={IconChevronRight}
              button={next}
              onClick={() => void step(1)}
            />
          </Group>
        )}
      </Group>
      {error !== null && <FailureNotice error={error} title="The star could not be saved" />}
      {isUnread(record) ? (
        <FailureNotice
          error={record.error}
          title="This record could not be read"
          onRetry={() => void record.refetch()}
        />
      ) : record.data === undefined ? (
        <LoadingState words="Reading the record…" />
      ) : (
        <div ref={content}>
          <Detail detail={record.data} toNote={noteOf === versionId} />
        </div>
      )}
    </Drawer>
  );
}

/** Reports that the open version is not the newest one, before the user relies on it. */
function NewerVersion({ newer }: { newer: RecordRow }) {
  const [, change] = useResultsAddress();
  return (
    <Alert color="yellow" title="Not as it was seen last">
      <Stack gap="xs" align="flex-start">
        <div>
          {newer.available ? 'Award space' : 'No award space'}, miles{' '}
          {milesLabel(newer.miles, newer.milesText)}, seats{' '}
          {seatsLabel(newer.seats, newer.available, newer.seatsText)}: <Ago at={newer.seenAt} />.
        </div>
        <Button size="compact-sm" onClick={() => change({ record: newer.versionId })}>
          Show it as it was seen last
        </Button>
      </Stack>
    </Alert>
  );
}

/** Read only when opened, because it counts every run of the route. */
function SpaceOfRecord({ row }: { row: RecordRow }) {
  const [opened, setOpened] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary>When does space come, and how long does it stay?</summary>
      {opened && (
        <SpacePanel
          origins={[row.origin]}
          destinations={[row.destination]}
          programme={row.programme}
          cabin={row.cabin ?? ''}
          source={row.source}
          travelFrom={row.date}
        />
      )}
    </details>
  );
}

type StarButtonProps = { row: RecordRow; onStar: (row: RecordRow) => void };

const StarButton = ({ row, onStar }: StarButtonProps) => (
  <Button
    size="xs"
    aria-pressed={row.mark?.starred === true}
    leftSection={
      row.mark?.starred === true ? (
        <IconStarFilled size={15} aria-hidden />
      ) : (
        <IconStar size={15} aria-hidden />
      )
    }
    title="Star (S)"
    onClick={() => onStar(row)}
  >
    {row.mark?.starred === true ? 'Starred' : 'Star'}
  </Button>
);

/** The service's own references, by which it finds a Call and a request (§7.2): below all that a traveller reads. */
function References({ seen }: { seen: RecordDetail['seen'] }) {
  const named = seen.filter(({ callRef, requestId }) => callRef !== null || requestId !== null);
  if (named.length === 0) return null;
  return (
    <DrawerPart title="For questions to the service">
      <Stack gap="xs" component="ul" className={classes.plain} aria-label="References of the service">
        {named.map(({ runId, at, callRef, requestId }) => (
          <Box key={`${runId}/${at}`} component="li" fz={13}>
            {callRef !== null && (
              <div className={classes.small}>
                Run {runId}, Call <RequestId id={callRef} what="Call reference" />
              </div>
            )}
            {requestId !== null && (
              <div className={classes.small}>
                Run {runId}, request <RequestId id={requestId} />
              </div>
            )}
          </Box>
        ))}
      </Stack>
    </DrawerPart>
  );
}

function Detail({ detail, toNote }: { detail: RecordDetail; toNote: boolean }) {
  return (
    <Stack gap="lg">
      <MadeUpMark demo={detail.row.demo} />
      {detail.newer !== null && <NewerVersion newer={detail.newer} />}
      <Table variant="vertical" aria-label="Record" layout="fixed" fz={13}>
        <Table.Tbody>
          {ALL_COLUMNS.flatMap(({ inDrawer }) => inDrawer?.(detail.row, detail) ?? []).map(
            ([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th w={146}>{name}</Table.Th>
                <Table.Td className={classes.wrap}>{value}</Table.Td>
              </Table.Tr>
            ),
          )}
        </Table.Tbody>
      </Table>
      <PriceLine versionId={detail.row.versionId} />
      <PayingLine record={detail.row} heading />
      <StillThereLine versionId={detail.row.versionId} seenAt={detail.row.seenAt} />
      <SpaceOfRecord row={detail.row} />
      {detail.itinerariesAt !== null && (
        <WaysToFly
          itineraries={detail.itineraries}
          at={detail.itinerariesAt}
          isEarlier={detail.areItinerariesEarlier}
          date={detail.row.date}
        />
      )}
      <WaysApart ways={detail.waysApart} date={detail.row.date} />
      {detail.added.length > 0 && (
        <Alert color="blue" title="Unexpected details">
          {detail.added.join(', ')}. Saved in the record’s raw data. No miles, seats or award space are
          counted from them.
        </Alert>
      )}
      {detail.remarks.length > 0 && (
        <Alert color="yellow" title="Values that are not plain">
          {detail.remarks.join('. ')}. They are shown as they came.
        </Alert>
      )}
      <MarkEditor key={detail.row.versionId} row={detail.row} toNote={toNote} />
      <DrawerPart title="Seen and paid for">
        <Stack gap="xs" component="ul" className={classes.plain} aria-label="Where this record was seen">
          {detail.seen.map((seen) => (
            <Box key={`${seen.runId}/${seen.at}`} component="li" fz={13}>
              <div>
                <PageLink href={scopePath({ kind: 'run', runId: seen.runId })}>Run {seen.runId}</PageLink>,{' '}
                <Ago at={seen.at} />
                {seen.cost && (
                  <>
                    {' '}
                    · its page cost <Money amount={seen.cost} />
                  </>
                )}
                {seen.purchaseId && (
                  <>
                    {' · '}
                    <PageLink href={purchasePath(seen.purchaseId)}>purchase</PageLink>
                  </>
                )}
              </div>
            </Box>
          ))}
        </Stack>
      </DrawerPart>
      <References seen={detail.seen} />
      <DrawerPart title={cameHeading(detail.rawText)}>
        <AsItCame text={detail.rawText} value={detail.raw} />
      </DrawerPart>
    </Stack>
  );
}
