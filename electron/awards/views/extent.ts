import { checkAwardSearchRequest } from '#shared/award-search/request.ts';
import type { Extent } from '#shared/contract/extent.ts';
import { isCalendarDate } from '#shared/dates.ts';
import { type Reader, type Sql, sql } from '../../storage/sql.ts';
import { isComplete, isCompleteRun, isWithoutGap, pagesOfRuns, type RunPage } from '../coverage/complete.ts';
import { dateOf, dayOf, NO_DAY } from '../coverage/day.ts';

/**
 * How far a run, or a search's newest run, read and about how many pages are left. The last answer tells whether more is
 * left; how much is estimated from an earlier complete run of the same search, else from the records per day. Null if
 * there is no run.
 */
export function extentOf(reader: Reader, searchId: number, runId: number | null): Extent | null {
  const runs = sql(
    `SELECT id AS runId FROM award_runs r WHERE search_id = ? AND id IS coalesce(?, id)`,
    searchId,
    runId,
  );
  const pages = pagesOfNewest(reader, runs);
  const [first] = pages;
  if (first === undefined) return null;
  const checked = checkAwardSearchRequest(first.input);
  const request = checked.ok ? checked.request : null;
  const dateOrNull = (date: string | undefined) => (date !== undefined && isCalendarDate(date) ? date : null);
  const [from, until] = [dateOrNull(request?.start_date), dateOrNull(request?.end_date)];
  const extent = { pages: pages.length, from, until, reached: null, miles: null };
  const complete = isComplete(pages);
  if (complete === true || pages.at(-1)?.hasMore !== true) return { ...extent, complete, left: null };
  const last =
    request === null || !isWithoutGap(pages)
      ? null
      : lastReached(reader, first.runId, request.order_by !== undefined);
  return {
    ...extent,
    complete: false,
    ...last,
    left: pagesLeft(pages, () => completeRunPages(reader, searchId, first.runId), {
      from,
      until,
      reached: last?.reached ?? null,
    }),
  };
}

/** The pages of the newest of some runs; empty if there is no run. */
function pagesOfNewest(reader: Reader, runs: Sql): readonly RunPage[] {
  const newest = reader.get<{ runId: number }>(sql(`${runs.text} ORDER BY id DESC LIMIT 1`, ...runs.values));
  return newest === undefined ? [] : (pagesOfRuns(reader, [newest.runId]).get(newest.runId) ?? []);
}

/** How many of the last runs are searched for a complete one, since older runs had other records. */
const RUNS_SEARCHED = 16;

/** The pages of the newest complete run of a search other than `beside`; empty if there is none. */
const completeRunPages = (reader: Reader, searchId: number, beside: number): readonly RunPage[] =>
  pagesOfNewest(
    reader,
    sql(
      `SELECT id AS runId FROM (SELECT id FROM award_runs WHERE search_id = ? AND id <> ?
         ORDER BY id DESC LIMIT ${RUNS_SEARCHED}) r WHERE ${isCompleteRun('r.id')}`,
      searchId,
      beside,
    ),
  );

/** The last day of a run, or its highest miles if ordered by miles; null if its records are not in order. */
function lastReached(reader: Reader, runId: number, isByMiles: boolean): Pick<Extent, 'reached' | 'miles'> {
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

/** The number of pages left, at least one; null if unknown. */
function pagesLeft(
  pages: readonly RunPage[],
  completeBeside: () => readonly RunPage[],
  { from, until, reached }: Pick<Extent, 'from' | 'until' | 'reached'>,
): number | null {
  const size = Math.max(...pages.map((page) => page.received));
  if (size === 0 || !isWithoutGap(pages)) return null;
  const so = received(pages);
  const whole = completeBeside();
  if (whole.length > 0) return atLeastOne((received(whole) - so) / size);
  if (from === null || until === null || reached === null || reached < from || reached > until) return null;
  // The last day reached counts half, because it was read in part.
  const days = dayOf(reached) - dayOf(from) + 0.5;
  const rest = dayOf(until) - dayOf(reached) + 0.5;
  return atLeastOne(((so / days) * rest) / size);
}

const atLeastOne = (pages: number): number => Math.max(1, Math.ceil(pages));
