import type { ReadDays } from '#shared/award-analysis/calendar.ts';
import type { Scope } from '#shared/contract/awards.ts';
import { addDays, type CalendarDate, isCalendarDate } from '#shared/dates.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import { isCompleteRun } from './complete.ts';
import { NO_END, pairsOf, partsRead, stretchesOfAll } from './complete-runs.ts';
import { ownCoverage } from './coverage.ts';
import { dateOf, dayOf } from './day.ts';
import { knownSources } from './search-identity.ts';

type RunRequest = { runId: number; partitionId: number; criteria: string; broken: number };

/** Of longer ranges only the days with records are listed. */
const MOST_DAYS = 3_700;

/**
 * The days of which everything was read: by a run; of a search, by its newest complete run, else its newest; of routes,
 * by complete runs, for every one of the routes and of any one source: those of two prove nothing together. None for several searches or cabins, and where the request leaves a
 * date open, because what that means is not shown (§4.5).
 */
export function readDays(reader: Reader, identity: string, scope: Scope): ReadDays[] {
  if (scope.kind === 'matching') return readForRoutes(reader, identity, scope);
  const requested = requestBehind(reader, scope);
  // A record that came and could not be read may lie on any day.
  if (requested === undefined || requested.broken > 0) return [];
  const { start_date: from, end_date: end } = JSON.parse(requested.criteria) as Record<string, unknown>;
  if (!isDate(from) || !isDate(end) || end < from || end > addDays(from, MOST_DAYS)) return [];
  const { where } = ownCoverage(reader, requested.runId, requested.partitionId);
  if (where === null) return [];
  if (where.until === null) return [{ from, until: end, partly: null }];
  const last = dateOf(where.until);
  if (last === null) return [];
  return [last >= end ? { from, until: end, partly: null } : { from, until: last, partly: addDays(last, 1) }];
}

function readForRoutes(
  reader: Reader,
  identity: string,
  scope: Extract<Scope, { kind: 'matching' }>,
): ReadDays[] {
  const pairs = pairsOf(scope);
  if (scope.cabin === undefined || pairs.length === 0) return [];
  const bound = (date: string | undefined, none: number) => (isDate(date) ? dayOf(date) : none);
  const wanted = {
    // No request has these: runs count for the days that they name alone.
    criteria: '',
    start: null,
    end: null,
    cabin: scope.cabin,
    origins: scope.origins,
    destinations: scope.destinations,
    carriers: null,
    direct: false,
    from: bound(scope.from, -NO_END),
    until: bound(scope.until, NO_END),
  };
  const sources =
    scope.source === undefined ? knownSources(reader, identity).map(({ source }) => source) : [scope.source];
  const stretches = sources.flatMap((source) =>
    stretchesOfAll(pairs, partsRead(reader, identity, { ...wanted, source }, pairs).pieces),
  );
  return stretches.flatMap(({ from, until }) => {
    const [first, last] = [dateOf(from), dateOf(until)];
    return first === null || last === null || until - from > MOST_DAYS
      ? []
      : { from: first, until: last, partly: null };
  });
}

const isDate = (value: unknown): value is CalendarDate => typeof value === 'string' && isCalendarDate(value);

function requestBehind(reader: Reader, scope: Scope): RunRequest | undefined {
  if (scope.kind !== 'run' && scope.kind !== 'search') return undefined;
  const newest = (which: string) =>
    reader.get<RunRequest>(
      sql(
        `SELECT r.id AS runId, s.partition_id AS partitionId, s.criteria, r.broken
         FROM award_runs r CROSS JOIN award_searches s ON s.id = r.search_id
         WHERE ${scope.kind === 'run' ? 'r.id' : 'r.search_id'} = ? ${which} ORDER BY r.id DESC LIMIT 1`,
        scope.kind === 'run' ? scope.runId : scope.searchId,
      ),
    );
  // From the newest on, so that most often the first that is looked at is the answer.
  return newest(`AND ${isCompleteRun('r.id')}`) ?? newest('');
}
