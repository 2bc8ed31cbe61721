/** Spending explained over HTTP: files and evidence. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const usd = (units: number) => ({ currency: 'USD', units: String(units), exponent: 6 });

it('an export is exact and harmless to a spreadsheet', async () => {
  await shop.control.behave({ quoteRefusals: [{ code: '=HYPERLINK("http://evil.example")' }] });
  await shop.quote();
  await shop.buy();
  const csv = await shop.product.handlers.purchases.export({ format: 'csv' });
  expect(csv).toMatchObject({ mimeType: 'text/csv;charset=utf-8', rows: 2 });
  const cells = csv.text.replace(/^\uFEFF/u, '').split(/[,;\t]|\r\n/u);
  expect(cells.some((cell) => /^"?[=+@\t]/u.test(cell))).toBe(false);
  expect(csv.text).toContain(',0.022000,');
  const json = await shop.product.handlers.purchases.export({ format: 'json' });
  expect(JSON.parse(json.text)).toMatchObject([{ state: 'not_quoted' }, { counted: usd(22_000) }]);
});

it('cancels a Call where the service offers it, and requests it only once', async () => {
  await shop.control.behave({ callPlans: [{ outcome: 'pending', polls: 9, retryAfterMs: 3_000_000 }] });
  const pending = await shop.buy();
  expect(pending.can.cancel).toBe(true);
  const { purchaseId } = pending;
  const cancelled = await shop.product.handlers.purchases.cancel({ purchaseId });
  expect(cancelled).toMatchObject({ state: 'cancelled', counted: null });
  expect(cancelled.words).toBe('Cancelled by the service. No charge was shown.');
  await expect(shop.product.handlers.purchases.cancel({ purchaseId })).rejects.toThrow(/can be cancelled/);
});

it('stores each answer as evidence, and the bytes of the output', async () => {
  const { purchaseId } = await shop.buy();
  const evidence = await shop.product.handlers.purchases.evidence({ purchaseId });
  expect(evidence.entries.map(({ event }) => event)).toEqual([
    'opened',
    'quote_committed',
    'approved',
    'submitted',
    'completed',
  ]);
  expect(JSON.stringify(evidence.entries[1]?.detail)).toContain('operation-commitment:v1:');
  expect(evidence.output).toMatchObject({ via: 'call', interpreted: true });
  expect(evidence.output?.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(evidence.receipt)).toContain('receipt:');
});
