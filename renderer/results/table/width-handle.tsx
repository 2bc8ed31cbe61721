import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { COLUMN_WIDTH } from '#shared/contract/program/preferences.ts';
import classes from '../../records/results.module.css';
import type { Sizing } from './sizing.ts';

/** How far a key moves the edge of a column, and with Shift, in pixels. */
const STEP = 8;
const LONG_STEP = 40;

type WidthHandleProps = Sizing & {
  id: string;
  name: string;
  /** In pixels. */
  width: number;
};

/** Keys that change a column's width, on its heading and on the edge: the arrows, with Shift further. */
export function widthKeys(id: string, { onSize, onSized }: Sizing) {
  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      const head = headOf(event.currentTarget);
      if (direction === 0 || head === null || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const step = direction * (event.shiftKey ? LONG_STEP : STEP);
      onSize(id, drawnWidth(event.currentTarget) + step, head);
    },
    // A held key repeats; the width is saved once, on release.
    onKeyUp: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') onSized();
    },
  };
}

const headOf = (handle: Element): HTMLTableRowElement | null => handle.closest('tr');
const drawnWidth = (handle: Element): number => handle.closest('th')?.offsetWidth ?? 0;

/** The right edge of a column: dragged, or moved by the arrow keys, it changes the column's width. */
export function WidthHandle({ id, name, width, onSize, onSized }: WidthHandleProps) {
  const begun = useRef<{ x: number; width: number } | null>(null);
  const size = (handle: Element, next: number) => {
    const head = headOf(handle);
    if (head !== null) onSize(id, next, head);
  };
  const press = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    // The heading is not dragged along.
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    begun.current = { x: event.clientX, width: drawnWidth(event.currentTarget) };
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (begun.current === null) return;
    size(event.currentTarget, begun.current.width + event.clientX - begun.current.x);
  };
  const release = () => {
    if (begun.current !== null) onSized();
    begun.current = null;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line that is moved is no break between paragraphs
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${name}`}
      aria-valuenow={Math.round(width)}
      aria-valuemin={COLUMN_WIDTH.least}
      aria-valuemax={COLUMN_WIDTH.most}
      aria-valuetext={`${Math.round(width)} pixels`}
      // Out of the order of Tab: the heading's own arrow keys do the same.
      tabIndex={-1}
      className={classes.widthHandle}
      title="Drag to change the width"
      onPointerDown={press}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
      {...widthKeys(id, { onSize, onSized })}
    />
  );
}
