import { expect, it } from 'vitest';
import { searchesNamed } from './searches-named.ts';

const SEARCHES = [{ title: 'EWR, JFK to LHR · business' }, { title: 'LHR to JFK · first' }];
const titles = (text: string) => searchesNamed(SEARCHES, text).map(({ title }) => title);

it('finds saved searches by all words, in any order and case', () => {
  expect(titles('lhr jfk')).toHaveLength(2);
  expect(titles(' BUSINESS, lhr')).toEqual(['EWR, JFK to LHR · business']);
  expect(titles('jfk economy')).toEqual([]);
});

it('leaves all where nothing is typed', () => {
  expect(searchesNamed(SEARCHES, '  ')).toBe(SEARCHES);
});
