/** Rows and the headings of their groups as one list of places. Pure. */

/** What stands at a place: the heading of a group, or a row by its number among all rows. */
export type PlaceContent = { kind: 'group'; group: number } | { kind: 'row'; row: number };

export type GroupLayout = {
  /** Rows and headings together. */
  count: number;
  at(place: number): PlaceContent;
  /** Where a row stands. */
  placeOf(row: number): number;
};

/** Rows alone. */
export const ungrouped = (rows: number): GroupLayout => ({
  count: rows,
  at: (place) => ({ kind: 'row', row: place }),
  placeOf: (row) => row,
});

/** Groups one after another, each its heading and then its rows. @param counts rows of each group, in order */
export function groupLayout(counts: readonly number[]): GroupLayout {
  const starts: number[] = [];
  let reached = 0;
  for (const rows of counts) {
    starts.push(reached);
    reached += rows + 1;
  }
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
  return {
    count: reached,
    at(place) {
      const group = lastStarting(place, start);
      return place === start(group) ? { kind: 'group', group } : { kind: 'row', row: place - group - 1 };
    },
    // Before a group's rows stand its own heading and those of the groups before it.
    placeOf: (row) => row + lastStarting(row, (group) => start(group) - group) + 1,
  };
}

/** The row at a place, or the first one after a heading. Places outside the list count as its ends. */
export function rowNear(layout: GroupLayout, place: number): number {
  const within = Math.min(Math.max(0, place), Math.max(0, layout.count - 1));
  const content = layout.at(within);
  return content.kind === 'row' ? content.row : within - content.group;
}
