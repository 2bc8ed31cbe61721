import { describe, expect, it } from 'vitest';
import { factsCsv } from '#shared/csv.ts';
import { NO_WORTH, worthOf } from '../worth/worth-rows.ts';
import type { ComparisonRead } from './compared-column.ts';
import { comparisonData, comparisonJson } from './comparison-data.ts';
import { column } from './testing/column.ts';

const AT = Date.UTC(2026, 10, 20, 15, 4, 5);
const comparison: ComparisonRead = {
  columns: [
    column({
      title: 'JFK to LHR',
      newestAt: AT - 3_600_000,
      cheapest: 45_000,
      median: 57_000,
      daysWithSpace: 2,
      daysSeen: 31,
      mostSeats: null,
      direct: { count: 1, of: 3 },
      programmes: ['aeroplan', '=evil'],
      airlines: ['BA', 'LH'],
      cheapestBy: [{ programme: 'aeroplan', miles: 45_000 }],
    }),
    column({
      title: 'EWR to LHR',
      newestAt: AT - 7_200_000,
      cabins: [''],
      complete: null,
      cheapest: 1_250_000,
      median: 1_250_000,
      daysWithSpace: 1,
      daysSeen: 31,
      mostSeats: 2,
      direct: { count: 1, of: 1 },
      programmes: ['united'],
      airlines: ['UA'],
      cheapestBy: [{ programme: 'united', miles: 1_250_000 }],
    }),
  ],
  days: [
    {
      date: '2027-05-03',
      cells: [
        { miles: 45_000, withSpace: 2 },
        { miles: 1_250_000, withSpace: 1 },
      ],
    },
    { date: '2027-05-04', cells: [{ miles: null, withSpace: 0 }, null] },
  ],
};
const titles = ['JFK to LHR', 'EWR to LHR'];
const table = comparisonData(comparison, titles, AT, NO_WORTH);
const rowOf = (figure: string, date: string | null = null) =>
  table.rows.find(([name, day]) => name === figure && day === date)?.slice(2);

describe('a comparison for other programs', () => {
  it('has one plain fact in each cell, and the best in separate columns', () => {
    expect(table.names).toEqual([
      'figure',
      'date',
      'JFK to LHR',
      'JFK to LHR · best',
      'EWR to LHR',
      'EWR to LHR · best',
    ]);
    expect(table.rows.every((row) => row.length === table.names.length)).toBe(true);
    expect(rowOf('cheapestMiles')).toEqual([45_000, 'fewest miles', 1_250_000, null]);
    expect(rowOf('daysWithSpace')).toEqual([2, 'most days', 1, null]);
    expect(rowOf('daysSeen')).toEqual([31, null, 31, null]);
    expect(rowOf('mostSeats')).toEqual([null, null, 2, null]);
    expect(rowOf('directShare')).toEqual([0.3333, null, 1, 'largest share']);
    expect(rowOf('requestedCabins')).toEqual([['business'], null, ['any cabin'], null]);
    expect(rowOf('newestAt')).toEqual([
      '2026-11-20T14:04:05.000Z',
      'newest',
      '2026-11-20T13:04:05.000Z',
      null,
    ]);
  });

  it('distinguishes a day without space from a day not read', () => {
    expect(rowOf('cheapestMiles', '2027-05-03')).toEqual([45_000, 'fewest miles', 1_250_000, null]);
    expect(rowOf('recordsWithSpace', '2027-05-03')).toEqual([2, null, 1, null]);
    expect(rowOf('cheapestMiles', '2027-05-04')).toEqual([null, null, null, null]);
    expect(rowOf('recordsWithSpace', '2027-05-04')).toEqual([0, null, null, null]);
  });

  it('has no thousands separators, no words and no formulas in its CSV', () => {
    const csv = factsCsv(table.names, table.rows);
    expect(csv).toContain('"cheapestMiles",,45000,"fewest miles",1250000,\r\n');
    expect(csv).not.toMatch(/\d,\d{3}"|best:|old\b/);
    expect(factsCsv(['a'], [[['=evil', 'b']]])).toContain(`"'=evil, b"`);
  });

  it('gives the value of miles as plain decimals with their currency', () => {
    const worth = worthOf(
      {
        currency: 'USD',
        values: [{ programme: 'aeroplan', perMile: { currency: 'USD', units: '15000', exponent: 6 } }],
      },
      { fare: '900' },
    );
    const data = comparisonData(comparison, titles, AT, worth);
    const figure = (name: string) => data.rows.find(([each]) => each === name)?.slice(2);
    expect(figure('cheapestByValue')).toEqual([{ exact: '675.000000' }, null, null, null]);
    expect(figure('cheapestByValueCurrency')).toEqual(['USD', null, null, null]);
    expect(figure('centsPerMileAgainstFare')).toEqual([
      { exact: '2' },
      'most for a mile',
      { exact: '0.07' },
      null,
    ]);
  });

  it('states in JSON the request, the time, and why a figure is the best', () => {
    const columns = [1, 2].map((searchId) => ({
      scope: { kind: 'search' as const, searchId },
      filter: { direct: true },
    }));
    const json = comparisonJson(comparison, { columns, filter: { seatsMin: 2 }, titles }, AT, NO_WORTH);
    expect(json).toMatchObject({
      madeAt: '2026-11-20T15:04:05.000Z',
      filter: { seatsMin: 2 },
      columns: [
        {
          title: 'JFK to LHR',
          scope: { kind: 'search', searchId: 1 },
          cheapestMiles: 45_000,
          newestAt: '2026-11-20T14:04:05.000Z',
          best: { cheapestMiles: 'fewest miles', daysWithSpace: 'most days' },
        },
        { cheapestMiles: 1_250_000, mostSeats: 2 },
      ],
      days: [
        {
          date: '2027-05-03',
          cells: [{ cheapestMiles: 45_000, recordsWithSpace: 2, best: true }, { best: false }],
        },
        { date: '2027-05-04', cells: [{ cheapestMiles: null, recordsWithSpace: 0 }, null] },
      ],
    });
  });
});
