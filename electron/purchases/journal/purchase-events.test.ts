import { describe, expect, it } from 'vitest';
import {
  desk,
  eachInItsFolder,
  open,
  orderPurchase,
  quotePurchase,
  service,
  show,
} from '../testing/one-purchase.ts';
import { answered, completedCall } from '../testing/purchase-desk.ts';
import { openHistory } from './purchase-events.ts';

eachInItsFolder();

describe('the history', () => {
  it('can be neither changed nor deleted', async () => {
    open(service());
    await quotePurchase();
    expect(() => desk.storage.db.exec("UPDATE purchase_events SET words = ''")).toThrow(/never changed/);
    expect(() => desk.storage.db.exec('DELETE FROM purchase_events')).toThrow(/never deleted/);
  });

  it('leaves out what is too large of an answer, and nothing of what is Milepost’s own', async () => {
    open(service());
    const { purchaseId } = await quotePurchase();
    const refusal = { code: 'a' };
    const lines = ['b'.repeat(900_000), Array.from({ length: 20 }, () => ({ c: 'd'.repeat(90_000) }))];
    for (const body of lines)
      openHistory(desk.storage.db, () => 1).add(
        { id: purchaseId, state: 'quoted' },
        { event: 'evidence', by: 'service', words: '', detail: { refusal, body } },
      );
    const details = (await desk.purchases.handlers.evidence({ purchaseId })).entries.slice(-lines.length);
    for (const { detail } of details)
      expect(detail).toEqual({ refusal, body: { leftOut: expect.any(String) } });
  });

  it('derives records again where a crash came before that', async () => {
    open(service({ call: () => answered(completedCall('call-1')) }), {
      interpret: () => {
        throw new Error('crash');
      },
    });
    const quoted = await orderPurchase();
    expect((await show(quoted)).state).toBe('completed');
    desk.close();
    open(service());
    expect(desk.state.interpreted).toEqual([quoted.purchaseId]);
    expect((await show(quoted)).runId).toBe(7);
  });
});
