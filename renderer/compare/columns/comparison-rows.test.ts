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

type Part = Partial<ComparedColumn>;

const DAY = 86_400_000;
const NOW = 9 * DAY;
const rowsOf = (parts: readonly Part[], worth = NO_WORTH) => comparisonRows(parts.map(column), NOW, worth);
const cellsOf = (name: string, parts: readonly Part[], worth = NO_WORTH) =>
  rowsOf(parts, worth).find((row) => row.name === name)?.cells;

const until = (until: string, part: Part = {}): Part => ({
  extent: { complete: true, pages: 1, from: '2027-03-01', until, reached: null, miles: null, left: null },
  ...part,
});
const MORE = { daysWithSpace: 12, programmes: ['aeroplan', 'united'], cheapest: 40_000 };
const NO_SPACE = { cheapest: null, direct: { count: 0, of: 0 } };
const RANKED = { cheapestPrice: { cheapest: 12, lowest: false, dates: 143, basis: 'month' } } as const;

describe('a comparison', () => {
  it.each<[string, string, Part[], boolean[]]>([
    ['few miles', 'Cheapest miles', [{}, { cheapest: 40_000 }], [false, true]],
    ['many days', 'Days with space', [{}, { daysWithSpace: 12 }], [false, true]],
    ['nothing that all share', 'Median miles', [{}, {}], [false, false]],
    ['the newest read', 'Freshness', [{ newestAt: NOW }, {}], [true, false]],
    [
      'nothing that more than half share',
      'Days with space',
      [6, 6, 6, 5].map((daysWithSpace) => ({ daysWithSpace })),
      [false, false, false, false],
    ],
    [
      'what half share',
      'Days with space',
      [6, 6, 4, 5].map((daysWithSpace) => ({ daysWithSpace })),
      [true, true, false, false],
    ],
    [
      'a count over as many days',
      'Programmes',
      [until('2027-04-30', MORE), until('2027-04-30')],
      [true, false],
    ],
    [
      'no count over more days',
      'Programmes',
      [until('2027-04-30', MORE), until('2027-04-29')],
      [false, false],
    ],
    [
      'fewer miles of more days',
      'Cheapest miles',
      [until('2027-04-30', MORE), until('2027-04-29')],
      [true, false],
    ],
    ['no rank of a price', 'Cheapest is cheaper than', [RANKED, {}], [false, false]],
    [
      'ages that read alike',
      'Freshness',
      [{ newestAt: 5 * DAY }, { newestAt: 5 * DAY - 1 }, {}],
      [true, true, false],
    ],
  ])('marks as the best %s', (_, name, parts, best) => {
    expect(cellsOf(name, parts)?.map((cell) => cell.best)).toEqual(best);
  });

  it.each<[string, string, Part, string]>([
    ['no space', 'Cheapest miles', NO_SPACE, 'no award space'],
    ['no record', 'Cheapest miles', { ...NO_SPACE, daysSeen: 0 }, 'no record'],
    ['departed days alone', 'Cheapest miles', { ...NO_SPACE, daysSeen: 0, departed: 1 }, 'departed'],
    ['space without miles', 'Cheapest miles', { cheapest: null }, 'space, miles not given'],
    ['space without seats', 'Most seats', { mostSeats: null }, 'not given'],
    ['no space for seats', 'Most seats', { mostSeats: null, daysWithSpace: 0 }, 'no award space'],
    ['a ranked price', 'Cheapest is cheaper than', RANKED, '88% of 143'],
    ['what is not stored', 'Most seats', { isStored: false }, 'nothing saved'],
  ])('has words for %s', (_, name, part, words) => {
    expect(cellsOf(name, [part, RANKED])?.[0]?.words).toBe(words);
  });

  it.each<[string, string, Part, Part]>([
    [
      'that dates are too few',
      'Cheapest is cheaper than',
      {},
      { words: 'too few dates to say', detail: null },
    ],
    [
      'what a price is ranked among',
      'Cheapest is cheaper than',
      RANKED,
      { detail: 'other dates in the same month of travel' },
    ],
    [
      'how many days have departed',
      'Days with space',
      { departed: 3 },
      { detail: '3 departed days left out' },
    ],
    ['that its read is partial', 'Freshness', { complete: false }, { detail: 'partial' }],
    [
      'that cabins are mixed',
      'Cheapest miles',
      { cheapest: 1, cabins: ['economy', ''] },
      { caution: 'cabins mixed: economy, any cabin' },
    ],
    [
      'both, beside a best',
      'Median miles',
      { median: 1, complete: false, cabins: ['economy', ''] },
      { best: true, caution: 'cabins mixed: economy, any cabin; partial' },
    ],
  ] as [string, string, Part, object][])('states %s', (_, name, part, cell) => {
    expect(cellsOf(name, [part, RANKED])?.[0]).toMatchObject(cell);
  });

  it('leaves out a row in which no column has anything to say', () => {
    expect(cellsOf('Cheapest is cheaper than', [{}, {}])).toBeUndefined();
  });

  it('lets a column without stored records neither win nor lose', () => {
    const lost = { isStored: false, newestAt: null, daysWithSpace: 0, daysSeen: 0, programmes: [] };
    const rows = rowsOf([{}, lost]);
    expect(new Set(rows.map(({ cells }) => cells[1]?.words))).toEqual(new Set(['nothing saved']));
    expect(rows.filter(({ cells }) => cells.some((cell) => cell.best))).toEqual([]);
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
    const shown = dayCells([
      { miles: 50_000, withSpace: 2 },
      null,
      { miles: null, withSpace: 0 },
      { miles: 70_000, withSpace: 1 },
      { miles: null, withSpace: 1 },
    ]);
    expect(shown.map(({ words }) => words)).toEqual([
      '50,000',
      'not seen',
      'no space',
      '70,000',
      'space, miles not given',
    ]);
    expect(shown.map(({ best }) => best)).toEqual([true, false, false, false, false]);
  });

  it('never rounds a share to all or to none', () => {
    expect(shareLabel({ count: 999, of: 1000 })).toBe('99% (999 of 1,000)');
    expect(shareLabel({ count: 1, of: 1000 })).toBe('1% (1 of 1,000)');
    expect(shareLabel({ count: 0, of: 0 })).toBe('no award space');
  });

  it('has distinct titles for runs, parts and mixed cabins of one search', () => {
    const search = { kind: 'search', searchId: 1 } as const;
    const titled = column({ title: 'JFK to LHR' });
    const mixed = { ...titled, cabins: ['economy', 'business', ''] };
    expect(
      columnTitles(
        [titled, titled, titled, mixed],
        [
          { scope: search, filter: {} },
          { scope: { kind: 'run', runId: 9 }, filter: {} },
          { scope: search, filter: { origins: ['EWR'], direct: true } },
          { scope: search, filter: {} },
        ],
      ),
    ).toEqual([
      'JFK to LHR',
      expect.stringContaining('run 9'),
      expect.stringContaining('direct · Newark'),
      'JFK to LHR · cabins mixed: economy, business, any cabin',
    ]);
  });

  it('has rows of money only where the user set values of miles, and names programmes without one', () => {
    const priced = (...prices: [programme: string, miles: number][]): Part => ({
      cheapest: prices[0]?.[1] ?? null,
      cheapestBy: prices.map(([programme, miles]) => ({ programme, miles })),
    });
    const columns = [
      priced(['united', 50_000]),
      priced(['aeroplan', 58_000], ['united', 60_000]),
      priced(['delta', 1000]),
    ];
    const perMile = (units: string) => ({ currency: 'USD', units, exponent: 6 as const });
    const values = [
      { programme: 'united', perMile: perMile('15000') },
      { programme: 'aeroplan', perMile: perMile('12500') },
    ];
    const worth = worthOf({ currency: 'USD', values }, { fare: '1000' });
    expect(cellsOf('Cheapest by value', columns, worth)).toMatchObject([
      { words: 'USD 750.00', detail: '50,000 miles of United MileagePlus at 1.5 cents', best: false },
      { words: 'USD 725.00', detail: '58,000 miles of Air Canada Aeroplan at 1.25 cents', best: true },
      { words: 'no value set', detail: 'no value set for SkyMiles', best: false },
    ]);
    expect(cellsOf('Value against the fare', columns, worth)).toMatchObject([
      { words: '2 cents a mile before taxes', best: false },
      { words: '1.72 cents a mile before taxes', best: false },
      { words: '100 cents a mile before taxes', best: true },
    ]);
    // Before and after taxes cannot be compared: none is the best.
    const taxed = { ...columns[0], cheapestTaxes: [{ currency: 'USD', units: '10000', exponent: 2 }] };
    const mixed = cellsOf('Value against the fare', [taxed, ...columns.slice(1)], worth);
    expect(mixed?.[0]?.words).toBe('1.8 cents a mile after USD 100.00 taxes');
    expect(mixed?.some(({ best }) => best)).toBe(false);
    for (const name of ['Cheapest by value', 'Value against the fare'])
      expect(cellsOf(name, columns)).toBeUndefined();
  });

  it('can be written as a plain table with the calendar below', () => {
    const columns = [column({ title: 'a' }), column({ title: 'b', cheapest: 1 })];
    const days = [{ date: '2027-03-01', cells: [null, { miles: 1, withSpace: 1 }] }];
    const table = comparisonTable({ columns, days }, ['a', 'b'], 0, NO_WORTH, []);
    expect(table[0]).toEqual(['', 'a', 'b']);
    expect(table[1]).toEqual(['Cheapest miles', '50,000', '1 (best: fewest miles)']);
    expect(table.at(-1)).toEqual(['2027-03-01', 'not seen', '1']);
  });
});
