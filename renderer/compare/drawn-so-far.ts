import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** What fills a tall window. */
const FIRST = 40;
/** Drawn by itself behind the first paint: a year and some. */
const BY_ITSELF = 400;
const STEP = 400;

/**
 * How many rows of a long table are drawn: a windowful in the first paint, a year behind it, more when asked for, and
 * all of them on paper.
 */
export function useDrawnSoFar(rows: readonly unknown[]): { drawn: number; more: (() => void) | null } {
  const [state, setState] = useState({ rows, drawn: FIRST });
  const drawn = state.rows === rows ? state.drawn : FIRST;
  useEffect(() => {
    // After the frame that shows the first rows, and give way to whatever the person does meanwhile.
    const frame = requestAnimationFrame(() =>
      startTransition(() => setState({ rows, drawn: Math.max(drawn, BY_ITSELF) })),
    );
    return () => cancelAnimationFrame(frame);
  }, [rows, drawn]);
  useEffect(() => {
    const drawAll = () => flushSync(() => setState({ rows, drawn: rows.length }));
    window.addEventListener('beforeprint', drawAll);
    return () => window.removeEventListener('beforeprint', drawAll);
  }, [rows]);
  return {
    drawn: Math.min(drawn, rows.length),
    more: drawn >= BY_ITSELF && drawn < rows.length ? () => setState({ rows, drawn: drawn + STEP }) : null,
  };
}
