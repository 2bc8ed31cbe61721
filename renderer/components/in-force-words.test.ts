import { expect, it } from 'vitest';
import { inForceWords } from './in-force-words.ts';

it('names what is in force, and is silent where nothing is', () => {
  expect(inForceWords(undefined)).toBeNull();
  expect(inForceWords({ batches: 0, grants: 0 })).toBeNull();
  expect(inForceWords({ batches: 1, grants: 0 })).toBe('1 batch running');
  expect(inForceWords({ batches: 2, grants: 3 })).toBe('2 batches running, 3 permissions');
});
