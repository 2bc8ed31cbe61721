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
type Row = Awaited<ReturnType<typeof records>>[number];

async function cheapestOf(source: string): Promise<Row> {
  const [row] = await records([source]);
  if (row === undefined) throw new Error(`There is no record of ${source}.`);
  return row;
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

it('records of both are in one table, each with its source, and none is merged', async () => {
  const all = await records();
  const [first, second] = [await records([FIRST]), await records([SECOND])];
  expect(Math.min(first.length, second.length)).toBeGreaterThan(5);
  expect(all).toHaveLength(first.length + second.length);
  const sameSeat = (row: Row) => `${row.programme} ${row.date} ${row.miles}`;
  const seats = new Set(first.map(sameSeat));
  expect(second.some((row) => seats.has(sameSeat(row)))).toBe(true);
});

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

it('price, space and whether it is still there are counted for one source', async () => {
  for (const source of SOURCES) {
    const { versionId, origin, destination, programme } = await cheapestOf(source);
    const own = new Set((await records([source])).map((row) => row.versionId));
    const price = await handlers().insights.price({ versionId });
    expect(price.points.length).toBeGreaterThan(0);
    expect(price.points.filter((point) => !own.has(point.versionId))).toEqual([]);
    const runs = (await handlers().results.runs({ searchId: (await searchesOf(source))[0]?.searchId ?? 0 }))
      .runs;
    const runIds = runs.map(({ runId }) => runId).sort();
    const space = await handlers().insights.space({
      origins: [origin],
      destinations: [destination],
      programme,
      cabin: 'business',
      source,
    });
    expect(space.runs.map((run) => run.source.runId).sort()).toEqual(runIds);
    const still = await handlers().insights.stillThere({ versionId, age: 0 });
    expect(still.refresh.cost).toEqual([
      expect.objectContaining({ units: source === FIRST ? '22000' : '9000' }),
    ]);
    expect(still.evidence.filter(({ first }) => !runIds.includes(first.runId))).toEqual([]);
  }
});

it('what it brought is counted for each Tool separately', async () => {
  const { tools } = await handlers().insights.brought(undefined);
  expect(tools).toHaveLength(2);
  for (const tool of tools) expect(tool).toMatchObject({ runs: 2, refreshes: 1 });
  expect(tools.flatMap(({ paid }) => paid.map(({ units }) => units)).sort()).toEqual(['18000', '44000']);
});

it('a trip holds awards of both, and its exports name the source of each', async () => {
  const chosen = [await cheapestOf(FIRST), await cheapestOf(SECOND)];
  const { tripId } = await handlers().trips.create({
    title: 'London',
    notes: '',
    starts: null,
    ends: null,
    question: null,
  });
  await handlers().trips.addRecords({ tripId, versionIds: chosen.map(({ versionId }) => versionId) });
  const { items } = requests.trips.show.output.parse(await handlers().trips.show({ tripId }));
  expect(items.map((item) => item.kind === 'record' && item.now?.source)).toEqual(
    chosen.map(({ source }) => source),
  );
  const trip = { view: 'trip' as const, tripId };
  for (const format of ['csv', 'json'] as const) {
    const text = await written(trip, format);
    for (const name of Object.values(NAMES)) expect(text).toContain(name);
  }
  const table = { view: 'table' as const, scope: ROUTE, filter: { available: true }, sort: [], hidden: [] };
  for (const format of ['csv', 'json', 'ics'] as const) {
    const text = (await written(table, format)).replaceAll(/\r\n /gu, '');
    for (const name of Object.values(NAMES)) expect(text).toContain(name);
  }
});

it('an assistant reads both, each with its source', async () => {
  const stored = storeAwards(join(machines.shop.dataDir, 'milepost.sqlite'));
  const known = stored.storage.db
    .prepare<[], string>('SELECT DISTINCT identity FROM award_partitions')
    .pluck()
    .all();
  expect(known).toHaveLength(1);
  const { ask } = toolsOver(stored, known[0], Date.now());
  for (const source of SOURCES) {
    const { versionId, programme, date } = await cheapestOf(source);
    const award = { record_id: versionId };
    expect(await ask('assess_award', award)).toMatchObject({ award: { source: NAMES[source] } });
    const { history } = (await ask('get_award_history', award)) as { history: { source: string }[] };
    expect(new Set(history.map((entry) => entry.source))).toEqual(new Set([NAMES[source]]));
    const both = await ask('get_award_history', {
      origin: 'JFK',
      destination: 'LHR',
      date,
      program: programme,
      cabin: 'business',
    });
    expect(new Set((both.history as typeof history).map((entry) => entry.source)).size).toBe(2);
  }
  expect(await ask('list_changes', { since: '2020-01-01' })).toMatchObject({ changes: [{}, {}] });
  expect(await ask('list_trips')).toMatchObject({ trips: [{ records: 2 }] });
  stored.storage.close();
});

it('a wallet pays for awards of both alike', async () => {
  const { programme } = await cheapestOf(SECOND);
  await handlers().wallet.saveBalance({
    balanceId: null,
    balance: { owner: 'You', kind: 'programme', name: programme, points: 10_000_000, expires: null },
  });
  const { rows } = await handlers().results.records({
    scope: ROUTE,
    filter: { available: true, wallet: 'bookable' },
    sort: [],
    offset: 0,
    limit: 1000,
  });
  const of = (source: string) => rows.filter((row) => (row.source ?? FIRST) === source);
  expect(rows.every((row) => row.programme === programme)).toBe(true);
  expect([of(FIRST).length, of(SECOND).length]).not.toContain(0);
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

it('an assistant reads what pays for awards of both, and what each Tool has cost', async () => {
  const stored = storeAwards(join(machines.shop.dataDir, 'milepost.sqlite'));
  const identity = stored.storage.db
    .prepare<[], string>('SELECT identity FROM award_partitions')
    .pluck()
    .get();
  const { ask } = toolsOver(stored, identity, Date.now(), false);
  const { programme } = await cheapestOf(SECOND);
  for (const source of SOURCES) {
    const row = (await records([source])).find((each) => each.programme === programme);
    expect(await ask('get_wallet_options', { record_id: row?.versionId ?? 0 })).toMatchObject({
      award: { source: NAMES[source], program: programme },
      state: 'bookable_now',
      miles_needed: row?.miles,
    });
  }
  expect(await ask('get_spending')).toMatchObject({
    totals: { purchases: 12, totals: ['USD 0.186000'] },
    by_tool: [
      { tool: { untrusted_text: 'Award seat search' }, purchases: 6, totals: ['USD 0.132000'] },
      { tool: { untrusted_text: 'Seat offers for points' }, purchases: 6, totals: ['USD 0.054000'] },
    ],
  });
  stored.storage.close();
});

it('a merged backup keeps both separate', async () => {
  await restore(machines.other, await backUp(machines.shop.product));
  const here = await allRows(machines.shop.product);
  await expect.poll(() => allRows(machines.other)).toEqual(here);
});
