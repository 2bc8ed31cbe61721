import { expect, it } from 'vitest';
import { shortTitles } from './short-titles.ts';

const SEARCH = 'EWR, JFK, LGA to LCY, LGW, LHR · business · 2027-03-01 to 2027-04-30';

it('distinguishes parts of one search by the part alone', () => {
  expect(shortTitles([`${SEARCH} · JFK → LHR`, `${SEARCH} · EWR → LHR · direct`])).toEqual([
    'JFK → LHR',
    'EWR → LHR · direct',
  ]);
});

it('starts with what fewest columns share, and leaves out what all share', () => {
  expect(
    shortTitles([
      'A to B · business · direct',
      'A to B · business · at most 60,000 miles',
      'A to B · economy',
    ]),
  ).toEqual(['direct · business', 'at most 60,000 miles · business', 'economy']);
  expect(shortTitles(['BOS to LHR · business', 'JFK to LHR · business'])).toEqual([
    'BOS to LHR',
    'JFK to LHR',
  ]);
});

it('shows the route where a column has nothing of its own, and numbers columns with equal names', () => {
  expect(shortTitles([SEARCH, `${SEARCH} · direct`])).toEqual(['EWR, JFK, LGA to LCY, LGW, LHR', 'direct']);
  expect(shortTitles([SEARCH, SEARCH])).toEqual([
    '1: EWR, JFK, LGA to LCY, LGW, LHR',
    '2: EWR, JFK, LGA to LCY, LGW, LHR',
  ]);
});

it('distinguishes any columns', () => {
  const short = shortTitles(['A · x', 'A · x', 'B · x', 'A · y']);
  expect(new Set(short).size).toBe(4);
});
