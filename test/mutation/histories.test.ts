import '../simulation/world/at-once.ts';
import { expect, test } from 'vitest';
import { play } from '../simulation/history.ts';

/** `npm test` plays new histories for some seconds; a fault is judged by the same in every run. */
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];

test.for(SEEDS)('history %i breaks no promise', async (seed) => {
  expect((await play(seed)).violations).toEqual([]);
});
