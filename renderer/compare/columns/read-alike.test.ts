import { describe, expect, it } from 'vitest';
import type { Extent } from '#shared/contract/extent.ts';
import { areReadAlike, isReadInPart, partlyRead } from './read-alike.ts';

const to = (reached: string | null, change: Partial<Extent> = {}): Extent => ({
  complete: false,
  pages: 1,
  from: '2027-03-01',
  until: '2027-03-31',
  reached,
  miles: null,
  left: 4,
  ...change,
});
const column = (extent: Extent | null, isStored = true) => ({ extent, isStored });

describe('columns', () => {
  it('are read equally far where all are complete, or read to one day of the same days', () => {
    expect(areReadAlike([column(null), column(null)])).toBe(true);
    expect(areReadAlike([column(to('2027-03-06')), column(to('2027-03-06'))])).toBe(true);
  });

  it('are not where one was read further than another', () => {
    expect(areReadAlike([column(null), column(to('2027-03-06'))])).toBe(false);
    expect(areReadAlike([column(to('2027-03-06')), column(to('2027-03-09'))])).toBe(false);
    expect(areReadAlike([column(to('2027-03-06')), column(to('2027-03-06', { until: '2027-04-30' }))])).toBe(
      false,
    );
  });

  it('are not where it is unknown how far they were read', () => {
    expect(areReadAlike([column(to(null)), column(to(null))])).toBe(false);
  });

  it('without stored records do not affect the others', () => {
    expect(areReadAlike([column(null), column(to('2027-03-06'), false)])).toBe(true);
  });
});

it('a day is read in part where reading stopped within it', () => {
  const columns = [column(null), column(to('2027-03-06'))];
  expect(['2027-03-05', '2027-03-06'].map((day) => isReadInPart(columns, day))).toEqual([false, true]);
});

it('a partly read column is described as such', () => {
  expect(partlyRead([column(null), column(to('2027-03-06'))], ['a', 'b'])).toEqual([
    { index: 1, title: 'b', words: 'Read to 6 Mar of 1 to 31 Mar 2027' },
  ]);
});
