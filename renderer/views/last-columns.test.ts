import { expect, it } from 'vitest';
import type { CompareColumn } from '#shared/contract/comparison.ts';
import { compareAddress } from '../addresses/compare-address.ts';
import { pathWith } from './last-columns.ts';

const column = (searchId: number): CompareColumn => ({ scope: { kind: 'search', searchId }, filter: {} });
const shown = (path: string) => compareAddress.read(path.split('?')[1] ?? '').columns;

it('a column joins those of the last comparison, once, and starts a new one where there are six', () => {
  const after = (...before: number[]) => [
    '/results',
    compareAddress.path({ columns: before.map(column) }),
    '/',
  ];
  expect(shown(pathWith(column(1), []))).toEqual([column(1)]);
  expect(shown(pathWith(column(3), after(1, 2)))).toEqual([column(1), column(2), column(3)]);
  expect(shown(pathWith(column(1), after(1, 2)))).toEqual([column(2), column(1)]);
  expect(shown(pathWith(column(7), after(1, 2, 3, 4, 5, 6)))).toEqual([column(7)]);
});
