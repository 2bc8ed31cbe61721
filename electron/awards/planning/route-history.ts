import { DAY_MS } from '#shared/dates.ts';
import type { CostHistory, CostReading } from '#shared/planning/outlook.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import { knownSources } from '../coverage/search-identity.ts';
import { type CoveringRun, coveringRuns } from '../insights/dates-read.ts';
import { type Sighting, sightingsOf } from '../insights/sightings.ts';

/** Everything that the runs of a route showed, of the source that showed most. */
export type RouteHistory = { sightings: readonly Sighting[]; runs: readonly CoveringRun[] };

export type HistoryReader = (route: {
  identity: string;
  cabin: string;
  origin: string;
  destination: string;
}) => RouteHistory;

/** Reads the history of a route once, until another page is stored. */
export function createHistoryReader(reader: Reader): HistoryReader {
  const known = new Map<string, RouteHistory>();
  let readAt = '';
  return (route) => {
    const mark = reader.get<{ mark: string }>(
      sql(`SELECT (SELECT max(id) FROM award_pages) || ' ' || (SELECT count(*) FROM award_runs) AS mark`),
    )?.mark;
    if (mark !== readAt) known.clear();
    readAt = mark ?? '';
    const key = JSON.stringify(route);
    const history = known.get(key) ?? historyOf(reader, route);
    known.set(key, history);
    return history;
  };
}

/** Two sources are never compared with each other. */
function historyOf(reader: Reader, route: Parameters<HistoryReader>[0]): RouteHistory {
  const histories = knownSources(reader, route.identity).map(({ source }) => {
    const subject = { ...route, source, programme: null };
    return { sightings: sightingsOf(reader, subject), runs: coveringRuns(reader, subject) };
  });
  return histories.sort((a, b) => b.sightings.length - a.sightings.length)[0] ?? { sightings: [], runs: [] };
}

/**
 * What each date cost whenever a run read all of it: the least cost of what could be booked then.
 * @param costOf infinite where a sighting could not be booked
 */
export function costHistory(
  { sightings, runs }: RouteHistory,
  costOf: (sighting: Sighting) => number,
): CostHistory[] {
  const seen = new Map<number, Map<number, number>>();
  for (const sighting of sightings) {
    const days = seen.get(sighting.runId) ?? new Map<number, number>();
    seen.set(sighting.runId, days);
    days.set(sighting.day, Math.min(days.get(sighting.day) ?? Number.POSITIVE_INFINITY, costOf(sighting)));
  }
  const dates = new Map<number, CostReading[]>();
  for (const { runId, from, until, firstDay, lastDay } of runs) {
    const days = seen.get(runId);
    // A run after a date departed proves nothing of it.
    for (let day = Math.max(firstDay, Math.ceil(until / DAY_MS)); day <= lastDay; day++) {
      const readings = dates.get(day) ?? [];
      dates.set(day, readings);
      readings.push({ from, until, cost: days?.get(day) ?? Number.POSITIVE_INFINITY });
    }
  }
  return [...dates].map(([day, readings]) => ({ day, readings: readings.sort((a, b) => a.from - b.from) }));
}
