import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { remainingUnder } from '#shared/award-analysis/remaining-under.ts';
import type { ExportFormat, ExportView } from '#shared/contract/export.ts';
import { requests } from '#shared/contract/index.ts';
import { worthReading } from '#shared/planning/advice.ts';
import { toolsOver } from '../../../electron/app/testing/tools-over.ts';
import { storeAwards } from '../../../electron/awards/testing/stored-awards.ts';
import { shownOf, until } from '../../support/product.ts';
import { backUp, restore } from '../backup/backed-up.ts';
import { allRows, type Machines, openMachines } from '../backup/machines.ts';

const FIRST = '';
const SECOND = 'seat_offers';
const NAMES = { [FIRST]: 'Award search (awardatlas)', [SECOND]: 'Seat offers (seatledger)' };
const SOURCES = [FIRST, SECOND] as const;
const DAYS = { from: '2027-03-01', until: '2027-03-31' };
const ROUTE = {
  kind: 'matching' as const,
  origins: ['JFK'],
  destinations: ['LHR'],
  cabin: 'business',
  ...DAYS,
};
const INPUTS = {
  [FIRST]: {
    origin_airport: 'JFK',
    destination_airport: 'LHR',
    cabin: 'business',
    start_date: DAYS.from,
    end_date: DAYS.until,
    take: 1000,
  },
  [SECOND]: {
    from: ['JFK'],
    to: ['LHR'],
    class: 'business',
    leave_after: DAYS.from,
    leave_before: DAYS.until,
  },
};

let machines: Machines;
beforeAll(async () => {
  machines = await openMachines();
  // Twice each, so that the second is a refresh.
  for (const source of [...SOURCES, ...SOURCES]) await buy(source);
});
afterAll(() => machines.close());

const handlers = () => machines.shop.product.handlers;

async function buy(source: (typeof SOURCES)[number]): Promise<void> {
  const { tools, others } = requests.awards.tools.output.parse(
    await handlers().awards.tools({ refresh: true }),
  );
  const toolRef = source === FIRST ? tools[0]?.tool.toolRef : others[0]?.toolRef;
  const quoted = requests.purchases.quote.output.parse(
    await handlers().purchases.quote({ toolRef: toolRef ?? '', input: INPUTS[source] }),
  );
  await handlers().purchases.approve({ purchaseId: quoted.purchaseId, shown: shownOf(quoted) });
  await until(
    machines.shop.product,
    async () => (await machines.shop.show(quoted.purchaseId)).state === 'completed',
  );
}

async function records(sources?: string[]) {
  const { rows } = requests.results.records.output.parse(
    await handlers().results.records({
      scope: ROUTE,
      filter: { available: true, ...(sources && { sources }) },
      sort: [{ by: 'miles', descending: false }],
      offset: 0,
      limit: 1000,
    }),
  );
  return rows;
}

async function written(what: ExportView, format: ExportFormat): Promise<string> {
  const { exportId } = await handlers().export.begin({ what, format });
  let text = '';
  for (;;) {
    const piece = await handlers().export.next({ exportId });
    text += piece.text;
    if (piece.done) return text;
  }
}

const searchesOf = async (source: string) =>
  (await handlers().watchlist.list(undefined)).filter(({ criteria }) => (criteria.source ?? '') === source);

it('each has a saved search of its own, with its own Tool’s input and cost', async () => {
  for (const [source, price] of [
    [FIRST, '22000'],
    [SECOND, '9000'],
  ] as const) {
    const [search, ...others] = await searchesOf(source);
    expect(others).toEqual([]);
    expect(search).toMatchObject({ runs: 2, refresh: { lastPrice: { units: price } } });
    const again = await handlers().watchlist.again({ searchId: search?.searchId ?? 0 });
    expect(Object.keys(again?.input ?? {})).toContain(source === FIRST ? 'origin_airport' : 'leave_after');
  }
});

it('compared side by side, each column shows the days that its own source has read', async () => {
  const columns = SOURCES.map((source) => ({ scope: { ...ROUTE, source }, filter: {} }));
  const { columns: compared } = await handlers().results.compare({ columns, filter: {} });
  const spaceDays = async (source: string) => new Set((await records([source])).map(({ date }) => date)).size;
  expect(compared.map(({ daysSeen }) => daysSeen)).toEqual([31, 31]);
  expect(compared.map(({ daysWithSpace }) => daysWithSpace)).toEqual([
    await spaceDays(FIRST),
    await spaceDays(SECOND),
  ]);
});

it('what it brought is counted for each Tool separately', async () => {
  const { tools } = await handlers().insights.brought(undefined);
  expect(tools).toHaveLength(2);
  for (const tool of tools) expect(tool).toMatchObject({ runs: 2, refreshes: 1 });
  expect(tools.flatMap(({ paid }) => paid.map(({ units }) => units)).sort()).toEqual(['18000', '44000']);
});

it('a file of both names the source of each', async () => {
  const table = { view: 'table' as const, scope: ROUTE, filter: { available: true }, sort: [], hidden: [] };
  for (const format of ['csv', 'json', 'ics'] as const) {
    const text = (await written(table, format)).replaceAll(/\r\n /gu, '');
    for (const name of Object.values(NAMES)) expect(text).toContain(name);
  }
});

it('an assistant reads both, each with its source', async () => {
  const stored = storeAwards(join(machines.shop.dataDir, 'milepost.sqlite'));
  const identity = stored.storage.db
    .prepare<[], string>('SELECT identity FROM award_partitions')
    .pluck()
    .get();
  const { ask } = toolsOver(stored, identity, Date.now(), false);
  for (const source of SOURCES) {
    const [cheapest] = await records([source]);
    const award = { record_id: cheapest?.versionId ?? 0 };
    expect(await ask('assess_award', award)).toMatchObject({ award: { source: NAMES[source] } });
    const { history } = (await ask('get_award_history', award)) as { history: { source: string }[] };
    expect(new Set(history.map((entry) => entry.source))).toEqual(new Set([NAMES[source]]));
  }
  expect(await ask('get_spending')).toMatchObject({
    by_tool: [
      { tool: { untrusted_text: 'Award seat search' }, purchases: 2, totals: ['USD 0.044000'] },
      { tool: { untrusted_text: 'Seat offers for points' }, purchases: 2, totals: ['USD 0.018000'] },
    ],
  });
  stored.storage.close();
});

it('a plan for the remaining budget chooses among both at their own prices, and one approval refreshes them', async () => {
  for (const source of [...SOURCES, ...SOURCES]) await buy(source);
  const runsOf = async (source: string) => (await searchesOf(source))[0]?.runs;
  expect(await Promise.all(SOURCES.map(runsOf))).toEqual([4, 4]);
  const listed = requests.watchlist.list.output.parse(await handlers().watchlist.list(undefined));
  const offers = listed.map((search) => ({
    search,
    cost: search.refresh.cost,
    // Each promises the same: the price decides.
    promise: { unit: 'miles', expected: 500 },
    days: 1,
  }));
  const usd = (units: number) => ({ currency: 'USD', units: String(units), exponent: 6 });
  const chosenFor = (units: number) =>
    worthReading(offers, usd(units)).chosen.map(({ search }) => search.criteria.source ?? FIRST);
  expect(chosenFor(8_999)).toEqual([]);
  expect(chosenFor(30_999)).toEqual([SECOND]);
  const { limits, today, month } = requests.status.read.output.parse(
    await handlers().status.read(undefined),
  ).spending;
  const { chosen, cost } = worthReading(offers, remainingUnder(limits, { today, month }).left);
  expect(chosen.map(({ search }) => search.criteria.source ?? FIRST)).toEqual([SECOND, FIRST]);
  expect(cost).toEqual(usd(31_000));
  const approved = chosen.flatMap(({ search: { refresh } }) =>
    refresh.toolRef === null
      ? []
      : [{ toolRef: refresh.toolRef, input: refresh.input, pages: refresh.pages }],
  );
  await handlers().purchases.approveBatch({ requests: approved, ceiling: cost });
  await until(machines.shop.product, async () =>
    (await handlers().purchases.batches({})).every(({ state }) => state !== 'running'),
  );
  expect(await handlers().purchases.batches({})).toMatchObject([
    { state: 'done', spent: [cost], parts: [{ bought: 1 }, { bought: 1 }] },
  ]);
  expect(await Promise.all(SOURCES.map(runsOf))).toEqual([5, 5]);
});

it('each is refreshed under a permission of its own, at its own price', async () => {
  const dueSince = new Database(join(machines.shop.dataDir, 'milepost.sqlite'));
  dueSince.prepare('UPDATE award_pages SET received_at = received_at - ?').run(30 * 86_400_000);
  dueSince.close();
  const before = (await handlers().purchases.list({})).total;
  for (const [source, perDay] of [
    [FIRST, '22000'],
    [SECOND, '9000'],
  ] as const) {
    const [search] = await searchesOf(source);
    const { toolRef, input } = search?.refresh ?? {};
    await handlers().purchases.giveGrant({
      toolRef: toolRef ?? '',
      input: input ?? {},
      pages: 1,
      everyHours: 24,
      perDay: { currency: 'USD', units: perDay, exponent: 6 },
      until: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
    });
    await until(machines.shop.product, async () => (await searchesOf(source))[0]?.runs === 6);
    expect((await searchesOf(source))[0]).toMatchObject({
      trouble: null,
      grant: { spentToday: [{ units: perDay }] },
    });
    const [last] = (await handlers().purchases.list({})).items;
    const { timeline } = await machines.shop.show(last?.purchaseId ?? '');
    expect(timeline.map(({ event }) => event)).toContain('approved_by_grant');
  }
  expect((await handlers().purchases.list({})).total).toBe(before + 2);
});

it('a merged backup keeps both separate', async () => {
  await restore(machines.other, await backUp(machines.shop.product));
  const here = await allRows(machines.shop.product);
  await expect.poll(() => allRows(machines.other)).toEqual(here);
});
