import { inputOf } from '../../integration/electron/contract-inputs.ts';
import { type Acts, toolRefOf, type User } from './user.ts';

type Reader = (input: unknown) => unknown;

/** Local reads of the screens, by group. */
const LOCAL: Readonly<Record<string, readonly string[]>> = {
  status: ['read'],
  about: ['read'],
  settings: ['read'],
  views: ['list', 'save'],
  key: ['status'],
  marketplace: ['bindings', 'wait'],
  catalogue: ['freshness', 'list', 'search', 'inputForm', 'checkInput'],
  purchases: ['list', 'alarms', 'batches', 'grants', 'accounts', 'statement'],
  outputs: ['list'],
  results: [
    'searches',
    'scope',
    'records',
    'facets',
    'calendar',
    'routes',
    'groups',
    'histogram',
    'timeline',
  ],
  insights: ['space'],
  watchlist: ['list', 'digest'],
  annotations: ['tags'],
  trips: ['list'],
  mileValues: ['read'],
  activity: ['list', 'export'],
  mcp: ['read'],
  oauth: ['read'],
  diagnostics: ['details'],
};

/** Checks claims that the award search is not in the catalogue against the truth. */
function claim(
  user: User,
  where: string,
  ranAt: number,
  found: { proven: boolean } | null | undefined,
): void {
  user.oracle.absence(where, found?.proven === true, user.service().listedSince(), ranAt);
}

/** Viewing the catalogue, results, and everything else that a screen shows. */
export const LOOKING: Acts = {
  'looks for award searches': async (user) => {
    const ranAt = user.now();
    const { absence } = await user.app.handlers.awards.tools({ refresh: true });
    claim(user, 'Search', ranAt, absence);
    return absence;
  },
  'searches the catalogue': async (user) => {
    const ranAt = user.now();
    const found = await user.app.handlers.catalogue.search({ from: 'service', query: 'award seat search' });
    claim(user, 'the catalogue search', ranAt, found?.items.length === 0 ? found.absence : null);
    return found?.absence;
  },
  'lists the catalogue': async (user) => {
    const ranAt = user.now();
    const found = await user.app.handlers.catalogue.list({ from: 'service' });
    claim(user, 'the catalogue list', ranAt, found?.items.length === 0 ? found.absence : null);
    return found?.absence;
  },
  'opens a Tool': async (user) => {
    const toolRef = await toolRefOf(user);
    return toolRef && user.app.handlers.catalogue.describe({ from: 'service', toolRef });
  },
  'compares Tools': async (user) => {
    const toolRef = await toolRefOf(user);
    return toolRef && user.app.handlers.catalogue.compare({ from: 'service', toolRefs: [toolRef] });
  },
  'looks at the results': async (user) => {
    const { results } = user.app.handlers;
    for (const { searchId, criteria } of await results.searches(undefined)) {
      for (const run of (await results.runs({ searchId })).runs) user.oracle.run({ ...run, criteria });
      const scope = { kind: 'search' as const, searchId };
      const { rows } = await results.records({ scope, filter: {}, sort: [], offset: 0, limit: 1000 });
      user.oracle.removed(rows.filter(({ removed }) => removed === true).length);
    }
  },
  'looks around': async (user) => {
    const groups = Object.keys(LOCAL);
    const group = groups[user.draws.number('which screen', groups.length)] ?? 'status';
    const handlers = user.app.handlers as unknown as Record<string, Record<string, Reader>>;
    for (const name of LOCAL[group] ?? []) await handlers[group]?.[name]?.(inputOf(group, name));
  },
  'plans a trip': async (user) => {
    const { results, trips, annotations } = user.app.handlers;
    const [search] = await results.searches(undefined);
    const { tripId } = (await trips.list(undefined))[0] ?? {
      ...(await trips.create({ title: 'Spring', notes: '', starts: null, ends: null, question: null })),
    };
    await trips.addNote({ tripId, text: 'A note' });
    if (search === undefined) return null;
    const scope = { kind: 'search' as const, searchId: search.searchId };
    const { rows } = await results.records({ scope, filter: {}, sort: [], offset: 0, limit: 2 });
    const versionIds = rows.map(({ versionId }) => versionId);
    if (versionIds.length === 0) return null;
    await trips.addRecords({ tripId, versionIds });
    await annotations.mark({ versionIds, change: { starred: true } });
    return trips.show({ tripId });
  },
  'changes the watchlist': async (user) => {
    const { watchlist } = user.app.handlers;
    const [search] = await watchlist.list(undefined);
    if (search === undefined) return null;
    const { searchId, watched } = search;
    const firstPageOnly = user.draws.choose('pages of a refresh', 0.5, {
      all: false,
      'the first alone': true,
    });
    await watchlist.setFirstPageOnly({ searchId, firstPageOnly });
    await watchlist.setRule({
      searchId,
      rule: { milesBelow: 60_000, seatsMin: null, direct: false, cheapestPercent: null },
    });
    return watchlist.watch({ searchIds: [searchId], watched: !watched });
  },
};
