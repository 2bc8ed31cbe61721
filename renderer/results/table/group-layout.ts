/** Rows and group headings as one list of places. Pure. */

/** The content of a place: the heading of a group, or a row by its number among all rows. */
export type PlaceContent = { kind: 'group'; group: number } | { kind: 'row'; row: number };

export type GroupLayout = {
  /** Rows and headings together. */
  count: number;
  at(place: number): PlaceContent;
  /** The place of a row; that of a collapsed group's row is its heading. */
  placeOf(row: number): number;
};

/** Only rows. */
export const ungrouped = (rows: number): GroupLayout => ({
  count: rows,
  at: (place) => ({ kind: 'row', row: place }),
  placeOf: (row) => row,
});

/**
 * Groups one after another, each with its heading and then, unless it is collapsed, its rows. Rows keep their numbers
 * when groups are collapsed: they are numbered in the entire selection.
 * @param counts rows of each group, in order
 * @param isCollapsed by the group's number
 */
export function groupLayout(
  counts: readonly number[],
  isCollapsed: (group: number) => boolean = () => false,
): GroupLayout {
  const starts: number[] = [];
  const firstRows: number[] = [];
  let reached = 0;
  let rowsBefore = 0;
  counts.forEach((rows, group) => {
    starts.push(reached);
    firstRows.push(rowsBefore);
    reached += isCollapsed(group) ? 1 : rows + 1;
    rowsBefore += rows;
  });
  /** The last group whose start, measured by `startOf`, is not after `value`. */
  const lastStarting = (value: number, startOf: (group: number) => number): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (startOf(middle) <= value) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const start = (group: number) => starts[group] ?? 0;
  const firstRow = (group: number) => firstRows[group] ?? 0;
  return {
    count: reached,
    at(place) {
      const group = lastStarting(place, start);
      return place === start(group)
        ? { kind: 'group', group }
        : { kind: 'row', row: firstRow(group) + place - start(group) - 1 };
    },
    placeOf(row) {
      const group = lastStarting(row, firstRow);
      return isCollapsed(group) ? start(group) : start(group) + 1 + row - firstRow(group);
    },
  };
}

/** The rows between two places, the second one excluded, in order. */
export function rowsBetween(layout: GroupLayout, first: number, end: number): number[] {
  const rows: number[] = [];
  for (let place = Math.max(0, first); place < Math.min(end, layout.count); place++) {
    const content = layout.at(place);
    if (content.kind === 'row') rows.push(content.row);
  }
  return rows;
}
