import { describe, expect, it } from 'vitest';
import { costOfPages, readNextPages } from './next-pages-form.ts';

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

  it('starts with what the pages cost at the price of one', () => {
    expect(costOfPages('5', page)).toBe('0.11');
    expect(costOfPages('3', { currency: 'USD', units: '2', exponent: 0 })).toBe('6.00');
    expect(costOfPages('', page)).toBe('');
    expect(costOfPages('5', null)).toBe('');
  });

  it('says beside each field what cannot be approved', () => {
    for (const pages of ['0', '51', '1.5', '', '-2'])
      expect(read(pages, '1')).toMatchObject({ ok: false, problems: { pages: expect.any(String) } });
    for (const ceiling of ['', '0', '0,1,1', '1e3', '0.02'])
      expect(read('5', ceiling)).toMatchObject({ ok: false, problems: { ceiling: expect.any(String) } });
    expect(read('5', '1', '$')).toMatchObject({ ok: false, problems: { currency: expect.any(String) } });
  });

  it('takes a ceiling below what all pages would cost: it stops when that is reached', () => {
    expect(read('5', '0.05').ok).toBe(true);
  });
});
