import type { ReadDays } from '#shared/award-analysis/calendar.ts';
import { addDays, type CalendarDate, isCalendarDate } from '#shared/calendar-date.ts';
import type { Scope } from '#shared/contract/awards.ts';
import { ownCoverage } from './coverage.ts';
import { dateOf } from './day.ts';
import { type Reader, sql } from './sql.ts';

type Asked = { runId: number; shelfId: number; criteria: string };

/** Longer ranges are told by their records alone. */
const MOST_DAYS = 3_700;

/**
 * The days that a run, or of a search the newest run that was read to its end, else the newest, has read whole. Null
 * where it cannot be told, of several searches, and where the request left a date open: what that means is not shown
 * (§4, rule 5).
 */
export function readDays(reader: Reader, scope: Scope): ReadDays | null {
  const asked = askedBy(reader, scope);
  if (asked === undefined) return null;
  const { start_date: from, end_date: end } = JSON.parse(asked.criteria) as Record<string, unknown>;
  if (!isDate(from) || !isDate(end) || end < from || end > addDays(from, MOST_DAYS)) return null;
  const { where } = ownCoverage(reader, asked.runId, asked.shelfId);
  if (where === null) return null;
  if (where.until === null) return { from, until: end, partly: null };
  const last = dateOf(where.until);
  if (last === null) return null;
  return last >= end ? { from, until: end, partly: null } : { from, until: last, partly: addDays(last, 1) };
}

const isDate = (value: unknown): value is CalendarDate => typeof value === 'string' && isCalendarDate(value);

function askedBy(reader: Reader, scope: Scope): Asked | undefined {
  if (scope.kind !== 'run' && scope.kind !== 'search') return undefined;
  const ends = `(SELECT has_more FROM award_pages WHERE run_id = r.id ORDER BY id DESC LIMIT 1)`;
  return reader.get<Asked>(
    sql(
      `SELECT r.id AS runId, s.shelf_id AS shelfId, s.criteria
       FROM award_runs r CROSS JOIN award_searches s ON s.id = r.search_id
       WHERE ${scope.kind === 'run' ? 'r.id' : 'r.search_id'} = ?
       ORDER BY ${ends} IS 0 DESC, r.id DESC LIMIT 1`,
      scope.kind === 'run' ? scope.runId : scope.searchId,
    ),
  );
}
