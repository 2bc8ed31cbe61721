import { splitCodes } from '#shared/award-search/request.ts';
import { inList, type Reader, sql } from '../../storage/sql.ts';
import { isCompleteRun } from './complete.ts';
import { dayOf } from './day.ts';
import { overlapOf, type Wanted } from './overlap.ts';
import { type Answering, searchIdentity } from './search-identity.ts';

/** Further than any day of the calendar, nearer than the day of a date that is none. */
export const NO_END = 1_000_000_000;

/** A request as it is compared with what stored runs read. Days since 1970-01-01, both included. */
export type WantedRequest = Wanted & {
  criteria: string;
  cabin: string;
  /** Only runs of the same source count: another source has other records. */
  source: string;
  origins: readonly string[];
  destinations: readonly string[];
  /** Today where the request names no first date: no search finds what has departed. */
  from: number;
  until: number;
};

/** A stretch of days of one route, and the newest complete run that covers it. */
export type Piece = {
  pair: string;
  from: number;
  until: number;
  runId: number;
  /** Whether its search is the same. */
  isSame: boolean;
};
/** A stretch of days of one route that no complete run covers. */
export type Gap = Omit<Piece, 'runId' | 'isSame'>;

type CompleteRun = {
  runId: number;
  from: number;
  until: number;
  isSame: boolean;
  holds: (pair: string) => boolean;
};
type Members = Record<string, unknown>;

export const pairOf = (origin: string, destination: string): string => `${origin}-${destination}`;

/** Every route of a request whose codes are airports. */
export const pairsOf = ({
  origins,
  destinations,
}: Pick<WantedRequest, 'origins' | 'destinations'>): string[] =>
  origins.flatMap((origin) =>
    destinations.flatMap((destination) => (origin === destination ? [] : pairOf(origin, destination))),
  );

/** All the routes of a request at once, where its codes stand for areas: a run does not name an area's airports. */
export const ALL_ROUTES = '*';

const codesIn = (value: unknown): string[] => (typeof value === 'string' ? splitCodes(value) : []);
const dayIn = (value: unknown, absent: number): number => (typeof value === 'string' ? dayOf(value) : absent);

/**
 * @param today the user’s own day of the calendar
 * @param answering who is asked; the first source where nobody says
 */
export function wantedBy(input: Readonly<Members>, today: string, answering?: Answering): WantedRequest {
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
 * Which parts of a request complete runs have read, by the newest run each, and which not. A run of the same cabin, or
 * of none as the request, counts for the routes and days for which it requests everything (`overlapOf`).
 */
export function partsRead(
  reader: Reader,
  identity: string,
  wanted: WantedRequest,
  pairs: readonly string[],
): { pieces: Piece[]; gaps: Gap[] } {
  const runs = completeRuns(reader, identity, wanted);
  const pieces: Piece[] = [];
  const gaps: Gap[] = [];
  for (const pair of pairs) {
    let open = [{ from: wanted.from, until: wanted.until }];
    for (const { runId, from, until, isSame, holds } of runs) {
      if (open.length === 0) break;
      if (!holds(pair)) continue;
      open = open.flatMap((gap) => {
        const [first, last] = [Math.max(gap.from, from), Math.min(gap.until, until)];
        if (first > last) return [gap];
        pieces.push({ pair, from: first, until: last, runId, isSame });
        return [
          { from: gap.from, until: first - 1 },
          { from: last + 1, until: gap.until },
        ].filter((rest) => rest.from <= rest.until);
      });
    }
    for (const gap of open) gaps.push({ pair, ...gap });
  }
  return { pieces, gaps };
}

/** The stretches of days, both ends included, that the pieces of every pair cover. */
export function stretchesOfAll(pairs: readonly string[], pieces: readonly Piece[]): Stretch[] {
  const [first, ...others] = pairs.map((pair) => pieces.filter((piece) => piece.pair === pair));
  return others.reduce<Stretch[]>(
    (shared, own) =>
      shared.flatMap((one) =>
        own
          .map(({ from, until }) => ({ from: Math.max(one.from, from), until: Math.min(one.until, until) }))
          .filter(({ from, until }) => from <= until),
      ),
    (first ?? []).map(({ from, until }) => ({ from, until })),
  );
}

type Stretch = { from: number; until: number };
type SearchRow = { id: number; criteria: string };

/** The complete runs that overlap a request and hold nothing that could not be read, newest first. */
function completeRuns(reader: Reader, identity: string, wanted: WantedRequest): CompleteRun[] {
  // A search that counts names an airport of each end, so the criteria of the others are not parsed.
  const naming = (codes: readonly string[]) =>
    sql('EXISTS (SELECT 1 FROM json_each(?) WHERE instr(upper(s.criteria), value))', JSON.stringify(codes));
  const [fromOne, toOne] = [naming(wanted.origins), naming(wanted.destinations)];
  const searches = new Map(
    reader
      .all<SearchRow>(
        sql(
          `SELECT s.id, s.criteria FROM award_searches s JOIN award_partitions h ON h.id = s.partition_id
           WHERE h.identity = ? AND h.cabin = ? AND h.source = ? AND ${fromOne.text} AND ${toOne.text}`,
          identity,
          wanted.cabin,
          wanted.source,
          ...fromOne.values,
          ...toOne.values,
        ),
      )
      .flatMap(({ id, criteria }) => {
        const overlap = overlapIn(criteria, wanted);
        return overlap === null ? [] : [[id, overlap] as const];
      }),
  );
  const ids = inList('r.search_id', [...searches.keys()]);
  return reader
    .all<{ runId: number; searchId: number }>(
      sql(
        `SELECT r.id AS runId, r.search_id AS searchId FROM award_runs r
         WHERE r.broken = 0 AND ${ids.text} AND ${isCompleteRun('r.id')}
         ORDER BY (SELECT max(id) FROM award_pages WHERE run_id = r.id) DESC`,
        ...ids.values,
      ),
    )
    .flatMap(({ runId, searchId }) => {
      const overlap = searches.get(searchId);
      return overlap === undefined ? [] : { runId, ...overlap };
    });
}

/** For which routes and days a search requests everything that a request asks for; null where for none. */
function overlapIn(text: string, wanted: WantedRequest): Omit<CompleteRun, 'runId'> | null {
  const all = { from: wanted.from, until: wanted.until };
  if (text === wanted.criteria) return { ...all, isSame: true, holds: () => true };
  const overlap = overlapOf(JSON.parse(text) as Members, wanted);
  if (overlap === null) return null;
  const { origins, destinations, days } = overlap;
  const isSameRoutes = isSameSet(origins, wanted.origins) && isSameSet(destinations, wanted.destinations);
  const named = new Set(origins.flatMap((origin) => destinations.map((end) => pairOf(origin, end))));
  const holds = (pair: string) => (pair === ALL_ROUTES ? isSameRoutes : named.has(pair));
  return { ...(days ?? all), isSame: false, holds };
}

const isSameSet = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((code) => others.includes(code));
