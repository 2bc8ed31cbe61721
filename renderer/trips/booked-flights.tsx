import type { ListedAnswer } from '#shared/contract/booking.ts';
import type { TripItem } from '#shared/contract/trips.ts';
import { localDay } from '#shared/dates.ts';
import { dateLabel, routeLabel } from '../records/award-labels.ts';
import { MadeUpMark } from '../status/made-up.tsx';
import { useNow } from '../ui/now.ts';
import { Tag } from '../ui/tag.tsx';
import { checkInLabel, departsLabel, holdEndLabel } from './booked-labels.ts';

type Taken = Extract<TripItem, { kind: 'record' }> & { booking: ListedAnswer };

/** Whether the user has the seats of an item. */
export const isTaken = (item: TripItem): item is Taken =>
  item.kind === 'record' && (item.booking?.outcome === 'booked' || item.booking?.outcome === 'held');

/** The flights of a trip that are booked or on hold, the next one first: how long to go, check-in, the end of a hold. */
export function BookedFlights({ items }: { items: readonly TripItem[] }) {
  const now = useNow();
  const today = localDay(now);
  const taken = items
    .filter(isTaken)
    .map(({ itemId, now: last, chosen, booking, elsewhere }) => ({
      ...{ itemId, booking },
      record: last ?? chosen,
      demo: elsewhere?.demo === true,
    }))
    .sort((one, other) => ((one.record.date ?? '9') < (other.record.date ?? '9') ? -1 : 1));
  if (taken.length === 0) return null;
  return (
    <section aria-labelledby="booked-flights">
      <h3 id="booked-flights">Booked</h3>
      <ul aria-label="Booked flights">
        {taken.map(({ itemId, record, booking, demo }) => {
          const hold = holdEndLabel(booking, now);
          const departs = booking.way?.segments[0]?.departs ?? booking.way?.departs ?? null;
          const words =
            record.date === null
              ? []
              : [
                  departsLabel(record.date, today),
                  ...(hold === null ? [checkInLabel(record.date, departs, today)] : []),
                ];
          return (
            <li key={itemId}>
              <strong>
                {routeLabel(record)}, {dateLabel(record)}
              </strong>{' '}
              <Tag tone={hold === null ? 'good' : 'warn'}>{hold === null ? 'Booked' : 'On hold'}</Tag>{' '}
              <MadeUpMark demo={demo} />{' '}
              {[
                ...words.filter((each) => each !== null),
                hold,
                booking.reference === '' ? null : `Reference ${booking.reference}`,
              ]
                .filter((each) => each !== null)
                .join(' · ')}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
