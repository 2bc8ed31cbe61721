/** A backup restored on another machine of the same user, and the merge of what both have. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { until } from '../../support/product.ts';
import { shownOf } from '../purchases/shop.ts';
import { backUp, restore } from './backed-up.ts';
import { allRows, it, leftovers, purchasesOf } from './machines.ts';

describe('a backup restored on another machine', () => {
  it('brings purchases, results, marks, trips and views, and never the key', async ({
    machines,
    shop,
    other,
  }) => {
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
    await handlers.views.save({ name: 'London', path: '/?request={}', pinned: true });
    const trip = await handlers.trips.create({
      title: 'Spring',
      notes: 'two weeks',
      starts: null,
      ends: null,
      question: null,
    });
    await handlers.trips.addRecords({ tripId: trip.tripId, versionIds: [versionId] });
    await handlers.trips.addLink({ tripId: trip.tripId, url: 'https://example.org/', text: 'a hotel' });
    const said = { miles: 60_000, taxes: null, heldUntil: null, way: null };
    await handlers.booking.answer({ versionId, outcome: 'booked', reference: 'ABC123', ...said });
    await handlers.booking.keep({ versionId, isOpen: false, fields: { reference: 'not saved' } });
    const file = await backUp(shop.product);

    expect(file.includes(shop.key)).toBe(false);
    expect(leftovers(shop.dataDir)).toEqual([]);
    const { contents, restored } = await restore(other, file);

    expect(contents).toMatchObject({
      purchases: 1,
      searches: 1,
      runs: 1,
      trips: 1,
      marks: 1,
      newPurchases: 1,
      quotes: 0,
      answers: 1,
      newAnswers: 1,
    });
    expect(contents.marketplaces).toEqual([
      { name: shop.demo.baseUrl, demo: false, inUse: true, purchases: 1 },
    ]);
    expect(restored).toMatchObject({ purchases: 1, pages: 1, records: rows.length, trips: 1, marks: 1 });
    expect(await allRows(other)).toEqual(await allRows(shop.product));
    expect((await allRows(other))[0]?.found.some((row) => row.mark?.note === 'the one')).toBe(true);
    expect((await purchasesOf(other)).map(({ purchaseId, state }) => ({ purchaseId, state }))).toEqual([
      { purchaseId: bought.purchaseId, state: 'completed' },
    ]);
    const board = await other.handlers.trips.show({ tripId: trip.tripId });
    expect(board.trip.title).toBe('Spring');
    expect(board.items.map(({ kind }) => kind)).toEqual(['record', 'link']);
    expect(board.items[0]).toMatchObject({
      standing: { state: 'not_run_again' },
      booking: { outcome: 'booked', reference: 'ABC123', miles: 60_000 },
    });
    const [again] = board.items.flatMap((item) => (item.kind === 'record' ? (item.now ?? []) : []));
    expect((await other.handlers.booking.read({ versionId: again?.versionId ?? 0 })).fields).toEqual({
      reference: 'not saved',
    });
    expect((await other.handlers.views.list(undefined)).map(({ name }) => name)).toEqual(['London']);
    expect(leftovers(machines.elsewhere)).toEqual([]);
    // The stored answers were restored too: every record can be derived from them again.
    expect(await other.handlers.settings.rebuildRecords(undefined)).toMatchObject({ pages: 1 });
  });

  it('changes nothing when it is restored a second time, there or where it was made', async ({
    shop,
    other,
  }) => {
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

  it('can replace a lost data file, and be backed up again from there', async ({ machines, shop, other }) => {
    await shop.buy();
    const rows = await allRows(shop.product);
    const file = await backUp(shop.product);
    other = await machines.restartOther(() => {
      writeFileSync(join(machines.elsewhere, 'milepost.sqlite'), file);
      for (const beside of ['milepost.sqlite-wal', 'milepost.sqlite-shm'])
        rmSync(join(machines.elsewhere, beside), { force: true });
    });
    expect(await allRows(other)).toEqual(rows);
    expect((await restore(shop.product, await backUp(other))).restored).toMatchObject({
      purchases: 0,
      pages: 0,
    });
  });

  it('merges what both machines bought in the order of time', async ({ shop, other }) => {
    const search = shop.search();
    await shop.buy(search);
    const { results, watchlist } = shop.product.handlers;
    const [bought] = await results.searches(undefined);
    await watchlist.watch({ searchIds: [bought?.searchId ?? 0], watched: true });
    const first = await backUp(shop.product);
    await restore(other, first);
    // Each runs the same search again: first here, then there, then here.
    await shop.buy(search);
    const quoted = await other.handlers.purchases.quote({ toolRef: shop.toolRef, input: search });
    await other.handlers.purchases.approve({
      purchaseId: quoted.purchaseId,
      shown: shownOf(quoted as never),
    });
    await until(other, async () => (await purchasesOf(other)).every(({ state }) => state === 'completed'));
    await shop.buy(search);
    const { entries: shown } = await watchlist.digest(undefined);
    expect(shown).toMatchObject([{ refreshes: 2 }]);
    const { restored } = await restore(shop.product, await backUp(other));

    expect(restored).toMatchObject({ purchases: 1, pages: 1, renumbered: true });
    const [stored] = await shop.product.handlers.results.searches(undefined);
    const { runs } = await shop.product.handlers.results.runs({ searchId: stored?.searchId ?? 0 });
    expect(runs).toHaveLength(4);
    expect(runs.map(({ ranAt }) => ranAt)).toEqual(runs.map(({ ranAt }) => ranAt).toSorted((a, b) => b - a));
    for (const { runId, calls } of runs)
      for (const { purchaseId } of calls) expect((await shop.show(purchaseId)).runId).toBe(runId);
    // What was read before the runs were renumbered is still read up to the same refresh.
    await watchlist.markRead({ upTo: shown.map(({ upTo }) => upTo) });
    expect((await watchlist.digest(undefined)).entries).toEqual([]);
    // In the other direction it is the same history.
    await restore(other, await backUp(shop.product));
    expect(await allRows(other)).toEqual(await allRows(shop.product));
  });
});
