import type { ReadDays } from '#shared/award-analysis/calendar.ts';
import type { Scope } from '#shared/contract/awards.ts';
import { addDays, type CalendarDate, isCalendarDate } from '#shared/dates.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import { isCompleteRun } from './complete.ts';
import { commonStretches, coveredParts, NO_END, pairsOf, UNREQUESTED } from './complete-runs.ts';
import { ownCoverage } from './coverage.ts';
import { dateOf, dayOf } from './day.ts';
import { runsOfScope } from './runs-of-scope.ts';
import { knownSources } from './search-identity.ts';

type RunRequest = { runId: number; partitionId: number; criteria: string; broken: number };

/** For longer ranges only the days with records are listed. */
const MAX_DAYS = 3_700;

/**
 * The days that were read completely: by a run; by a search's newest complete run, else its newest run; or, for routes, by
 * runs of one source for every route. None for several searches or cabins, or if the request omits a date,
 * whose meaning is not documented (§4.5).
 */
export function readDays(reader: Reader, identity: string, scope: Scope): ReadDays[] {
  if (scope.kind === 'matching') return readDaysOfRoutes(reader, identity, scope);
  const requested = newestRequest(reader, scope);
  // An unreadable record may be on any day.
  if (requested === undefined || requested.broken > 0) return [];
  const { start_date: from, end_date: end } = JSON.parse(requested.criteria) as Record<string, unknown>;
  if (!isDate(from) || !isDate(end) || end < from || end > addDays(from, MAX_DAYS)) return [];
  const { where } = ownCoverage(reader, requested.runId, requested.partitionId);
  if (where === null) return [];
  if (where.until === null) return [{ from, until: end, partly: null }];
  const last = dateOf(where.until);
  if (last === null) return [];
  return [last >= end ? { from, until: end, partly: null } : { from, until: last, partly: addDays(last, 1) }];
}

function readDaysOfRoutes(
  reader: Reader,
  identity: string,
  scope: Extract<Scope, { kind: 'matching' }>,
): ReadDays[] {
  const pairs = pairsOf(scope);
  if (scope.cabin === undefined) return [];
  const bound = (date: string | undefined, unbounded: number) => (isDate(date) ? dayOf(date) : unbounded);
  const wanted = {
    ...UNREQUESTED,
    cabin: scope.cabin,
    origins: scope.origins,
    destinations: scope.destinations,
    from: bound(scope.from, -NO_END),
    until: bound(scope.until, NO_END),
  };
  const sources =
    scope.source === undefined ? knownSources(reader, identity).map(({ source }) => source) : [scope.source];
  const stretches = sources.flatMap((source) =>
    commonStretches(pairs, coveredParts(reader, identity, { ...wanted, source }, pairs).pieces),
  );
  return stretches.flatMap(({ from, until }) => {
    const [first, last] = [dateOf(from), dateOf(until)];
    return first === null || last === null || until - from > MAX_DAYS
      ? []
      : { from: first, until: last, partly: null };
  });
}

const isDate = (value: unknown): value is CalendarDate => typeof value === 'string' && isCalendarDate(value);

function newestRequest(reader: Reader, scope: Scope): RunRequest | undefined {
  if (scope.kind !== 'run' && scope.kind !== 'search') return undefined;
  const runs = runsOfScope(scope);
  const newest = (which: string) =>
    reader.get<RunRequest>(
      sql(
        `SELECT r.id AS runId, s.partition_id AS partitionId, s.criteria, r.broken
         FROM award_runs r CROSS JOIN award_searches s ON s.id = r.search_id
         WHERE ${runs.text} ${which} ORDER BY r.id DESC LIMIT 1`,
        ...runs.values,
      ),
    );
  // Newest first, so that the first run checked is usually the answer.
  return newest(`AND ${isCompleteRun('r.id')}`) ?? newest('');
}
