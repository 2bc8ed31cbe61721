/**
 * The content of the benchmark file: exactly so many record versions, from runs over 300 routes and 18 programmes. One
 * wide search covers every route at once and has a tenth of all versions; the others cover one route each, again and
 * again, and each time about a third of what they see has changed. Beyond a million versions no search becomes larger:
 * they run for more years, and each time most of what they see has changed.
 */
type PlannedSearch = {
  number: number;
  origins: readonly string[];
  destinations: readonly string[];
  cabin: 'economy' | 'business';
  /** Rows of each of its runs. */
  rows: number;
};

export type PlannedRun = {
  search: PlannedSearch;
  /** Which run of its search it is, from 0. */
  run: number;
  /** Rows that differ from the run before; all of them in the first. */
  changed: number;
};

const ORIGINS = 'JFK EWR LAX SFO ORD IAD BOS SEA MIA DFW ATL YYZ YVR IAH DEN PHL MEX GRU EZE BOG'.split(' ');
const DESTINATIONS = 'LHR CDG FRA AMS ZRH MAD FCO IST HND NRT ICN SIN HKG SYD DOH'.split(' ');

/** Routes from every origin to every destination: 300. */
export const ROUTES = ORIGINS.flatMap((origin) =>
  DESTINATIONS.map((destination) => [origin, destination] as const),
);

export const REGIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ...ORIGINS.map((code) => [code, ['GRU', 'EZE', 'BOG'].includes(code) ? 'South America' : 'North America']),
  ...DESTINATIONS.map((code, index) => [
    code,
    index < 8 ? 'Europe' : index < 13 ? 'Asia' : index === 13 ? 'Oceania' : 'Middle East',
  ]),
]);

const VERSIONS_PER_RUN = 500;
/** The values at a million versions. */
const MAX_ROWS_OF_WIDE = 100_000;
const MAX_ROWS_OF_A_ROUTE = 1_004;
const MAX_VERSIONS_PER_RUN = 900;
const RUNS_PER_SEARCH = 6.7;
const SHARE_OF_WIDE = 0.1;
/** The first run of a route contributes this share of its final versions. */
const SHARE_OF_FIRST = 1 / 3;

const share = (whole: number, parts: number, index: number): number =>
  Math.floor((whole * (index + 1)) / parts) - Math.floor((whole * index) / parts);

/** The runs in order: every search once, then every search again. */
export function plan(versions: number): PlannedRun[] {
  const perRun = versions > MAX_ROWS_OF_WIDE / SHARE_OF_WIDE ? MAX_VERSIONS_PER_RUN : VERSIONS_PER_RUN;
  const runs = Math.max(2, Math.round(versions / perRun));
  const wideRows = Math.min(MAX_ROWS_OF_WIDE, Math.round(versions * SHARE_OF_WIDE));
  const routes = Math.min(ROUTES.length - 1, Math.max(1, Math.round((runs - 1) / RUNS_PER_SEARCH)));
  const wide: PlannedRun = {
    search: { number: 0, origins: ORIGINS, destinations: DESTINATIONS, cabin: 'economy', rows: wideRows },
    run: 0,
    changed: wideRows,
  };
  const narrow = Array.from({ length: routes }, (_, index) => {
    const ownRuns = share(runs - 1, routes, index);
    const own = share(versions - wideRows, routes, index);
    const rows = ownRuns === 1 ? own : Math.min(MAX_ROWS_OF_A_ROUTE, Math.ceil(own * SHARE_OF_FIRST));
    const [origin, destination] = ROUTES[index] ?? ['JFK', 'LHR'];
    const search: PlannedSearch = {
      number: index + 1,
      origins: [origin],
      destinations: [destination],
      cabin: 'business',
      rows,
    };
    return Array.from({ length: ownRuns }, (_, run) => ({
      search,
      run,
      changed: run === 0 ? rows : share(own - rows, ownRuns - 1, run - 1),
    }));
  });
  return [wide, ...narrow.flat().sort((a, b) => a.run - b.run || a.search.number - b.search.number)];
}
