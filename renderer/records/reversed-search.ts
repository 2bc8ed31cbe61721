/** The return search. Pure. */
import { addDays, isCalendarDate } from '#shared/dates.ts';

/** Nights of a trip where none are given: the return search is later by this. */
const NIGHTS = 14;

/** The same request from destination to origin; null where it names no airports. */
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
