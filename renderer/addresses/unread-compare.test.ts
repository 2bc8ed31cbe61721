import { expect, it } from 'vitest';
import { readCompareAddress, unreadOfCompare } from './compare-address.ts';

const partsOf = (search: string) => unreadOfCompare(search).map(({ part }) => part);
const json = (name: string, value: unknown) => `${name}=${encodeURIComponent(JSON.stringify(value))}`;
const run = (runId: number) => ({ kind: 'run', runId });

it('reports nothing for a valid address', () => {
  expect(unreadOfCompare('')).toEqual([]);
  const columns = [run(1), { scope: run(2), filter: { direct: true } }];
  expect(
    unreadOfCompare(
      `?view=runs&${json('columns', columns)}&${json('before', run(1))}&change=removed&change=new`,
    ),
  ).toEqual([]);
});

it('reports an unknown view, invalid columns and scopes, and unknown names', () => {
  expect(partsOf('view=both&columns={broken&before={"kind":"all"}&seats=0&order=best&night=3')).toEqual([
    'view=both',
    'columns={broken',
    'before={"kind":"all"}',
    'seats=0',
    'order=best',
    'night=3',
  ]);
});

it('reports columns that are left out, and superfluous ones', () => {
  const columns = [run(0), 'nonsense', ...[1, 2, 3, 4, 5, 6, 7].map(run)];
  expect(unreadOfCompare(json('columns', columns))).toEqual([
    { part: 'column 2', instead: 'it is left out' },
    { part: '2 more columns', instead: 'at most 6 are compared, and the first 6 are shown' },
  ]);
});

it('drops and reports only the unreadable member of a filter', () => {
  const column = { scope: run(1), filter: { milesMax: 'few', direct: true, airline: ['BA'] } };
  const address = `?${json('columns', [column, { scope: run(2), filter: 'direct' }])}`;
  expect(readCompareAddress(address).columns).toEqual([
    { scope: run(1), filter: { direct: true } },
    { scope: run(2), filter: {} },
  ]);
  expect(partsOf(address)).toEqual([
    'milesMax in the filter of column 1',
    'airline in the filter of column 1',
    'filter of column 2',
  ]);
});
