import { afterEach, beforeEach, expect } from 'vitest';
import { type Held, watchThread, wordsOf } from './time-budget.ts';

/** Every test of the file fails if what it did held the program's thread longer than its budget. */
export function underTimeBudget(): void {
  let stop: (() => Held | null) | undefined;
  beforeEach(() => {
    stop = watchThread();
  });
  afterEach(() => {
    const held = stop?.() ?? null;
    stop = undefined;
    expect(held, held === null ? '' : wordsOf(held)).toBeNull();
  });
}
