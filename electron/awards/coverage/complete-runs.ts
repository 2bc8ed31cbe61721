import { splitCodes } from '#shared/award-search/request.ts';
import { inList, type Reader, sql } from '../../storage/sql.ts';
import { isCompleteRun, isPartialRun } from './complete.ts';
import { readUntil } from './coverage.ts';
import { dayOf } from './day.ts';
import { overlapOf, type Wanted } from './overlap.ts';
import { type Answering, searchIdentity } from './search-identity.ts';

/** After every calendar day, before `NO_DAY`. */
export const NO_END = 1_000_000_000;

/** A request to compare with stored runs. Days since 1970-01-01, both inclusive. */
export type WantedRequest = Wanted & {
  criteria: string;
  cabin: string;
  /** Only runs of the same source count. */
  source: string;
  origins: readonly string[];
  destinations: readonly string[];
  /** Today if the request has no start date, since searches return no past dates. */
  from: number;
  until: number;
};

/** A range of days on one route, with the newest run that read all of it. */
export type Piece = {
  pair: string;
  from: number;
  until: number;
  runId: number;
  /** Whether the run's criteria equal the request's. */
  isSame: boolean;
};
/** A range of days on one route that no run read completely. */
export type Gap = Omit<Piece, 'runId' | 'isSame'>;

type CoveringRun = {
  runId: number;
  from: number;
  until: number;
  isSame: boolean;
  covers: (pair: string) => boolean;
  /** Otherwise only the days before its last record's were read, if any. */
  isComplete: boolean;
};
type Members = Record<string, unknown>;

export const pairOf = (origin: string, destination: string): string => `${origin}-${destination}`;

/** Where there is no request, runs cover only the days that they name. */
export const UNREQUESTED = { criteria: '', start: null, end: null, carriers: null, direct: false };

/** All routes of a request whose codes are airports. */
export const pairsOf = ({
  origins,
  destinations,
}: Pick<WantedRequest, 'origins' | 'destinations'>): string[] =>
  origins.flatMap((origin) =>
    destinations.flatMap((destination) => (origin === destination ? [] : pairOf(origin, destination))),
  );

/** Stands for all routes of a request with area codes, since a run does not list an area's airports. */
export const ALL_ROUTES = '*';

const codesIn = (value: unknown): string[] => (typeof value === 'string' ? splitCodes(value) : []);
const dayIn = (value: unknown, absent: number): number => (typeof value === 'string' ? dayOf(value) : absent);

/**
 * @param today the user’s local date
 * @param answering the source that answers; the first source if omitted
 */
export function wantedRequest(input: Readonly<Members>, today: string, answering?: Answering): WantedRequest {
  const { criteria, cabin, source } = searchIdentity(input, answering);
  return {
    criteria,
    cabin,
    source,
    origins: codesIn(input.origin_airport),
    destinations: codesIn(input.destination_airport),
    carriers: typeof input.carriers === 'string' ? splitCodes(input.carriers) : null,
    direct: input.only_direct_flights === true,
    from: dayIn(input.start_date, dayOf(today)),
    until: dayIn(input.end_date, NO_END),
    start: input.start_date,
    end: input.end_date,
  };
}

/**
 * Splits a request into the parts that runs read completely, each with the newest such run, and the gaps. A run with the
 * same cabin (or likewise without one) covers the routes and days for which it requests everything (`overlapOf`); one that
 * has a further page, the days before its last record's where its pages are in date order (§4.8).
 */
export function coveredParts(
  reader: Reader,
  identity: string,
  wanted: WantedRequest,
  pairs: readonly string[],
): { pieces: Piece[]; gaps: Gap[] } {
  const uncovered = new Map(pairs.map((pair) => [pair, [{ from: wanted.from, until: wanted.until }]]));
  const pieces: Piece[] = [];
  for (const { runId, from, isSame, covers, ...run } of coveringRuns(reader, identity, wanted)) {
    const open = [...uncovered].filter(
      ([pair, gaps]) => covers(pair) && gaps.some((gap) => gap.from <= run.until && gap.until >= from),
    );
    if (open.length === 0) continue;
    const until = run.isComplete ? run.until : Math.min(run.until, readUntil(reader, runId) ?? -NO_END);
    for (const [pair, gaps] of open) {
      const left = gaps.flatMap((gap) => {
        const [first, last] = [Math.max(gap.from, from), Math.min(gap.until, until)];
        if (first > last) return [gap];
        pieces.push({ pair, from: first, until: last, runId, isSame });
        return [
          { from: gap.from, until: first - 1 },
          { from: last + 1, until: gap.until },
        ].filter((rest) => rest.from <= rest.until);
      });
      uncovered.set(pair, left);
    }
  }
  const gaps = [...uncovered].flatMap(([pair, left]) => left.map((gap) => ({ pair, ...gap })));
  return { pieces, gaps };
}

/** The ranges of days, both ends inclusive, that are covered for every pair. */
export function commonStretches(pairs: readonly string[], pieces: readonly Piece[]): Stretch[] {
  const [first, ...others] = pairs.map((pair) => pieces.filter((piece) => piece.pair === pair));
  return others.reduce<Stretch[]>(
    (common, own) =>
      common.flatMap((one) =>
        own
          .map(({ from, until }) => ({ from: Math.max(one.from, from), until: Math.min(one.until, until) }))
          .filter(({ from, until }) => from <= until),
      ),
    (first ?? []).map(({ from, until }) => ({ from, until })),
  );
}

type Stretch = { from: number; until: number };
type SearchRow = { id: number; criteria: string };

/** The runs without a gap that overlap a request and contain no unreadable records, newest first. */
function coveringRuns(reader: Reader, identity: string, wanted: WantedRequest): CoveringRun[] {
  // An overlapping search names an airport of each end; this filter avoids parsing the criteria of the rest.
  const mentions = (codes: readonly string[]) =>
    sql('EXISTS (SELECT 1 FROM json_each(?) WHERE instr(upper(s.criteria), value))', JSON.stringify(codes));
  const [mentionsOrigin, mentionsDestination] = [mentions(wanted.origins), mentions(wanted.destinations)];
  const searches = new Map(
    reader
      .all<SearchRow>(
        sql(
          `SELECT s.id, s.criteria FROM award_searches s JOIN award_partitions h ON h.id = s.partition_id
           WHERE h.identity = ? AND h.cabin = ? AND h.source = ? AND ${mentionsOrigin.text} AND ${mentionsDestination.text}`,
          identity,
          wanted.cabin,
          wanted.source,
          ...mentionsOrigin.values,
          ...mentionsDestination.values,
        ),
      )
      .flatMap(({ id, criteria }) => {
        const overlap = overlapIn(criteria, wanted);
        return overlap === null ? [] : [[id, overlap] as const];
      }),
  );
  const ids = inList('r.search_id', [...searches.keys()]);
  return reader
    .all<{ runId: number; searchId: number; isComplete: number }>(
      sql(
        `SELECT r.id AS runId, r.search_id AS searchId, ${isCompleteRun('r.id')} AS isComplete FROM award_runs r
         WHERE r.broken = 0 AND ${ids.text} AND (${isCompleteRun('r.id')} OR ${isPartialRun('r.id')})
         ORDER BY (SELECT max(id) FROM award_pages WHERE run_id = r.id) DESC`,
        ...ids.values,
      ),
    )
    .flatMap(({ runId, searchId, isComplete }) => {
      const overlap = searches.get(searchId);
      return overlap === undefined
        ? []
        : { runId, ...overlap, isSame: overlap.isSame && isComplete === 1, isComplete: isComplete === 1 };
    });
}

/** The routes and days for which a search requests everything that is wanted; null if none. */
function overlapIn(text: string, wanted: WantedRequest): Omit<CoveringRun, 'runId' | 'isComplete'> | null {
  const all = { from: wanted.from, until: wanted.until };
  if (text === wanted.criteria) return { ...all, isSame: true, covers: () => true };
  const overlap = overlapOf(JSON.parse(text) as Members, wanted);
  if (overlap === null) return null;
  const { origins, destinations, days } = overlap;
  const areRoutesSame = isSameSet(origins, wanted.origins) && isSameSet(destinations, wanted.destinations);
  const named = new Set(origins.flatMap((origin) => destinations.map((end) => pairOf(origin, end))));
  const covers = (pair: string) => (pair === ALL_ROUTES ? areRoutesSame : named.has(pair));
  return { ...(days ?? all), isSame: false, covers };
}

const isSameSet = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((code) => others.includes(code));
