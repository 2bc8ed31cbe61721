import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '#shared/purchase/limits.ts';
import { costOfPages, MAX_PAGES, pagesWithin, readNextPages } from './next-pages-form.ts';

const page = { currency: 'USD', units: '22000', exponent: 6 };
const read = (pages: string, ceiling: string, currency = 'USD') =>
  readNextPages({ pages, ceiling, currency }, page);

describe('an approval of several pages', () => {
  it('is read exactly as it is typed', () => {
    expect(read('5', '0.11')).toEqual({
      ok: true,
      value: { pages: 5, ceiling: { currency: 'USD', units: '110000', exponent: 6 } },
    });
  });

  it('starts with the cost of the pages at the price of one', () => {
    expect(costOfPages('5', page)).toBe('0.11');
    expect(costOfPages('3', { currency: 'USD', units: '2', exponent: 0 })).toBe('6.00');
    expect(costOfPages('', page)).toBe('');
    expect(costOfPages('5', null)).toBe('');
  });

  it('shows an error for each field that cannot be approved', () => {
    for (const pages of ['0', '51', '1.5', '', '-2'])
      expect(read(pages, '1')).toMatchObject({ ok: false, problems: { pages: expect.any(String) } });
    for (const ceiling of ['', '0', '0,1,1', '1e3', '0.02'])
      expect(read('5', ceiling)).toMatchObject({ ok: false, problems: { ceiling: expect.any(String) } });
    expect(read('5', '1', '$')).toMatchObject({ ok: false, problems: { currency: expect.any(String) } });
  });

  it('starts with no more pages than the limits allow', () => {
    const spent = (units: string) => [{ currency: 'USD', units, exponent: 6 }];
    const left = (today: string, month: string) =>
      pagesWithin({ limits: DEFAULT_LIMITS, today: spent(today), month: spent(month) }, page);
    // USD 1.00 a day leaves 44 pages of USD 0.022 beside one of today, USD 10.00 a month two.
    expect(left('22000', '22000')).toBe(44);
    expect(left('22000', '9956000')).toBe(2);
    expect(left('990000', '990000')).toBe(0);
    expect(pagesWithin({ limits: DEFAULT_LIMITS, today: [], month: [] }, { ...page, units: '1' })).toBe(
      MAX_PAGES,
    );
  });

  it('accepts a ceiling below the cost of all pages: it stops when that is reached', () => {
    expect(read('5', '0.05').ok).toBe(true);
  });
});
