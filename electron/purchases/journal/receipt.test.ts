import { expect, it } from 'vitest';
import { chargeStateOf, type Receipt, receiptMessage, unreadOf } from './receipt.ts';

const receipt = (more: Partial<Receipt>): Receipt => ({
  ...{ receiptRef: null, state: null, refundState: null, lossState: null, transactionRef: null, total: null },
  ...more,
});

it.each<[string | null, string | null, string | null]>([
  ['settled', null, 'paid'],
  ['PAID', null, 'paid'],
  ['reserved', null, 'free_tier'],
  ['not_charged', null, 'free_tier'],
  ['pending', null, 'outcome_unknown'],
  ['refunded', null, 'refunded'],
  ['settled', 'refunded', 'refunded'],
  ['settled', 'unknown', 'outcome_unknown'],
  // What was not refunded was charged nonetheless.
  ['settled', 'none', 'paid'],
  ['escrowed', null, 'escrowed'],
  [null, null, null],
])('the state %s, with the refund %s, says that a charge is %s', (state, refundState, charge) => {
  expect(chargeStateOf(receipt({ state, refundState }))).toBe(charge);
});

it('says how a charge stands and what is lost in words of its own, and of no loss nothing', () => {
  const states = [null, 'reserved', 'settled', 'refunded', 'unknown', 'escrowed'];
  const said = states.map((state) => receiptMessage(receipt({ state })));
  expect(new Set(said).size).toBe(states.length);
  const losses = ['none', 'not_applicable', 'unknown', 'seller', null];
  const lost = losses.map((lossState) => receiptMessage(receipt({ state: 'settled', lossState })));
  expect(lost.map((words) => words === said[2])).toEqual([true, true, false, false, true]);
  expect(new Set(lost).size).toBe(3);
});

it.each([
  ['a text', 'x'.repeat(900)],
  ['a number', 9],
  ['an object', { amount: 'x'.repeat(900) }],
])('keeps of %s that cannot be read no more than a line shows', (_what, value) => {
  expect(unreadOf(value).length).toBeLessThanOrEqual(80);
  expect(unreadOf(value)).toContain(String(JSON.stringify(value)).slice(0, 9));
});
