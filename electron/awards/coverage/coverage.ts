import type { Coverage, CoverageReason } from '#shared/award-analysis/coverage.ts';
import { checkAwardSearchRequest, splitCodes } from '#shared/award-search/request.ts';
import type { Scope } from '#shared/contract/awards.ts';
import { allOf, inList, type Reader, sql } from '../../storage/sql.ts';
import { isComplete, isWithoutGap, pagesOfRuns, type RunPage } from './complete.ts';
import { NO_DAY } from './day.ts';
import { AFTER_WITHOUT_ID, WITHOUT_ID } from './keys-without-id.ts';
import { checkedCriteria, overlapOf, type Wanted } from './overlap.ts';

type RequestOf = {
  searchId: number;
  partitionId: number;
  identity: string;
  source: string;
  criteria: Record<string, unknown>;
};

type RunOf = { runId: number; searchId: number };

/**
 * Which records of `other` a scope proves to be removed by not holding them. A run proves it of what it read, a saved
 * search by its newest complete run, or by its newest run where none is complete. Several searches prove nothing.
 */
export function coverageOf(reader: Reader, scope: Scope, other: Scope): Coverage {
  const ofRuns = coverageAgainst(reader, other);
  let first: Coverage | null = null;
  for (const run of runsNewestFirst(reader, scope)) {
    const coverage = ofRuns([run]).get(run.runId);
    if (coverage === undefined) return nothing('other_criteria');
    if (coverage.reason === 'exhausted') return coverage;
    first ??= coverage;
  }
  return first ?? nothing('no_run');
}

const runsNewestFirst = (reader: Reader, scope: Scope): RunOf[] =>
  scope.kind === 'run' || scope.kind === 'search'
    ? reader.all<RunOf>(
        sql(
          `SELECT id AS runId, search_id AS searchId FROM award_runs
           WHERE ${scope.kind === 'run' ? 'id' : 'search_id'} = ? ORDER BY id DESC`,
          scope.kind === 'run' ? scope.runId : scope.searchId,
        ),
      )
    : [];

/**
 * The same for each of several runs, by run; what runs of one search share is read once. A run whose request does not
 * overlap `other` is left out.
 */
export function coverageAgainst(
  reader: Reader,
  other: Scope,
): (runs: readonly RunOf[]) => Map<number, Coverage> {
  const overlaps = new Map<number, { partitionId: number; where: Coverage['where'] }>();
  const overlapOfSearch = (searchId: number) => {
    const known = overlaps.get(searchId);
    if (known !== undefined) return known;
    const request = requestOf(reader, { kind: 'search', searchId });
    const found =
      request === null
        ? { partitionId: 0, where: null }
        : { partitionId: request.partitionId, where: overlapWith(reader, request, other) };
    overlaps.set(searchId, found);
    return found;
  };
  return (runs) => {
    const overlapping = runs.flatMap(({ runId, searchId }) => {
      const { partitionId, where } = overlapOfSearch(searchId);
      return where === null ? [] : { runId, partitionId, where };
    });
    const pages = pagesOfRuns(
      reader,
      overlapping.map(({ runId }) => runId),
    );
    const unreadable = unreadableOfRuns(reader, overlapping);
    return new Map(
      overlapping.map(({ runId, where }) => [
        runId,
        runCoverage(reader, pages.get(runId) ?? [], where, () => unreadable.get(runId) ?? null),
      ]),
    );
  };
}

/** What a run proves of records of its own search; nothing where it has no page. */
export const ownCoverage = (reader: Reader, runId: number, partitionId: number): Coverage =>
  runCoverage(reader, pagesOfRuns(reader, [runId]).get(runId) ?? [], EVERYWHERE, () =>
    unreadableIn(reader, runId, partitionId),
  );

const EVERYWHERE = { routes: null, from: null, until: null };

const nothing = (reason: CoverageReason): Coverage => ({ reason, where: null, unreadable: new Set() });

function runCoverage(
  reader: Reader,
  pages: readonly RunPage[],
  where: NonNullable<Coverage['where']>,
  unreadableIn: (runId: number) => Coverage['unreadable'] | null,
): Coverage {
  const [first] = pages;
  if (first === undefined) return nothing('no_run');
  if (pages.some(({ partial }) => partial)) return nothing('not_exhausted');
  if (!isWithoutGap(pages)) return nothing('skipped');
  const unreadable = unreadableIn(first.runId);
  if (unreadable === null) return nothing('unreadable');
  if (isComplete(pages)) return { reason: 'exhausted', where, unreadable };
  const until = readUntil(reader, first.runId, first.input);
  if (until === null) return nothing('not_exhausted');
  return {
    reason: 'date_order',
    where: { ...where, until: where.until === null ? until : Math.min(where.until, until) },
    unreadable,
  };
}

/**
 * The last day that an incomplete run read to its end: the day before its last record's, because more of that day may be
 * on the next page. Null unless the run left the order to the service, which is by date (§4.8), and its records keep it.
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

/** All award space for fewer miles than `below` was read, but for the records that came in a form that could not be. */
export type MilesRead = { below: number; unreadable: ReadonlySet<number> };

/**
 * What an incomplete run in the order of miles (§2.1) read to its end: all award space for fewer miles than its last
 * record, because the pages that it did not read begin there. Null for any other run, and where its records are not in
 * that order.
 */
export function milesRead(reader: Reader, runId: number, partitionId: number): MilesRead | null {
  const pages = pagesOfRuns(reader, [runId]).get(runId) ?? [];
  const [first] = pages;
  if (first === undefined || !isWithoutGap(pages) || isComplete(pages)) return null;
  const { order_by: order } = (first.input ?? {}) as Record<string, unknown>;
  if (order !== 'lowest_mileage') return null;
  const unreadable = unreadableIn(reader, runId, partitionId);
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

/** The records that a run returned in a form that could not be read; null where one of them has no readable ID. */
const unreadableIn = (reader: Reader, runId: number, partitionId: number): Set<number> | null =>
  unreadableOfRuns(reader, [{ runId, partitionId }]).get(runId) ?? null;

/** The same of several runs, by run. */
function unreadableOfRuns(
  reader: Reader,
  runs: readonly { runId: number; partitionId: number }[],
): Map<number, Set<number> | null> {
  const broken = Map.groupBy(
    reader.all<{ runId: number; key: string | null; id: number | null }>(
      sql(
        `SELECT p.run_id AS runId, b.record_key AS key, e.id
         FROM json_each(?) w CROSS JOIN award_pages p ON p.run_id = w.value ->> 'runId'
         CROSS JOIN award_broken b ON b.page_id = p.id
         LEFT JOIN award_records e ON e.record_key = b.record_key AND e.partition_id = w.value ->> 'partitionId'`,
        JSON.stringify(runs.map(({ runId, partitionId }) => ({ runId, partitionId }))),
      ),
    ),
    ({ runId }) => runId,
  );
  const nameless = new Map<number, number[]>();
  return new Map(
    runs.map(({ runId, partitionId }) => {
      const rows = broken.get(runId) ?? [];
      if (rows.some(({ key }) => key === null)) return [runId, null];
      const withoutId = nameless.get(partitionId) ?? namelessIn(reader, partitionId);
      nameless.set(partitionId, withoutId);
      return [runId, new Set([...rows.flatMap(({ id }) => id ?? []), ...withoutId])];
    }),
  );
}

/** Records without an ID. They never count as removed: one that is missing may be another that came with other content. */
const namelessIn = (reader: Reader, partitionId: number): number[] =>
  reader
    .all<{ id: number }>(
      sql(
        'SELECT id FROM award_records WHERE record_key >= ? AND record_key < ? AND partition_id = ?',
        WITHOUT_ID,
        AFTER_WITHOUT_ID,
        partitionId,
      ),
    )
    .map(({ id }) => id);

function requestOf(reader: Reader, scope: Scope): RequestOf | null {
  if (scope.kind === 'matching' || scope.kind === 'several') return null;
  const found = reader.get<Omit<RequestOf, 'criteria'> & { criteria: string }>(
    sql(
      `SELECT s.id AS searchId, s.partition_id AS partitionId, s.criteria, s.identity, h.source
       FROM award_searches s JOIN award_partitions h ON h.id = s.partition_id WHERE s.id = ${
         scope.kind === 'search' ? '?' : '(SELECT search_id FROM award_runs WHERE id = ?)'
       }`,
      scope.kind === 'search' ? scope.searchId : scope.runId,
    ),
  );
  return found === undefined ? null : { ...found, criteria: JSON.parse(found.criteria) };
}

/** For which routes and days a search requests everything that `held` holds; null where for none. */
function overlapWith(reader: Reader, request: RequestOf, held: Scope): Coverage['where'] {
  const other = requestOf(reader, held);
  if (other !== null && other.searchId === request.searchId) return EVERYWHERE;
  // Records of two cabins or two sources are never the same records, so none of one is missing in the other.
  const isOfOnePartition =
    held.kind === 'matching'
      ? held.cabin !== undefined &&
        held.cabin === (request.criteria.cabin ?? '') &&
        isOfSource(reader, request, held)
      : other?.partitionId === request.partitionId;
  if (!isOfOnePartition) return null;
  const overlap = overlapOf(request.criteria, other === null ? ANYTHING : wantedOf(other.criteria));
  if (overlap === null) return null;
  const ends = allOf([inList('origin', overlap.origins), inList('destination', overlap.destinations)]);
  const routes = reader.all<{ id: number }>(
    sql(`SELECT id FROM award_routes WHERE ${ends.text}`, ...ends.values),
  );
  return {
    routes: new Set(routes.map(({ id }) => id)),
    from: overlap.days?.from ?? null,
    until: overlap.days?.until ?? null,
  };
}

/** Whether all that a scope holds is of the source that a request was answered by. */
const isOfSource = (
  reader: Reader,
  { identity, source }: RequestOf,
  held: Extract<Scope, { kind: 'matching' }>,
): boolean =>
  held.source === undefined
    ? reader.get(
        sql(
          'SELECT 1 FROM award_partitions WHERE identity = ? AND cabin = ? AND source <> ?',
          identity,
          held.cabin ?? '',
          source,
        ),
      ) === undefined
    : held.source === source;

/** What is stored for routes was requested by no one: on any date, whatever the carriers. */
const ANYTHING: Wanted = { carriers: null, direct: false, start: null, end: null };

function wantedOf(criteria: Record<string, unknown>): Wanted {
  const checked = checkedCriteria(criteria);
  if (!checked.ok) return ANYTHING;
  const { carriers, only_direct_flights: direct, start_date: start, end_date: end } = checked.request;
  return {
    carriers: carriers === undefined ? null : splitCodes(carriers),
    direct: direct === true,
    start,
    end,
  };
}
