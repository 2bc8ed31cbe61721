import { expect, it, vi } from 'vitest';
import { alikeColumns, alikeLabels } from './record-columns.tsx';

vi.mock('../api/api.ts', () => ({ api: {} }));

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
  expect(new Set(alikeColumns(alike))).toEqual(
    new Set([
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
    ]),
  );
  expect(alikeLabels(alike).map(({ column }) => column)).toEqual([
    'route',
    'programme',
    'available',
    'direct',
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
