import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openProduct, type Product } from '../../fault/product.ts';
import { openShop, type Shop, shownOf } from '../purchases/shop.ts';
import { backUp, check, restore, send } from './backed-up.ts';

const USD = (units: number) => ({ currency: 'USD', units: String(units), exponent: 6 });

let shop: Shop;
let elsewhere: string;
let other: Product;

/** Another machine: another data folder, the same marketplace and the same person's key. */
async function openElsewhere(): Promise<Product> {
  const product = await openProduct({
    dataDir: elsewhere,
    marketplace: shop.demo.baseUrl,
    key: shop.demo.issueKey(),
  });
  await product.lookedAround;
  return product;
}

beforeEach(async () => {
  shop = await openShop();
  elsewhere = mkdtempSync(join(tmpdir(), 'milepost-elsewhere-'));
  other = await openElsewhere();
});
afterEach(async () => {
  await other.close();
  await shop.close();
  rmSync(elsewhere, { recursive: true, force: true });
});

const list = async (product: Product) => (await product.handlers.purchases.list({})).items;
const leftBehind = (folder: string): string[] => {
  try {
    return readdirSync(join(folder, 'backup-files'));
  } catch {
    return [];
  }
};

/** The rows of every search, as the table shows them. */
async function allRows(product: Product) {
  const searches = await product.handlers.results.searches(undefined);
  const rows = await Promise.all(
    searches.map(async ({ searchId, title }) => {
      const { rows: found } = await product.handlers.results.records({
        scope: { kind: 'search', searchId },
        filter: {},
        sort: [{ by: 'date', descending: false }],
        offset: 0,
        limit: 1000,
      });
      return { title, found: found.map(({ versionId: _versionId, ...row }) => row) };
    }),
  );
  return rows.sort((a, b) => a.title.localeCompare(b.title));
}

describe('a backup restored on another machine', () => {
  it('brings purchases, results, marks, trips and templates, and never the key', async () => {
    const bought = await shop.buy();
    const { handlers } = shop.product;
    const [search] = await handlers.results.searches(undefined);
    const { rows } = await handlers.results.records({
      scope: { kind: 'search', searchId: search?.searchId ?? 0 },
      filter: {},
      sort: [],
      offset: 0,
      limit: 10,
    });
    const versionId = rows[0]?.versionId ?? 0;
    await handlers.annotations.mark({ versionIds: [versionId], change: { starred: true, note: 'the one' } });
    await handlers.templates.save({ name: 'London', request: shop.search(), pinned: true });
    const trip = await handlers.trips.create({
      title: 'Spring',
      notes: 'two weeks',
      starts: null,
      ends: null,
    });
    await handlers.trips.addRecords({ tripId: trip.tripId, versionIds: [versionId] });
    await handlers.trips.addLink({ tripId: trip.tripId, url: 'https://example.org/', text: 'a hotel' });
    const file = await backUp(shop.product);

    expect(file.includes(shop.key)).toBe(false);
    expect(leftBehind(shop.dataDir)).toEqual([]);
    const { contents, restored } = await restore(other, file);

    expect(contents).toMatchObject({
      purchases: 1,
      searches: 1,
      runs: 1,
      trips: 1,
      marks: 1,
      newPurchases: 1,
    });
    expect(contents.marketplaces).toEqual([
      { name: shop.demo.baseUrl, demo: false, inUse: true, purchases: 1 },
    ]);
    expect(restored).toMatchObject({ purchases: 1, pages: 1, records: rows.length, trips: 1, marks: 1 });
    expect(await allRows(other)).toEqual(await allRows(shop.product));
    expect((await allRows(other))[0]?.found.some((row) => row.mark?.note === 'the one')).toBe(true);
    expect((await list(other)).map(({ purchaseId, state }) => ({ purchaseId, state }))).toEqual([
      { purchaseId: bought.purchaseId, state: 'completed' },
    ]);
    const board = await other.handlers.trips.show({ tripId: trip.tripId });
    expect(board.trip.title).toBe('Spring');
    expect(board.items.map(({ kind }) => kind)).toEqual(['record', 'link']);
    expect(board.items[0]).toMatchObject({ standing: { state: 'not_asked_again' } });
    expect((await other.handlers.templates.list(undefined)).map(({ name }) => name)).toEqual(['London']);
    expect(leftBehind(elsewhere)).toEqual([]);
    // The stored answers came too: every record can be derived from them once more.
    expect(await other.handlers.settings.rebuildRecords(undefined)).toMatchObject({ pages: 1 });
  });

  it('changes nothing when it is restored a second time, there or where it was made', async () => {
    await shop.buy();
    await shop.buy();
    const file = await backUp(shop.product);
    await restore(other, file);
    const before = await allRows(other);
    const again = await restore(other, file);

    expect(again.contents).toMatchObject({ newPurchases: 0, newPages: 0, newTrips: 0 });
    expect(again.restored).toMatchObject({
      purchases: 0,
      settled: 0,
      pages: 0,
      records: 0,
      renumbered: false,
    });
    expect(await allRows(other)).toEqual(before);
    expect((await restore(shop.product, await backUp(other))).restored).toMatchObject({
      purchases: 0,
      pages: 0,
      records: 0,
    });
  });

  it('can be put in the place of a lost data file, and be backed up again from there', async () => {
    await shop.buy();
    const rows = await allRows(shop.product);
    const file = await backUp(shop.product);
    await other.close();
    writeFileSync(join(elsewhere, 'milepost.sqlite'), file);
    for (const beside of ['milepost.sqlite-wal', 'milepost.sqlite-shm'])
      rmSync(join(elsewhere, beside), { force: true });
    other = await openElsewhere();
    expect(await allRows(other)).toEqual(rows);
    expect((await restore(shop.product, await backUp(other))).restored).toMatchObject({
      purchases: 0,
      pages: 0,
    });
  });

  it('puts what both machines bought into the order of time', async () => {
    const search = shop.search();
    await shop.buy(search);
    const first = await backUp(shop.product);
    await restore(other, first);
    // Each asks the same search again: first here, then there, then here.
    await shop.buy(search);
    const quoted = await other.handlers.purchases.quote({ toolRef: shop.toolRef, input: search });
    await other.handlers.purchases.approve({
      purchaseId: quoted.purchaseId,
      shown: shownOf(quoted as never),
    });
    await until(other, async () => (await list(other)).every(({ state }) => state === 'completed'));
    await shop.buy(search);
    const { restored } = await restore(shop.product, await backUp(other));

    expect(restored).toMatchObject({ purchases: 1, pages: 1, renumbered: true });
    const [kept] = await shop.product.handlers.results.searches(undefined);
    const runs = await shop.product.handlers.results.runs({ searchId: kept?.searchId ?? 0 });
    expect(runs).toHaveLength(4);
    expect(runs.map(({ askedAt }) => askedAt)).toEqual(
      runs.map(({ askedAt }) => askedAt).toSorted((a, b) => b - a),
    );
    for (const { runId, calls } of runs)
      for (const { purchaseId } of calls) expect((await shop.show(purchaseId)).runId).toBe(runId);
    // The other way round it is the same history.
    await restore(other, await backUp(shop.product));
    expect(await allRows(other)).toEqual(await allRows(shop.product));
  });
});

describe('money after a restore', () => {
  it('raises no limit, ends permissions, voids quotes and counts what was spent', async () => {
    await shop.buy();
    const quoted = await shop.quote();
    await shop.product.handlers.purchases.giveGrant({
      toolRef: shop.toolRef,
      input: shop.search(),
      perDay: USD(50_000),
      until: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
    });
    const limits = (await other.handlers.settings.read(undefined)).limits;
    const { restored } = await restore(other, await backUp(shop.product));

    expect(restored).toMatchObject({ permissionsEnded: 1, voided: 1 });
    expect((await other.handlers.settings.read(undefined)).limits).toEqual(limits);
    const grants = await other.handlers.purchases.grants(undefined);
    expect(grants).toHaveLength(1);
    expect(grants[0]).toMatchObject({ state: 'over' });
    expect((await other.handlers.status.read(undefined)).spending.standing).toBeUndefined();
    const there = await other.handlers.purchases.show({ purchaseId: quoted.purchaseId });
    expect(there.state).toBe('void');
    expect(there.approvable.ok).toBe(false);
    const [spent] = (await other.handlers.status.read(undefined)).spending.today;
    const [here] = (await shop.product.handlers.status.read(undefined)).spending.today;
    expect(spent).toEqual(here);
    // Where it was made, the quote still waits for its approval.
    expect((await shop.show(quoted.purchaseId)).state).toBe('quoted');
  });

  it('takes an unresolved Call over as such, which blocks its request and is settled by its status, charged once', async () => {
    const search = shop.search();
    await shop.control.inject({ on: 'tool.call', kind: 'drop_acknowledgement' });
    await shop.control.inject({ on: 'call.list', kind: 'status', status: 500, times: 'always' });
    const bought = await shop.buy(search);
    expect(bought.state).toBe('unknown');
    const file = await backUp(shop.product);
    const { restored } = await restore(other, file);

    expect(restored).toMatchObject({ purchases: 1, unresolved: 1 });
    const there = await other.handlers.purchases.show({ purchaseId: bought.purchaseId });
    expect(there.state).toBe('unknown');
    expect((await other.handlers.status.read(undefined)).spending.unresolved).toBe(1);
    await expect(
      other.handlers.purchases.quote({ toolRef: shop.toolRef, input: search }),
    ).rejects.toMatchObject({ failure: { code: 'already_open' } });

    await shop.control.reset();
    await other.handlers.purchases.checkAgain({ purchaseId: bought.purchaseId });
    await until(other, async () => (await list(other))[0]?.state === 'completed');
    expect((await allRows(other))[0]?.found.length).toBeGreaterThan(0);
    const books = await shop.control.books();
    expect(books.charges).toHaveLength(1);
    // Brought home, the settled copy takes the place of the open one, and never the other way.
    const home = await restore(shop.product, await backUp(other));
    expect((await shop.show(bought.purchaseId)).state).toBe('completed');
    expect(home.restored.settled + home.restored.purchases).toBeLessThanOrEqual(1);
    await restore(other, file);
    expect((await list(other))[0]?.state).toBe('completed');
    expect((await shop.control.books()).charges).toHaveLength(1);
  });
});

describe('two machines at once', () => {
  it('keeps both of two open Calls of one request; the request stays locked until both are settled', async () => {
    const search = shop.search();
    await shop.control.inject({ on: 'tool.call', kind: 'drop_acknowledgement', times: 2 });
    await shop.control.inject({ on: 'call.list', kind: 'status', status: 500, times: 'always' });
    const mine = await shop.buy(search);
    const quoted = await other.handlers.purchases.quote({ toolRef: shop.toolRef, input: search });
    await other.handlers.purchases.approve({
      purchaseId: quoted.purchaseId,
      shown: shownOf(quoted as never),
    });
    await until(other, async () => (await list(other))[0]?.state === 'unknown');
    const { restored } = await restore(other, await backUp(shop.product));
    expect(restored).toMatchObject({ purchases: 1, unresolved: 1 });
    expect((await other.handlers.status.read(undefined)).spending.unresolved).toBe(2);
    const ask = () => other.handlers.purchases.quote({ toolRef: shop.toolRef, input: search });
    await expect(ask()).rejects.toMatchObject({ failure: { code: 'already_open' } });

    await shop.control.clearFaults();
    for (const { purchaseId } of [mine, quoted]) await other.handlers.purchases.checkAgain({ purchaseId });
    // Which Call is whose cannot be told from the list: each is repeated with its own key, and charged once.
    for (const { purchaseId } of [mine, quoted])
      if ((await other.handlers.purchases.show({ purchaseId })).state === 'unknown')
        await other.handlers.purchases.resume({ purchaseId });
    await until(other, async () => (await list(other)).every(({ state }) => state === 'completed'));
    expect((await shop.control.books()).charges).toHaveLength(2);
    await expect(ask()).resolves.toMatchObject({ state: 'quoted' });
  });

  it('reads and refuses to write while a backup is merged, and takes it back when the person says so', async () => {
    await shop.buy();
    const { restoreId } = await check(other, await backUp(shop.product));
    const holder = new Database(join(elsewhere, 'milepost.sqlite'));
    try {
      holder.exec('BEGIN IMMEDIATE');
      const merging = Promise.resolve(other.handlers.restore.merge({ restoreId })).catch(
        (error: unknown) => error,
      );
      expect(await other.handlers.results.searches(undefined)).toEqual([]);
      await expect(
        Promise.resolve().then(() =>
          other.handlers.templates.save({ name: 'now', request: shop.search(), pinned: false }),
        ),
      ).rejects.toMatchObject({ failure: { code: 'restoring' } });
      expect(await other.handlers.restore.progress(undefined)).toMatchObject({ phase: 'merging' });
      const cancelled = other.handlers.restore.cancel({ restoreId });
      holder.exec('ROLLBACK');
      await cancelled;
      expect(await merging).toMatchObject({ failure: { code: 'cancelled' } });
    } finally {
      holder.close();
    }
    expect(await list(other)).toEqual([]);
    expect(leftBehind(elsewhere)).toEqual([]);
    await other.handlers.templates.save({ name: 'now', request: shop.search(), pinned: false });
    expect((await restore(other, await backUp(shop.product))).restored).toMatchObject({ purchases: 1 });
  });
});

describe('what is no backup', () => {
  const refused = async (file: Buffer) => {
    const before = await list(other);
    const failure = await check(other, file).then(
      () => null,
      (error: unknown) => (error as { failure?: { code: string; message: string } }).failure ?? error,
    );
    expect(await list(other)).toEqual(before);
    expect(leftBehind(elsewhere)).toEqual([]);
    return failure;
  };

  it('is refused in words, and nothing is changed or left behind', async () => {
    await shop.buy();
    const whole = await backUp(shop.product);
    expect(await refused(Buffer.from('{"not":"a database"}'))).toMatchObject({ code: 'not_a_backup' });
    expect(await refused(whole.subarray(0, whole.length - 5000))).toMatchObject({ code: 'damaged_backup' });
    const torn = Buffer.from(whole);
    torn.fill(0x5a, 8192, 12_288);
    expect(await refused(torn)).toMatchObject({ code: 'damaged_backup' });
    const foreign = Buffer.from(whole);
    foreign.writeUInt32BE(1, 68);
    expect(await refused(foreign)).toMatchObject({ code: 'not_a_backup' });
    const newer = Buffer.from(whole);
    newer.writeUInt32BE(99, 60);
    expect(await refused(newer)).toMatchObject({ code: 'newer_backup' });
    const trapped = changed(
      whole,
      'CREATE TRIGGER trap AFTER INSERT ON settings BEGIN DELETE FROM purchases; END',
    );
    expect(await refused(trapped)).toMatchObject({ code: 'damaged_backup' });
  });

  it('makes no room in the limits by what it says was charged', async () => {
    await shop.buy();
    const tampered = changed(
      await backUp(shop.product),
      `UPDATE purchases SET charged = '{"currency":"USD","units":"-9000000","exponent":6}'`,
    );
    const { restoreId } = await check(other, tampered);
    await expect(other.handlers.restore.merge({ restoreId })).rejects.toMatchObject({
      failure: { code: 'damaged_backup' },
    });
    await other.handlers.restore.cancel({ restoreId });
    expect(await list(other)).toEqual([]);
  });

  it('sends no order that a file claims to have been given, unless the person says so outside the page', async () => {
    const { purchaseId } = await shop.quote();
    const forged = changed(
      await backUp(shop.product),
      `UPDATE purchases SET state = 'unknown', idempotency_key = 'forged', submitted_at = 1, attempts = 2`,
    );
    await restore(shop.product, forged);
    // A second copy of it, which names the key that is known by now, changes nothing about where it came from.
    await restore(shop.product, changed(forged, 'UPDATE purchases SET updated_at = updated_at + 1000'));
    expect((await shop.show(purchaseId)).state).toBe('unknown');
    shop.product.answerTo(false);
    const resume = async () => shop.product.handlers.purchases.resume({ purchaseId });
    await expect(resume()).rejects.toMatchObject({ failure: { code: 'not_confirmed' } });
    expect((await shop.control.books()).calls).toEqual([]);
    shop.product.answerTo(true);
    await resume();
    expect(shop.product.asked().at(-1)?.words).toContain('for USD 0.022000');
    expect((await shop.control.books()).charges).toHaveLength(1);
  });

  it.each([
    ['counts what was really bought as a demo', 'UPDATE purchases SET demo = 1'],
    [
      'holds an open order that was never sent',
      `UPDATE purchases SET state = 'unknown', submitted_at = NULL`,
    ],
    ['has a text that no list could be shown with', `UPDATE search_templates SET request = '{'`],
  ])('is refused where it %s', async (_what, sql) => {
    await shop.buy();
    await shop.product.handlers.templates.save({ name: 'London', request: shop.search(), pinned: true });
    const tampered = changed(await backUp(shop.product), sql);
    const restored = restore(other, tampered);
    await expect(restored).rejects.toMatchObject({ failure: { code: 'damaged_backup' } });
    expect(await list(other)).toEqual([]);
  });

  it('lowers what counts as spent only where the person says so outside the page', async () => {
    await shop.buy();
    const spent = async () => (await shop.product.handlers.status.read(undefined)).spending.today;
    const before = await spent();
    const cheaper = changed(
      await backUp(shop.product),
      `UPDATE purchases SET charged = '{"currency":"USD","units":"0","exponent":6}', submitted_at = 1, tool_id = 'x',
         updated_at = updated_at + 1000`,
    );
    shop.product.answerTo(false);
    const held = await restore(shop.product, cheaper);
    expect(held.contents.lowered).toBe(1);
    expect(held.restored).toMatchObject({ heldBack: 1, purchases: 0, settled: 0 });
    expect(shop.product.asked().at(-1)?.title).toBe('Believe a backup about what was spent?');
    expect(await spent()).toEqual(before);
    shop.product.answerTo(true);
    expect((await restore(shop.product, cheaper)).restored.heldBack).toBe(0);
    expect(await spent()).toEqual([USD(0)]);
  });

  it('settles no open Call for less without being believed; the service does', async () => {
    await shop.control.inject({ on: 'tool.call', kind: 'drop_acknowledgement' });
    await shop.control.inject({ on: 'call.list', kind: 'status', status: 500, times: 'always' });
    const { purchaseId, state } = await shop.buy();
    expect(state).toBe('unknown');
    const refused = changed(await backUp(shop.product), `UPDATE purchases SET state = 'refused'`);
    shop.product.answerTo(false);
    expect((await restore(shop.product, refused)).restored).toMatchObject({ heldBack: 1, settled: 0 });
    expect((await shop.show(purchaseId)).state).toBe('unknown');
    const inFull = changed(
      await backUp(shop.product),
      `UPDATE purchases SET state = 'refused', charged = price, updated_at = updated_at + 1000`,
    );
    expect((await restore(shop.product, inFull)).restored).toMatchObject({ heldBack: 1, settled: 0 });
    expect((await shop.show(purchaseId)).state).toBe('unknown');
    // Nor does a file that tells of an answer and does not hold it: what was paid for is fetched.
    const empty = changed(
      await backUp(shop.product),
      `UPDATE purchases SET state = 'completed', charged = price, updated_at = updated_at + 1000`,
    );
    await restore(shop.product, empty);
    expect((await shop.show(purchaseId)).state).toBe('unknown');
    await shop.control.clearFaults();
    await shop.checkAgain(purchaseId);
    await until(shop.product, async () => (await shop.show(purchaseId)).state === 'completed');
    expect((await shop.control.books()).charges).toHaveLength(1);
    expect((await allRows(shop.product))[0]?.found.length).toBeGreaterThan(0);
  });

  it('is not taken in where it comes half, or where the person lets it go', async () => {
    await shop.buy();
    const whole = await backUp(shop.product);
    const { restoreId } = await other.handlers.restore.begin({ bytes: whole.length });
    await other.handlers.restore.send({
      restoreId,
      offset: 0,
      data: whole.subarray(0, 4096).toString('base64'),
    });
    await expect(other.handlers.restore.check({ restoreId })).rejects.toMatchObject({
      failure: { code: 'incomplete' },
    });
    await other.handlers.restore.cancel({ restoreId });
    expect(await other.handlers.restore.progress(undefined)).toBeNull();
    const sent = await send(other, whole);
    await other.handlers.restore.check({ restoreId: sent });
    await other.handlers.restore.cancel({ restoreId: sent });
    await expect(other.handlers.restore.merge({ restoreId: sent })).rejects.toMatchObject({
      failure: { code: 'not_found' },
    });
    expect(await list(other)).toEqual([]);
    expect(leftBehind(elsewhere)).toEqual([]);
  });
});

/** A backup with something done to it by hand. */
function changed(file: Buffer, sql: string): Buffer {
  const path = join(elsewhere, 'changed.sqlite');
  writeFileSync(path, file);
  const db = new Database(path);
  db.exec(sql);
  db.close();
  const bytes = readFileSync(path);
  rmSync(path);
  return bytes;
}

async function until(product: Product, holds: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = product.subscribe(() => resolve());
    try {
      if (await holds()) return;
      await promise;
    } finally {
      stop();
    }
  }
}
