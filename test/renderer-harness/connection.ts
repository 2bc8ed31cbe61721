/**
 * An invented main process in the page: it answers the contract's requests from data made here. `?harness=` in the
 * first address, kept for the tab, chooses what it plays: full (default), empty, failing, offline, large.
 */
import type { RecordFilter, RecordRow, RecordSort, Run, Scope } from '#shared/contract/awards.ts';
import type { ToolList } from '#shared/contract/catalogue.ts';
import type { Failure } from '#shared/contract/failure.ts';
import type { Connection, ContractHandlers } from '#shared/contract/index.ts';
import { compareAmounts } from '#shared/money.ts';
import { raisedLimits } from '#shared/purchase/limits.ts';
import { changesBetween, compared, pairedFirst } from './comparison.ts';
import { LIMITS, purchaseAnswers } from './purchase-answers.ts';
import { inventRecords, NOW, PLACES, passes, sorted } from './records.ts';
import { inventActivity, TOOLS, toolPage, usd } from './service.ts';
import { inventChanges, inventDigest, inventWatched } from './watchlist.ts';

const asked = new URLSearchParams(window.location.search).get('harness');
if (asked) sessionStorage.setItem('harness', asked);
const mode = asked ?? sessionStorage.getItem('harness') ?? 'full';

class Told extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}
const offline = () => {
  throw new Told({
    code: 'offline',
    message: 'The marketplace cannot be reached. What is saved here still works.',
    requestId: 'mp-offline-1',
  });
};

const records = mode === 'empty' ? [] : inventRecords(mode === 'large' ? 100_000 : 10_000, 'business');
const others = mode === 'empty' ? [] : inventRecords(1200, 'economy');
const rowsOf = (scope: Scope): RecordRow[] =>
  (scope.kind === 'search' && scope.searchId === 2) || (scope.kind === 'run' && scope.runId > 20)
    ? others
    : records;
const chosen = (scope: Scope, filter: RecordFilter) => rowsOf(scope).filter((row) => passes(row, filter));

/** The last answer is kept: a scroll asks for window after window of it. */
let lastOrder: { key: string; rows: RecordRow[] } = { key: '', rows: [] };
const ordered = (scope: Scope, filter: RecordFilter, sort: RecordSort[]): RecordRow[] => {
  const key = JSON.stringify([scope, filter, sort]);
  if (lastOrder.key !== key) lastOrder = { key, rows: sorted(chosen(scope, filter), sort) };
  return lastOrder.rows;
};

const criteria = {
  origin_airport: 'BOS,EWR,JFK',
  destination_airport: 'CDG,FRA,LHR,NRT',
  cabin: 'business',
  start_date: '2027-02-20',
  end_date: '2027-05-23',
};
const run = (runId: number, more: boolean): Run => ({
  runId,
  searchId: 1,
  askedAt: NOW - 7_200_000,
  updatedAt: NOW - 7_000_000,
  pages: 3,
  records: records.length,
  flagged: 500,
  broken: 3,
  cost: [usd(66000)],
  calls: [1, 2, 3].map((page) => ({
    purchaseId: `purchase-${page}`,
    callRef: `call:v1:${page}`,
    requestId: `req-${page}`,
    at: NOW - 7_200_000 + page * 60_000,
    cost: usd(22000),
  })),
  exhausted: !more,
  next: more
    ? { toolRef: TOOLS[0]?.toolRef ?? '', input: { ...criteria, cursor: 12, skip: 3000, take: 1000 } }
    : null,
});

const list = (source: 'service' | 'kept', items: ToolList['items'], cursor?: string): ToolList => ({
  items: cursor ? items.slice(5) : items.slice(0, 5),
  whole: true,
  hasMore: !cursor && items.length > 5,
  nextCursor: !cursor && items.length > 5 ? 'c1' : null,
  freshness: {
    status: 'stale',
    statusText: 'stale',
    refreshState: 'complete',
    completedAt: NOW - 40 * 3_600_000,
    lastError: null,
    readAt: NOW,
  },
  provenance: { source, asOf: source === 'kept' ? NOW - 9_000_000 : Date.now(), requestId: 'req-list-7' },
  absence:
    items.length === 0
      ? {
          proven: false,
          words: 'Not found here, which does not show that no such Tool exists: the catalogue is stale.',
        }
      : null,
  notice: null,
});
const reach = (from: 'kept' | 'service') => {
  if (from === 'service' && mode === 'offline') offline();
};

const activity = mode === 'empty' ? [] : inventActivity(460);
const limits = LIMITS;

type Partly = { [Group in keyof ContractHandlers]?: Partial<ContractHandlers[Group]> };

const handlers: Partly = {
  status: {
    read: () => ({
      storage: { state: 'ready' },
      marketplace: { name: 'Milepost demo', address: 'http://127.0.0.1:41234', demo: true },
      network: {
        state: mode === 'offline' ? 'offline' : 'online',
        since: NOW,
        words: 'as of the last request',
      },
      freshness: list('kept', []).freshness,
      key: {
        state: 'memory',
        origin: 'http://127.0.0.1:41234',
        scopes: ['market_tools:call'],
        account: 'demo',
        keychain: { works: false, words: 'No keychain here.' },
        clipboard: { works: false, instead: '' },
      },
      spending: {
        limits,
        today: [usd(66000)],
        month: [usd(66000)],
        unresolved: 2,
        standing: mode === 'empty' ? { batches: 0, grants: 0 } : { batches: 1, grants: 1 },
      },
    }),
  },
  awards: {
    tools: () => ({
      tools: TOOLS.slice(0, 1).map((tool) => ({
        tool,
        provider: 'demo',
        version: '1',
        posture: { state: 'callable' as const, reason: null, words: 'Callable.' },
        price: tool.displayPrice,
        drift: null,
      })),
      absence: null,
    }),
  },
  purchases: purchaseAnswers(mode === 'empty' ? 0 : mode === 'large' ? 900 : 60, (failure) => {
    throw new Told(failure);
  }),
  settings: {
    read: () => ({ marketplaceAddress: null, limits, dataFolder: '/home/somebody/.config/Milepost' }),
    setLimits: async ({ limits: next }) => {
      if (raisedLimits(limits, next).length > 0) {
        await new Promise((resolve) => setTimeout(resolve, 3000));
        throw new Told({
          code: 'not_confirmed',
          message: 'You did not confirm it. The limits are as they were.',
        });
      }
      return { marketplaceAddress: null, limits: next, dataFolder: '/home/somebody/.config/Milepost' };
    },
    rebuildRecords: () => ({ pages: 12, records: 10_000 }),
  },
  mileValues: { read: () => ({ currency: 'USD', values: [] }), save: (values) => values },
  results: {
    searches: () =>
      mode === 'empty'
        ? []
        : [
            {
              searchId: 1,
              title: 'BOS, EWR, JFK to CDG, FRA, LHR, NRT · business · 2027-02-20 to 2027-05-23',
              criteria,
              runs: 3,
              records: records.length,
              lastAskedAt: NOW - 7_200_000,
              lastRunId: 12,
              offer: 'space' as const,
              cheapest: 30000,
              cost: [usd(154000)],
            },
            {
              searchId: 2,
              title: 'SFO to NRT · economy · 2027-03-01 to 2027-03-31',
              criteria: {
                origin_airport: 'SFO',
                destination_airport: 'NRT',
                cabin: 'economy',
                start_date: '2027-03-01',
                end_date: '2027-03-31',
              },
              runs: 1,
              records: others.length,
              lastAskedAt: NOW - 3 * 86_400_000,
              lastRunId: 22,
              offer: 'none' as const,
              cheapest: null,
              cost: [usd(22000)],
            },
          ],
    runs: ({ searchId }) => (searchId === 1 ? [run(12, true), run(11, false)] : [run(22, false)]),
    scope: ({ scope }) => {
      const rows = rowsOf(scope);
      if (scope.kind === 'run' && scope.runId === 404) {
        throw new Told({ code: 'not_found', message: 'Nothing is kept for this.' });
      }
      return {
        title: 'BOS, EWR, JFK to CDG, FRA, LHR, NRT · business · 2027-02-20 to 2027-05-23',
        criteria,
        cabin: scope.kind === 'matching' ? null : (rows[0]?.cabin ?? null),
        cabins: [...new Set(rows.map((row) => row.cabin ?? ''))],
        cabinsKept: [...new Set(rows.map((row) => row.cabin ?? ''))],
        newestAt: NOW - 7_200_000,
        oldestAt: NOW - 3 * 86_400_000,
        records: rows.length,
        flagged: rows.filter((row) => row.flagged).length,
        broken: scope.kind === 'matching' || mode === 'empty' ? 0 : 3,
        run: scope.kind === 'matching' ? null : run(12, scope.kind === 'search'),
        paid: scope.kind === 'search' ? { runs: 2, pages: 6, cost: [usd(132_000)] } : null,
      };
    },
    records: ({ scope, filter, sort, offset, limit }) => {
      const rows = ordered(scope, filter, sort);
      return { total: rows.length, rows: rows.slice(offset, offset + limit) };
    },
    facets: ({ scope }) => {
      const rows = rowsOf(scope);
      const counts = (values: string[]) =>
        [...Map.groupBy(values, (value) => value)].map(([value, each]) => ({ value, count: each.length }));
      return {
        programmes: counts(rows.map((row) => row.programme)),
        airlines: counts(rows.flatMap((row) => row.airlines.split(', '))),
        routes: [],
        originRegions: [],
        destinationRegions: [],
        milesMin: 30000,
        milesMax: 149500,
        dateMin: '2027-02-20',
        dateMax: '2027-05-22',
      };
    },
    groups: ({ scope, filter, by, descending }) => {
      const title = (row: RecordRow) =>
        by === 'date' ? row.dateText : by === 'route' ? `${row.origin} → ${row.destination}` : row.programme;
      const rows = sorted(chosen(scope, filter), [{ by, descending }]);
      return [...Map.groupBy(rows, title)].map(([name, group]) => {
        const miles = group.flatMap((row) => (row.available && row.miles !== null ? [row.miles] : []));
        return {
          title: name,
          records: group.length,
          withSpace: group.filter((row) => row.available).length,
          cheapest: miles.length === 0 ? null : Math.min(...miles),
        };
      });
    },
    histogram: ({ scope, filter }) => {
      const miles = chosen(scope, filter).flatMap((row) => row.miles ?? []);
      const counts = Map.groupBy(miles, (each) => Math.floor((each - 30_000) / 5_000));
      return {
        width: 5_000,
        steps: Array.from({ length: 24 }, (_, step) => ({
          from: 30_000 + step * 5_000,
          records: counts.get(step)?.length ?? 0,
        })),
        more: null,
        median: miles.length === 0 ? null : 89_500,
        untold: 0,
      };
    },
    timeline: ({ scope, filter }) =>
      Array.from({ length: 40 }, (_, asking) => asking).flatMap((asking) =>
        [...Map.groupBy(chosen(scope, filter), (row) => `${row.origin} ${row.destination}`)].map(
          ([route, rows], place) => {
            const [origin = '', destination = ''] = route.split(' ');
            const isSeen = (asking + place * 3) % 11 !== 4;
            return {
              runId: asking + 1,
              askedAt: NOW - (40 - asking) * 2 * 86_400_000,
              origin,
              destination,
              cabin: rows[0]?.cabin ?? '',
              cheapest: isSeen ? 40_000 + place * 9_000 + ((asking * 7 + place * 5) % 13) * 1_500 : null,
              withSpace: isSeen ? rows.length : 0,
              records: rows.length,
            };
          },
        ),
      ),
    calendar: ({ scope, filter }) =>
      [...Map.groupBy(chosen(scope, filter), (row) => row.dateText)].map(([date, rows]) => {
        const open = rows.filter((row) => row.available && Number(date.slice(8)) % 13 !== 6);
        const seats = open.flatMap((row) => (row.seats === null ? [] : [row.seats]));
        return {
          date,
          miles: open.length ? Math.min(...open.map((row) => row.miles ?? 1e9)) : null,
          seats: seats.length ? Math.max(...seats) : null,
          withSpace: open.length,
          records: rows.length,
        };
      }),
    routes: ({ scope, filter }) =>
      [...Map.groupBy(chosen(scope, filter), (row) => `${row.origin}-${row.destination}`)].map(
        ([route, rows]) => {
          const [origin = '', destination = ''] = route.split('-');
          const open = rows.filter((row) => row.available && destination !== 'FRA');
          return {
            origin,
            destination,
            withSpace: open.length,
            cheapest: open.length ? Math.min(...open.map((row) => row.miles ?? 1e9)) : null,
            from: PLACES[origin] ?? null,
            to: PLACES[destination] ?? null,
          };
        },
      ),
    record: ({ versionId }) => {
      const row = records[versionId - 1];
      if (!row) throw new Told({ code: 'not_found', message: 'There is no such record.' });
      return {
        row,
        newer: null,
        originRegion: 'North America',
        destinationRegion: 'Europe',
        added: row.flagged ? ['YAvailable', 'CreatedAt'] : [],
        raw: {
          ID: String(versionId),
          Source: row.programme,
          Date: row.dateText,
          JAvailable: row.available,
          JMileageCost: row.milesText,
          JRemainingSeats: row.seats ?? 0,
          JDirect: row.direct,
          JAirlines: row.airlines,
          Route: { OriginAirport: row.origin, DestinationAirport: row.destination, Source: row.programme },
        },
        seen: [12, 11].map((runId) => ({
          runId,
          at: row.seenAt - (12 - runId) * 86_400_000,
          purchaseId: `purchase-${runId}`,
          callRef: `call:v1:${'ab12'.repeat(8)}`,
          requestId: 'mp-19d1c-4k2j9',
          cost: usd(22000),
        })),
      };
    },
    broken: () =>
      [0, 1, 2].map((position) => ({
        purchaseId: 'purchase-1',
        position: position * 17,
        problems: ['JMileageCost is number, not string', 'Route.OriginRegion is missing'],
        readable: 'JFK to LHR, 2027-03-14, aeroplan',
        raw: { ID: 'x1', JMileageCost: 57500, Route: { OriginAirport: 'JFK' } },
      })),
    pairs: (asked) =>
      pairedFirst(chosen(asked.outbound.scope, asked.filter), chosen(asked.back.scope, asked.filter), asked),
    alternatives: ({ origin, destination }) => ({
      origins: [{ code: origin, name: origin, kilometres: 0 }],
      destinations: [{ code: destination, name: destination, kilometres: 0 }],
      cabin: 'business',
      from: null,
      until: null,
      filter: {},
      pairs: [],
    }),
    differences: (asked) => changesBetween(chosen(asked.before, asked.filter), asked),
    compare: ({ columns, filter }) =>
      compared(columns.map((column) => chosen(column.scope, { ...column.filter, ...filter }))),
  },
  annotations: { tags: () => [], mark: ({ versionIds }) => ({ records: versionIds.length }) },
  templates: { list: () => [] },
  watchlist: {
    list: () => (mode === 'empty' ? [] : inventWatched(300)),
    changes: ({ pairs }) => pairs.map(({ after }) => inventChanges(after)),
    digest: () => ({
      entries: mode === 'empty' ? [] : inventDigest(inventWatched(7)),
      notifications: 'page',
    }),
  },
  trips: { list: () => [] },
  restore: { progress: () => null },
  views: { list: () => [], remember: ({ path }) => [path] },
  catalogue: {
    freshness: ({ from }) => {
      reach(from);
      return list('kept', []).freshness;
    },
    list: ({ from, filters, cursor }) => {
      reach(from);
      if (mode === 'empty') return from === 'kept' ? null : list('service', []);
      return list(from, wanted(filters), cursor);
    },
    search: ({ from, query, filters, cursor }) => {
      reach(from);
      const found = wanted(filters).filter((tool) =>
        `${tool.title} ${tool.description}`.toLowerCase().includes(query.toLowerCase()),
      );
      return list(from, found, cursor);
    },
    describe: ({ from, toolRef }) => {
      reach(from);
      return mode === 'empty' && from === 'kept' ? null : toolPage(toolRef, from);
    },
    compare: ({ from, toolRefs }) => {
      reach(from);
      return {
        tools: TOOLS.filter((tool) => toolRefs.includes(tool.toolRef)),
        missing: toolRefs.filter((ref) => !TOOLS.some((tool) => tool.toolRef === ref)),
        absence: null,
        notice: null,
        provenance: list(from, []).provenance,
      };
    },
  },
  activity: {
    list: ({ text, failedOnly, before, limit }) => {
      const rows = activity.filter(
        (row) =>
          (before === undefined || row.id < before) &&
          (!failedOnly || row.errorCode !== null) &&
          (!text || JSON.stringify(row).toLowerCase().includes(text.toLowerCase())),
      );
      return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
    },
  },
};

function wanted(filters: Parameters<ContractHandlers['catalogue']['list']>[0]['filters']) {
  return TOOLS.filter(
    (tool) =>
      (!filters?.healthStatus || tool.healthStatus === filters.healthStatus) &&
      (!filters?.maximumPrice ||
        (tool.displayPrice !== null && compareAmounts(tool.displayPrice, filters.maximumPrice) <= 0)),
  );
}

const connection: Connection = {
  async call(group, name, input) {
    await new Promise((resolve) => setTimeout(resolve, group === 'catalogue' ? 120 : 4));
    const found = (handlers as Record<string, Record<string, (input: unknown) => unknown>>)[group]?.[name];
    try {
      if (mode === 'failing' && group !== 'status') {
        throw new Told({
          code: 'storage_failed',
          message: 'The file could not be read: the disk answered with an error. Nothing was changed.',
          requestId: 'mp-7f31-aa02',
          service: { code: 'internal', text: '<b>Something</b> went wrong' },
        });
      }
      if (!found)
        throw new Told({ code: 'not_in_harness', message: `${group}.${name} is not invented here.` });
      return { ok: true, value: structuredClone(await found(input)) };
    } catch (error) {
      if (error instanceof Told) return { ok: false, failure: error.failure };
      throw error;
    }
  },
  listen: () => () => undefined,
};
Object.defineProperty(window, 'milepost', { value: connection });
