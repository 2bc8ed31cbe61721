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
  const key = (event: KeyboardEvent<HTMLElement>) => {
    const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (direction === 0) return;
    event.preventDefault();
    const step = direction * (event.shiftKey ? LONG_STEP : STEP);
    size(event.currentTarget, drawnWidth(event.currentTarget) + step);
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
      tabIndex={0}
      className={classes.widthHandle}
      title="Drag, or press ← and →, to change the width"
      onPointerDown={press}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={key}
      // A held key repeats; the width is saved once, on release.
      onKeyUp={(event) => event.key.startsWith('Arrow') && onSized()}
    />
  );
}
