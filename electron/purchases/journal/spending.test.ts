import { expect, it } from 'vitest';
import type { PurchaseState } from '#shared/purchase/state.ts';
import { type Entry, NOT_QUOTED_YET } from './entry.ts';
import { countedAmounts } from './spending.ts';

const usd = (units: number, currency = 'USD') => ({ currency, units: String(units), exponent: 2 });

it.each<[counted: object[], PurchaseState, Partial<Entry>]>([
  [[], 'quoted', {}],
  [[], 'not_sent', {}],
  [[usd(9)], 'unknown', { ceiling: usd(9) }],
  [[usd(5)], 'pending', {}],
  // Open, with more charged than was approved, and in another currency.
  [[usd(7)], 'pending', { charged: usd(7) }],
  [[usd(5), usd(1, 'EUR')], 'unknown', { charged: usd(1, 'EUR') }],
  [[usd(5)], 'pending', { charged: usd(2) }],
  [[usd(2)], 'completed', { charged: usd(2) }],
  [[usd(7)], 'completed', { charged: usd(7) }],
  [[usd(5)], 'completed', {}],
  [[], 'refused', {}],
  [[usd(0)], 'refused', { charged: usd(0), chargeState: 'free_tier' }],
  [[usd(5)], 'refused', { chargeState: 'paid' }],
  [[usd(5)], 'refused', { chargeState: 'outcome_unknown' }],
  [[usd(5)], 'cancelled', { chargeState: 'outcome_unknown', charged: usd(2) }],
  // What cannot be read counts in full once it may have been ordered.
  [[usd(5)], 'refused', { damaged: ['charged'], submittedAt: 1 }],
  [[usd(5)], 'void', { damaged: ['input'], idempotencyKey: 'key' }],
  [[], 'void', { damaged: ['input'] }],
])('%j counts as spent of a purchase that is %s: %j', (counted, state, known) => {
  expect(countedAmounts({ ...NOT_QUOTED_YET, state, price: usd(5), ...known } as Entry)).toEqual(counted);
});
