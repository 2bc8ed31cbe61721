import { describe, expect, test } from 'vitest';
import { surelyDiffer } from './surely-differ.ts';

describe('surely different', () => {
  test.each<[string, unknown, unknown]>([
    ['a list and a text of the same', ['LHR', 'LGW'], 'lgw, lhr'],
    ['a day with and without its midnight', '2027-03-01', '2027-03-01T00:00Z'],
    ['a day in digits alone', '2027-03-01', 20270301],
    ['one value and a list of it', 'JFK', ['JFK']],
    ['what is no plain value', { airport: 'JFK' }, 'JFK'],
    ['a number in full-width digits', '10', '１０'],
    ['a number in other notations', 500, '500.0'],
    ['a number with zeros before it', '0500', 5e2],
    ['a flag and a number', true, 1],
    ['a flag in another word', true, 'yes'],
    ['a day and its milliseconds', '2027-03-01', 1_803_859_200_000],
    ['a day in another order', '2027-03-01', '01-03-2027'],
    ['a day with the midnight of a zone', '2027-03-01', '2027-03-01T00:00:00+01:00'],
    ['codes set apart by other marks', 'LHR,LGW', 'LGW; LHR'],
    ['a code that stands twice', 'LHR,LGW', 'LHR,LGW,LHR'],
    ['a cabin and its letter', 'business', 'J'],
    ['a cabin with a word more', 'business', 'Business Class'],
    ['a cabin in another word', 'economy', 'coach'],
    ['a place and its code', 'Paris', 'PAR'],
    ['a letter that only looks the same', 'HND', '\u041dND'],
    ['an empty text', '', 'JFK'],
  ])('%s are not', (_name, one, other) => expect(surelyDiffer(one, other)).toBe(false));

  test.each<[string, unknown, unknown]>([
    ['two airports', 'JFK', 'SYD'],
    ['one airport more', 'JFK', 'JFK,SYD'],
    ['two days', '2027-03-01', '2027-03-02T00:00:00Z'],
    ['true and false', true, 'false'],
    ['two numbers', 10, '20'],
    ['two cabins', 'business', 'First'],
    ['two places', 'Paris', 'London'],
  ])('%s are', (_name, one, other) => expect(surelyDiffer(one, other)).toBe(true));
});
