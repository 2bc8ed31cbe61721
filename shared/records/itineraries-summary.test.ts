import { expect, it } from 'vitest';
import type { Itinerary } from '#shared/award-search/itinerary.ts';
import { recordFilterSchema } from '#shared/contract/awards.ts';
import { RECORD_FACTS, recordSortSchema } from '#shared/contract/record-row.ts';
import { itinerariesSummary } from './itineraries-summary.ts';

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

it('taxes with different currencies are a column without sort or filter', () => {
  expect(RECORD_FACTS).toHaveProperty('taxes');
  expect(recordSortSchema.safeParse({ by: 'miles', descending: false }).success).toBe(true);
  expect(recordSortSchema.safeParse({ by: 'taxes', descending: false }).success).toBe(false);
  expect(Object.keys(recordFilterSchema.shape).filter((name) => /tax|fee/iu.test(name))).toEqual([]);
});
