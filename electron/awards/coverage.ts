import type { Coverage, CoverageReason } from '#shared/award-analysis/coverage.ts';
import { checkAwardSearchRequest, type SearchCriteria, splitCodes } from '#shared/award-search/request.ts';
import type { Scope } from '#shared/contract/awards.ts';
import { dayOf, NO_DAY } from './day.ts';
import { allOf, inList, type Reader, sql } from './sql.ts';

type Asked = { searchId: number; shelfId: number; criteria: Record<string, unknown> };
type Page = { runId: number; input: string; hasMore: number | null };

/**
 * What a scope that does not hold a record shows of it, where `other` holds it. One run shows what it read; a saved
 * search shows what the best of its runs shows; what is kept of many searches shows nothing.
 */
export function coverageOf(reader: Reader, scope: Scope, other: Scope): Coverage {
  const asked = askedFor(reader, scope);
  if (asked === null) return nothing('no_asking');
  const pages = reader.all<Page>(
    scope.kind === 'run'
      ? sql(`${PAGES} WHERE p.run_id = ? ORDER BY p.id`, scope.runId)
      : sql(
          `${PAGES} WHERE p.run_id IN (SELECT id FROM award_runs WHERE search_id = ?) ORDER BY p.run_id DESC, p.id`,
          asked.searchId,
        ),
  );
  const where = commonGround(reader, asked, other);
  if (where === null) return nothing('other_criteria');
  let first: Coverage | null = null;
  for (const ofRun of Map.groupBy(pages, (page) => page.runId).values()) {
    const coverage = runCoverage(reader, ofRun, where, asked.shelfId);
    if (coverage.reason === 'exhausted') return coverage;
    first ??= coverage;
  }
  return first ?? nothing('no_asking');
}

/** What a run shows of its own search; nothing where it has no page. */
export function ownCoverage(reader: Reader, runId: number, shelfId: number): Coverage {
  const pages = reader.all<Page>(sql(`${PAGES} WHERE p.run_id = ? ORDER BY p.id`, runId));
  return runCoverage(reader, pages, EVERYWHERE, shelfId);
}

const EVERYWHERE = { routes: null, from: null, until: null };

const PAGES = 'SELECT p.run_id AS runId, p.input, p.has_more AS hasMore FROM award_pages p';

const nothing = (reason: CoverageReason): Coverage => ({ reason, where: null, unreadable: new Set() });

function runCoverage(
  reader: Reader,
  pages: readonly Page[],
  where: NonNullable<Coverage['where']>,
  shelfId: number,
): Coverage {
  const [first] = pages;
  const last = pages.at(-1);
  if (first === undefined || last === undefined) return nothing('no_asking');
  const input = JSON.parse(first.input) as unknown;
  const skip = typeof input === 'object' && input !== null && 'skip' in input ? input.skip : 0;
  if (skip !== 0) return nothing('skipped');
  const unreadable = unreadableIn(reader, first.runId, shelfId);
  if (unreadable === null) return nothing('unreadable');
  if (last.hasMore === 0) return { reason: 'exhausted', where, unreadable };
  const until = readUntil(reader, first.runId, input);
  if (until === null) return nothing('not_exhausted');
  return {
    reason: 'date_order',
    where: { ...where, until: where.until === null ? until : Math.min(where.until, until) },
    unreadable,
  };
}

/**
 * The last day that a run read whole, where it asked for the order of dates (§2.1) and its records keep that order:
 * the pages that it did not read hold its last date and later ones. Null where that does not hold.
 */
function readUntil(reader: Reader, runId: number, input: unknown): number | null {
  const checked = checkAwardSearchRequest(input);
  if (!checked.ok || checked.request.order_by !== undefined) return null;
  let reached: number | null = null;
  let inOrder = true;
  reader.each<readonly [day: number]>(
    sql(
      `SELECT v.day FROM award_observations o CROSS JOIN award_versions v ON v.id = o.version_id
       WHERE o.run_id = ? ORDER BY o.page_id, o.position`,
      runId,
    ),
    ([day]) => {
      if (day === NO_DAY || (reached !== null && day < reached)) inOrder = false;
      reached = day;
    },
  );
  return inOrder && reached !== null ? reached - 1 : null;
}

/** Of a run `r` with the last page `l`: that it began with the first record and that nothing was left. */
export const READ_WHOLE = `(l.has_more = 0 AND (
  SELECT coalesce(f.input ->> '$.skip', 0) = 0 AND f.input ->> '$.cursor' IS NULL
  FROM award_pages f WHERE f.run_id = r.id ORDER BY f.id LIMIT 1))`;

/** How far a run read in the order of miles, and the records that came in a form that could not be read. */
export type MilesRead = { below: number; unreadable: ReadonlySet<number> };

/**
 * Of a run that asked for the fewest miles first (§2.1) and was not read to its end: below how many miles it read all
 * award space. Its pages that were not read hold its last miles and more. Null where it tells nothing of the kind.
 */
export function milesRead(reader: Reader, runId: number, shelfId: number): MilesRead | null {
  const pages = reader.all<Page>(sql(`${PAGES} WHERE p.run_id = ? ORDER BY p.id`, runId));
  const [first] = pages;
  if (first === undefined || pages.at(-1)?.hasMore === 0) return null;
  const { order_by: order, skip, cursor } = (JSON.parse(first.input) ?? {}) as Record<string, unknown>;
  if (order !== 'lowest_mileage' || (skip !== undefined && skip !== 0) || cursor !== undefined) return null;
  const unreadable = unreadableIn(reader, runId, shelfId);
  if (unreadable === null) return null;
  let reached: number | null = null;
  let inOrder = true;
  reader.each<readonly [miles: number | null]>(
    sql(
      `SELECT v.miles FROM award_observations o CROSS JOIN award_versions v ON v.id = o.version_id
       WHERE o.run_id = ? AND v.available = 1 ORDER BY o.page_id, o.position`,
      runId,
    ),
    ([miles]) => {
      if (miles === null || (reached !== null && miles < reached)) inOrder = false;
      reached = miles;
    },
  );
  return inOrder && reached !== null ? { below: reached, unreadable } : null;
}

/** The records that a run held in a form that could not be read; null where it cannot be told which they are. */
function unreadableIn(reader: Reader, runId: number, shelfId: number): Set<number> | null {
  const rows = reader.all<{ key: string | null; id: number | null }>(
    sql(
      `SELECT b.record_key AS key, e.id FROM award_pages p CROSS JOIN award_broken b ON b.page_id = p.id
       LEFT JOIN award_records e ON e.record_key = b.record_key AND e.shelf_id = ?
       WHERE p.run_id = ?`,
      shelfId,
      runId,
    ),
  );
  if (rows.some(({ key }) => key === null)) return null;
  return new Set(rows.flatMap(({ id }) => id ?? []));
}

function askedFor(reader: Reader, scope: Scope): Asked | null {
  if (scope.kind === 'matching' || scope.kind === 'several') return null;
  const found = reader.get<{ searchId: number; shelfId: number; criteria: string }>(
    sql(
      `SELECT s.id AS searchId, s.shelf_id AS shelfId, s.criteria FROM award_searches s WHERE s.id = ${
        scope.kind === 'search' ? '?' : '(SELECT search_id FROM award_runs WHERE id = ?)'
      }`,
      scope.kind === 'search' ? scope.searchId : scope.runId,
    ),
  );
  return found === undefined ? null : { ...found, criteria: JSON.parse(found.criteria) };
}

/**
 * Where a search asks for all that the other holds; null where nowhere. Of one search that is everywhere. Of another
 * it is its own airports and dates, as long as it narrows carriers and direct flights no further than the other does.
 */
function commonGround(reader: Reader, asked: Asked, held: Scope): Coverage['where'] {
  const other = askedFor(reader, held);
  if (other !== null && other.searchId === asked.searchId) return EVERYWHERE;
  const checked = checkAwardSearchRequest(asked.criteria);
  if (!checked.ok) return null;
  // Records of two cabins are never the same records, so none of one is missing in the other.
  const isSameCabin =
    held.kind === 'matching'
      ? held.cabin !== undefined && held.cabin === checked.request.cabin
      : other?.shelfId === asked.shelfId;
  if (!isSameCabin) return null;
  const { carriers, only_direct_flights: direct, ...criteria }: SearchCriteria = checked.request;
  if (carriers !== undefined && carriers !== other?.criteria.carriers) return null;
  if (direct === true && other?.criteria.only_direct_flights !== true) return null;
  const ends = allOf([
    inList('origin', splitCodes(criteria.origin_airport)),
    inList('destination', splitCodes(criteria.destination_airport)),
  ]);
  const routes = reader.all<{ id: number }>(
    sql(`SELECT id FROM award_routes WHERE ${ends.text}`, ...ends.values),
  );
  return {
    routes: new Set(routes.map(({ id }) => id)),
    from: criteria.start_date === undefined ? null : dayOf(criteria.start_date),
    until: criteria.end_date === undefined ? null : dayOf(criteria.end_date),
  };
}
