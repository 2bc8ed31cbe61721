import { describe, expect, it } from 'vitest';
import {
  bestOf,
  type ComparedColumn,
  columnTitles,
  comparisonRows,
  comparisonTable,
  dayCells,
  shareWords,
} from './comparison-rows.ts';

const column = (part: Partial<ComparedColumn>): ComparedColumn => ({
  title: 'a',
  newestAt: 1000,
  cheapest: 50000,
  median: 60000,
  daysWithSpace: 10,
  daysSeen: 20,
  mostSeats: 4,
  direct: { count: 1, of: 2 },
  programmes: ['aeroplan'],
  airlines: ['BA'],
  cheapestBy: [],
  ...part,
});

describe('the best cell of a row', () => {
  it('is shared by all that tie for it', () => {
    expect(bestOf([5, 3, 3], 'least')).toEqual([false, true, true]);
    expect(bestOf([5, 3, 5], 'most')).toEqual([true, false, true]);
  });

  it('is none where all are equal or only one is told', () => {
    expect(bestOf([3, 3], 'least')).toEqual([false, false]);
    expect(bestOf([3, null], 'most')).toEqual([false, false]);
    expect(bestOf([null, null], 'least')).toEqual([false, false]);
  });

  it('is never one that is not told', () => {
    expect(bestOf([null, 7, 9], 'least')).toEqual([false, true, false]);
  });
});

describe('a comparison', () => {
  it('prefers few miles, many days and the newest look', () => {
    const rows = comparisonRows(
      [column({ newestAt: 5000 }), column({ cheapest: 40000, daysWithSpace: 12, newestAt: 1000 })],
      5000,
    );
    const best = (name: string) => rows.find((row) => row.name === name)?.cells.map((cell) => cell.best);
    expect(best('Cheapest miles')).toEqual([false, true]);
    expect(best('Days with space')).toEqual([false, true]);
    expect(best('Median miles')).toEqual([false, false]);
    expect(best('Freshness')).toEqual([true, false]);
  });

  it('says what a missing figure means', () => {
    const [row] = comparisonRows([column({ cheapest: null })], 0);
    expect(row?.cells[0]?.words).toBe('no award space');
    const seats = comparisonRows(
      [column({ mostSeats: null }), column({ mostSeats: null, daysWithSpace: 0 })],
      0,
    );
    expect(seats.find((each) => each.name === 'Most seats')?.cells.map((cell) => cell.words)).toEqual([
      'count not given',
      'no award space',
    ]);
  });

  it('tells days without space from days not seen, and marks the cheapest of a day', () => {
    expect(
      dayCells([
        { miles: 50000, withSpace: 2 },
        null,
        { miles: null, withSpace: 0 },
        { miles: 70000, withSpace: 1 },
        { miles: null, withSpace: 1 },
      ]).map(({ words, best }) => [words, best]),
    ).toEqual([
      ['50,000', true],
      ['not seen', false],
      ['no space', false],
      ['70,000', false],
      ['space, miles not given', false],
    ]);
  });

  it('never rounds a share to all or to none', () => {
    expect(shareWords({ count: 999, of: 1000 })).toBe('99 % (999 of 1,000)');
    expect(shareWords({ count: 1, of: 1000 })).toBe('1 % (1 of 1,000)');
    expect(shareWords({ count: 0, of: 0 })).toBe('no award space');
  });

  it('tells two runs of one search apart', () => {
    expect(
      columnTitles(
        [column({ title: 'JFK to LHR' }), column({ title: 'JFK to LHR' })],
        [
          { kind: 'search', searchId: 1 },
          { kind: 'run', runId: 9 },
        ],
      ),
    ).toEqual(['JFK to LHR', 'JFK to LHR · run 9']);
  });

  it('becomes a plain table with the calendar below', () => {
    const table = comparisonTable(
      {
        columns: [column({ title: 'a' }), column({ title: 'b', cheapest: 1 })],
        days: [{ date: '2027-03-01', cells: [null, { miles: 1, withSpace: 1 }] }],
      },
      ['a', 'b'],
      0,
    );
    expect(table[0]).toEqual(['', 'a', 'b']);
    expect(table[1]).toEqual(['Cheapest miles', '50,000', '1 (best)']);
    expect(table.at(-1)).toEqual(['2027-03-01', 'not seen', '1']);
  });
});
