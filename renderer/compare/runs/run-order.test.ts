import { expect, it } from 'vitest';
import type { Scope } from '#shared/contract/awards.ts';
import { inTimeOrder, repeated } from './run-order.ts';

const run = (runId: number): Scope => ({ kind: 'run', runId });
const runs = [
  { runId: 1, ranAt: 100 },
  { runId: 2, ranAt: 200 },
];

it('swaps two runs chosen in the wrong order of time, and leaves all others', () => {
  expect(inTimeOrder({ before: run(2), after: run(1) }, runs)).toEqual({
    pair: { before: run(1), after: run(2) },
    turned: true,
  });
  for (const pair of [
    { before: run(1), after: run(2) },
    { before: run(2), after: null },
    { before: run(2), after: { kind: 'search' as const, searchId: 1 } },
    { before: run(9), after: run(1) },
  ])
    expect(inTimeOrder(pair, runs)).toEqual({ pair, turned: false });
});

it('finds the names that do not distinguish two runs', () => {
  expect(repeated(['17:00', '17:01', '17:00', '17:02'])).toEqual(new Set(['17:00']));
});
