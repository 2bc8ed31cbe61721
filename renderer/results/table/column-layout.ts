/** The order and widths of columns. Pure. */
import { COLUMN_WIDTH } from '#shared/contract/program/preferences.ts';

type Column = { id: string; width: number; isAlways?: true };

/** How many columns are always first: the box of a row and what opens it. */
export const STAYING = 2;

/**
 * Columns in the user's order. One that the order does not name follows its default predecessor, so that a column of a
 * later version appears where it belongs.
 */
export function columnsInOrder<Each extends Column>(
  columns: readonly Each[],
  order: readonly string[],
): Each[] {
  const named = order.flatMap((id) => columns.find((column) => column.id === id && !column.isAlways) ?? []);
  const result = [...columns.slice(0, STAYING), ...named.filter((each) => !each.isAlways)];
  columns.forEach((column, place) => {
    if (result.includes(column)) return;
    const before = columns[place - 1];
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, column);
  });
  return result;
}

/**
 * The order after a column was placed before or after another one; null where it already is there, or where one of the
 * two is fixed at the left.
 * @param ids all columns in their order, shown or not
 */
export function moved(
  ids: readonly string[],
  id: string,
  { target, behind }: { target: string; behind: boolean },
): string[] | null {
  const free = ids.slice(STAYING);
  if (!free.includes(id) || !free.includes(target) || id === target) return null;
  const others = free.filter((each) => each !== id);
  const place = others.indexOf(target) + (behind ? 1 : 0);
  const order = others.toSpliced(place, 0, id);
  return order.every((each, at) => each === free[at]) ? null : order;
}

/** The width limited to what a column may have, whole pixels. */
export const widthWithin = (width: number): number =>
  Math.round(Math.min(COLUMN_WIDTH.most, Math.max(COLUMN_WIDTH.least, width)));

/** The columns with the user's widths. */
export const withWidths = <Each extends Column>(
  columns: readonly Each[],
  widths: Readonly<Record<string, number>>,
): Each[] => columns.map((column) => ({ ...column, width: widths[column.id] ?? column.width }));
