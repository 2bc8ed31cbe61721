/** The search of the way back. Pure. */
import { addDays, isCalendarDate } from '#shared/dates.ts';

/** Nights that a trip is thought to last where nobody said: the way back is looked for so much longer. */
const NIGHTS = 14;

/** The same request from where it arrives to where it leaves; null where it names no airports. */
export function reversed(criteria: Readonly<Record<string, unknown>>): Record<string, unknown> | null {
  const { origin_airport: from, destination_airport: to, end_date: end } = criteria;
  if (typeof from !== 'string' || typeof to !== 'string') return null;
  return {
    ...criteria,
    origin_airport: to,
    destination_airport: from,
    ...(typeof end === 'string' && isCalendarDate(end) ? { end_date: addDays(end, NIGHTS) } : {}),
  };
}
