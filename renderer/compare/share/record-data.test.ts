import { describe, expect, it } from 'vitest';
import type { RecordRow } from '#shared/contract/awards.ts';
import { roundTripData, roundTripJson } from '../round-trips/round-trip-data.ts';
import type { TripPair } from '../round-trips/round-trip-labels.ts';
import { differenceData, differenceJson } from '../runs/difference-data.ts';
import type { DifferencesRead } from '../runs/difference-labels.ts';
import { NO_WORTH, worthOf } from '../worth/worth-rows.ts';
import type { DataTable } from './data-table.ts';

const AT = Date.UTC(2026, 10, 20, 15, 4, 5);
const row = (part: Partial<RecordRow>): RecordRow => ({
  versionId: 1,
  date: '2027-05-03',
  dateText: '2027-05-03',
  origin: 'VIE',
  destination: 'BKK',
  programme: 'turkish',
  available: true,
  miles: 45_000,
  milesText: '45000',
  seats: 4,
  direct: false,
  airlines: 'TK, OS',
  cabin: 'business',
  seenAt: AT,
  flagged: false,
  ...part,
});
const out = row({});
const back = row({ date: '2027-05-13', origin: 'BKK', destination: 'VIE', miles: 50_000, seats: null });
const byName = ({ names, rows }: DataTable) =>
  rows.map((cells) => {
    expect(cells).toHaveLength(names.length);
    return Object.fromEntries(names.map((name, place) => [name, cells[place]]));
  });

describe('round trips for other programs', () => {
  const pair: TripPair = {
    outbound: out,
    back,
    nights: 10,
    totals: [{ programme: 'turkish', miles: 95_000 }],
  };
  const mixed: TripPair = {
    ...pair,
    totals: [
      { programme: 'turkish', miles: 45_000 },
      { programme: 'united', miles: 50_000 },
    ],
  };

  it('have each fact of either leg in its own column', () => {
    const [first, second] = byName(roundTripData([pair, mixed], NO_WORTH));
    expect(first).toMatchObject({
      nights: 10,
      outboundDate: '2027-05-03',
      outboundOrigin: 'VIE',
      outboundDestination: 'BKK',
      outboundProgramme: 'turkish',
      outboundRequestedCabin: 'business',
      outboundMiles: 45_000,
      outboundSeats: 4,
      outboundDirect: false,
      outboundAirlines: ['TK', 'OS'],
      outboundSeenAt: '2026-11-20T15:04:05.000Z',
      returnDate: '2027-05-13',
      returnOrigin: 'BKK',
      returnMiles: 50_000,
      returnSeats: null,
      milesOfOneProgramme: 95_000,
    });
    expect(second).toMatchObject({ milesOfOneProgramme: null });
    expect(roundTripData([], NO_WORTH).names).toEqual(Object.keys(first ?? {}));
  });

  it('give their value as plain decimals', () => {
    const perMile = { currency: 'USD', units: '15000', exponent: 6 as const };
    const worth = worthOf({ currency: 'USD', values: [{ programme: 'turkish', perMile }] }, { fare: '1900' });
    expect(byName(roundTripData([pair, mixed], worth))).toMatchObject([
      { worth: { exact: '1425.000000' }, worthCurrency: 'USD', centsPerMileAgainstFare: { exact: '2' } },
      { worth: null, worthCurrency: null, centsPerMileAgainstFare: null },
    ]);
  });

  it('state in JSON the request and the time', () => {
    const way = {
      title: 'VIE to BKK',
      newestAt: AT,
      legs: 1,
      extent: null,
      days: null,
      withoutMiles: 0,
      departed: 0,
      withoutValue: [],
    };
    const data = { outbound: way, back: { ...way, newestAt: null }, total: 1, pairs: [pair] };
    expect(roundTripJson(data, { nightsMin: 7 }, AT, NO_WORTH)).toMatchObject({
      madeAt: '2026-11-20T15:04:05.000Z',
      nightsMin: 7,
      outbound: { title: 'VIE to BKK', newestAt: '2026-11-20T15:04:05.000Z' },
      return: { newestAt: null },
      pairs: [{ nights: 10, outbound: { miles: 45_000 }, return: { date: '2027-05-13' } }],
    });
  });
});

describe('what changed, for other programs', () => {
  const dearer = { changes: ['dearer' as const], before: out, after: row({ miles: 85_000 }) };

  it('has both sides of a fact in their own columns', () => {
    expect(
      byName(differenceData([dearer, { changes: ['removed'], before: out, after: null }])),
    ).toMatchObject([
      {
        changes: ['dearer'],
        beforeMiles: 45_000,
        afterMiles: 85_000,
        afterSeenAt: '2026-11-20T15:04:05.000Z',
      },
      { changes: ['removed'], beforeDate: '2027-05-03', afterDate: null, afterMiles: null },
    ]);
  });

  it('states in JSON what was compared with what, and when', () => {
    const side = {
      title: 'VIE to BKK',
      newestAt: AT,
      ranAt: AT,
      pages: 1,
      records: 1,
      withSpace: 1,
      cheapest: 45_000,
      proves: { reason: 'exhausted' as const, anything: true, from: null, until: null },
    };
    const data: DifferencesRead = {
      before: side,
      after: { ...side, ranAt: null },
      counts: { dearer: 1 } as DifferencesRead['counts'],
      unchanged: 0,
      total: 1,
      rows: [],
    };
    expect(differenceJson(data, [dearer], AT)).toMatchObject({
      madeAt: '2026-11-20T15:04:05.000Z',
      before: { ranAt: '2026-11-20T15:04:05.000Z' },
      after: { ranAt: null, newestAt: '2026-11-20T15:04:05.000Z' },
      rows: [{ before: { miles: 45_000 }, after: { miles: 85_000 } }],
    });
  });
});
