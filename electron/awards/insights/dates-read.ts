import { splitCodes } from '#shared/award-search/request.ts';
import type { Scope } from '#shared/contract/awards.ts';
import { DAY_MS, epochDayAt } from '#shared/dates.ts';
import { inOrder } from '#shared/insights/readings.ts';
import { MAX_LEAD } from '#shared/insights/space-pattern.ts';
import { programmeKey } from '#shared/places/programmes.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import { coverageAgainst } from '../coverage/coverage.ts';
import { countedFrom, type Sighting, type SourcedReading, type Subject } from './sightings.ts';

/** A run that read a route completely for a range of days, so that missing award space means there was none. */
export type CoveringRun = {
  runId: number;
  /** UTC ms of the first and last page. */
  from: number;
  until: number;
  /** The purchase of the last page, which states that there is no more. */
  purchaseId: string;
  firstDay: number;
  lastDay: number;
};

/** One travel date of one programme with all its readings, oldest first. */
export type DateRead = { programme: string; day: number; readings: SourcedReading[] };

/**
 * The runs of the last two years that prove absence of award space on a route (by the rules of `coverage/`), oldest first.
 * A run without both dates covers no day, since the meaning of absent dates is not documented (§4, rule 5); nor does a run
 * with an unreadable row, which may be on any day.
 */
export function coveringRuns(reader: Reader, subject: Subject): CoveringRun[] {
  type Run = Pick<CoveringRun, 'runId' | 'from' | 'until' | 'purchaseId'> & { searchId: number };
  const { firstRun, since } = countedFrom(reader);
  const runs = reader.all<Run>(
    sql(
      `SELECT r.id AS runId, r.search_id AS searchId, f.received_at AS "from", l.received_at AS until, l.purchase_id AS purchaseId
       FROM json_each(?) w CROSS JOIN award_runs r ON r.search_id = w.value
       CROSS JOIN award_pages f ON f.id = (SELECT min(id) FROM award_pages WHERE run_id = r.id)
       CROSS JOIN award_pages l ON l.id = (SELECT max(id) FROM award_pages WHERE run_id = r.id)
       WHERE r.id >= ? AND f.received_at >= ? AND r.broken = 0 ORDER BY f.received_at, f.id`,
      JSON.stringify(searchesOfRoute(reader, subject)),
      firstRun,
      since,
    ),
  );
  const { cabin, source, origin, destination } = subject;
  const route: Scope = { kind: 'matching', origins: [origin], destinations: [destination], cabin, source };
  const coverage = coverageAgainst(reader, route)(runs);
  return runs.flatMap(({ searchId: _search, ...run }) => {
    const { where = null, unreadable } = coverage.get(run.runId) ?? {};
    if (where === null || unreadable?.size !== 0 || where.from === null || where.until === null) return [];
    return { ...run, firstDay: where.from, lastDay: where.until };
  });
}

/**
 * The searches that name both airports of a route, each at its own end: whether a record of the route was ever stored
 * does not matter, and a search of the way back is another route.
 */
function searchesOfRoute(
  reader: Reader,
  { identity, cabin, source, origin, destination }: Subject,
): number[] {
  return reader
    .all<{ id: number; origins: unknown; destinations: unknown }>(
      sql(
        `SELECT s.id, s.criteria ->> '$.origin_airport' AS origins, s.criteria ->> '$.destination_airport' AS destinations
         FROM award_partitions h CROSS JOIN award_searches s ON s.partition_id = h.id
         WHERE h.identity = ? AND h.cabin = ? AND h.source = ?
           AND instr(upper(s.criteria), ?) AND instr(upper(s.criteria), ?)`,
        identity,
        cabin,
        source,
        origin,
        destination,
      ),
    )
    .flatMap(({ id, origins, destinations }) =>
      splitCodes(String(origins)).includes(origin) && splitCodes(String(destinations)).includes(destination)
        ? id
        : [],
    );
}

const seenReading = (sighting: Sighting, proves: boolean): SourcedReading => ({
  state: 'seen',
  from: sighting.at,
  until: sighting.at,
  proves,
  runId: sighting.runId,
  purchaseId: sighting.purchaseId,
});

/**
 * All dates on which space was seen, with the runs that saw it and the runs that prove that there was none. The spellings
 * of a programme are one.
 */
export function datesWithSpace(sightings: readonly Sighting[], runs: readonly CoveringRun[]): DateRead[] {
  const keys = new Map<string, string>();
  const keyOf = (programme: string): string => {
    const key = keys.get(programme) ?? programmeKey(programme);
    keys.set(programme, key);
    return key;
  };
  const dates = Map.groupBy(sightings, ({ programme, day }) => `${day} ${keyOf(programme)}`);
  const absences = absenceReadings(runs);
  return [...dates.values()].flatMap((ofDate) => {
    const [first] = ofDate;
    return first === undefined ? [] : dateRead(first.programme, first.day, ofDate, absences);
  });
}

/** The same, plus every date that a run read and found without space, up to the maximum lead time. */
export function datesRead(
  programme: string,
  sightings: readonly Sighting[],
  runs: readonly CoveringRun[],
): DateRead[] {
  const seen = Map.groupBy(sightings, ({ day }) => day);
  const days = new Set(seen.keys());
  for (const run of runs) {
    const ranOn = epochDayAt(run.from);
    const last = Math.min(run.lastDay, ranOn + MAX_LEAD);
    for (let day = Math.max(run.firstDay, ranOn); day <= last; day += 1) days.add(day);
  }
  const absences = absenceReadings(runs);
  return [...days]
    .sort((a, b) => a - b)
    .map((day) => dateRead(programme, day, seen.get(day) ?? [], absences));
}

type NoneRead = CoveringRun & { none: SourcedReading };

/** Adds to each run its reading for dates without space, which is the same for all dates. */
const absenceReadings = (runs: readonly CoveringRun[]): NoneRead[] =>
  runs.map((run) => {
    const { runId, purchaseId, from, until } = run;
    return { ...run, none: { state: 'none', from, until, proves: true, runId, purchaseId } };
  });

/** Only runs that ended by the day of departure count: later ones prove nothing. */
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
