import type { Scope } from '#shared/contract/awards.ts';
import { DAY_MS, inOrder } from '#shared/insights/readings.ts';
import { MOST_LEAD } from '#shared/insights/space-pattern.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import { coverageAgainst } from '../coverage/coverage.ts';
import { lastUncounted, type Sighting, type SourcedReading, type Subject } from './sightings.ts';

/** A run that shows for a stretch of days, both ends included, where there was no award space on a route. */
export type CoveringRun = {
  runId: number;
  /** UTC ms of its first and its last page. */
  from: number;
  until: number;
  /** The purchase of its last page, which says that there is no more. */
  purchaseId: string;
  firstDay: number;
  lastDay: number;
};

/** One date of travel of one programme with everything that was read of it, oldest first. */
export type DateRead = { programme: string; day: number; readings: SourcedReading[] };

/**
 * The runs of the last two years that prove what is missing on a route, oldest first; what a run proves is said by `coverage/` alone. A run that
 * left a date open counts for no day: what that means is not shown (§4, rule 5). Nor does a run that held a row which could
 * not be read: it may lie on any day.
 */
export function coveringRuns(
  reader: Reader,
  { identity, cabin, source, origin, destination }: Subject,
): CoveringRun[] {
  type Run = Pick<CoveringRun, 'runId' | 'from' | 'until' | 'purchaseId'> & { searchId: number };
  const runs = reader.all<Run>(
    sql(
      `SELECT r.id AS runId, s.id AS searchId, f.received_at AS "from", l.received_at AS until, l.purchase_id AS purchaseId
       FROM award_partitions h CROSS JOIN award_searches s ON s.partition_id = h.id
       CROSS JOIN award_runs r ON r.search_id = s.id
       CROSS JOIN award_pages f ON f.id = (SELECT min(id) FROM award_pages WHERE run_id = r.id)
       CROSS JOIN award_pages l ON l.id = (SELECT max(id) FROM award_pages WHERE run_id = r.id)
       WHERE r.id > ? AND h.identity = ? AND h.cabin = ? AND h.source = ? AND r.broken = 0
         AND instr(upper(s.criteria), ?) AND instr(upper(s.criteria), ?)
       ORDER BY f.received_at, f.id`,
      lastUncounted(reader),
      identity,
      cabin,
      source,
      origin,
      destination,
    ),
  );
  const route: Scope = { kind: 'matching', origins: [origin], destinations: [destination], cabin, source };
  const routes = reader
    .all<{ id: number }>(
      sql('SELECT id FROM award_routes WHERE origin = ? AND destination = ?', origin, destination),
    )
    .map(({ id }) => id);
  const coverage = coverageAgainst(reader, route)(runs);
  return runs.flatMap(({ searchId: _search, ...run }) => {
    const { where = null, unreadable } = coverage.get(run.runId) ?? {};
    if (where === null || unreadable?.size !== 0 || where.from === null || where.until === null) return [];
    if (where.routes !== null && !routes.every((id) => where.routes?.has(id))) return [];
    return { ...run, firstDay: where.from, lastDay: where.until };
  });
}

const seenReading = (sighting: Sighting, proves: boolean): SourcedReading => ({
  state: 'seen',
  from: sighting.at,
  until: sighting.at,
  proves,
  runId: sighting.runId,
  purchaseId: sighting.purchaseId,
});

const keyOf = (programme: string, day: number): string => `${day} ${programme}`;

/**
 * Every date on which space was seen, with each run that saw it there and each that proves that there was none. A run that
 * says nothing of a date leaves nothing here.
 */
export function datesSeen(sightings: readonly Sighting[], runs: readonly CoveringRun[]): DateRead[] {
  const dates = Map.groupBy(sightings, ({ programme, day }) => keyOf(programme, day));
  const said = saying(runs);
  return [...dates.values()].flatMap((ofDate) => {
    const [first] = ofDate;
    return first === undefined ? [] : dateRead(first.programme, first.day, ofDate, said);
  });
}

/** The same, with every date that a run read and found without space, as far before departure as is counted. */
export function datesRead(
  programme: string,
  sightings: readonly Sighting[],
  runs: readonly CoveringRun[],
): DateRead[] {
  const seen = Map.groupBy(sightings, ({ day }) => day);
  const days = new Set(seen.keys());
  for (const run of runs) {
    const ranOn = Math.floor(run.from / DAY_MS);
    const last = Math.min(run.lastDay, ranOn + MOST_LEAD);
    for (let day = Math.max(run.firstDay, ranOn); day <= last; day += 1) days.add(day);
  }
  const said = saying(runs);
  return [...days].sort((a, b) => a - b).map((day) => dateRead(programme, day, seen.get(day) ?? [], said));
}

type NoneRead = CoveringRun & { none: SourcedReading };

/** Each run with what it says of a date on which it saw no space: the same of every date. */
const saying = (runs: readonly CoveringRun[]): NoneRead[] =>
  runs.map((run) => {
    const { runId, purchaseId, from, until } = run;
    return { ...run, none: { state: 'none', from, until, proves: true, runId, purchaseId } };
  });

/** What was seen after departure, or at it, proves nothing: only runs until the day of departure count. */
function dateRead(
  programme: string,
  day: number,
  sightings: readonly Sighting[],
  runs: readonly NoneRead[],
): DateRead {
  const departs = (day + 1) * DAY_MS;
  const byRun = new Map<number, Sighting>();
  for (const sighting of sightings)
    if (sighting.at < departs && !byRun.has(sighting.runId)) byRun.set(sighting.runId, sighting);
  const readings: SourcedReading[] = [];
  const without: SourcedReading[] = [];
  for (const { runId, firstDay, lastDay, until, none } of runs) {
    if (day < firstDay || day > lastDay || until >= departs) continue;
    const seen = byRun.get(runId);
    byRun.delete(runId);
    if (seen === undefined) without.push(none);
    else readings.push(seenReading(seen, true));
  }
  for (const sighting of byRun.values()) readings.push(seenReading(sighting, false));
  return { programme, day, readings: inOrder([...readings, ...without]) };
}
