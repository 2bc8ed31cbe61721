/** A comparison for other programs: plain figures, the best in members of their own, times in UTC. Pure. */
import { centsText, cheapestByValue } from '#shared/award-analysis/value.ts';
import type { RecordFilter } from '#shared/contract/awards.ts';
import type { CompareColumn } from '#shared/contract/comparison.ts';
import { type ExactFigure, type Fact, plainFact } from '#shared/csv.ts';
import { isoInstant } from '#shared/dates.ts';
import { decimalText } from '#shared/money.ts';
import type { DataTable } from '../share/data-table.ts';
import { fareValue, taxesOf, type Worth } from '../worth/worth-rows.ts';
import type { ComparedColumn, ComparisonRead } from './compared-column.ts';
import { comparisonRows, dayCells } from './comparison-rows.ts';
import { isReadInPart } from './read-alike.ts';

type Figure = {
  name: string;
  /** The row of the screen whose best cells are the best of this figure. */
  row?: string;
  of: (column: ComparedColumn, worth: Worth) => Fact | ExactFigure;
};

const bestByValue = (column: ComparedColumn, { values }: Worth) =>
  cheapestByValue(column.cheapestBy, values).best;

const FIGURES: readonly Figure[] = [
  { name: 'requestedCabins', of: ({ cabins }) => cabins.map((cabin) => cabin || 'any cabin') },
  { name: 'cheapestMiles', row: 'Cheapest miles', of: (column) => column.cheapest },
  {
    name: 'cheapestIsCheaperThanPercent',
    row: 'Cheapest is cheaper than',
    of: ({ cheapestPrice }) => (cheapestPrice === null ? null : 100 - cheapestPrice.cheapest),
  },
  { name: 'datesCompared', of: ({ cheapestPrice }) => cheapestPrice?.dates ?? null },
  { name: 'medianMiles', row: 'Median miles', of: (column) => column.median },
  { name: 'daysWithSpace', row: 'Days with space', of: (column) => column.daysWithSpace },
  { name: 'daysSeen', of: (column) => column.daysSeen },
  { name: 'departedDaysLeftOut', of: ({ departed }) => departed },
  { name: 'mostSeats', row: 'Most seats', of: (column) => column.mostSeats },
  { name: 'recordsWithSpace', of: ({ direct }) => direct.of },
  { name: 'directRecordsWithSpace', of: ({ direct }) => direct.count },
  {
    name: 'directShare',
    row: 'Direct share',
    of: ({ direct }) => (direct.of === 0 ? null : Math.round((direct.count / direct.of) * 10_000) / 10_000),
  },
  { name: 'programmes', row: 'Programmes', of: (column) => column.programmes },
  { name: 'airlines', row: 'Airlines', of: (column) => column.airlines },
  {
    name: 'newestAt',
    row: 'Freshness',
    of: (column) => (column.newestAt === null ? null : isoInstant(column.newestAt)),
  },
  /** null where it is not a single run. */
  { name: 'readToItsEnd', of: ({ complete }) => complete },
];

const OF_VALUES: readonly Figure[] = [
  {
    name: 'cheapestByValue',
    row: 'Cheapest by value',
    of: (column, worth) => {
      const best = bestByValue(column, worth);
      return best && { exact: decimalText(best.cost) };
    },
  },
  {
    name: 'cheapestByValueCurrency',
    of: (column, worth) => bestByValue(column, worth)?.cost.currency ?? null,
  },
  { name: 'cheapestByValueProgramme', of: (column, worth) => bestByValue(column, worth)?.programme ?? null },
  { name: 'cheapestByValueMiles', of: (column, worth) => bestByValue(column, worth)?.miles ?? null },
];

const OF_FARE: readonly Figure[] = [
  {
    name: 'centsPerMileAgainstFare',
    row: 'Value against the fare',
    of: ({ cheapest, cheapestTaxes }, worth) => {
      const value = cheapest === null ? null : fareValue(worth, cheapest, cheapestTaxes);
      return value && { exact: centsText(value) };
    },
  },
  {
    name: 'taxesTakenOff',
    of: ({ cheapestTaxes }, worth) => {
      const taxes = taxesOf(worth, cheapestTaxes);
      return taxes && { exact: decimalText(taxes) };
    },
  },
];

type ComparedFact = {
  name: string;
  reason: string | null;
  cells: { fact: Fact | ExactFigure; best: boolean }[];
};

function figuresOf(columns: readonly ComparedColumn[], now: number, worth: Worth): ComparedFact[] {
  const rows = comparisonRows(columns, now, worth);
  return [
    ...FIGURES,
    ...(worth.values.size === 0 ? [] : OF_VALUES),
    ...(worth.fare === null ? [] : OF_FARE),
  ].map(({ name, row, of }) => {
    const shown = rows.find((each) => each.name === row);
    return {
      name,
      reason: shown?.reason ?? null,
      cells: columns.map((column, index) => ({
        fact: column.isStored ? of(column, worth) : null,
        best: shown?.cells[index]?.best ?? false,
      })),
    };
  });
}

/**
 * A row for each figure, then two for each day: `cheapestMiles`, and `recordsWithSpace`, which is 0 on a day read
 * without space and empty on a day not read. Each column is followed by why its figure is the best of the row, empty
 * where it is not.
 */
export function comparisonData(
  { columns, days }: ComparisonRead,
  titles: readonly string[],
  now: number,
  worth: Worth,
): DataTable {
  return {
    names: ['figure', 'date', ...titles.flatMap((title) => [title, `${title} · best`])],
    rows: [
      ...figuresOf(columns, now, worth).map(({ name, reason, cells }) => [
        name,
        null,
        ...cells.flatMap(({ fact, best }) => [fact, best ? reason : null]),
      ]),
      ...days.flatMap(({ date, cells }) => {
        const shown = dayCells(cells, [], isReadInPart(columns, date));
        return [
          [
            'cheapestMiles',
            date,
            ...cells.flatMap((cell, index) => [
              cell?.miles ?? null,
              shown[index]?.best ? 'fewest miles' : null,
            ]),
          ],
          ['recordsWithSpace', date, ...cells.flatMap((cell) => [cell?.withSpace ?? null, null])],
        ];
      }),
    ],
  };
}

type Requested = { columns: readonly CompareColumn[]; filter: RecordFilter; titles: readonly string[] };

export function comparisonJson(comparison: ComparisonRead, requested: Requested, now: number, worth: Worth) {
  const figures = figuresOf(comparison.columns, now, worth);
  return {
    madeAt: isoInstant(now),
    filter: requested.filter,
    columns: comparison.columns.map(({ isStored, cheapestBy }, index) => ({
      title: requested.titles[index],
      ...requested.columns[index],
      isStored,
      ...Object.fromEntries(figures.map(({ name, cells }) => [name, plainFact(cells[index]?.fact ?? null)])),
      cheapestBy,
      /** Why each of its figures is the best of all columns, by the figure's name. */
      best: Object.fromEntries(
        figures.flatMap(({ name, reason, cells }) => (cells[index]?.best ? [[name, reason]] : [])),
      ),
    })),
    days: comparison.days.map(({ date, cells }) => {
      const shown = dayCells(cells, [], isReadInPart(comparison.columns, date));
      return {
        date,
        /** null: the day was not read. */
        cells: cells.map(
          (cell, index) =>
            cell && {
              cheapestMiles: cell.miles,
              recordsWithSpace: cell.withSpace,
              best: shown[index]?.best ?? false,
            },
        ),
      };
    }),
  };
}
