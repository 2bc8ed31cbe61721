import { describe, expect, it } from 'vitest';
import { readGrant, readHours } from './grant-form.ts';

const today = '2026-11-20';
const pagePrice = { currency: 'USD', units: '22000', exponent: 6 };
const read = (part: Partial<Parameters<typeof readGrant>[0]>) =>
  readGrant(
    { searchId: '3', pages: '4', every: '6 days', perDay: '0.10', until: '2027-03-01', ...part },
    { currency: 'USD', pagePrice },
    today,
  );

describe('a standing permission as typed', () => {
  it('is read exactly', () => {
    expect(read({})).toEqual({
      ok: true,
      value: {
        searchId: 3,
        pages: 4,
        everyHours: 144,
        perDay: { currency: 'USD', units: '100000', exponent: 6 },
        until: '2027-03-01',
      },
    });
  });

  it('requires a search, pages, a time, a positive amount and a future day within a year', () => {
    expect(read({ searchId: '' })).toMatchObject({ problems: { searchId: expect.any(String) } });
    for (const pages of ['', '0', '51', '1.5', '-2'])
      expect(read({ pages })).toMatchObject({ problems: { pages: expect.any(String) } });
    for (const every of ['', '0', '400 days', 'often', '6 weeks'])
      expect(read({ every })).toMatchObject({ problems: { every: expect.any(String) } });
    for (const perDay of ['', '0', '0,1,1', '-1'])
      expect(read({ perDay })).toMatchObject({ problems: { perDay: expect.any(String) } });
    for (const until of ['', '2026-11-19', '2027-02-30', '2028-01-01'])
      expect(read({ until })).toMatchObject({ problems: { until: expect.any(String) } });
    expect(read({ until: today }).ok).toBe(true);
  });

  it('allows a day at least what one refresh may cost', () => {
    expect(read({ pages: '5' })).toMatchObject({ problems: { perDay: expect.stringContaining('0.11') } });
    expect(read({ pages: '5', perDay: '0.11' }).ok).toBe(true);
  });

  it.each([
    ['6', 144],
    ['1 day', 24],
    ['12 h', 12],
    ['36 hours', 36],
    ['2d', 48],
  ])('takes %s as a time', (typed, hours) => {
    expect(readHours(typed)).toBe(hours);
  });
});
