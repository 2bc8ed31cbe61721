import { describe, expect, it } from 'vitest';
import type { Extent } from '#shared/contract/extent.ts';
import { figuresIn } from '#shared/testing/figures-in.ts';
import { endLabel, extentLabel, isPartial, leftLabel } from './extent-labels.ts';

const march: Extent = {
  complete: false,
  pages: 1,
  from: '2027-03-01',
  until: '2027-03-31',
  reached: '2027-03-06',
  miles: null,
  left: 5,
};
const page = { currency: 'USD', units: '22000', exponent: 6 };

describe('how far a search was read', () => {
  it('is given as the last day read of the requested days', () => {
    const figures = [
      march,
      { ...march, until: '2028-01-31' },
      { ...march, from: null },
      { ...march, until: null },
    ];
    expect(figures.map((one) => figuresIn(extentLabel(one)))).toEqual([
      ['6', '1', '31', '2027'],
      ['6', '2027', '1', '2027', '31', '2028'],
      ['6', '31', '2027'],
      ['6', '2027'],
    ]);
  });

  it('is given in miles or pages where days do not show it', () => {
    expect(extentLabel({ ...march, reached: null, miles: 98_000 })).toBe('Read to 98,000 miles');
    expect(extentLabel({ ...march, reached: null, pages: 2 })).toBe('2 pages read, and there is more');
  });

  it('includes what the rest may take and cost, as far as known', () => {
    expect(leftLabel(march, page)).toContain('5 more pages, USD 0.11');
    expect(leftLabel({ left: 1 }, null)).toBe('About 1 more page');
    expect(leftLabel({ left: null }, page)).toBeNull();
  });

  it('is partial only where more is known to follow', () => {
    expect([march, { ...march, complete: true }, { ...march, complete: null }, null].map(isPartial)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('is called complete only where every page was read and no row is set aside', () => {
    const ends = [true, false, null].flatMap((exhausted) =>
      [0, 1, 40].map((broken) => endLabel({ exhausted, broken })?.words ?? null),
    );
    const none = [null, null, null];
    expect(ends).toEqual(['complete', 'every page read', 'every page read', ...none, ...none]);
  });
});
