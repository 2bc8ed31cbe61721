import { describe, expect, it } from 'vitest';
import type { RecordRow } from '#shared/contract/awards.ts';
import { NO_WORTH, worthOf } from '../worth/worth-rows.ts';
import {
  costLabel,
  fareLabel,
  orderLabel,
  pairTotalLabel,
  type TripPair,
  totalLabel,
  tripCells,
  tripsTable,
} from './round-trip-labels.ts';

const row = (date: string, programme: string, miles: number): RecordRow => ({
  versionId: miles,
  date,
  dateText: date,
  origin: 'JFK',
  destination: 'LHR',
  programme,
  available: true,
  miles,
  milesText: String(miles),
  seats: null,
  direct: true,
  airlines: 'BA',
  cabin: 'business',
  seenAt: 0,
  flagged: false,
});
const pair: TripPair = {
  outbound: row('2027-03-01', 'aeroplan', 58_000),
  back: row('2027-03-08', 'united', 30_000),
  nights: 7,
  totals: [
    { programme: 'aeroplan', miles: 58_000 },
    { programme: 'united', miles: 30_000 },
  ],
};
const perMile = (programme: string, units: string) => ({
  programme,
  perMile: { currency: 'USD', units, exponent: 6 as const },
});

describe('a pair', () => {
  it('shows the miles of each programme and never adds two programmes', () => {
    expect(totalLabel(pair.totals)).toBe('58,000 Aeroplan + 30,000 MileagePlus');
    expect(tripsTable([pair], NO_WORTH)).toEqual([
      ['Nights', 'Outbound', 'Return', 'Miles by programme'],
      [
        '7',
        'Mon 1 Mar 2027, JFK → Heathrow; Air Canada Aeroplan · 58,000 miles · seats not given · direct · British Airways (BA)',
        'Mon 8 Mar 2027, JFK → Heathrow; United MileagePlus · 30,000 miles · seats not given · direct · British Airways (BA)',
        '58,000 Aeroplan + 30,000 MileagePlus',
      ],
    ]);
  });

  it('uses the singular for one seat', () => {
    const words = (seats: number) => tripCells({ ...pair, back: { ...pair.back, seats } }, NO_WORTH).back;
    expect(words(1)).toContain(' · 1 seat · ');
    expect(words(2)).toContain(' · 2 seats · ');
  });

  it('has a price in money only where every programme of it has a value', () => {
    const values = [perMile('aeroplan', '15000')];
    expect(costLabel(pair.totals, worthOf({ currency: 'USD', values }, { fare: '' }))).toBe(
      'no value set for MileagePlus',
    );
    values.push(perMile('united', '12500'));
    expect(costLabel(pair.totals, worthOf({ currency: 'USD', values }, { fare: '' }))).toBe('USD 1,245.00');
  });

  it('has a value against a fare only in one programme', () => {
    const worth = worthOf({ currency: 'USD', values: [] }, { fare: '1000' });
    expect(fareLabel(pair, worth)).toBe('two programmes: no one figure');
    const one = { ...pair, totals: pair.totals.slice(0, 1) };
    expect(fareLabel(one, worth)).toBe('1.72 cents a mile before taxes');
  });

  it('takes off the taxes of both legs as trip details state them, or else as typed, each', () => {
    const taxes = (units: string) => ({ currency: 'USD', units, exponent: 2 });
    const flown = (units: string) => ({
      count: 1,
      flights: [],
      stops: 0,
      minutes: null,
      aircraft: [],
      cabins: [],
      taxes: [],
      taxAmounts: [taxes(units)],
      sourceSawAt: null,
    });
    const one = {
      totals: pair.totals.slice(0, 1),
      outbound: { ...pair.outbound, itineraries: flown('10000') },
      back: { ...pair.back, itineraries: flown('4000') },
    };
    const usd = { currency: 'USD', values: [] };
    // (1,000 - 140) / 58,000; a fare for two pays for twice the miles and taxes; what is typed comes first.
    expect(fareLabel(one, worthOf(usd, { fare: '1000' }))).toBe('1.48 cents a mile after USD 140.00 taxes');
    expect(fareLabel(one, worthOf(usd, { fare: '2000', fareFor: 2 }))).toBe(
      '1.48 cents a mile after USD 140.00 taxes',
    );
    expect(fareLabel(one, worthOf(usd, { fare: '1000', taxes: '420' }))).toBe(
      '1 cents a mile after USD 420.00 taxes',
    );
    expect(fareLabel({ ...one, back: pair.back }, worthOf(usd, { fare: '1000' }))).toContain('before taxes');
    expect(fareLabel(one, worthOf(usd, { fare: '100' }))).toBe('0 cents a mile after USD 140.00 taxes');
  });

  it('states where its order counts miles of two programmes equally', () => {
    expect(orderLabel({ byValue: false, sameProgramme: false })).toMatch(/not worth the same/);
    expect(orderLabel({ byValue: false, sameProgramme: true })).not.toMatch(/two programmes/);
    expect(orderLabel({ byValue: true, sameProgramme: false })).toMatch(/worth to you/);
  });
});

it('adds up the miles for all travellers where there are several', () => {
  const forTwo = { ...pair, outbound: { ...pair.outbound, seatsFor: { travellers: 2, enough: null } } };
  expect(pairTotalLabel(pair)).toBe('58,000 Aeroplan + 30,000 MileagePlus');
  expect(pairTotalLabel(forTwo)).toBe(
    '58,000 Aeroplan + 30,000 MileagePlus; for 2: 116,000 Aeroplan + 60,000 MileagePlus',
  );
});
