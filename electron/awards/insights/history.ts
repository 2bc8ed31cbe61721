import { sourceName } from '#shared/record-kinds/record-kinds.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import { dateOf, dayOf } from '../coverage/day.ts';
import { type KnownSource, knownSources } from '../coverage/search-identity.ts';
import { coveringRuns, datesRead } from './dates-read.ts';
import { type Sighting, sightingsOf } from './sightings.ts';

export type HistoryRequest = {
  origin: string;
  destination: string;
  programme: string;
  /** The requested cabin, '' where none was. */
  cabin: string;
  /** Absent: every source. */
  source?: string | undefined;
  /** Dates of travel, both included. */
  from: string;
  until: string;
};

/** What one run says of one date of travel: award space that it saw, or that it read the date and there was none. */
export type HistoryEntry = {
  date: string;
  /** UTC ms. */
  at: number;
  runId: number;
  /** By its name. */
  source: string;
  /** null: the run proves that there was none. */
  seen: {
    versionId: number;
    miles: number | null;
    seats: number | null;
    direct: boolean;
    airlines: string;
  } | null;
};

type Details = { versionId: number; seats: number | null; direct: number; airlines: string };

/** What every run said of the dates of one route, programme and cabin, newest first. What was not read is not there. */
export function awardHistory(
  reader: Reader,
  identity: string,
  { source, ...request }: HistoryRequest,
): HistoryEntry[] {
  return knownSources(reader, identity)
    .filter((known) => source === undefined || known.source === source)
    .flatMap((known) => historyOf(reader, identity, request, known))
    .sort(
      (a, b) =>
        b.at - a.at || a.date.localeCompare(b.date) || (a.seen?.versionId ?? 0) - (b.seen?.versionId ?? 0),
    );
}

function historyOf(
  reader: Reader,
  identity: string,
  { from, until, ...subject }: Omit<HistoryRequest, 'source'>,
  known: KnownSource,
): HistoryEntry[] {
  const [first, last] = [dayOf(from), dayOf(until)];
  const isWanted = ({ day }: { day: number }) => day >= first && day <= last;
  const of = { identity, source: known.source, ...subject };
  const name = sourceName(known);
  const sightings = sightingsOf(reader, of);
  const wanted = sightings.filter(isWanted);
  const details = detailsOf(reader, wanted);
  const seen = wanted.flatMap((sighting): HistoryEntry[] => {
    const more = details.get(sighting.versionId);
    if (more === undefined) return [];
    const { versionId, seats, airlines } = more;
    const shown = { versionId, miles: sighting.miles, seats, direct: more.direct === 1, airlines };
    return [
      { date: dateOf(sighting.day) ?? '', at: sighting.at, runId: sighting.runId, source: name, seen: shown },
    ];
  });
  const none = datesRead(subject.programme, sightings, coveringRuns(reader, of))
    .filter(isWanted)
    .flatMap(({ day, readings }) =>
      readings
        .filter(({ state }) => state === 'none')
        .map(({ from: at, runId }) => ({ date: dateOf(day) ?? '', at, runId, source: name, seen: null })),
    );
  return [...seen, ...none];
}

function detailsOf(reader: Reader, sightings: readonly Sighting[]): Map<number, Details> {
  const versions = [...new Set(sightings.map(({ versionId }) => versionId))];
  const rows = reader.all<Details>(
    sql(
      `SELECT v.id AS versionId, v.seats, v.direct, a.airlines FROM json_each(?) w
       CROSS JOIN award_versions v ON v.id = w.value CROSS JOIN award_airline_lists a ON a.id = v.airlines_id`,
      JSON.stringify(versions),
    ),
  );
  return new Map(rows.map((row) => [row.versionId, row]));
}
