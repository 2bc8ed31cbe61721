import type { ReadDays } from '#shared/award-analysis/calendar.ts';
import { addDays, type CalendarDate, isCalendarDate } from '#shared/calendar-date.ts';
import type { Scope } from '#shared/contract/awards.ts';
import { ownCoverage } from './coverage.ts';
import { dateOf, dayOf } from './day.ts';
import { type Reader, sql } from './sql.ts';
import { NO_END, pairsOf, partsRead, stretchesOfAll } from './whole-askings.ts';

type Asked = { runId: number; shelfId: number; criteria: string; broken: number };

/** Longer ranges are told by their records alone. */
const MOST_DAYS = 3_700;

/**
 * The days that a run, or of a search the newest run that was read to its end, else the newest, has read whole; of what
 * is kept for routes, the days that askings read to their end for every one of them. None where it cannot be told, of
 * several searches or cabins, and where the request left a date open: what that means is not shown (§4, rule 5).
 */
export function readDays(reader: Reader, identity: string, scope: Scope): ReadDays[] {
  if (scope.kind === 'matching') return readForRoutes(reader, identity, scope);
  const asked = askedBy(reader, scope);
  // A record that came and could not be read may lie on any day.
  if (asked === undefined || asked.broken > 0) return [];
  const { start_date: from, end_date: end } = JSON.parse(asked.criteria) as Record<string, unknown>;
  if (!isDate(from) || !isDate(end) || end < from || end > addDays(from, MOST_DAYS)) return [];
  const { where } = ownCoverage(reader, asked.runId, asked.shelfId);
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
  const { pieces } = partsRead(
    reader,
    identity,
    {
      // No request has these: askings count for the days that they name alone.
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
    },
    pairs,
  );
  return stretchesOfAll(pairs, pieces).flatMap(({ from, until }) => {
    const [first, last] = [dateOf(from), dateOf(until)];
    return first === null || last === null || until - from > MOST_DAYS
      ? []
      : { from: first, until: last, partly: null };
  });
}

const isDate = (value: unknown): value is CalendarDate => typeof value === 'string' && isCalendarDate(value);

function askedBy(reader: Reader, scope: Scope): Asked | undefined {
  if (scope.kind !== 'run' && scope.kind !== 'search') return undefined;
  const ends = `(SELECT has_more FROM award_pages WHERE run_id = r.id ORDER BY id DESC LIMIT 1)`;
  return reader.get<Asked>(
    sql(
      `SELECT r.id AS runId, s.shelf_id AS shelfId, s.criteria, r.broken
       FROM award_runs r CROSS JOIN award_searches s ON s.id = r.search_id
       WHERE ${scope.kind === 'run' ? 'r.id' : 'r.search_id'} = ?
       ORDER BY ${ends} IS 0 DESC, r.id DESC LIMIT 1`,
      scope.kind === 'run' ? scope.runId : scope.searchId,
    ),
  );
}
