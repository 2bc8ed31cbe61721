import { addDays } from '#shared/dates.ts';
import { type PlannedRun, REGIONS, ROUTES } from './plan.ts';

/** The rows of one answer. */
export const PAGE_ROWS = 1000;

const PROGRAMMES =
  'aeroplan alaska american azul british_airways delta emirates etihad eurobonus flyingblue lifemiles qantas qatar saudia singapore smiles turkish united'.split(
    ' ',
  );
/** Of the wide search: each has award space on some twenty dates of a route, so that some prices can be rated and some not. */
export const PROGRAMMES_OF_WIDE = PROGRAMMES.filter((_, index) => index % 3 === 0);
const AIRLINES = 'UA|LH, UA|AF, KL|BA|SQ, NH|QR|EK|TK, UA|DL|AA, BA|LX|CX|JL|AC|AY, BA|KE'.split('|');
/** Every search covers all dates of the file, so that what a run leaves out is known not to be there. */
export const FIRST_DAY = '2027-01-01';
export const LAST_DAY = '2027-12-31';
const DAYS = Array.from({ length: 365 }, (_, day) => addDays(FIRST_DAY, day));

/** Distributes numbers evenly and deterministically. */
function scattered(a: number, b: number): number {
  let mixed = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 0x7f4a7c15, 0x85ebca6b)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 0;
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

const picked = <Value>(values: readonly Value[], by: number): Value => values[by % values.length] as Value;

/** 27 unordered characters, like the ids of the known provider: the worst case for an index. */
function idOf(search: number, row: number): string {
  const part = (salt: number) =>
    scattered(search * 1_000_003 + row, salt)
      .toString(36)
      .padStart(7, '0');
  return `${part(1)}${part(2)}${part(3)}${search.toString(36)}x${row.toString(36)}`
    .slice(-27)
    .padStart(27, '0');
}

/**
 * The run in which a row last changed. The changing rows rotate in steps of a prime, so that each run changes exactly
 * as many as planned.
 */
function lastChange(runs: readonly PlannedRun[], row: number): number {
  for (let run = runs.length - 1; run > 0; run -= 1) {
    const { changed, search } = runs[run] as PlannedRun;
    if ((row * 7919 + run * 104_729) % search.rows < changed) return run;
  }
  return 0;
}

/** One page of a run, as the provider answers (§2.2). @param runs the runs of its search up to it, in order */
export function pageOf(runs: readonly PlannedRun[], page: number) {
  const { search } = runs.at(-1) as PlannedRun;
  const from = page * PAGE_ROWS;
  const until = Math.min(search.rows, from + PAGE_ROWS);
  const data = [];
  for (let row = from; row < until; row += 1) data.push(recordOf(runs, row));
  return { count: data.length, cursor: 1_790_000_000, hasMore: until < search.rows, data };
}

function recordOf(runs: readonly PlannedRun[], row: number) {
  const { search } = runs.at(-1) as PlannedRun;
  const change = lastChange(runs, row);
  const stable = scattered(search.number, row);
  const passing = scattered(stable, change);
  const source = picked(search.number === 0 ? PROGRAMMES_OF_WIDE : PROGRAMMES, stable >>> 4);
  const [origin, destination] =
    search.number === 0 ? picked(ROUTES, row) : [search.origins[0] ?? '', search.destinations[0] ?? ''];
  return {
    ID: idOf(search.number, row),
    Source: source,
    Date: DAYS[Math.floor((row * DAYS.length) / search.rows)] ?? '',
    JAvailable: passing % 10 < 4,
    // Every change moves the miles, so that no state of a record recurs.
    JMileageCost: String(1000 * (20 + ((stable >>> 8) % 130)) + 100 * change),
    JRemainingSeats: passing % 5,
    JDirect: stable % 3 === 0,
    JAirlines: picked(AIRLINES, stable >>> 12),
    Route: {
      OriginAirport: origin,
      DestinationAirport: destination,
      OriginRegion: REGIONS[origin] ?? '',
      DestinationRegion: REGIONS[destination] ?? '',
      Source: source,
    },
  };
}
