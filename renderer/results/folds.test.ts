import { expect, it } from 'vitest';
import { ALL_FOLDED, ALL_OPEN, isFolded, turned } from './folds.ts';

it('turns one group around and back, whatever all others do', () => {
  for (const folds of [ALL_OPEN, ALL_FOLDED]) {
    const one = turned(folds, 'JFK → LHR');
    expect(isFolded(one, 'JFK → LHR')).toBe(!folds.all);
    expect(isFolded(one, 'EWR → LHR')).toBe(folds.all);
    expect(turned(one, 'JFK → LHR')).toEqual(folds);
  }
});
