import { expect, it } from 'vitest';
import { type ApprovalChoice, isAsStrict } from './approval-choice.ts';

const above = (units: number, currency = 'USD'): ApprovalChoice => ({
  ask: 'above',
  amount: { currency, units: String(units), exponent: 6 },
});

it.each<[ApprovalChoice, ApprovalChoice, boolean]>([
  [{ ask: 'burst' }, { ask: 'first' }, true],
  [{ ask: 'burst' }, above(9), true],
  [{ ask: 'always' }, { ask: 'always' }, true],
  [{ ask: 'first' }, { ask: 'always' }, true],
  [above(9), above(8), true],
  [above(9), above(9), true],
  [above(9), above(10), false],
  [above(9), above(1, 'EUR'), false],
  [above(9), { ask: 'first' }, false],
  [{ ask: 'first' }, above(0), false],
  [{ ask: 'always' }, above(0), false],
  [{ ask: 'always' }, { ask: 'burst' }, false],
])('from %j to %j confirms no less: %s', (before, after, strict) => {
  expect(isAsStrict(before, after)).toBe(strict);
});
