/** Whether the days of two saved searches belong together. Pure. */
import { isCalendarDate } from '#shared/dates.ts';

type Searched = { criteria: Readonly<Record<string, unknown>> };

const dayIn = (value: unknown): string | null =>
  typeof value === 'string' && isCalendarDate(value) ? value : null;

/** Whether two searches have a day in common; a search without a first or last day is open there. */
export function daysMeet(first: Searched, second: Searched): boolean {
  const [from, until] = [dayIn(first.criteria.start_date), dayIn(first.criteria.end_date)];
  const [begins, ends] = [dayIn(second.criteria.start_date), dayIn(second.criteria.end_date)];
  const isTooLate = until !== null && begins !== null && begins > until;
  const isTooEarly = from !== null && ends !== null && ends < from;
  return !isTooLate && !isTooEarly;
}
