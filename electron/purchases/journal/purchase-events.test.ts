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

eachInItsFolder();

describe('the history', () => {
  it('can be neither changed nor deleted', async () => {
    open(service());
    await quotePurchase();
    expect(() => desk.storage.db.exec("UPDATE purchase_events SET words = ''")).toThrow(/never changed/);
    expect(() => desk.storage.db.exec('DELETE FROM purchase_events')).toThrow(/never deleted/);
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
