import { expect, it } from 'vitest';
import { searchesNamed } from './searches-named.ts';

const search = (title: string, from: string, to: string) => ({
  title,
  criteria: { origin_airport: from, destination_airport: to },
});
const SEARCHES = [
  search('New York (EWR, JFK) to Heathrow · business', 'EWR,JFK', 'LHR'),
  search('Heathrow to JFK · first', 'LHR', 'JFK'),
  search('São Paulo to Zurich · business', 'CGH,GRU,VCP', 'ZRH'),
];
const titles = (text: string) => searchesNamed(SEARCHES, text).map(({ title }) => title);

it('finds saved searches by all words of their names and codes, in any order, ignoring case and accents', () => {
  expect(titles('lhr jfk')).toHaveLength(2);
  expect(titles(' BUSINESS, heathrow')).toEqual(['New York (EWR, JFK) to Heathrow · business']);
  expect(titles('sao paulo')).toEqual(['São Paulo to Zurich · business']);
  expect(titles('gru')).toHaveLength(1);
  expect(titles('jfk economy')).toEqual([]);
});

it('returns all where nothing is typed', () => {
  expect(searchesNamed(SEARCHES, '  ')).toBe(SEARCHES);
});
