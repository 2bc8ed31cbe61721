import { sourceName } from '#shared/record-kinds/record-kinds.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import { dateOf, dayOf } from '../coverage/day.ts';
import { type KnownSource, knownSources } from '../coverage/search-identity.ts';
import { coveringRuns, datesRead } from './dates-read.ts';
import { type Sighting, sightingsOfProgramme } from './sightings.ts';

export type HistoryRequest = {
  origin: string;
  destination: string;
  /** In any spelling. */
  programme: string;
  /** The requested cabin; '' if none. */
  cabin: string;
  /** Absent: all sources. */
  source?: string | undefined;
  /** Travel dates, both inclusive. */
  from: string;
  until: string;
};

/** One run's reading of one travel date: award space seen, or proof that there was none. */
export type HistoryEntry = {
  date: string;
  /** UTC ms. */
  at: number;
  runId: number;
  /** The source's display name. */
  source: string;
  /** null: the run proves that there was none. */
  seen: {
    versionId: number;
    /** As the source spelled it. */
    programme: string;
    miles: number | null;
    seats: number | null;
    direct: boolean;
    airlines: string;
  } | null;
};

type Details = { versionId: number; seats: number | null; direct: number; airlines: string };

/** All runs' readings of the dates of one route, programme (in every spelling) and cabin, newest first. Dates not read are omitted. */
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
  const sightings = sightingsOfProgramme(reader, of);
  const wanted = sightings.filter(isWanted);
  const details = detailsOf(reader, wanted);
  const seen = wanted.flatMap((sighting): HistoryEntry[] => {
    const more = details.get(sighting.versionId);
    if (more === undefined) return [];
    const { versionId, seats, airlines } = more;
    const { programme, miles } = sighting;
    const shown = { versionId, programme, miles, seats, direct: more.direct === 1, airlines };
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
