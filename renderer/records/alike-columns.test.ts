import { expect, it } from 'vitest';
import { alikeColumns, alikeLabels } from './alike-columns.ts';

const FLOWN = ['flights', 'stops', 'duration', 'aircraft', 'sourceSaw', 'taxes'];

it('a value common to all rows is shown once, and empty columns are omitted', () => {
  const alike = {
    available: true,
    direct: false,
    programme: 'united',
    route: { origin: 'LHR', destination: 'HND' },
    seenOnce: true,
    marked: false,
    priced: false,
    wallet: false,
    flown: false,
    taxed: false,
    oneSource: true,
  };
  expect(alikeColumns(alike)).toEqual([
    'available',
    'direct',
    'programme',
    'route',
    'seen',
    'marks',
    'price',
    'wallet',
    'source',
    ...FLOWN,
  ]);
  expect(alikeLabels(alike).map(({ words }) => words)).toEqual([
    'all with space',
    'none direct',
    'United MileagePlus',
    'Heathrow → Haneda',
  ]);
});

it('nothing is omitted where rows differ, except rarely chosen trip details', () => {
  expect(
    alikeColumns({
      seenOnce: false,
      marked: true,
      priced: true,
      wallet: true,
      flown: true,
      taxed: true,
      oneSource: false,
    }),
  ).toEqual(['aircraft', 'sourceSaw']);
});
