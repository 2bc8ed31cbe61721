import { type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import type { RecordColumn } from '../../records/record-columns.tsx';
import { STAYING } from './column-layout.ts';
import type { Place } from './table-layout.ts';

/** How far the pointer moves, in pixels, before a press becomes a drag. */
const DRAG_FROM = 6;

type Dragged = { column: RecordColumn; x: number; isMoving: boolean };

/** Lets the headings of a row be dragged to another place; a heading dropped elsewhere stays where it was. */
export function useColumnDrag(
  columns: readonly RecordColumn[],
  onMove: (column: RecordColumn, place: Place) => void,
) {
  const dragged = useRef<Dragged | null>(null);
  const [drop, setDrop] = useState<Place | null>(null);

  const columnAt = (event: { target: EventTarget }) => {
    const id = (event.target as HTMLElement).closest<HTMLElement>('th[data-column]')?.dataset.column;
    return columns.slice(STAYING).find((column) => column.id === id);
  };
  /** The heading nearest to the pointer. */
  function placeAt(head: HTMLTableRowElement, x: number): Place | null {
    for (const cell of [...head.cells].slice(STAYING)) {
      const { left, right } = cell.getBoundingClientRect();
      const target = cell.dataset.column;
      if (target !== undefined && x >= left && x < right) return { target, behind: x > (left + right) / 2 };
    }
    return null;
  }
  const end = () => {
    setDrop(null);
    if (dragged.current?.isMoving !== true) dragged.current = null;
  };
  return {
    /** Where the dragged heading would be placed. */
    drop,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLTableRowElement>) {
        const column = event.button === 0 ? columnAt(event) : undefined;
        dragged.current = column === undefined ? null : { column, x: event.clientX, isMoving: false };
      },
      onPointerMove(event: PointerEvent<HTMLTableRowElement>) {
        const current = dragged.current;
        if (current === null || event.buttons === 0) return;
        if (!current.isMoving) {
          if (Math.abs(event.clientX - current.x) < DRAG_FROM) return;
          current.isMoving = true;
          event.currentTarget.setPointerCapture(event.pointerId);
        }
        const next = placeAt(event.currentTarget, event.clientX);
        setDrop((before) =>
          before?.target === next?.target && before?.behind === next?.behind ? before : next,
        );
      },
      onPointerUp() {
        if (dragged.current?.isMoving === true && drop !== null) onMove(dragged.current.column, drop);
        end();
      },
      onPointerCancel: end,
      /** The click that ends a drag must not sort. */
      onClickCapture(event: MouseEvent) {
        if (dragged.current?.isMoving !== true) return;
        dragged.current = null;
        event.stopPropagation();
      },
    },
  };
}
