import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Batch } from '#shared/contract/standing-approvals.ts';
import { totalsByCurrency } from '#shared/money.ts';
import { api } from '../../api/api.ts';
import { Moneys } from '../../money/money.tsx';
import { partLabel } from '../../quote/batches/batch-labels.ts';
import { showBatch } from '../../quote/batches/next-pages-sheet.ts';
import { Ago } from '../../ui/ago.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { purchasePath, runPath } from '../../ui/screen-paths.ts';
import classes from './plans.module.css';

const readForTrip = (tripId: string) =>
  queryOptions({
    queryKey: ['purchases', 'batches', tripId],
    queryFn: () => api.purchases.batches({ limit: 50, tripId }),
  });

/** One approval may read for several trips, and for watched searches. */
const partsFor = ({ parts }: Batch, tripId: string) => parts.filter((part) => part.tripId === tripId);

const spentFor = (batch: Batch, tripId: string) => {
  const parts = partsFor(batch, tripId);
  return {
    amounts: totalsByCurrency(parts.flatMap(({ spent }) => spent)),
    unread: parts.reduce((sum, { unread }) => sum + unread, 0),
  };
};

/** What was bought for a trip, and why, newest first. */
export function TripHistory({ tripId }: { tripId: string }) {
  const { data: batches } = useQuery(readForTrip(tripId));
  if (batches === undefined || batches.length === 0) return null;
  return (
    <section aria-labelledby="trip-history" className={classes.part}>
      <h3 id="trip-history">Read for this trip</h3>
      <ul aria-label="Read for this trip" className={classes.history}>
        {batches.map((batch) => (
          <li key={batch.batchId}>
            <div>
              <Ago at={batch.createdAt} />, <Moneys {...spentFor(batch, tripId)} nothing="nothing spent" />:{' '}
              {batch.words}{' '}
              {batch.state === 'running' && (
                <button type="button" className={classes.link} onClick={() => showBatch(batch.batchId)}>
                  Show progress
                </button>
              )}
            </div>
            <ul>
              {partsFor(batch, tripId).map((part) => (
                <li key={part.title}>
                  {part.runId === null ? (
                    part.title
                  ) : (
                    <PageLink href={runPath(part.runId)}>{part.title}</PageLink>
                  )}
                  , {partLabel(part)}
                  {part.openPurchase !== null && batch.state !== 'running' && (
                    <>
                      {' '}
                      (<PageLink href={purchasePath(part.openPurchase)}>View purchase</PageLink>)
                    </>
                  )}
                  {part.why !== null && <span className={classes.small}> {part.why}</span>}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
