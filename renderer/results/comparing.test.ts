import { expect, it } from 'vitest';
import type { CompareColumn } from '#shared/contract/comparison.ts';
import { routeOf } from './comparing.ts';

const shown: CompareColumn = { scope: { kind: 'search', searchId: 7 }, filter: { direct: true } };

it('a record is compared by its route, within the active filters', () => {
  expect(routeOf(shown, { origin: 'JFK', destination: 'LHR' })).toEqual({
    scope: shown.scope,
    filter: { direct: true, origins: ['JFK'], destinations: ['LHR'] },
  });
});

it('a record without a complete route is compared with everything shown', () => {
  expect(routeOf(shown, { origin: 'JFK', destination: '' })).toEqual(shown);
});
