import { splitCodes } from '#shared/award-search/request.ts';
import { isCalendarDate } from '#shared/calendar-date.ts';
import { dayOf } from './day.ts';
import { searchIdentity } from './search-identity.ts';
import { inList, type Reader, sql } from './sql.ts';

/** Further than any day of the calendar, nearer than the day of a date that is none. */
export const NO_END = 1_000_000_000;

/** What a request asks for, as the saved askings can be held against it. Days since 1970-01-01, both included. */
export type Wanted = {
  criteria: string;
  cabin: string;
  origins: readonly string[];
  destinations: readonly string[];
  /** null: any. */
  carriers: readonly string[] | null;
  direct: boolean;
  /** Without a first date from today on: no search finds what has departed. */
  from: number;
  until: number;
  start: unknown;
  end: unknown;
};

/** A stretch of days of one route, and the newest asking that read all of it. */
export type Piece = {
  pair: string;
  from: number;
  until: number;
  runId: number;
  /** Whether it asked for exactly the same. */
  isSame: boolean;
};
/** A stretch of days of one route that no asking read to its end. */
export type Gap = Omit<Piece, 'runId' | 'isSame'>;

type Asking = {
  runId: number;
  from: number;
  until: number;
  isSame: boolean;
  holds: (pair: string) => boolean;
};
type Members = Record<string, unknown>;

export const pairOf = (origin: string, destination: string): string => `${origin}-${destination}`;

/** Every route of a request whose codes are airports. */
export const pairsOf = ({ origins, destinations }: Pick<Wanted, 'origins' | 'destinations'>): string[] =>
  origins.flatMap((origin) =>
    destinations.flatMap((destination) => (origin === destination ? [] : pairOf(origin, destination))),
  );

/** All the routes of a request at once, where its codes stand for areas whose airports an asking does not name. */
export const ALL_ROUTES = '*';

const codesIn = (value: unknown): string[] => (typeof value === 'string' ? splitCodes(value) : []);
const dayIn = (value: unknown, absent: number): number => (typeof value === 'string' ? dayOf(value) : absent);

/** @param today the person's own day of the calendar */
export function wantedBy(input: Readonly<Members>, today: string): Wanted {
  const { criteria, cabin } = searchIdentity(input);
  return {
    criteria,
    cabin,
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

/** What of a search decides which records it finds (§2.1); one with anything else is held against none but itself. */
const KNOWN: ReadonlySet<string> = new Set([
  'origin_airport',
  'destination_airport',
  'cabin',
  'carriers',
  'start_date',
  'end_date',
  'only_direct_flights',
  'order_by',
  'include_trips',
]);

/**
 * Which parts of a request were read to their end, by the newest asking each, and which were not. An asking counts for
 * the routes that it names and its days where it asked for the same cabin, or for none as the request does, and narrows
 * carriers and direct flights no further. Defaults of absent dates are not shown (§4): such an asking counts for
 * requests alone that leave out the same dates.
 */
export function partsRead(
  reader: Reader,
  identity: string,
  wanted: Wanted,
  pairs: readonly string[],
): { pieces: Piece[]; gaps: Gap[] } {
  const askings = wholeAskings(reader, identity, wanted);
  const pieces: Piece[] = [];
  const gaps: Gap[] = [];
  for (const pair of pairs) {
    let open = [{ from: wanted.from, until: wanted.until }];
    for (const { runId, from, until, isSame, holds } of askings) {
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

/** Of a stretch of days, both ends included, what every one of the pairs was read for. */
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
type RunRow = { runId: number; searchId: number; input: string; hasMore: number | null };

/** The askings that were read from their first record to their last without a row that could not be read, newest first. */
function wholeAskings(reader: Reader, identity: string, wanted: Wanted): Asking[] {
  // Whatever counts names an airport of each end: the others need not be looked into.
  const naming = (codes: readonly string[]) =>
    sql('EXISTS (SELECT 1 FROM json_each(?) WHERE instr(upper(s.criteria), value))', JSON.stringify(codes));
  const [fromOne, toOne] = [naming(wanted.origins), naming(wanted.destinations)];
  const searches = new Map(
    reader
      .all<SearchRow>(
        sql(
          `SELECT s.id, s.criteria FROM award_searches s JOIN award_shelves h ON h.id = s.shelf_id
           WHERE h.identity = ? AND h.cabin = ? AND ${fromOne.text} AND ${toOne.text}`,
          identity,
          wanted.cabin,
          ...fromOne.values,
          ...toOne.values,
        ),
      )
      .flatMap(({ id, criteria }) => {
        const ground = groundOf(criteria, wanted);
        return ground === null ? [] : [[id, ground] as const];
      }),
  );
  const ids = inList('r.search_id', [...searches.keys()]);
  return reader
    .all<RunRow>(
      sql(
        `SELECT r.id AS runId, r.search_id AS searchId, f.input, l.has_more AS hasMore
         FROM award_runs r
         JOIN award_pages f ON f.id = (SELECT min(id) FROM award_pages WHERE run_id = r.id)
         JOIN award_pages l ON l.id = (SELECT max(id) FROM award_pages WHERE run_id = r.id)
         WHERE r.broken = 0 AND ${ids.text} ORDER BY l.id DESC`,
        ...ids.values,
      ),
    )
    .flatMap(({ runId, searchId, input, hasMore }) => {
      const ground = searches.get(searchId);
      return ground === undefined || hasMore !== 0 || !fromTheFirst(input) ? [] : { runId, ...ground };
    });
}

/** Whether a request asks from its first record on. */
export function fromTheFirst(text: string): boolean {
  const { skip, cursor } = (JSON.parse(text) ?? {}) as Members;
  return (skip === undefined || skip === 0) && cursor === undefined;
}

/** What of a request a search asks for in full; null where nothing. */
function groundOf(text: string, wanted: Wanted): Omit<Asking, 'runId'> | null {
  const whole = { from: wanted.from, until: wanted.until };
  if (text === wanted.criteria) return { ...whole, isSame: true, holds: () => true };
  const criteria = JSON.parse(text) as Members;
  if (Object.keys(criteria).some((name) => !KNOWN.has(name))) return null;
  if (!carriersOf(criteria, wanted) || (criteria.only_direct_flights === true && !wanted.direct)) return null;
  const origins = codesIn(criteria.origin_airport);
  const destinations = codesIn(criteria.destination_airport);
  const isSameRoutes = isSameSet(origins, wanted.origins) && isSameSet(destinations, wanted.destinations);
  const named = new Set(origins.flatMap((origin) => destinations.map((end) => pairOf(origin, end))));
  const holds = (pair: string) => (pair === ALL_ROUTES ? isSameRoutes : named.has(pair));
  const { start_date: start, end_date: end } = criteria;
  if (start === wanted.start && end === wanted.end) return { ...whole, isSame: false, holds };
  if (!isDay(start) || !isDay(end)) return null;
  return { from: dayOf(start), until: dayOf(end), isSame: false, holds };
}

function carriersOf({ carriers }: Members, wanted: Wanted): boolean {
  if (carriers === undefined) return true;
  const asked = codesIn(carriers);
  return (
    wanted.carriers !== null &&
    wanted.carriers.length > 0 &&
    wanted.carriers.every((code) => asked.includes(code))
  );
}

const isDay = (value: unknown): value is string => typeof value === 'string' && isCalendarDate(value);

const isSameSet = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((code) => others.includes(code));
