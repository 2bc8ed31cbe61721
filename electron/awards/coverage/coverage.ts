import type { Coverage, CoverageReason } from '#shared/award-analysis/coverage.ts';
import { checkAwardSearchRequest, splitCodes } from '#shared/award-search/request.ts';
import type { Scope } from '#shared/contract/awards.ts';
import { allOf, inList, type Reader, sql } from '../../storage/sql.ts';
import { isComplete, isWithoutGap, pagesOfRuns, type RunPage } from './complete.ts';
import { NO_DAY } from './day.ts';
import { AFTER_WITHOUT_ID, WITHOUT_ID } from './keys-without-id.ts';
import { checkedCriteria, overlapOf, type Wanted } from './overlap.ts';
import { runsOfScope } from './runs-of-scope.ts';

type RequestOf = {
  searchId: number;
  partitionId: number;
  identity: string;
  source: string;
  criteria: Record<string, unknown>;
};

type RunOf = { runId: number; searchId: number };

/**
 * Which records of `other` a scope proves to be removed because it does not contain them. A run proves it for what it
 * read; a saved search by its newest complete run, else its newest run. Several searches prove nothing.
 */
export function coverageOf(reader: Reader, scope: Scope, other: Scope): Coverage {
  const ofRuns = coverageAgainst(reader, other);
  let first: Coverage | null = null;
  for (const run of runsNewestFirst(reader, scope)) {
    const coverage = ofRuns([run]).get(run.runId);
    if (coverage === undefined) return noCoverage('other_criteria');
    if (coverage.reason === 'exhausted') return coverage;
    first ??= coverage;
  }
  return first ?? noCoverage('no_run');
}

function runsNewestFirst(reader: Reader, scope: Scope): RunOf[] {
  if (scope.kind !== 'run' && scope.kind !== 'search') return [];
  const { text, values } = runsOfScope(scope);
  return reader.all<RunOf>(
    sql(
      `SELECT r.id AS runId, r.search_id AS searchId FROM award_runs r WHERE ${text} ORDER BY r.id DESC`,
      ...values,
    ),
  );
}

/**
 * The same for several runs, by run ID; data shared by runs of one search is read once. Runs that do not overlap `other`
 * are left out.
 */
export function coverageAgainst(
  reader: Reader,
  other: Scope,
): (runs: readonly RunOf[]) => Map<number, Coverage> {
  const overlaps = new Map<number, { partitionId: number; where: Coverage['where'] }>();
  const overlapForSearch = (searchId: number) => {
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
      const { partitionId, where } = overlapForSearch(searchId);
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
        runCoverage(reader, runId, pages.get(runId) ?? [], where, () => unreadable.get(runId) ?? null),
      ]),
    );
  };
}

/** What a run proves about records of its own search. */
export const ownCoverage = (reader: Reader, runId: number, partitionId: number): Coverage =>
  runCoverage(reader, runId, pagesOfRuns(reader, [runId]).get(runId) ?? [], UNRESTRICTED, () =>
    unreadableIn(reader, runId, partitionId),
  );

const UNRESTRICTED = { routes: null, from: null, until: null };

const noCoverage = (reason: CoverageReason): Coverage => ({ reason, where: null, unreadable: new Set() });

function runCoverage(
  reader: Reader,
  runId: number,
  pages: readonly RunPage[],
  where: NonNullable<Coverage['where']>,
  unreadableIn: () => Coverage['unreadable'] | null,
): Coverage {
  if (pages.some(({ partial }) => partial)) return noCoverage('not_exhausted');
  if (!isWithoutGap(pages)) return noCoverage('skipped');
  const unreadable = unreadableIn();
  if (unreadable === null) return noCoverage('unreadable');
  if (isComplete(pages)) return { reason: 'exhausted', where, unreadable };
  const until = readUntil(reader, runId);
  if (until === null) return noCoverage('not_exhausted');
  return {
    reason: 'date_order',
    where: { ...where, until: where.until === null ? until : Math.min(where.until, until) },
    unreadable,
  };
}

/**
 * The last day that an incomplete run read completely: the day before its last record's, since the next page may continue
 * that day. Null unless the run used the service's default order, by date (§4.8), and its records follow it.
 */
export function readUntil(reader: Reader, runId: number): number | null {
  const first = reader.get<{ input: string }>(
    sql('SELECT input FROM award_pages WHERE run_id = ? ORDER BY id LIMIT 1', runId),
  );
  const checked = checkAwardSearchRequest(first === undefined ? null : JSON.parse(first.input));
  if (!checked.ok || checked.request.order_by !== undefined) return null;
  const day = lastInOrder(reader, runId, `nullif(v.day, ${NO_DAY})`);
  return day === null ? null : day - 1;
}

/** The value of a run's last record; null if one before it is greater, or a value is missing. */
function lastInOrder(reader: Reader, runId: number, value: string, where = '1'): number | null {
  const records = reader.all<{ value: number | null }>(
    sql(
      `SELECT ${value} AS value FROM award_observations o CROSS JOIN award_versions v ON v.id = o.version_id
       WHERE o.run_id = ? AND ${where} ORDER BY o.page_id, o.position`,
      runId,
    ),
  );
  let reached: number | null = null;
  for (const { value } of records) {
    if (value === null || value < (reached ?? value)) return null;
    reached = value;
  }
  return reached;
}

/** All award space for fewer miles than `below` was read, except the `unreadable` records. */
export type MilesRead = { below: number; unreadable: ReadonlySet<number> };

/**
 * What an incomplete run ordered by miles (§2.1) proves: it read all award space for fewer miles than its last record,
 * since unread pages begin there. Null for any other run, or if its records are not in that order.
 */
export function milesRead(reader: Reader, runId: number, partitionId: number): MilesRead | null {
  const pages = pagesOfRuns(reader, [runId]).get(runId) ?? [];
  const [first] = pages;
  if (first === undefined || !isWithoutGap(pages) || isComplete(pages)) return null;
  const { order_by: order } = (first.input ?? {}) as Record<string, unknown>;
  if (order !== 'lowest_mileage') return null;
  const unreadable = unreadableIn(reader, runId, partitionId);
  if (unreadable === null) return null;
  const below = lastInOrder(reader, runId, 'v.miles', 'v.available = 1');
  return below === null ? null : { below, unreadable };
}

/** The unreadable records of a run; null if one of them has no readable ID. */
const unreadableIn = (reader: Reader, runId: number, partitionId: number): Set<number> | null =>
  unreadableOfRuns(reader, [{ runId, partitionId }]).get(runId) ?? null;

/** The same for several runs, by run ID. */
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
  const knownWithoutId = new Map<number, number[]>();
  return new Map(
    runs.map(({ runId, partitionId }) => {
      const rows = broken.get(runId) ?? [];
      if (rows.some(({ key }) => key === null)) return [runId, null];
      const withoutId = knownWithoutId.get(partitionId) ?? recordsWithoutId(reader, partitionId);
      knownWithoutId.set(partitionId, withoutId);
      return [runId, new Set([...rows.flatMap(({ id }) => id ?? []), ...withoutId])];
    }),
  );
}

/** Records without an ID. They never count as removed: a missing one may have returned with different content. */
const recordsWithoutId = (reader: Reader, partitionId: number): number[] =>
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

/** The routes and days for which a search requests everything in `otherScope`; null if none. */
function overlapWith(reader: Reader, request: RequestOf, otherScope: Scope): Coverage['where'] {
  const other = requestOf(reader, otherScope);
  if (other !== null && other.searchId === request.searchId) return UNRESTRICTED;
  // Records of two cabins or sources are never the same record, so neither proves anything about the other.
  const isSamePartition =
    otherScope.kind === 'matching'
      ? otherScope.cabin !== undefined &&
        otherScope.cabin === (request.criteria.cabin ?? '') &&
        isOnlyOfSource(reader, request, otherScope)
      : other?.partitionId === request.partitionId;
  if (!isSamePartition) return null;
  const overlap = overlapOf(request.criteria, other === null ? NO_CRITERIA : wantedOf(other.criteria));
  if (overlap === null) return null;
  const endpoints = allOf([inList('origin', overlap.origins), inList('destination', overlap.destinations)]);
  const routes = reader.all<{ id: number }>(
    sql(`SELECT id FROM award_routes WHERE ${endpoints.text}`, ...endpoints.values),
  );
  return {
    routes: new Set(routes.map(({ id }) => id)),
    from: overlap.days?.from ?? null,
    until: overlap.days?.until ?? null,
  };
}

/** Whether a scope contains only records of the source that answered the request. */
const isOnlyOfSource = (
  reader: Reader,
  { identity, source }: RequestOf,
  otherScope: Extract<Scope, { kind: 'matching' }>,
): boolean =>
  otherScope.source === undefined
    ? reader.get(
        sql(
          'SELECT 1 FROM award_partitions WHERE identity = ? AND cabin = ? AND source <> ?',
          identity,
          otherScope.cabin ?? '',
          source,
        ),
      ) === undefined
    : otherScope.source === source;

/** A `matching` scope has no request, so its records may have any date and carrier. */
const NO_CRITERIA: Wanted = { carriers: null, direct: false, start: null, end: null };

function wantedOf(criteria: Record<string, unknown>): Wanted {
  const checked = checkedCriteria(criteria);
  if (!checked.ok) return NO_CRITERIA;
  const { carriers, only_direct_flights: direct, start_date: start, end_date: end } = checked.request;
  return {
    carriers: carriers === undefined ? null : splitCodes(carriers),
    direct: direct === true,
    start,
    end,
  };
}
