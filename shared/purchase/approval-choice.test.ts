import { expect, it } from 'vitest';
import { type ApprovalChoice, asksAbout, isAsStrict } from './approval-choice.ts';

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
  [{ ask: 'first' }, { ask: 'first' }, true],
  [{ ask: 'always' }, above(0), false],
  [{ ask: 'always' }, { ask: 'burst' }, false],
])('from %j to %j confirms no less: %s', (before, after, strict) => {
  expect(isAsStrict(before, after)).toBe(strict);
});

it.each<[ApprovalChoice, number, string, boolean, boolean]>([
  [{ ask: 'burst' }, 9, 'USD', true, false],
  [{ ask: 'first' }, 9, 'USD', true, true],
  [{ ask: 'first' }, 9, 'USD', false, false],
  [{ ask: 'always' }, 9, 'USD', false, true],
  [above(9), 9, 'USD', true, false],
  [above(9), 10, 'USD', false, true],
  [above(9), 1, 'EUR', false, true],
])('%j asks about %i %s, the first of its session: %s: %s', (choice, units, currency, isFirst, asks) => {
  expect(asksAbout(choice, { currency, units: String(units), exponent: 6 }, isFirst)).toBe(asks);
});
