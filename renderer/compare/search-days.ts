/** Whether the days of two saved searches belong together. Pure. */
import { addDays, isCalendarDate } from '#shared/dates.ts';

type Searched = { criteria: Readonly<Record<string, unknown>> };

const dayIn = (value: unknown): string | null =>
  typeof value === 'string' && isCalendarDate(value) ? value : null;

/** Stays longer than this are rare: a search that begins later is for another trip. In days. */
export const LONGEST_STAY = 30;

/**
 * Whether the second search has days that are days of the first, or at most so many after one of them; a search without
 * a first or last day is open there.
 */
export function daysMeet(first: Searched, second: Searched, daysLater = 0): boolean {
  const [from, until] = [dayIn(first.criteria.start_date), dayIn(first.criteria.end_date)];
  const [begins, ends] = [dayIn(second.criteria.start_date), dayIn(second.criteria.end_date)];
  const isTooLate = until !== null && begins !== null && begins > addDays(until, daysLater);
  const isTooEarly = from !== null && ends !== null && ends < from;
  return !isTooLate && !isTooEarly;
}
