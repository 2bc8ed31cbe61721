import { describe, expect, it } from 'vitest';
import { changeWords } from './change-words.ts';

const figures = (cheapest: number | null, daysWithSpace: number) => ({ cheapest, daysWithSpace });

describe('the change between two runs', () => {
  it('says by how much the cheapest and the days moved', () => {
    expect(changeWords(figures(57500, 10), figures(50000, 12))).toEqual([
      'cheapest 57,500 → 50,000 miles, 7,500 less',
      '12 days with space, 2 more',
    ]);
    expect(changeWords(figures(50000, 2), figures(60000, 1))).toEqual([
      'cheapest 50,000 → 60,000 miles, 10,000 more',
      '1 day with space, 1 fewer',
    ]);
  });

  it('says where space came or went', () => {
    expect(changeWords(figures(null, 0), figures(50000, 1))[0]).toBe('award space now, from 50,000 miles');
    expect(changeWords(figures(50000, 1), figures(null, 0))[0]).toBe(
      'no award space now; it was from 50,000 miles',
    );
    expect(changeWords(figures(null, 0), figures(null, 0))).toEqual([
      'no award space in either',
      '0 days with space, as before',
    ]);
    expect(changeWords(figures(1000, 3), figures(1000, 3))[0]).toBe('cheapest unchanged at 1,000 miles');
  });
});
