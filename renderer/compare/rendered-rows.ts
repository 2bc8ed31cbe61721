import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Fills a tall window. */
const FIRST = 40;
/** Rendered automatically after the first paint: more than a year. */
const BY_ITSELF = 400;
const STEP = 400;

/**
 * How many rows of a long table are rendered: a windowful in the first paint, a year after it, more on request, and all
 * of them on paper.
 */
export function useRenderedRows(rows: readonly unknown[]): { rendered: number; more: (() => void) | null } {
  const [state, setState] = useState({ rows, rendered: FIRST });
  const rendered = state.rows === rows ? state.rendered : FIRST;
  useEffect(() => {
    // After the frame with the first rows, and giving way to the user's actions.
    const frame = requestAnimationFrame(() =>
      startTransition(() => setState({ rows, rendered: Math.max(rendered, BY_ITSELF) })),
    );
    return () => cancelAnimationFrame(frame);
  }, [rows, rendered]);
  useEffect(() => {
    const drawAll = () => flushSync(() => setState({ rows, rendered: rows.length }));
    window.addEventListener('beforeprint', drawAll);
    return () => window.removeEventListener('beforeprint', drawAll);
  }, [rows]);
  return {
    rendered: Math.min(rendered, rows.length),
    more:
      rendered >= BY_ITSELF && rendered < rows.length
        ? () => setState({ rows, rendered: rendered + STEP })
        : null,
  };
}
