import { expect, it } from 'vitest';
import type { PurchaseSummary } from '#shared/contract/purchases.ts';
import type { PurchaseState } from '#shared/purchase/state.ts';
import { approvalLine, purchaseLines } from './approval-groups.ts';
import { countLabel } from './count-label.ts';

const PRICE = { currency: 'USD', units: '22000', exponent: 6 };
const purchase = (
  purchaseId: string,
  batchId: string | null,
  state: PurchaseState = 'completed',
  title = 'London to Tokyo',
): PurchaseSummary => ({
  purchaseId,
  batchId,
  state,
  title,
  words: '',
  toolRef: 't',
  toolId: 't',
  toolTitle: 'Award seat search',
  price: PRICE,
  counted: state === 'completed' ? PRICE : null,
  charged: null,
  chargeAlarm: null,
  chargeState: null,
  callRef: null,
  createdAt: 0,
  updatedAt: 0,
  runId: null,
  grantId: null,
});

it('puts the purchases of one approval on one line, at the place of the newest', () => {
  const lines = purchaseLines([
    purchase('f', null),
    purchase('e', 'B'),
    purchase('d', null),
    purchase('c', 'B'),
    purchase('b', 'A'),
  ]);
  expect(lines.map((line) => (line.kind === 'one' ? line.item.purchaseId : line.batchId))).toEqual([
    'f',
    'B',
    'd',
    'b',
  ]);
});

it("shows an approval's total cost, and the state that most needs the user", () => {
  const line = approvalLine([
    purchase('a', 'A'),
    purchase('b', 'A', 'unknown'),
    purchase('c', 'A', 'refused', 'Rome to Oslo'),
  ]);
  expect(line).toMatchObject({
    title: '2 searches',
    detail: '3 pages, one approval',
    state: 'unknown',
    count: 1,
    price: [{ units: '66000' }],
    counted: [{ units: '22000' }],
  });
  expect(approvalLine([purchase('a', 'A'), purchase('b', 'A')])).toMatchObject({
    title: 'London to Tokyo',
    state: 'completed',
    count: 2,
  });
});

it('counts purchases separately from quotes, as Totals does', () => {
  expect(countLabel(20, 17)).toBe('17 purchases, 3 quotes not bought');
  expect(countLabel(1, 1)).toBe('1 purchase');
  expect(countLabel(1, 0)).toBe('1 quote not bought');
  expect(countLabel(4, null)).toBe('4 purchases');
});
