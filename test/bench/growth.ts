/** The requests of each screen when it opens, over two files: the same searches, and ten times the years. */
import { dirname } from 'node:path';
import type { Scope } from '#shared/contract/awards.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { keychainWith, openAppOn } from '../support/app-on.ts';
import { ADDRESS } from './data/fill.ts';
import { median, type Result, result } from './measure.ts';
import { openBench } from './reading.ts';

const ROUNDS = 7;
/** A tenfold file may cost this many times as much: caches are fuller, and trees a level deeper. */
const GOAL = '≤ 2 × the smaller file';

type Question = (handlers: ContractHandlers, data: Data) => unknown;
type Data = {
  wide: Scope;
  route: Scope & { kind: 'search' };
  six: readonly Scope[];
  /** A record with award space that was seen again and again. */
  versionId: number;
  /** Two runs of the route, the later one last. */
  runs: readonly [number, number];
  purchaseId: string;
};

const DATE_ORDER = [
  { by: 'date' as const, descending: false },
  { by: 'miles' as const, descending: false },
];
const rows = (
  scope: Scope,
  filter = {},
  sort: { by: 'date' | 'miles'; descending: boolean }[] = DATE_ORDER,
) => ({
  scope,
  filter,
  sort,
  offset: 0,
  limit: 200,
});

/** By screen, in the order of the rail; each as the page requests it. */
const SCREENS: Readonly<Record<string, Question>> = {
  'every screen: the bar at its top': ({ status }) => status.read(undefined),
  'Search: recent searches': ({ results }) => results.searches(undefined),
  'Search: what is saved for the form': ({ awards }) =>
    awards.preview({ input: { origin_airport: 'JFK', destination_airport: 'LHR', cabin: 'business' } }),
  'Results: saved searches': ({ results }) => results.searches(undefined),
  'Results: heading of a search': ({ results }, { route }) => results.scope({ scope: route }),
  'Results: first rows of a search': ({ results }, { route }) => results.records(rows(route)),
  'Results: first rows of 100,000': ({ results }, { wide }) => results.records(rows(wide)),
  'Results: filter of 100,000': ({ results }, { wide }) => results.records(rows(wide, { available: true })),
  'Results: sort of 100,000': ({ results }, { wide }) =>
    results.records(rows(wide, {}, [{ by: 'miles', descending: false }])),
  'Results: first rows of a route, from every search': ({ results }) =>
    results.records(rows({ kind: 'matching', origins: ['JFK'], destinations: ['LHR'] })),
  'Results: what can be filtered': ({ results }, { wide }) => results.facets({ scope: wide }),
  'Results: calendar': ({ results }, { wide }) => results.calendar({ scope: wide, filter: {} }),
  'Results: map': ({ results }, { wide }) => results.routes({ scope: wide, filter: {} }),
  'Results: histogram': ({ results }, { wide }) => results.histogram({ scope: wide, filter: {} }),
  'Results: timeline': ({ results }, { route }) => results.timeline({ scope: route, filter: {}, newest: 12 }),
  'Results: runs of a search': ({ results }, { route }) => results.runs({ searchId: route.searchId }),
  'Results: a record with its history': ({ results }, { versionId }) => results.record({ versionId }),
  'Results: what a price is worth': ({ insights }, { versionId }) => insights.price({ versionId }),
  'Results: whether it will be there': ({ insights }, { versionId }) =>
    insights.stillThere({ versionId, age: 86_400_000 }),
  'Compare: six searches': ({ results }, { six }) =>
    results.compare({ columns: six.map((scope) => ({ scope, filter: {} })), filter: {} }),
  'Compare: two runs': ({ results }, { runs: [before, after] }) =>
    results.differences({
      before: { kind: 'run', runId: before },
      after: { kind: 'run', runId: after },
      filter: {},
      offset: 0,
      limit: 200,
    }),
  Watchlist: ({ watchlist }) => watchlist.list(undefined),
  'Watchlist: what is new': ({ watchlist }) => watchlist.digest(undefined),
  Trips: ({ trips }) => trips.list(undefined),
  Purchases: ({ purchases }) => purchases.list({}),
  'Purchases: one with its history': ({ purchases }, { purchaseId }) => purchases.show({ purchaseId }),
  'Purchases: alarms': ({ purchases }) => purchases.alarms(undefined),
  'Purchases: accounts': ({ purchases }) => purchases.accounts({ days: 31 }),
  'Purchases: statement of a month': ({ purchases }) => purchases.statement({ month: '2026-06' }),
  'Purchases: what the searches brought': ({ insights }) => insights.brought(undefined),
  'Purchases: other answers': ({ outputs }) => outputs.list({}),
  Activity: ({ activity }) => activity.list({ limit: 200 }),
  Settings: ({ settings }) => settings.read(undefined),
};

/** The whole program over one file, the subjects of its screens' requests, and how long opening took, in ms. */
async function opened(file: string) {
  const { storage, wide, six, searches, close } = openBench(file);
  const [, chosen] = searches;
  if (chosen === undefined) throw new Error(`${file} holds one search`);
  const one = <Row>(sql: string, ...given: unknown[]) =>
    storage.db.prepare<unknown[], Row>(sql).get(...given);
  const [before, after] = storage.db
    .prepare<[number], number>('SELECT id FROM award_runs WHERE search_id = ? ORDER BY id DESC LIMIT 2')
    .pluck()
    .all(chosen.searchId)
    .toReversed();
  const data: Data = {
    wide,
    route: { kind: 'search', searchId: chosen.searchId },
    six,
    versionId:
      one<{ id: number }>(
        `SELECT l.version_id AS id FROM award_listed l JOIN award_listings g ON g.id = l.listing_id
         WHERE g.search_id = ? AND l.available = 1 AND l.miles IS NOT NULL LIMIT 1`,
        chosen.searchId,
      )?.id ?? 0,
    runs: [before ?? 0, after ?? 0],
    purchaseId: one<{ id: string }>('SELECT id FROM purchases ORDER BY rowid DESC LIMIT 1')?.id ?? '',
  };
  close();
  const begun = performance.now();
  const app = await openAppOn({
    dataDir: dirname(file),
    marketplace: ADDRESS,
    keychain: keychainWith(
      () => '',
      () => null,
    ),
    checkOutput: false,
  });
  return { app, data, took: performance.now() - begun };
}

/** Each screen's requests over the file and over one of a tenth of its years, alternating. */
export async function measureYears(smaller: string, larger: string, only = /./u): Promise<Result[]> {
  const [few, many] = [await opened(smaller), await opened(larger)];
  const results: Result[] = [];
  for (const [name, ask] of Object.entries(SCREENS)) {
    if (!only.test(name)) continue;
    const timings: [number[], number[]] = [[], []];
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const [place, { app, data }] of [few, many].entries()) {
        const begun = performance.now();
        await ask(app.handlers, data);
        // The first reads from the disk.
        if (round > 0) timings[place]?.push(performance.now() - begun);
      }
    results.push(result(name, 'ms', GOAL, median(timings[1]), median(timings[0])));
  }
  results.push(result('opening the file', 'ms', GOAL, many.took, few.took));
  await few.app.close();
  await many.app.close();
  return results;
}
