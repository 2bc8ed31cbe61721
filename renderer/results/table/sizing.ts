import { useCallback, useEffect, useRef, useState } from 'react';
import { widthWithin } from './column-layout.ts';
import type { useTableLayout } from './table-layout.ts';

type Widths = Readonly<Record<string, number>>;

export type Sizing = {
  /**
   * Sets a column's width, in pixels, without saving it. From then on all columns of its head have their rendered
   * width, so that those beside it stay as they are.
   */
  onSize: (id: string, width: number, head: HTMLTableRowElement) => void;
  /** Saves the current widths. */
  onSized: () => void;
};

const drawnWidths = (head: HTMLTableRowElement): Widths =>
  Object.fromEntries(
    [...head.cells].flatMap((cell) =>
      cell.dataset.column === undefined ? [] : [[cell.dataset.column, widthWithin(cell.offsetWidth)]],
    ),
  );

/** Widths while they are being changed; otherwise null. */
export function useSizing({ columns, size }: Pick<ReturnType<typeof useTableLayout>, 'columns' | 'size'>): {
  widths: Widths | null;
} & Sizing {
  const [widths, setWidths] = useState<Widths | null>(null);
  const latest = useRef<Widths | null>(null);
  const set = useCallback((next: Widths | null) => {
    latest.current = next;
    setWidths(next);
  }, []);
  // Once columns change, they have the saved widths or newer ones.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns are what this waits for
  useEffect(() => set(null), [columns, set]);
  const onSize = useCallback(
    (id: string, width: number, head: HTMLTableRowElement) =>
      set({ ...(latest.current ?? drawnWidths(head)), [id]: widthWithin(width) }),
    [set],
  );
  const onSized = useCallback(() => {
    if (latest.current !== null) size(latest.current);
  }, [size]);
  return { widths, onSize, onSized };
}
