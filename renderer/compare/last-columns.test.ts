import { afterEach, expect, it } from 'vitest';
import type { CompareColumn } from '#shared/contract/comparison.ts';
import { readCompareAddress } from './compare-address.ts';
import { pathWith, rememberColumns } from './last-columns.ts';

afterEach(() => rememberColumns([]));

const column = (searchId: number): CompareColumn => ({ scope: { kind: 'search', searchId }, filter: {} });
const columnsWith = (added: CompareColumn) => readCompareAddress(pathWith(added).split('?')[1] ?? '').columns;

it('a column joins those of the last comparison, once, and begins anew where they are six', () => {
  expect(columnsWith(column(1))).toEqual([column(1)]);
  rememberColumns([column(1), column(2)]);
  expect(columnsWith(column(3))).toEqual([column(1), column(2), column(3)]);
  expect(columnsWith(column(1))).toEqual([column(2), column(1)]);
  rememberColumns([1, 2, 3, 4, 5, 6].map(column));
  expect(columnsWith(column(7))).toEqual([column(7)]);
});
