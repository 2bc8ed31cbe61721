import { expect, it } from 'vitest';
import type { SearchToRefresh } from './next-pages-sheet.ts';
import { refreshCost } from './refresh-cost.ts';

const search = (part: Partial<SearchToRefresh>): SearchToRefresh => ({
  searchId: 1,
  title: 'JFK to LHR',
  toolRef: 't',
  input: {},
  pages: 3,
  pagePrice: { currency: 'USD', units: '22000', exponent: 6 },
  dataUse: [],
  ...part,
});

it('adds up pages times price exactly, for each currency', () => {
  const euro = { currency: 'EUR', units: '3', exponent: 2 };
  const { pages, totals, unpriced } = refreshCost(
    [search({}), search({ pages: 1 }), search({ pages: 2, pagePrice: euro })],
    false,
  );
  expect({ pages, unpriced }).toEqual({ pages: 6, unpriced: 0 });
  expect(totals).toEqual([
    { currency: 'USD', units: '88000', exponent: 6 },
    { currency: 'EUR', units: '6', exponent: 2 },
  ]);
});

it('finds the dearest page, which a ceiling must reach', () => {
  const dear = { currency: 'USD', units: '5', exponent: 2 };
  const euro = { currency: 'EUR', units: '9', exponent: 0 };
  const all = [
    search({ pagePrice: null }),
    search({}),
    search({ pagePrice: dear }),
    search({ pagePrice: euro }),
  ];
  expect(refreshCost(all, false).page).toEqual(dear);
});

it('counts one page of each where only the first page is wanted', () => {
  expect(refreshCost([search({}), search({})], true)).toMatchObject({
    pages: 2,
    totals: [{ units: '44000' }],
  });
});

it('counts the searches without a known price', () => {
  expect(refreshCost([search({ pagePrice: null })], false)).toEqual({
    pages: 3,
    totals: [],
    unpriced: 1,
    page: null,
  });
});
