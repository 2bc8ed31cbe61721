import { checkAwardSearchRequest } from '#shared/award-search/request.ts';
import type { Extent } from '#shared/contract/extent.ts';
import { isCalendarDate } from '#shared/dates.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import { isComplete, isWithoutGap, pagesOfSearch, type RunPage } from '../coverage/complete.ts';
import { dateOf, dayOf, NO_DAY } from '../coverage/day.ts';

/**
 * How far a run read, and about how many pages are left. Of a search, its newest run. Whether more is left is
 * known from the last answer; how much, from an earlier complete run of the same search, else from the records per day.
 * Null where nothing was run.
 */
export function extentOf(reader: Reader, searchId: number, runId: number | null): Extent | null {
  const runs = pagesOfSearch(reader, searchId);
  const pages = (runId === null ? runs.values().next().value : runs.get(runId)) ?? [];
  const [first] = pages;
  if (first === undefined) return null;
  const checked = checkAwardSearchRequest(first.input);
  const request = checked.ok ? checked.request : null;
  const asked = (date: string | undefined) => (date !== undefined && isCalendarDate(date) ? date : null);
  const [from, until] = [asked(request?.start_date), asked(request?.end_date)];
  const extent = { pages: pages.length, from, until, reached: null, miles: null };
  const complete = isComplete(pages);
  if (complete === true || pages.at(-1)?.hasMore !== true) return { ...extent, complete, left: null };
  const last =
    request === null || !isWithoutGap(pages)
      ? null
      : lastRead(reader, first.runId, request.order_by !== undefined);
  return {
    ...extent,
    complete: false,
    ...last,
    left: pagesLeft(pages, [...runs.values()], { from, until, reached: last?.reached ?? null }),
  };
}

/** The last day, or in the order of miles the most miles, of which a run has records; null where they keep no order. */
function lastRead(reader: Reader, runId: number, isByMiles: boolean): Pick<Extent, 'reached' | 'miles'> {
  const last = reader.get<{ day: number | null; miles: number | null }>(
    sql(
      `SELECT max(nullif(v.day, ${NO_DAY})) AS day, max(v.miles) AS miles
       FROM award_observations o CROSS JOIN award_versions v ON v.id = o.version_id WHERE o.run_id = ?`,
      runId,
    ),
  );
  return isByMiles
    ? { reached: null, miles: last?.miles ?? null }
    : { reached: last?.day == null ? null : dateOf(last.day), miles: null };
}

const received = (pages: readonly RunPage[]): number => pages.reduce((sum, page) => sum + page.received, 0);

/** Pages that are left, at least one; null where nothing shows how many. */
function pagesLeft(
  pages: readonly RunPage[],
  runs: readonly (readonly RunPage[])[],
  { from, until, reached }: Pick<Extent, 'from' | 'until' | 'reached'>,
): number | null {
  const size = Math.max(...pages.map((page) => page.received));
  if (size === 0 || !isWithoutGap(pages)) return null;
  const so = received(pages);
  const whole = runs.find((run) => run !== pages && isComplete(run) === true);
  if (whole !== undefined) return atLeastOne((received(whole) - so) / size);
  if (from === null || until === null || reached === null || reached < from || reached > until) return null;
  // The last day that was reached is read in part.
  const days = dayOf(reached) - dayOf(from) + 0.5;
  const rest = dayOf(until) - dayOf(reached) + 0.5;
  return atLeastOne(((so / days) * rest) / size);
}

const atLeastOne = (pages: number): number => Math.max(1, Math.ceil(pages));
