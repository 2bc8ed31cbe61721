import { describe, expect, it } from 'vitest';
import { carriedOut } from './carried-out.ts';

const ASKED = {
  origin_airport: 'JFK,EWR',
  destination_airport: 'LHR',
  cabin: 'business',
  start_date: '2027-03-01',
  take: 10,
};

describe('the request that was carried out', () => {
  it.each([
    ['the same', ASKED],
    ['another spelling', { ...ASKED, origin_airport: ' ewr, jfk', cabin: 'Business' }],
    ['other pages and order', { ...ASKED, take: 500, order_by: 'lowest_mileage', include_trips: false }],
    ['the declared way to leave direct flights away', { ...ASKED, only_direct_flights: false }],
    ['nothing', null],
    ['words that nobody knows', { from: 'JFK', to: 'LHR' }],
  ])('is what was asked for where the quote says %s', (_, executed) => {
    expect(carriedOut(ASKED, executed)).toBe(ASKED);
  });

  it.each([
    ['another date', { ...ASKED, start_date: '2027-04-01' }],
    ['an end', { ...ASKED, end_date: '2027-03-05' }],
    ['no cabin', { ...ASKED, cabin: undefined }],
    ['another cabin', { ...ASKED, cabin: 'first' }],
    ['fewer airports', { ...ASKED, origin_airport: 'JFK' }],
    ['direct flights alone', { ...ASKED, only_direct_flights: true }],
    ['a date in words of its own', { ...ASKED, start_date: 'March' }],
  ])('is what the quote says where that is %s', (_, executed) => {
    expect(carriedOut(ASKED, executed)).toBe(executed);
  });
});
