import { Button, Group } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Trip } from '#shared/contract/trips.ts';
import { seatsOf, type TripQuestion } from '#shared/planning/question.ts';
import { adviceReason, adviceTitle, costLabel, promiseBasis } from '#shared/records/advice-labels.ts';
import { searchPath } from '../../addresses/search-address.ts';
import { closedLabel } from '../../places/closed-label.ts';
import { askForRefresh } from '../../quote/batches/next-pages-sheet.ts';
import { NOT_READ_YET, quoteObstacle } from '../../quote/quote-obstacle.ts';
import { awardToolsQuery } from '../../records/queries.ts';
import { blockedProps } from '../../status/offline.ts';
import { statusQuery } from '../../status/queries.ts';
import { NotRead } from '../../ui/failure-notice.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { adviceQuery } from './plan-queries.ts';
import classes from './plans.module.css';

type WorthReadingProps = { trip: Trip; question: TripQuestion };

/** The searches that would improve the plans most for their price, and the one button that reads them. */
export function WorthReading({ trip, question }: WorthReadingProps) {
  const advice = useQuery(adviceQuery(question));
  const tools = useQuery(awardToolsQuery);
  const { data: status } = useQuery(statusQuery);
  const offered = tools.data?.tools ?? [];
  const chosen = offered.find(({ drift }) => drift === null) ?? null;
  const obstacle =
    status === undefined || tools.data === undefined
      ? NOT_READ_YET
      : quoteObstacle({
          network: status.network.state,
          key: status.key,
          posture: chosen?.posture ?? null,
          drifted: false,
        });
  const seats = seatsOf(question);
  const read = () => {
    if (chosen === null || advice.data === undefined) return;
    askForRefresh({
      tripId: trip.tripId,
      leftOut: [],
      searches: advice.data.items.map((item) => ({
        searchId: null,
        title: adviceTitle(item),
        toolRef: chosen.tool.toolRef,
        input: item.input,
        pages: item.pages,
        pagePrice: chosen.price,
        dataUse: [],
        why: adviceReason(item, seats),
      })),
    });
  };
  return (
    <section aria-labelledby="worth-reading" className={classes.part}>
      <h3 id="worth-reading">Worth reading next</h3>
      {advice.data?.closed.map((airport) => (
        <p key={airport.code} className={classes.small}>
          {closedLabel(airport)} Nothing of {airport.code} is offered here.
        </p>
      ))}
      {advice.isLoadingError ? (
        <NotRead of={advice} title="What is worth reading could not be counted" />
      ) : advice.data === undefined ? (
        <LoadingState words="Counting what is worth reading…" />
      ) : advice.data.items.length === 0 ? (
        <p className={classes.small}>
          Everything {advice.data.closed.length > 0 && 'else '}that this trip asks for was read, and nothing
          of it is old.
        </p>
      ) : (
        <>
          <ol aria-label="Worth reading next" className={classes.advice}>
            {advice.data.items.map((item) => (
              <li key={JSON.stringify(item.input)}>
                <div>
                  <strong>{adviceTitle(item)}</strong>{' '}
                  <PageLink href={searchPath(item.input)} aria-label={`Search ${adviceTitle(item)}`}>
                    Search
                  </PageLink>
                </div>
                <div title={item.promise === null ? undefined : promiseBasis(item.promise, seats)}>
                  {adviceReason(item, seats)}{' '}
                  <span className={classes.figure}>{costLabel(item, chosen?.price ?? null)}</span>
                </div>
              </li>
            ))}
          </ol>
          {advice.data.settled === true && (
            <p className={classes.small}>
              By your values of a mile, these promise less than they cost: this trip is settled.
            </p>
          )}
          <Group gap="xs">
            <Button
              size="sm"
              variant="light"
              leftSection={<IconSparkles size={15} aria-hidden />}
              {...blockedProps(obstacle, 'read-obstacle', read)}
            >
              Read these
            </Button>
            {obstacle !== null && (
              <span id="read-obstacle" className={classes.small}>
                {obstacle}
              </span>
            )}
          </Group>
        </>
      )}
    </section>
  );
}
