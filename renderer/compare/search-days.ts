/** Whether the days of two saved searches belong together. Pure. */
import type { SavedSearch } from '#shared/contract/awards.ts';
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

/**
 * The newest searches that can stand beside each other, or beside the chosen ones: on one axis of dates, searches without
 * a common day have nothing to compare. Fewer than `count` where there are no more.
 */
export function proposed(
  searches: readonly SavedSearch[],
  chosen: ReadonlySet<number>,
  count: number,
): SavedSearch[] {
  const others = searches.filter(({ searchId }) => !chosen.has(searchId));
  const meeting = (begun: SavedSearch) => others.filter((other) => other !== begun && daysMeet(begun, other));
  const begun = searches.find(({ searchId }) => chosen.has(searchId));
  if (begun !== undefined) return meeting(begun).slice(0, count);
  const first = others.find((other) => meeting(other).length > 0) ?? others[0];
  return first === undefined ? [] : [first, ...meeting(first)].slice(0, count);
}
