/** Whether columns were read equally far: a figure is no better because more was read. Pure. */
import { type CalendarDate, daysBetween } from '#shared/dates.ts';
import { extentLabel, isPartial } from '../../records/extent-labels.ts';
import type { ComparedColumn } from './compared-column.ts';

type Read = Pick<ComparedColumn, 'isStored' | 'extent'>;

/** How far a column was read, as a text that is equal for equally far ones; null where unknown. */
function reading({ extent }: Read): string | null {
  if (!isPartial(extent)) return 'complete';
  const { from, until, reached, miles } = extent;
  return reached === null && miles === null ? null : JSON.stringify([from, until, reached, miles]);
}

/** Whether a best can be marked: all columns are complete, or were read to the same day of the same days. */
export function areReadAlike(columns: readonly Read[]): boolean {
  const readings = columns.filter(({ isStored }) => isStored).map(reading);
  return readings.length < 2 || (!readings.includes(null) && new Set(readings).size === 1);
}

/** The number of days requested for a column; null where its dates are not all stated. */
const daysRequested = ({ extent }: Read): number | null =>
  extent?.from == null || extent.until == null ? null : daysBetween(extent.from, extent.until);

/** Whether a best count can be marked: 61 days have more space than 60 merely because they are more. */
export function areAsLong(columns: readonly Read[]): boolean {
  const lengths = columns.filter(({ isStored }) => isStored).map(daysRequested);
  return lengths.includes(null) || new Set(lengths).size < 2;
}

/** Whether any column was read only in part on a day: its figure there may still fall. */
export const isReadInPart = (columns: readonly Read[], date: CalendarDate): boolean =>
  columns.some(({ extent }) => isPartial(extent) && extent.reached === date);

/** The columns that are not complete, in words. */
export const partlyRead = (
  columns: readonly Read[],
  titles: readonly string[],
): { index: number; title: string; words: string }[] =>
  columns.flatMap(({ extent }, index) =>
    isPartial(extent) ? { index, title: titles[index] ?? '', words: extentLabel(extent) } : [],
  );
