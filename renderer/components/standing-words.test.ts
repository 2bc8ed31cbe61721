import { expect, it } from 'vitest';
import { standingWords } from './standing-words.ts';

it('names what is in force, and is silent where nothing is', () => {
  expect(standingWords(undefined)).toBeNull();
  expect(standingWords({ batches: 0, grants: 0 })).toBeNull();
  expect(standingWords({ batches: 1, grants: 0 })).toBe('1 batch running');
  expect(standingWords({ batches: 2, grants: 3 })).toBe('2 batches running, 3 permissions');
});
