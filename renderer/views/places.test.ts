import { expect, it } from 'vitest';
import { lastPlace, lastTop, visited, withoutDrawer } from './places.ts';

it('the last place of a screen is its own or one within it, and not of a screen whose path merely begins with it', () => {
  const places = ['/compared', '/trips/a', '/watchlist?x=1', '/results'];
  expect(lastPlace(places, '/compare')).toBeUndefined();
  expect(lastPlace(places, '/trips')).toBe('/trips/a');
  expect(lastPlace(places, '/watchlist')).toBe('/watchlist?x=1');
  expect(lastPlace(places, '/results')).toBe('/results');
});

it('returning to a place does not reopen its drawer', () => {
  expect(withoutDrawer('/results?record=7', 'record')).toBe('/results');
  expect(readBack(withoutDrawer('/results?scope=%7B%3F%7D&record=7&tag=a&tag=b', 'record'))).toEqual([
    ['scope', '{?}'],
    ['tag', 'a'],
    ['tag', 'b'],
  ]);
  expect(withoutDrawer('/trips/a', 'record')).toBe('/trips/a');
});

const readBack = (path: string) => [...new URL(path, 'http://here').searchParams];

it('remembers what was chosen on a screen while a page within it is open', () => {
  visited('/catalogue?query=weather');
  visited('/catalogue/tool?ref=a');
  expect(lastTop('/catalogue')).toBe('/catalogue?query=weather');
  expect(lastTop('/purchases')).toBeUndefined();
});
