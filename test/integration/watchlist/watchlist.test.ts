/** The watchlist over HTTP and a real file: what is shown of each search, what changed, and what matches its rule. */

import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { requests } from '#shared/contract/index.ts';
import type { Notice, WatchRule } from '#shared/contract/watchlist.ts';
import { keychainWith, openAppOn } from '../../support/app-on.ts';
import { until } from '../../support/product.ts';
import { openShop, type Shop } from '../purchases/shop.ts';

let shop: Shop;
let notices: Notice[];
const listen = () =>
  shop.product.subscribe((name, payload) => {
    if (name === 'notice') notices.push(payload as Notice);
  });
beforeEach(async () => {
  shop = await openShop();
  notices = [];
  listen();
});
afterEach(() => shop.close());

const DAY_MS = 86_400_000;
const search = {
  origin_airport: 'JFK',
  destination_airport: 'LHR',
  cabin: 'business',
  start_date: '2027-03-01',
  end_date: '2027-05-31',
  take: 10,
};
type Space = { id: string; miles: number; seats: number; direct: boolean; date: string };
const at = (id: string, miles: number, more: Partial<Space> = {}): Space => ({
  id,
  miles,
  seats: 2,
  direct: false,
  date: '2027-04-01',
  ...more,
});

/** Makes every search find exactly these records. */
const find = (space: readonly Space[], hasMore = false) =>
  shop.control.behave({
    award: {
      replace: {
        count: space.length,
        hasMore,
        data: space.map(({ id, miles, seats, direct, date }) =>
          rawRecord(id, {
            Source: 'aeroplan',
            Date: date,
            JMileageCost: String(miles),
            JRemainingSeats: seats,
            JDirect: direct,
            JAirlines: 'AC',
          }),
        ),
      },
    },
  });

const handlers = () => shop.product.handlers.watchlist;
const list = async () => requests.watchlist.list.output.parse(await handlers().list(undefined));
const digest = async () => requests.watchlist.digest.output.parse(await handlers().digest(undefined));
const refresh = async (space: readonly Space[], input: Record<string, unknown> = search) => {
  await find(space);
  return shop.buy(input);
};
const usd = (pages: number) => ({ currency: 'USD', units: String(22_000 * pages), exponent: 6 });
/** Resolves once no approval is in progress. */
const batchesOver = () =>
  until(shop.product, async () =>
    (await shop.product.handlers.purchases.batches({})).every(({ state }) => state !== 'running'),
  );
const onlySearch = async () => {
  const [only] = await list();
  if (only === undefined) throw new Error('nothing is watched');
  return only;
};
/** The first run of a search, which its user then watches. */
const watch = async (space: readonly Space[]) => {
  await refresh(space);
  await handlers().watch({ searchIds: [(await onlySearch()).searchId], watched: true });
};
const hear = async (rule: Partial<WatchRule>) =>
  handlers().setRule({
    searchId: (await onlySearch()).searchId,
    rule: { milesBelow: null, seatsMin: null, direct: false, cheapestPercent: null, ...rule },
  });

describe('a watched search', () => {
  it('shows what one refresh requests and costs: as many pages as the last complete run, at the last price', async () => {
    await refresh([at('a', 90_000)]);
    expect(await onlySearch()).toMatchObject({
      title: 'JFK to Heathrow · business · 1 Mar to 31 May 2027',
      runs: 1,
      beforeRunId: null,
      watched: false,
      refresh: {
        toolRef: shop.toolRef,
        input: search,
        pages: 1,
        full: true,
        lastPrice: usd(1),
        cost: usd(1),
      },
      next: { kind: 'at', everyMs: 7 * DAY_MS, changes: 0, of: 0 },
      grant: null,
      rule: null,
      openPurchase: null,
    });
  });

  it('counts the pages of the last complete run, or only the first where the user chooses so', async () => {
    await shop.control.behave({ award: {} });
    await shop.product.handlers.purchases.approveBatch({
      requests: [{ toolRef: shop.toolRef, input: { ...search, take: 200 }, pages: 50 }],
      ceiling: usd(50),
    });
    await batchesOver();
    const { refresh: complete, searchId } = await onlySearch();
    expect(complete.full).toBe(true);
    expect(complete.pages).toBeGreaterThan(1);
    await shop.buy(search);
    const { refresh: after } = await onlySearch();
    expect(after).toMatchObject({ pages: complete.pages, pagesBefore: complete.pages, full: true });
    await handlers().setFirstPageOnly({ searchId, firstPageOnly: true });
    expect((await onlySearch()).refresh).toMatchObject({
      pages: 1,
      firstPageOnly: true,
      cost: { units: '22000' },
    });
  });

  it('is watched from when the user chooses so until they stop, with its results', async () => {
    await refresh([at('a', 90_000)]);
    const { searchId } = await onlySearch();
    await refresh([at('b', 80_000)]);
    expect((await digest()).entries).toEqual([]);
    await handlers().watch({ searchIds: [searchId], watched: true });
    await shop.restart();
    expect((await onlySearch()).watched).toBe(true);
    expect((await digest()).entries).toMatchObject([{ searchId, refreshes: 1 }]);
    await handlers().watch({ searchIds: [searchId], watched: false });
    expect(await onlySearch()).toMatchObject({ watched: false, runs: 2 });
    expect((await digest()).entries).toEqual([]);
    await shop.restart();
    expect((await onlySearch()).watched).toBe(false);
  });

  it('is watched where it has a rule, unless the user chooses otherwise', async () => {
    await refresh([at('a', 90_000)]);
    await hear({ milesBelow: 70_000 });
    const { searchId, watched } = await onlySearch();
    expect(watched).toBe(true);
    await handlers().watch({ searchIds: [searchId], watched: false });
    expect((await onlySearch()).watched).toBe(false);
  });

  it('names an unsettled purchase of it', async () => {
    await refresh([at('a', 90_000)]);
    await shop.control.behave({ callPlan: { outcome: 'pending', polls: 1000, retryAfterMs: 3_000_000 } });
    const { purchaseId, state } = await shop.buy(search);
    expect(state).toBe('pending');
    expect((await onlySearch()).openPurchase).toBe(purchaseId);
  });
});

describe('the digest', () => {
  it('shows what changed since it was read, over several refreshes, and survives a restart', async () => {
    await watch([at('a', 90_000), at('b', 70_000), at('c', 50_000, { seats: 1 })]);
    expect((await digest()).entries).toEqual([]);
    await refresh([at('a', 80_000), at('b', 70_000), at('c', 50_000, { seats: 1 })]);
    await refresh([at('a', 85_000), at('d', 40_000), at('c', 50_000, { seats: 4 })]);
    await shop.restart();
    const { entries, notifications } = await digest();
    expect(notifications).toBe('page');
    expect(entries).toMatchObject([{ refreshes: 2, matchCount: 0 }]);
    const [{ beforeRunId = 0, lastRunId = 0, upTo = '' } = {}] = entries;
    const [changes] = await handlers().changes({ pairs: [{ before: beforeRunId, after: lastRunId }] });
    expect(changes).toMatchObject({
      counts: { new: 1, removed: 1, cheaper: 1, dearer: 0, moreSeats: 1, fewerSeats: 0 },
      records: 4,
    });
    await handlers().markRead({ upTo: [upTo] });
    expect((await digest()).entries).toEqual([]);
    await refresh([at('a', 85_000)]);
    expect((await digest()).entries).toMatchObject([{ beforeRunId: lastRunId, refreshes: 1 }]);
  });

  it('does not mark as read what came after what was shown', async () => {
    await watch([at('a', 90_000)]);
    const second = await refresh([at('a', 80_000)]);
    const [{ upTo = '' } = {}] = (await digest()).entries;
    await refresh([at('a', 70_000)]);
    await handlers().markRead({ upTo: [upTo] });
    expect((await digest()).entries).toMatchObject([{ beforeRunId: second.runId, refreshes: 1 }]);
  });
});

describe('what the user asked to hear of', () => {
  it('notifies of records that newly match it, and of none that matched before', async () => {
    await refresh([at('a', 60_000, { direct: true }), at('b', 90_000, { direct: true })]);
    await hear({ milesBelow: 70_000, direct: true });
    await refresh([
      at('a', 60_000, { direct: true }),
      at('b', 65_000, { direct: true }),
      at('c', 70_000, { direct: true }),
      at('d', 50_000),
    ]);
    expect(notices.map(({ body }) => body)).toEqual([
      'London, 2 business seats: Thu 1 Apr, direct, 65,000 Aeroplan miles. Seen just now.',
    ]);
    expect((await digest()).entries).toMatchObject([{ matchCount: 1, matches: [{ miles: 65_000 }] }]);
  });

  it('notifies once of what stays, also after a rebuild and a restart', async () => {
    await refresh([at('a', 90_000)]);
    await hear({ milesBelow: 70_000 });
    await refresh([at('a', 60_000)]);
    await refresh([at('a', 60_000)]);
    await shop.product.handlers.settings.rebuildRecords(undefined);
    await shop.restart();
    listen();
    await refresh([at('a', 60_000)]);
    await refresh([at('a', 55_000)]);
    expect(notices).toHaveLength(1);
  });

  it('notifies again of what was removed and returned, in the same version or another', async () => {
    await refresh([at('a', 90_000)]);
    await hear({ milesBelow: 70_000 });
    const notificationCount = async (space: readonly Space[]) => {
      const before = notices.length;
      await refresh(space);
      return notices.length - before;
    };
    expect(await notificationCount([at('a', 60_000)])).toBe(1);
    expect(await notificationCount([at('b', 90_000)])).toBe(0);
    expect(await notificationCount([at('a', 60_000)])).toBe(1);
    expect(await notificationCount([at('a', 90_000)])).toBe(0);
    expect(await notificationCount([at('a', 60_000)])).toBe(1);
    expect(await notificationCount([at('a', 90_000)])).toBe(0);
    expect(await notificationCount([at('a', 54_000)])).toBe(1);
    expect((await digest()).entries).toMatchObject([
      { matchCount: 2, matches: [{ miles: 54_000 }, { miles: 60_000 }] },
    ]);
  });

  it('shows that a match is removed, and since which refresh, until it returns', async () => {
    await refresh([at('a', 90_000)]);
    await hear({ milesBelow: 70_000 });
    await refresh([at('a', 60_000), at('b', 65_000)]);
    const removed = async () => (await digest()).entries[0]?.matches.map(({ removedSince }) => removedSince);
    expect(await removed()).toEqual([null, null]);
    await find([at('b', 65_000)], true);
    await shop.buy(search);
    expect(await removed()).toEqual([null, null]);
    await refresh([at('b', 65_000)]);
    const [first] = await list();
    expect((await removed())?.toSorted()).toEqual([first?.lastRunAt, null].toSorted());
    await refresh([at('b', 65_000)]);
    expect((await removed())?.toSorted()).toEqual([first?.lastRunAt, null].toSorted());
    await refresh([at('a', 60_000), at('b', 65_000)]);
    expect(await removed()).toEqual([null, null]);
  });

  it('shows what a match costs now, and how many seats it has left', async () => {
    await refresh([at('a', 90_000)]);
    await hear({ milesBelow: 70_000 });
    await refresh([at('a', 48_000, { seats: 4 })]);
    const now = async () => (await digest()).entries[0]?.matches[0]?.now;
    expect(await now()).toBeNull();
    await refresh([at('a', 62_000, { seats: 1 })]);
    const [dearer] = await list();
    expect(await now()).toMatchObject({ miles: 62_000, seats: 1, at: dearer?.lastRunAt });
    await refresh([at('b', 75_000)]);
    expect((await digest()).entries[0]?.matches).toMatchObject([
      { miles: 48_000, seats: 4, removedSince: expect.any(Number), now: { miles: 62_000, seats: 1 } },
    ]);
    await refresh([at('a', 90_000)]);
    expect((await digest()).entries[0]?.matches).toMatchObject([
      { miles: 48_000, removedSince: null, now: { miles: 90_000 } },
    ]);
  });

  it('shows how a match’s price ranks among the dates seen, and finds what is among the cheapest', async () => {
    const dates = Array.from({ length: 24 }, (_, place) =>
      at(`r${place}`, 60_000 + place * 1_000, { date: `2027-04-${String(place + 1).padStart(2, '0')}` }),
    );
    await refresh(dates);
    await hear({ cheapestPercent: 5 });
    await refresh([...dates, at('new', 50_000, { date: '2027-04-26' })]);
    expect((await digest()).entries[0]?.matches.map(({ miles }) => miles)).toEqual([50_000]);
    const standing = async () => (await digest()).entries[0]?.matches[0]?.standing;
    await until(shop.product, async () => (await standing())?.price !== null);
    expect(await standing()).toMatchObject({ price: { cheapest: 0, dates: 24 } });
  });

  it('notifies of no search that is not watched, nor after it was withdrawn', async () => {
    await refresh([at('a', 90_000)]);
    await hear({ milesBelow: 70_000 });
    const { searchId } = await onlySearch();
    await handlers().watch({ searchIds: [searchId], watched: false });
    await refresh([at('a', 60_000)]);
    await handlers().watch({ searchIds: [searchId], watched: true });
    await handlers().setRule({ searchId, rule: null });
    await refresh([at('a', 50_000)]);
    expect(notices).toEqual([]);
  });
});

describe('a search with a standing permission', () => {
  const file = () => new Database(join(shop.dataDir, 'milepost.sqlite'));
  const give = async (perDay: number, terms: { pages?: number; everyHours?: number } = {}) => {
    const { refresh: requested } = await onlySearch();
    return shop.product.handlers.purchases.giveGrant({
      toolRef: requested.toolRef ?? '',
      input: requested.input,
      pages: 1,
      everyHours: 24,
      ...terms,
      perDay: { currency: 'USD', units: String(perDay), exponent: 6 },
      until: new Date(Date.now() + 5 * DAY_MS).toISOString().slice(0, 10),
    });
  };
  /** Moves every refresh so many days into the past. */
  const age = (days: number) => {
    const db = file();
    db.prepare('UPDATE award_pages SET received_at = received_at - ?').run(days * DAY_MS);
    db.close();
  };
  const calls = async () => (await shop.control.books()).calls.length;

  it('is bought automatically once it is due, under the permission, and the digest states it', async () => {
    await refresh([at('a', 90_000)]);
    age(8);
    await find([at('a', 80_000)]);
    const { grantId } = await give(30_000);
    await until(shop.product, async () => (await onlySearch()).runs === 2);
    expect(await calls()).toBe(2);
    expect(await onlySearch()).toMatchObject({ grant: { grantId }, trouble: null });
    expect((await digest()).entries).toHaveLength(1);
    const [last] = (await shop.product.handlers.purchases.list({})).items;
    const { timeline } = await shop.show(last?.purchaseId ?? '');
    expect(timeline.map(({ event }) => event)).toContain('approved_by_grant');
    // None of it was the user’s own act.
    expect(timeline.filter(({ by }) => by === 'user')).toEqual([]);
  });

  it('goes on with the page that is next where the program was ended between two', async () => {
    await shop.control.behave({ award: {} });
    await shop.buy(search);
    await give(44_000, { pages: 3 });
    age(2);
    await shop.restart();
    // The daily amount ends it after two pages.
    await until(shop.product, async () => (await onlySearch()).trouble !== null && (await calls()) === 3);
    expect((await onlySearch()).prices.at(-1)?.pages).toBe(2);
    await shop.product.close();
    const db = file();
    db.prepare('UPDATE standing_approvals SET ceiling = ?').run(JSON.stringify(usd(9)));
    db.prepare('UPDATE watched_searches SET not_before = NULL').run();
    db.close();
    await shop.restart();
    await until(shop.product, async () => (await calls()) === 4);
    await until(shop.product, async () => (await onlySearch()).prices.at(-1)?.pages === 3);
    expect((await onlySearch()).runs).toBe(2);
  });

  it('waits for a key without counting that as a failure, and is bought as soon as there is one', async () => {
    await refresh([at('a', 90_000)]);
    await give(30_000);
    age(8);
    await shop.product.close();
    let key: string | null = null;
    const app = await openAppOn({
      dataDir: shop.dataDir,
      marketplace: shop.demo.baseUrl,
      keychain: keychainWith(
        () => new URL(shop.demo.baseUrl).origin,
        () => key,
      ),
    });
    try {
      await until(app, async () => (await app.handlers.status.read(undefined)).network.state === 'online');
      const [waiting] = await app.handlers.watchlist.list(undefined);
      expect(waiting?.trouble).toBeNull();
      expect(await calls()).toBe(1);
      key = shop.key;
      // As the page does while there is none.
      await app.handlers.status.read(undefined);
      await until(app, async () => (await app.handlers.watchlist.list(undefined))[0]?.runs === 2);
      expect(await calls()).toBe(2);
    } finally {
      await app.close();
      await shop.restart();
    }
  });
});

it('a search of one provider is not refreshed from the other when its own is no longer listed', async () => {
  const tools = async () => (await shop.product.handlers.awards.tools({ refresh: true })).tools;
  await shop.control.behave({ secondProvider: true });
  const other = (await tools()).find(({ tool }) => tool.toolRef !== shop.toolRef)?.tool.toolRef ?? '';
  await find([at('a', 80_000)]);
  await shop.product.handlers.purchases.approveBatch({
    requests: [{ toolRef: other, input: search, pages: 1 }],
    ceiling: usd(1),
  });
  await batchesOver();
  expect((await onlySearch()).refresh.toolRef).toBe(other);
  await shop.control.behave({ secondProvider: false });
  await tools();
  await shop.restart();
  await tools();
  expect((await onlySearch()).refresh.toolRef).toBeNull();
});
