import { Button, Group } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Advice } from '#shared/contract/planning.ts';
import type { BeforeReading } from '#shared/contract/standing-approvals.ts';
import type { Trip } from '#shared/contract/trips.ts';
import type { Amount } from '#shared/money.ts';
import { seatsOf, type TripQuestion } from '#shared/planning/question.ts';
import { adviceReason, adviceTitle, costLabel, promiseBasis } from '#shared/records/advice-labels.ts';
import { searchPath } from '../../addresses/search-address.ts';
import { closedLabel } from '../../places/closed-label.ts';
import { beforeReadingQuery } from '../../quote/batches/batches-query.ts';
import { askForRefresh } from '../../quote/batches/next-pages-sheet.ts';
import { tripObstacle } from '../../quote/batches/trip-limits.ts';
import { NOT_READ_YET, quoteObstacle } from '../../quote/quote-obstacle.ts';
import { awardToolsQuery } from '../../records/queries.ts';
import { blockedProps } from '../../status/offline.ts';
import { statusQuery } from '../../status/queries.ts';
import { NotRead } from '../../ui/failure-notice.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { purchasePath } from '../../ui/screen-paths.ts';
import { adviceQuery } from './plan-queries.ts';
import classes from './plans.module.css';

/** Why none of these searches can be bought for the trip now; null where one can. */
function whyNotRead(
  before: UseQueryResult<BeforeReading>,
  free: readonly Advice[],
  pagePrice: Amount | null,
): string | null {
  if (before.data === undefined)
    return before.isLoadingError ? 'What was bought for this trip could not be read.' : NOT_READ_YET;
  if (free.length === 0) return 'They wait for purchases that are not settled.';
  return tripObstacle(before.data.limits, [pagePrice]);
}

type WorthReadingProps = { trip: Trip; question: TripQuestion };

/** The searches that would improve the plans most for their price, and the one button that reads them. */
export function WorthReading({ trip, question }: WorthReadingProps) {
  const advice = useQuery(adviceQuery(question));
  const tools = useQuery(awardToolsQuery);
  const { data: status } = useQuery(statusQuery);
  const offered = tools.data?.tools ?? [];
  const chosen = offered.find(({ drift }) => drift === null) ?? null;
  const cannotQuote =
    status === undefined || tools.data === undefined
      ? NOT_READ_YET
      : quoteObstacle({
          network: status.network.state,
          key: status.key,
          posture: chosen?.posture ?? null,
          drifted: false,
        });
  const seats = seatsOf(question);
  const items = advice.data?.items ?? [];
  const toolRef = chosen?.tool.toolRef ?? '';
  const before = useQuery({
    ...beforeReadingQuery(
      trip.tripId,
      items.map(({ input }) => ({ toolRef, input })),
      [question.perDayMax, question.inAllMax],
    ),
    enabled: chosen !== null && items.length > 0,
  });
  const openOf = (item: Advice): string | null => before.data?.open[items.indexOf(item)] ?? null;
  const free = items.filter((item) => openOf(item) === null);
  const obstacle = cannotQuote ?? whyNotRead(before, free, chosen?.price ?? null);
  const read = () => {
    if (chosen === null) return;
    askForRefresh({
      tripId: trip.tripId,
      leftOut: [],
      searches: free.map((item) => ({
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
          {advice.data.closed.length === 0
            ? 'Everything that this trip asks for was read, and nothing of it is old.'
            : 'Everything else that this trip asks for was read, and nothing of it is old.'}
        </p>
      ) : (
        <>
          <ol aria-label="Worth reading next" className={classes.advice}>
            {items.map((item) => (
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
                <OpenPurchase purchaseId={openOf(item)} />
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

const OpenPurchase = ({ purchaseId }: { purchaseId: string | null }) =>
  purchaseId !== null && (
    <div>
      It waits for an earlier purchase of it that is not settled.{' '}
      <PageLink href={purchasePath(purchaseId)}>View purchase</PageLink>
    </div>
  );
