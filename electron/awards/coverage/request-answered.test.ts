import { describe, expect, it } from 'vitest';
import { awardSearch } from '#shared/record-kinds/award-search.ts';
import { requestAnswered } from './request-answered.ts';

const REQUESTED = {
  origin_airport: 'JFK,EWR',
  destination_airport: 'LHR',
  cabin: 'business',
  start_date: '2027-03-01',
  take: 10,
};

describe('the request that was carried out', () => {
  it.each([
    ['the same', REQUESTED],
    ['another spelling', { ...REQUESTED, origin_airport: ' ewr, jfk', cabin: 'Business' }],
    ['other pages and order', { ...REQUESTED, take: 500, order_by: 'lowest_mileage', include_trips: false }],
    ['the declared way to leave direct flights away', { ...REQUESTED, only_direct_flights: false }],
    ['nothing', null],
    ['words that nobody knows', { from: 'JFK', to: 'LHR' }],
  ])('is what was asked for where the quote says %s', (_, executed) => {
    expect(requestAnswered(awardSearch, REQUESTED, executed)).toBe(REQUESTED);
  });

  it.each([
    ['another date', { ...REQUESTED, start_date: '2027-04-01' }],
    ['an end', { ...REQUESTED, end_date: '2027-03-05' }],
    ['no cabin', { ...REQUESTED, cabin: undefined }],
    ['another cabin', { ...REQUESTED, cabin: 'first' }],
    ['fewer airports', { ...REQUESTED, origin_airport: 'JFK' }],
    ['direct flights alone', { ...REQUESTED, only_direct_flights: true }],
    ['a date in words of its own', { ...REQUESTED, start_date: 'March' }],
  ])('is what the quote says where that is %s', (_, executed) => {
    expect(requestAnswered(awardSearch, REQUESTED, executed)).toBe(executed);
  });
});
