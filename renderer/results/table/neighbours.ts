import { type RefObject, useEffect, useRef } from 'react';
import type { RecordRow } from '#shared/contract/awards.ts';
import type { GroupLayout } from './group-layout.ts';
import { rowIndexOf } from './row-keys.ts';

/** Steps through the records in the order of the table. */
export type Neighbours = {
  /** Whether the table shows a record at the current place, so that it has a previous and a next one. */
  holds: (versionId: number) => boolean;
  /** The record before (-1) or after (1) one in the table, which the table moves to; null beyond its ends. */
  step: (versionId: number, by: -1 | 1) => Promise<number | null>;
  /** Returns the focus to the current row. */
  focus: () => void;
};

type Rows = {
  scroller: RefObject<HTMLElement | null>;
  layout: GroupLayout;
  /** The current place of the keyboard. */
  current: number;
  rowAt: (row: number) => RecordRow | undefined;
  /** Reads a row that is out of sight. */
  readRow: (row: number) => Promise<RecordRow | undefined>;
  moveTo: (place: number) => void;
};

/** The next place with a row, skipping headings; null beyond the ends. */
export function nextRow(
  layout: Pick<GroupLayout, 'count' | 'at'>,
  place: number,
  by: -1 | 1,
): { place: number; row: number } | null {
  for (let at = place + by; at >= 0 && at < layout.count; at += by) {
    const content = layout.at(at);
    if (content.kind === 'row') return { place: at, row: content.row };
  }
  return null;
}

/** Lets a drawer step from record to record in the table's order, with the table following. */
export function useNeighbours(neighbours: RefObject<Neighbours | null>, rows: Rows): void {
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  });
  useEffect(() => {
    /** Where the last step led: the address names its record before the table is rendered there. */
    let stepped: { place: number; versionId: number } | null = null;
    function placeOf(versionId: number): number | null {
      const { layout, current, rowAt } = latest.current;
      const place = stepped?.versionId === versionId ? stepped.place : current;
      if (place >= layout.count) return null;
      const content = layout.at(place);
      if (content.kind !== 'row') return null;
      const row = rowAt(content.row);
      // While its row is being read, the step itself names the current record.
      const isHere = row === undefined ? stepped?.versionId === versionId : row.versionId === versionId;
      return isHere ? place : null;
    }
    neighbours.current = {
      holds: (versionId) => placeOf(versionId) !== null,
      async step(versionId, by) {
        const { layout, readRow, moveTo } = latest.current;
        const place = placeOf(versionId);
        const next = place === null ? null : nextRow(layout, place, by);
        const row = next === null ? undefined : await readRow(next.row);
        if (next === null || row === undefined) return null;
        moveTo(next.place);
        stepped = { place: next.place, versionId: row.versionId };
        return row.versionId;
      },
      focus() {
        const { scroller, current } = latest.current;
        scroller.current
          ?.querySelector<HTMLElement>(`tr[aria-rowindex="${rowIndexOf(current)}"] button`)
          ?.focus({ preventScroll: true });
      },
    };
    return () => {
      neighbours.current = null;
    };
  }, [neighbours]);
}
