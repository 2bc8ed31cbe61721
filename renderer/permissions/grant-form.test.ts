import { describe, expect, it } from 'vitest';
import { readGrant } from './grant-form.ts';

const today = '2026-11-20';
const read = (part: Partial<Parameters<typeof readGrant>[0]>) =>
  readGrant({ searchId: '3', perDay: '0.10', until: '2027-03-01', ...part }, 'USD', today);

describe('a standing permission as typed', () => {
  it('is read exactly', () => {
    expect(read({})).toEqual({
      ok: true,
      value: { searchId: 3, perDay: { currency: 'USD', units: '100000', exponent: 6 }, until: '2027-03-01' },
    });
  });

  it('requires a search, a positive amount and a future day within a year', () => {
    expect(read({ searchId: '' })).toMatchObject({ problems: { searchId: expect.any(String) } });
    for (const perDay of ['', '0', '0,1,1', '-1'])
      expect(read({ perDay })).toMatchObject({ problems: { perDay: expect.any(String) } });
    for (const until of ['', '2026-11-19', '2027-02-30', '2028-01-01'])
      expect(read({ until })).toMatchObject({ problems: { until: expect.any(String) } });
    expect(read({ until: today }).ok).toBe(true);
  });
});
