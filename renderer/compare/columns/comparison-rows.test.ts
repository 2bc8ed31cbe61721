import { describe, expect, it } from 'vitest';
import { NO_WORTH, worthOf } from '../worth/worth-rows.ts';
import type { ComparedColumn } from './compared-column.ts';
import {
  columnTitles,
  comparisonRows,
  comparisonTable,
  dayCells,
  narrowed,
  shareLabel,
} from './comparison-rows.ts';
import { column } from './testing/column.ts';

describe('a comparison', () => {
  it('marks nothing that more than half of the columns share', () => {
    const bestDays = (...days: number[]) =>
      comparisonRows(
        days.map((daysWithSpace) => column({ daysWithSpace })),
        2000,
        NO_WORTH,
      )
        .find(({ name }) => name === 'Days with space')
        ?.cells.map(({ best }) => best);
    expect(bestDays(6, 6, 6, 5)).toEqual([false, false, false, false]);
    expect(bestDays(6, 6, 4, 5)).toEqual([true, true, false, false]);
  });

  it('leaves out a row in which no column has anything to say', () => {
    const named = (...columns: ComparedColumn[]) =>
      comparisonRows(columns, 2000, NO_WORTH).map(({ name }) => name);
    const known = {
      cheapestPrice: { cheapest: 1, lowest: false, dates: 23, basis: 'any' },
    } as unknown as Partial<ComparedColumn>;
    expect(named(column({}), column({}))).not.toContain('Cheapest is cheaper than');
    expect(named(column({}), column(known))).toContain('Cheapest is cheaper than');
  });

  it('marks no count as the best where one search covers more days than another', () => {
    const requested = (until: string, change: Partial<ComparedColumn>) =>
      column({
        extent: {
          complete: true,
          pages: 1,
          from: '2027-03-01',
          until,
          reached: null,
          miles: null,
          left: null,
        },
        ...change,
      });
    const more = { daysWithSpace: 12, programmes: ['aeroplan', 'united'], cheapest: 40_000 };
    const bestBeside = (until: string) =>
      comparisonRows([requested('2027-04-30', more), requested(until, {})], 0, NO_WORTH)
        .filter(({ cells: [first] }) => first?.best)
        .map(({ name }) => name);
    expect(bestBeside('2027-04-30')).toEqual(['Cheapest miles', 'Days with space', 'Programmes']);
    expect(bestBeside('2027-04-29')).toEqual(['Cheapest miles']);
  });

  it('states how the cheapest price ranks among the dates seen, or that there are too few', () => {
    const good = column({ cheapestPrice: { cheapest: 12, lowest: false, dates: 143, basis: 'month' } });
    const [, row] = comparisonRows([good, column({})], 0, NO_WORTH);
    expect(row?.cells.map(({ words, detail, best }) => [words, detail, best])).toEqual([
      ['88% of 143', 'other dates in the same month of travel', false],
      ['too few dates to say', null, false],
    ]);
  });

  it('prefers few miles, many days and the newest read', () => {
    const rows = comparisonRows(
      [column({ newestAt: 500_000 }), column({ cheapest: 40000, daysWithSpace: 12, newestAt: 1000 })],
      500_000,
      NO_WORTH,
    );
    const best = (name: string) => rows.find((row) => row.name === name)?.cells.map((cell) => cell.best);
    expect(best('Cheapest miles')).toEqual([false, true]);
    expect(best('Days with space')).toEqual([false, true]);
    expect(best('Median miles')).toEqual([false, false]);
    expect(best('Freshness')).toEqual([true, false]);
  });

  it('treats equal texts as ties', () => {
    const day = 86_400_000;
    const rows = comparisonRows(
      [column({ newestAt: 5 * day }), column({ newestAt: 5 * day - 1 }), column({ newestAt: 1 })],
      9 * day,
      NO_WORTH,
    );
    const fresh = rows.find((each) => each.name === 'Freshness');
    expect(fresh?.cells.map(({ words, best }) => [words, best])).toEqual([
      ['4 d old', true],
      ['4 d old', true],
      ['8 d old', false],
    ]);
  });

  it('lets a column without stored records neither win nor lose', () => {
    const lost = column({ isStored: false, newestAt: null, daysWithSpace: 0, daysSeen: 0, programmes: [] });
    const rows = comparisonRows([column({}), lost], 500_000, NO_WORTH);
    expect(new Set(rows.map(({ cells }) => cells[1]?.words))).toEqual(new Set(['nothing saved']));
    expect(rows.filter(({ cells }) => cells.some((cell) => cell.best))).toEqual([]);
  });

  it('explains a missing figure', () => {
    const [row] = comparisonRows([column({ cheapest: null, direct: { count: 0, of: 0 } })], 0, NO_WORTH);
    expect(row?.cells[0]?.words).toBe('no award space');
    const seats = comparisonRows(
      [column({ mostSeats: null }), column({ mostSeats: null, daysWithSpace: 0 })],
      0,
      NO_WORTH,
    );
    expect(seats.find((each) => each.name === 'Most seats')?.cells.map((cell) => cell.words)).toEqual([
      'not given',
      'no award space',
    ]);
  });

  it('does not call a day without space where a filter may have left space out', () => {
    const scope = { kind: 'search', searchId: 1 } as const;
    const columns = [
      { scope, filter: { direct: true } },
      { scope, filter: { from: '2027-03-01', available: true } },
    ];
    expect(narrowed(columns, {})).toEqual([true, false]);
    expect(narrowed(columns, { seatsMin: 2 })).toEqual([true, true]);
    const none = { miles: null, withSpace: 0 };
    expect(dayCells([none, none], narrowed(columns, {})).map(({ words }) => words)).toEqual([
      'no space that fits',
      'no space',
    ]);
  });

  it('distinguishes days without space from days not read, and marks the cheapest of a day', () => {
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
    expect(shareLabel({ count: 999, of: 1000 })).toBe('99% (999 of 1,000)');
    expect(shareLabel({ count: 1, of: 1000 })).toBe('1% (1 of 1,000)');
    expect(shareLabel({ count: 0, of: 0 })).toBe('no award space');
  });

  it('distinguishes runs and parts of one search', () => {
    const title = column({ title: 'JFK to LHR' });
    expect(
      columnTitles(
        [title, title, title],
        [
          { scope: { kind: 'search', searchId: 1 }, filter: {} },
          { scope: { kind: 'run', runId: 9 }, filter: {} },
          { scope: { kind: 'search', searchId: 1 }, filter: { origins: ['EWR'], direct: true } },
        ],
      ),
    ).toEqual(['JFK to LHR', expect.stringContaining('run 9'), expect.stringContaining('direct · Newark')]);
  });

  it('has rows of money only where the user set values of miles, and names programmes without one', () => {
    const columns = [
      column({ cheapest: 50_000, cheapestBy: [{ programme: 'united', miles: 50_000 }] }),
      column({
        cheapest: 58_000,
        cheapestBy: [
          { programme: 'aeroplan', miles: 58_000 },
          { programme: 'united', miles: 60_000 },
        ],
      }),
      column({ cheapest: 1000, cheapestBy: [{ programme: 'delta', miles: 1000 }] }),
    ];
    const worth = worthOf(
      {
        currency: 'USD',
        values: [
          { programme: 'united', perMile: { currency: 'USD', units: '15000', exponent: 6 } },
          { programme: 'aeroplan', perMile: { currency: 'USD', units: '12500', exponent: 6 } },
        ],
      },
      { fare: '1000' },
    );
    const named = (name: string) => comparisonRows(columns, 0, worth).find((row) => row.name === name)?.cells;
    expect(named('Cheapest by value')).toEqual([
      {
        words: 'USD 750.00',
        detail: '50,000 miles of United MileagePlus at 1.5 cents',
        caution: null,
        best: false,
      },
      {
        words: 'USD 725.00',
        detail: '58,000 miles of Air Canada Aeroplan at 1.25 cents',
        caution: null,
        best: true,
      },
      { words: 'no value set', detail: 'no value set for SkyMiles', caution: null, best: false },
    ]);
    expect(named('Value against the fare')?.map(({ words, best }) => [words, best])).toEqual([
      ['2 cents a mile before taxes', false],
      ['1.72 cents a mile before taxes', false],
      ['100 cents a mile before taxes', true],
    ]);
    // Before and after taxes cannot be compared: none is the best.
    const [first, ...rest] = columns;
    const taxed = {
      ...(first ?? column({})),
      cheapestTaxes: [{ currency: 'USD', units: '10000', exponent: 2 }],
    };
    const mixed = comparisonRows([taxed, ...rest], 0, worth).find(
      (row) => row.name === 'Value against the fare',
    );
    expect(mixed?.cells[0]?.words).toBe('1.8 cents a mile after USD 100.00 taxes');
    expect(mixed?.cells.some(({ best }) => best)).toBe(false);
    const names = comparisonRows(columns, 0, NO_WORTH).map(({ name }) => name);
    expect(names).not.toContain('Cheapest by value');
    expect(names).not.toContain('Value against the fare');
  });

  it('states on a best cell and in its title that a column mixes cabins', () => {
    const columns = [
      column({ title: 'JFK to LHR', cheapest: 20_000, cabins: ['economy', 'business', ''] }),
      column({ title: 'EWR to LHR', cheapest: 50_000 }),
    ];
    const [cheapest] = comparisonRows(columns, 0, NO_WORTH);
    expect(cheapest?.cells.map(({ best, caution }) => [best, caution])).toEqual([
      [true, 'cabins mixed: economy, business, any cabin'],
      [false, null],
    ]);
    expect(
      columnTitles(
        columns,
        columns.map(() => ({ scope: { kind: 'search', searchId: 1 }, filter: {} })),
      ),
    ).toEqual(['JFK to LHR · cabins mixed: economy, business, any cabin', 'EWR to LHR']);
  });

  it('states on a best cell, and beside its age, that a column was partial', () => {
    const rows = comparisonRows(
      [
        column({ median: 20_000, complete: false, cabins: ['economy', ''] }),
        column({ median: 50_000, complete: null }),
      ],
      2000,
      NO_WORTH,
    );
    const row = (name: string) => rows.find((each) => each.name === name)?.cells;
    expect(row('Median miles')?.map(({ caution }) => caution)).toEqual([
      'cabins mixed: economy, any cabin; partial',
      null,
    ]);
    expect(row('Freshness')?.map(({ detail }) => detail)).toEqual(['partial', null]);
  });

  it('states how many days have departed, which do not count', () => {
    const [first] = comparisonRows(
      [
        column({ departed: 3 }),
        column({ departed: 1, daysSeen: 0, cheapest: null, direct: { count: 0, of: 0 } }),
      ],
      0,
      NO_WORTH,
    ).map(({ cells }) => cells[1]?.words);
    expect(first).toBe('departed');
    const days = comparisonRows([column({ departed: 3 }), column({})], 0, NO_WORTH).find(
      ({ name }) => name === 'Days with space',
    );
    expect(days?.cells.map(({ detail }) => detail)).toEqual(['3 departed days left out', null]);
  });

  it('distinguishes space without miles, no space and no record', () => {
    const words = (part: Partial<ComparedColumn>) =>
      comparisonRows([column({ cheapest: null, ...part }), column({})], 0, NO_WORTH)[0]?.cells[0]?.words;
    expect(words({ direct: { count: 0, of: 2 } })).toBe('space, miles not given');
    expect(words({ direct: { count: 0, of: 0 } })).toBe('no award space');
    expect(words({ direct: { count: 0, of: 0 }, daysSeen: 0 })).toBe('no record');
  });

  it('can be written as a plain table with the calendar below', () => {
    const table = comparisonTable(
      {
        columns: [column({ title: 'a' }), column({ title: 'b', cheapest: 1 })],
        days: [{ date: '2027-03-01', cells: [null, { miles: 1, withSpace: 1 }] }],
      },
      ['a', 'b'],
      0,
      NO_WORTH,
      [],
    );
    expect(table[0]).toEqual(['', 'a', 'b']);
    expect(table[1]).toEqual(['Cheapest miles', '50,000', '1 (best: fewest miles)']);
    expect(table.at(-1)).toEqual(['2027-03-01', 'not seen', '1']);
  });
});
