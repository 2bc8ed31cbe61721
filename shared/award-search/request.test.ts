import { describe, expect, it } from 'vitest';
import { checkAwardSearchRequest, searchCriteria, searchTitle, splitCodes } from './request.ts';

const valid = { origin_airport: 'JFK', destination_airport: 'LHR' };

describe('the award search request (§2.1)', () => {
  it('needs an origin and a destination and nothing else', () => {
    expect(checkAwardSearchRequest(valid)).toEqual({ ok: true, request: valid });
    const missing = checkAwardSearchRequest({});
    expect(missing.ok).toBe(false);
    expect(Object.keys(missing.ok ? {} : missing.problems)).toEqual([
      'origin_airport',
      'destination_airport',
    ]);
  });

  it.each([
    ['origin_airport', 'JF'],
    ['destination_airport', ''],
    ['cabin', 'suite'],
    ['start_date', '2027-3-1'],
    ['end_date', '01.03.2027'],
    ['order_by', 'date'],
    ['include_trips', 'yes'],
    ['only_direct_flights', 1],
    ['cursor', 1.5],
    ['cursor', 2 ** 53],
    ['skip', -1],
    ['take', 9],
    ['take', 1001],
  ])('reports an invalid %s under its own name', (field, value) => {
    const checked = checkAwardSearchRequest({ ...valid, [field]: value });
    expect(checked.ok ? {} : checked.problems).toHaveProperty(field);
  });

  it.each([
    ['take', 10],
    ['take', 1000],
    ['skip', 0],
    ['skip', Number.MAX_SAFE_INTEGER],
    ['cursor', -Number.MAX_SAFE_INTEGER],
    ['order_by', 'lowest_mileage'],
  ])('accepts the limit of %s: %s', (field, value) => {
    expect(checkAwardSearchRequest({ ...valid, [field]: value }).ok).toBe(true);
  });

  it('rejects unknown properties', () => {
    const checked = checkAwardSearchRequest({ ...valid, callback: 'x' });
    expect(checked.ok ? {} : checked.problems).toEqual({
      other: 'The award search takes no property named callback.',
    });
  });

  it('rejects a date that is not a day, and an end before the start', () => {
    const noDay = checkAwardSearchRequest({ ...valid, start_date: '2026-02-31' });
    expect(noDay.ok ? {} : noDay.problems).toHaveProperty(
      'start_date',
      'There is no such day in the calendar.',
    );
    const backwards = checkAwardSearchRequest({ ...valid, start_date: '2027-03-02', end_date: '2027-03-01' });
    expect(backwards.ok ? {} : backwards.problems).toHaveProperty('end_date');
  });
});

describe('the identity of a search', () => {
  it('ignores pages and the order in which codes were typed', () => {
    const a = searchCriteria({
      origin_airport: 'EWR,JFK',
      destination_airport: 'LHR',
      skip: 500,
      take: 500,
      cursor: 7,
    });
    const b = searchCriteria({ origin_airport: 'JFK,EWR', destination_airport: 'LHR' });
    expect(a).toEqual(b);
  });

  it('splits pasted lists however they are separated', () => {
    expect(splitCodes(' jfk, ewr;LGA\njfk / lhr')).toEqual(['JFK', 'EWR', 'LGA', 'LHR']);
  });

  it('is described in a few words', () => {
    expect(
      searchTitle({
        origin_airport: 'EWR,JFK',
        destination_airport: 'LHR',
        cabin: 'business',
        start_date: '2027-03-01',
        end_date: '2027-04-30',
      }),
    ).toBe('EWR, JFK to LHR · business · 2027-03-01 to 2027-04-30');
  });

  it('has distinct titles for any other criteria of the same routes and dates', () => {
    const requested = [
      valid,
      { ...valid, order_by: 'lowest_mileage' as const },
      { ...valid, include_trips: true },
      { ...valid, only_direct_flights: true },
      { ...valid, carriers: 'BA' },
    ];
    expect(searchTitle({ ...valid, order_by: 'lowest_mileage' })).toMatch(/ · fewest miles first$/);
    expect(new Set(requested.map(searchTitle)).size).toBe(requested.length);
  });
});
