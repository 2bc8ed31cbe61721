import { describe, expect, it } from 'vitest';
import type { Extent } from '#shared/contract/extent.ts';
import { extentLabel, isPartial, leftLabel } from './extent-labels.ts';

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
    expect(extentLabel(march)).toBe('Read to 6 Mar of 1 to 31 Mar 2027');
    expect(extentLabel({ ...march, until: '2028-01-31' })).toBe(
      'Read to 6 Mar 2027 of 1 Mar 2027 to 31 Jan 2028',
    );
    expect(extentLabel({ ...march, from: null })).toBe('Read to 6 Mar, of 31 Mar 2027');
    expect(extentLabel({ ...march, until: null })).toBe('Read to 6 Mar 2027');
  });

  it('is given in miles or pages where days do not show it', () => {
    expect(extentLabel({ ...march, reached: null, miles: 98_000 })).toBe('Read to 98,000 miles');
    expect(extentLabel({ ...march, reached: null, pages: 2 })).toBe('2 pages read, and there is more');
  });

  it('includes what the rest may take and cost, as far as known', () => {
    expect(leftLabel(march, page)).toBe('About 5 more pages, USD 0.11');
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
});
