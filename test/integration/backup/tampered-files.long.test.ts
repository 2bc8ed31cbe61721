/** Tampered backups: they buy nothing, free no room in the limits, and break no list. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect } from 'vitest';
import { backUp, changed, check, restore } from './backed-up.ts';
import { allRows, it, purchasesOf } from './machines.ts';

const USD = (units: number) => ({ currency: 'USD', units: String(units), exponent: 6 });
describe('a backup that was changed by hand', () => {
  it('frees no room in the limits by the charges it states', async ({ shop, other }) => {
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
    expect(await purchasesOf(other)).toEqual([]);
  });

  it('sends no order that a file claims, unless the user confirms it outside the page', async ({ shop }) => {
    const { purchaseId } = await shop.quote();
    const forged = changed(
      await backUp(shop.product),
      `UPDATE purchases SET state = 'unknown', idempotency_key = 'forged', submitted_at = 1, attempts = 2`,
    );
    await restore(shop.product, forged);
    // A second copy of it, with the key that is known by now, does not change where it came from.
    await restore(shop.product, changed(forged, 'UPDATE purchases SET updated_at = updated_at + 1000'));
    expect((await shop.show(purchaseId)).state).toBe('unknown');
    shop.product.answerTo(false);
    const resume = async () => shop.product.handlers.purchases.resume({ purchaseId });
    await expect(resume()).rejects.toMatchObject({ failure: { code: 'not_confirmed' } });
    expect((await shop.control.books()).calls).toEqual([]);
    shop.product.answerTo(true);
    await resume();
    expect(shop.product.requested().at(-1)?.words).toContain('for USD 0.022000');
    expect((await shop.control.books()).charges).toHaveLength(1);
  });

  it('is refused where an answer in it decompresses without end', async ({ shop, other }) => {
    await shop.buy();
    await restore(other, await backUp(shop.product));
    const { purchaseId } = await shop.buy();
    const endless = Buffer.alloc(80 * 1024 * 1024);
    const bomb = brotliCompressSync(endless, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
    const tampered = changed(
      await backUp(shop.product),
      `UPDATE outputs SET bytes = X'${bomb.toString('hex')}' WHERE purchase_id = '${purchaseId}'`,
    );
    await expect(restore(other, tampered)).rejects.toMatchObject({ failure: { code: 'damaged_backup' } });
    expect(await purchasesOf(other)).toHaveLength(1);
  });

  it('gives no search the name of another, and no record an invalid day', async ({
    machines,
    shop,
    other,
  }) => {
    await shop.buy();
    const rows = await allRows(shop.product);
    for (const sql of [
      `UPDATE award_searches SET title = 'Elsewhere to nowhere'`,
      `UPDATE award_listed SET day = 9000000000; UPDATE award_versions SET day = 9000000000`,
    ]) {
      await restore(other, changed(await backUp(shop.product), sql));
      expect(await allRows(other)).toEqual(rows);
      await machines.restartOther(() => rmSync(join(machines.elsewhere, 'milepost.sqlite')));
      ({ other } = machines);
    }
  });

  it('leaves no approval behind that will never be sent', async ({ shop }) => {
    const { purchaseId } = await shop.quote();
    const approved = changed(
      await backUp(shop.product),
      `UPDATE purchases SET state = 'approved', updated_at = updated_at + 1000`,
    );
    await restore(shop.product, approved);
    expect((await shop.show(purchaseId)).state).toBe('quoted');
  });

  it('lowers what counts as spent only where the user confirms it outside the page', async ({ shop }) => {
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
    expect(shop.product.requested().at(-1)?.title).toBe('Accept what a backup says was spent?');
    expect(await spent()).toEqual(before);
    shop.product.answerTo(true);
    expect((await restore(shop.product, cheaper)).restored.heldBack).toBe(0);
    expect(await spent()).toEqual([USD(0)]);
  });

  it('does not settle an open Call for less, however plausible; the service does', async ({ shop }) => {
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
    // Nor does a file that mentions an answer and does not contain it: the paid output is fetched.
    const empty = changed(
      await backUp(shop.product),
      `UPDATE purchases SET state = 'completed', charged = price, updated_at = updated_at + 1000`,
    );
    await restore(shop.product, empty);
    expect((await shop.show(purchaseId)).state).toBe('unknown');
    await shop.control.clearFaults();
    shop.product.answerTo(true);
    await shop.product.handlers.purchases.resume({ purchaseId });
    expect((await shop.show(purchaseId)).state).toBe('completed');
    expect((await shop.control.books()).charges).toHaveLength(1);
    expect((await allRows(shop.product))[0]?.found.length).toBeGreaterThan(0);
  });
});
