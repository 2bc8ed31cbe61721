import { expect, it } from 'vitest';
import { reversed } from './reversed-search.ts';

it('reverses the route, in the same cabin and two weeks later', () => {
  expect(
    reversed({
      origin_airport: 'LHR,LGW',
      destination_airport: 'HND',
      cabin: 'business',
      start_date: '2027-03-01',
      end_date: '2027-03-31',
    }),
  ).toEqual({
    origin_airport: 'HND',
    destination_airport: 'LHR,LGW',
    cabin: 'business',
    start_date: '2027-03-01',
    end_date: '2027-04-14',
  });
});

it('leaves out missing dates, and is null without airports', () => {
  expect(reversed({ origin_airport: 'BER', destination_airport: 'JFK' })).toEqual({
    origin_airport: 'JFK',
    destination_airport: 'BER',
  });
  expect(reversed({ cabin: 'business' })).toBeNull();
});
