import { expect, it } from 'vitest';
import { chargeLabel } from './charge-labels.ts';

it('has a label for each charge state of the service, and shows an unknown one as it came', () => {
  const known = ['free_tier', 'paid', 'insufficient_credit', 'outcome_unknown', 'refunded'];
  const words = known.map(chargeLabel);
  expect(new Set(words).size).toBe(known.length);
  expect(words.every((each) => !each.includes('_'))).toBe(true);
  expect(chargeLabel('held_in_escrow')).toBe('“held_in_escrow”');
});
