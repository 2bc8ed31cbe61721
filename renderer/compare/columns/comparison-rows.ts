/** A comparison as rows of text, with the best cells of each row marked. Pure. */
import { bestOf } from '#shared/award-analysis/comparison.ts';
import type { RecordFilter } from '#shared/contract/awards.ts';
import type { CompareColumn } from '#shared/contract/comparison.ts';
import { compareNames, formatNumber, plural } from '#shared/formats.ts';
import { amountLabel } from '#shared/money.ts';
import { airlineLabel } from '#shared/places/airlines.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import { standingBasis, standingShort } from '#shared/records/insight-labels.ts';
import { cabinList, milesLabel } from '../../records/award-labels.ts';
import { extentLabel, isPartial } from '../../records/extent-labels.ts';
import { filterLabels } from '../../records/record-filters.ts';
import { ageLabel } from '../../ui/relative-time.ts';
import { noMilesLabel, type Worth, worthRules } from '../worth/worth-rows.ts';
import type { ComparedColumn, ComparisonRead, RowRule } from './compared-column.ts';
import { areAsLong, areReadAlike, isReadInPart } from './read-alike.ts';

type ComparedCell = {
  words: string;
  /** The full text, where the cell shows part of it. */
  detail: string | null;
  /** A caveat on a best cell: that its column mixes cabins, or is not complete. */
  caution: string | null;
  best: boolean;
};
export type ComparedRow = {
  name: string;
  /** Why the marked cells are the best, in a few words. */
  reason: string;
  cells: ComparedCell[];
};

const list = (names: readonly string[], one: string) =>
  names.length === 0 ? `no ${one}` : plural(names.length, one);

/** A share as a whole percentage; never 100 % where one is missing, never 0 % where there is one. */
export function shareLabel({ count, of }: { count: number; of: number }): string {
  if (of === 0) return 'no award space';
  const percent =
    count === of ? 100 : Math.min(99, Math.max(count > 0 ? 1 : 0, Math.round((count / of) * 100)));
  return `${percent}% (${formatNumber(count)} of ${formatNumber(of)})`;
}

const FRESHNESS = 'Freshness';

const RULES: readonly RowRule[] = [
  {
    name: 'Cheapest miles',
    wins: 'least',
    reason: 'fewest miles',
    value: (column) => column.cheapest,
    words: (column) => (column.cheapest === null ? noMilesLabel(column) : milesLabel(column.cheapest)),
    detail: ({ isCheapestUnsure, cheapestTaxes }) =>
      [
        ...(isCheapestUnsure ? ['seats not given'] : []),
        ...(cheapestTaxes.length === 0 ? [] : [`taxes ${cheapestTaxes.map(amountLabel).join(', ')}`]),
      ].join('; '),
  },
  {
    name: 'Cheapest is cheaper than',
    wins: 'most',
    reason: 'cheaper than most dates',
    // Each is a share of its own dates: none of them is the best.
    value: () => null,
    words: ({ cheapest, cheapestPrice }) =>
      cheapestPrice !== null
        ? standingShort(cheapestPrice)
        : cheapest === null
          ? 'no price'
          : 'too few dates to say',
    detail: ({ cheapestPrice }) => (cheapestPrice === null ? '' : standingBasis(cheapestPrice)),
    isUnsaid: ({ cheapestPrice }) => cheapestPrice === null,
  },
  {
    name: 'Median miles',
    wins: 'least',
    reason: 'fewest miles',
    value: (column) => column.median,
    words: (column) => (column.median === null ? noMilesLabel(column) : milesLabel(column.median)),
  },
  {
    name: 'Days with space',
    wins: 'most',
    reason: 'most days',
    counts: true,
    value: (column) => column.daysWithSpace,
    words: (column) => `${formatNumber(column.daysWithSpace)} of ${plural(column.daysSeen, 'day')} seen`,
    detail: ({ departed }) => (departed > 0 ? `${plural(departed, 'departed day')} left out` : ''),
  },
  {
    name: 'Most seats',
    wins: 'most',
    reason: 'most seats',
    value: (column) => column.mostSeats,
    words: (column) =>
      column.mostSeats !== null
        ? formatNumber(column.mostSeats)
        : column.daysWithSpace > 0
          ? 'not given'
          : 'no award space',
  },
  {
    name: 'Direct share',
    wins: 'most',
    reason: 'largest share',
    value: ({ direct }) => (direct.of === 0 ? null : direct.count / direct.of),
    words: ({ direct }) => shareLabel(direct),
  },
  {
    name: 'Programmes',
    wins: 'most',
    reason: 'most programmes',
    counts: true,
    value: (column) => column.programmes.length,
    words: (column) => list(column.programmes, 'programme'),
    detail: (column) => column.programmes.map(programmeLabel).toSorted(compareNames).join(', '),
  },
  {
    name: 'Airlines',
    wins: 'most',
    reason: 'most airlines',
    counts: true,
    value: (column) => column.airlines.length,
    words: (column) => list(column.airlines, 'airline'),
    detail: (column) => column.airlines.map(airlineLabel).toSorted(compareNames).join(', '),
  },
  {
    name: FRESHNESS,
    wins: 'most',
    reason: 'newest',
    value: (column) => column.newestAt,
    words: (column, now) => (column.newestAt === null ? 'nothing saved' : ageLabel(column.newestAt, now)),
    detail: ({ complete, extent }) =>
      extent !== null && isPartial(extent) ? extentLabel(extent) : complete === false ? IN_PART : '',
  },
];

/**
 * @param now UTC ms, for ages
 * @param worth the user's values of miles; rows of money are included only where there are any
 */
export function comparisonRows(columns: readonly ComparedColumn[], now: number, worth: Worth): ComparedRow[] {
  // A count is no better because more was read; which one is newer can always be stated.
  const [areAlike, isSameLength] = [areReadAlike(columns), areAsLong(columns)];
  const rules = [...RULES, ...worthRules(worth, columns)].filter(
    ({ isUnsaid }) => isUnsaid === undefined || !columns.every(isUnsaid),
  );
  return rules.map(({ name, wins, reason, counts, value, words, detail }) => {
    const hasBest = name === FRESHNESS || (areAlike && (counts === undefined || isSameLength));
    const shown = columns.map((column) => (column.isStored ? words(column, now) : 'nothing saved'));
    const best = asShown(
      bestOf(
        columns.map((column) => (column.isStored && hasBest ? value(column) : null)),
        wins,
      ),
      shown,
    );
    return {
      name,
      reason,
      cells: columns.map((column, index) => ({
        words: shown[index] ?? '',
        detail: (column.isStored && detail?.(column)) || null,
        caution: best[index] === true && name !== FRESHNESS ? cautionOf(column) : null,
        best: best[index] ?? false,
      })),
    };
  });
}

const IN_PART = 'partial';

const cautionOf = ({ cabins, complete }: ComparedColumn): string | null =>
  [
    ...(cabins.length > 1 ? [`cabins mixed: ${cabinList(cabins)}`] : []),
    ...(complete === false ? [IN_PART] : []),
  ].join('; ') || null;

/**
 * Cells with equal text are ties: for example two ages of the same day, though one is minutes younger. What more than
 * half of many columns share distinguishes none of them.
 */
function asShown(best: readonly boolean[], words: readonly string[]): boolean[] {
  const winning = new Set(words.filter((_, index) => best[index]));
  const ties = words.map((each) => winning.has(each));
  const count = ties.filter(Boolean).length;
  return count > Math.max(2, ties.length / 2) || count === ties.length ? ties.map(() => false) : ties;
}

/** Rows of names. */
export const LISTS: ReadonlySet<string> = new Set(['Programmes', 'Airlines']);

export type DayCell = { words: string; best: boolean; kind: 'space' | 'none' | 'unseen' };

/** Filters by route, date or space alone: a day that fails only these has no space at all. */
const NO_QUALITIES: ReadonlySet<string> = new Set<keyof RecordFilter>([
  'available',
  'enoughSeats',
  'from',
  'until',
  'weekdays',
  'origins',
  'destinations',
  'originRegions',
  'destinationRegions',
]);

/**
 * For each column, whether its filter or the common one requires more than space, so that space may have been left out.
 */
export const narrowed = (columns: readonly CompareColumn[], common: RecordFilter): boolean[] =>
  columns.map(({ filter }) =>
    [...Object.keys(filter), ...Object.keys(common)].some((name) => !NO_QUALITIES.has(name)),
  );

/**
 * One date of the shared calendar, with the cheapest column marked. A day that was not read is not a day without space,
 * and a column that is narrowed may have further space that does not match.
 * @param isInPart whether a column was read only in part on that day: its figure may still fall, and none is the best
 */
export function dayCells(
  cells: ComparisonRead['days'][number]['cells'],
  areNarrowed: readonly boolean[] = [],
  isInPart = false,
): DayCell[] {
  const best = bestOf(
    cells.map((cell) => (isInPart ? null : (cell?.miles ?? null))),
    'least',
  );
  return cells.map((cell, index) => {
    if (cell === null) return { words: 'not seen', best: false, kind: 'unseen' };
    if (cell.withSpace === 0)
      return { words: areNarrowed[index] ? 'no space that fits' : 'no space', best: false, kind: 'none' };
    return {
      words: cell.miles === null ? 'space, miles not given' : milesLabel(cell.miles),
      best: best[index] ?? false,
      kind: 'space',
    };
  });
}

/**
 * The columns' titles, made distinct: two runs of one search have the same title, so each names its run; a part of a
 * scope names the part; and one of several cabins names the cabin.
 */
export function columnTitles(
  titles: readonly Pick<ComparedColumn, 'title' | 'cabins'>[],
  columns: readonly CompareColumn[],
): string[] {
  return titles.map(({ title, cabins }, index) => {
    const column = columns[index];
    if (column === undefined) return title;
    const { scope, filter } = column;
    return [
      title,
      ...(scope.kind === 'run' ? [`run ${scope.runId}`] : []),
      ...(cabins.length > 1 ? [`cabins mixed: ${cabinList(cabins)}`] : []),
      ...filterLabels(filter).map(({ words }) => words),
    ].join(' · ');
  });
}

/** The whole comparison as a plain table: titles, rows, and the calendar below. */
export function comparisonTable(
  comparison: ComparisonRead,
  titles: readonly string[],
  now: number,
  worth: Worth,
  areNarrowed: readonly boolean[],
): string[][] {
  const { columns, days } = comparison;
  return [
    ['', ...titles],
    ...comparisonRows(columns, now, worth).map((row) => [
      row.name,
      ...row.cells.map(({ words, detail, best }) => {
        const shown = LISTS.has(row.name) ? (detail ?? words) : joined(words, detail);
        return best ? `${shown} (best: ${row.reason})` : shown;
      }),
    ]),
    ...days.map(({ date, cells }) => [
      date,
      ...dayCells(cells, areNarrowed, isReadInPart(columns, date)).map(({ words, best }) =>
        best ? `${words} (best)` : words,
      ),
    ]),
  ];
}

const joined = (words: string, detail: string | null) => (detail === null ? words : `${words}; ${detail}`);
