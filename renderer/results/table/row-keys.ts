import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { ownEntry } from '#shared/own-entry.ts';

/** How far each key moves. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, PageUp: -12, PageDown: 12 };

type RowKeys = {
  scroller: RefObject<HTMLElement | null>;
  /** The place that has the focus, and the number of places: rows and headings of groups. */
  current: number;
  count: number;
  /** Makes a place the current one and scrolls it into view. */
  moveTo: (place: number) => void;
};

/** A place among all rows and headings as assistive technology counts it: from 1, after the header. */
export const rowIndexOf = (place: number): number => place + 2;

/** From the headings of screen and table, and where nothing has the focus, an arrow key leads to the current row. */
export function useWayIn({ scroller, current }: Pick<RowKeys, 'scroller' | 'current'>): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const { key, target } = event;
      if ((key !== 'ArrowDown' && key !== 'ArrowUp') || event.defaultPrevented) return;
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const isHeading = target instanceof HTMLElement && target.closest('h1, thead') !== null;
      if (target !== document.body && !isHeading) return;
      event.preventDefault();
      scroller.current
        ?.querySelector<HTMLElement>(`tr[aria-rowindex="${rowIndexOf(current)}"] button`)
        ?.focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [scroller, current]);
}

/**
 * Moves the focus between the rows and headings of a virtual table with the arrow keys, Page Up, Page Down, Home and
 * End. If the target row is not rendered yet, it takes the focus as soon as it is.
 */
export function useRowKeys({ scroller, current, count, moveTo }: RowKeys) {
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const row = scroller.current?.querySelector(`tr[aria-rowindex="${rowIndexOf(wanted.current)}"]`);
    const holder = document.activeElement;
    if (holder !== document.body && !scroller.current?.contains(holder)) {
      wanted.current = null; // the user has moved elsewhere meanwhile
      return;
    }
    // From the box of a row, the keys move to the boxes of other rows.
    const part = holder instanceof HTMLInputElement ? 'input' : 'button';
    const next = row?.querySelector<HTMLElement>(part) ?? row?.querySelector<HTMLElement>('button');
    next?.focus({ preventScroll: true });
    // A placeholder row is replaced when its window arrives, and takes the focus again.
    if (row && !row.hasAttribute('data-waiting')) wanted.current = null;
  });

  return (event: KeyboardEvent) => {
    const step = ownEntry(STEPS, event.key);
    const target =
      step !== undefined
        ? current + step
        : event.key === 'Home'
          ? 0
          : event.key === 'End'
            ? count - 1
            : undefined;
    if (target === undefined || count === 0) return;
    event.preventDefault();
    wanted.current = Math.min(count - 1, Math.max(0, target));
    moveTo(wanted.current);
  };
}
