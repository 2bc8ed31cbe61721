import { describe, expect, it } from 'vitest';
import { monthsFrom, wholeMonth, widened } from './date-ranges.ts';

const TODAY = '2026-11-20';

describe('ranges of departure days', () => {
  it('extend at both ends, and from one day to the days around it', () => {
    expect(widened('2027-03-01', '2027-03-10', 3, TODAY)).toEqual({
      earliest: '2027-02-26',
      latest: '2027-03-13',
    });
    expect(widened(' 2027-03-01', '', 3, TODAY)).toEqual({ earliest: '2027-02-26', latest: '2027-03-04' });
    expect(widened('', '2027-03-01', 1, TODAY)).toEqual({ earliest: '2027-02-28', latest: '2027-03-02' });
  });

  it('do not extend into past days', () => {
    expect(widened('2026-11-21', '', 3, TODAY)).toEqual({ earliest: TODAY, latest: '2026-11-24' });
    expect(widened('2026-01-05', '', 3, TODAY)?.earliest).toBe('2026-01-02');
  });

  it('are null where no day is typed yet', () => {
    expect(widened('2027-3', '', 3, TODAY)).toBeNull();
  });

  it('are whole months, of whatever length', () => {
    expect(wholeMonth('2028-02')).toEqual({ earliest: '2028-02-01', latest: '2028-02-29' });
    expect(wholeMonth('2026-12')).toEqual({ earliest: '2026-12-01', latest: '2026-12-31' });
  });

  it('offer the coming months, over the end of a year', () => {
    expect(monthsFrom('2026-11-30', 3)).toEqual(['2026-11', '2026-12', '2027-01']);
  });
});
