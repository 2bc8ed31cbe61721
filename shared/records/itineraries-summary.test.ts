import { expect, it } from 'vitest';
import type { Itinerary } from '#shared/award-search/itinerary.ts';
import { recordFilterSchema } from '#shared/contract/awards.ts';
import { RECORD_FACTS, recordSortSchema } from '#shared/contract/record-row.ts';
import { itinerariesSummary, taxesAtPrice } from './itineraries-summary.ts';

const way = (taxes: Itinerary['taxes']): Itinerary => ({
  flights: [],
  carriers: [],
  aircraft: [],
  cabins: [],
  stops: null,
  minutes: null,
  departs: null,
  arrives: null,
  miles: null,
  seats: null,
  taxes,
  sourceSawAt: null,
  segments: [],
});
const taxesOf = (currency: string, units: string, text: string) =>
  way({ amount: { currency, units, exponent: 2 }, text });

it('taxes in several currencies are listed separately, and never one amount', () => {
  const ways = [
    taxesOf('EUR', '18640', 'EUR 186.40'),
    taxesOf('USD', '18640', 'USD 186.40'),
    taxesOf('EUR', '18640', 'EUR 186.40'),
    way({ amount: null, text: 'JPY 12,300 as sent' }),
    way(null),
  ];
  expect(itinerariesSummary(ways, null).taxes).toEqual(['EUR 186.40', 'USD 186.40', 'JPY 12,300 as sent']);
});

it('takes the taxes of the ways at a price, and never those of a dearer or a cheaper way', () => {
  const at = (miles: number | null, units: string, currency = 'USD') => ({
    ...taxesOf(currency, units, ''),
    miles,
  });
  const ways = [at(70_000, '40000'), at(70_000, '45000'), at(90_000, '560'), at(70_000, '30000', 'EUR')];
  const amounts = (miles: number | null, of = ways) =>
    taxesAtPrice(of, miles).map(({ currency, units }) => `${currency} ${units}`);
  expect(amounts(70_000)).toEqual(['USD 40000', 'EUR 30000']);
  expect(amounts(90_000)).toEqual(['USD 560']);
  expect(amounts(60_000)).toEqual([]);
  expect(amounts(60_000, [...ways, at(null, '9900')])).toEqual(['USD 9900']);
  expect(amounts(null)).toEqual(['USD 560', 'EUR 30000']);
});

it('taxes with different currencies are a column without sort or filter', () => {
  expect(RECORD_FACTS).toHaveProperty('taxes');
  expect(recordSortSchema.safeParse({ by: 'miles', descending: false }).success).toBe(true);
  expect(recordSortSchema.safeParse({ by: 'taxes', descending: false }).success).toBe(false);
  expect(Object.keys(recordFilterSchema.shape).filter((name) => /tax|fee/iu.test(name))).toEqual([]);
});
