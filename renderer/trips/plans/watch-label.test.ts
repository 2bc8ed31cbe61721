import { expect, it } from 'vitest';
import { watchLabel } from './watch-label.ts';

it('says by how much a watched price changed', () => {
  expect(watchLabel({ miles: 100_000, now: 82_000 })).toBe('Now 82,000, 18,000 cheaper.');
  expect(watchLabel({ miles: 100_000, now: 110_000 })).toBe('Now 110,000, 10,000 dearer.');
  expect(watchLabel({ miles: 100_000, now: 100_000 })).toBe('Unchanged.');
  expect(watchLabel({ miles: 100_000, now: null })).toContain('No plan');
});
