import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** The height of every row and group heading, in pixels; a table passes it to its style sheet. */
export const ROW_HEIGHT = 38;

/** For the user's choice of more rows in sight. */
export const COMPACT_ROW_HEIGHT = 30;

/** Rows rendered beyond both ends of what is in sight: the browser scrolls on while the page still renders. */
const BEYOND = 8;

/** More rows than any screen has: a scroller that grows with its content must not render all of it. */
const MAX_ROWS = 200;

/**
 * Two moves of more than a screen within this time count as fast scrolling, which ends after as long without one; ms.
 */
const HURRY_MS = 100;

export type RowsInSight = {
  /** The first place that is rendered, and the one after the last. */
  first: number;
  end: number;
  /** Whether a rendered place is in sight, as far as a frame can show. */
  isSeen: (place: number) => boolean;
  /** Scrolling too fast to read: the rows passed need not be requested. */
  hurried: boolean;
  /** Scrolls to the top, where it is not. */
  toTop: () => void;
};

type Seen = { top: number; rows: number; hurried: boolean };

const isSame = (one: Seen, other: Seen) =>
  one.top === other.top && one.rows === other.rows && one.hurried === other.hurried;

/** The height of the last table is the best guess for the next one, and saves rendering it twice. */
let lastRows = Math.ceil((window.innerHeight * 0.6) / ROW_HEIGHT);

/**
 * Which of many equally high rows are in sight of a scroller, known in time for the same frame.
 * @param scroller contains the table; there from the first render on
 * @param rowHeight in pixels; where it changes, the first row in sight stays the first
 */
export function useRowsInSight(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number = ROW_HEIGHT,
) {
  const [seen, setSeen] = useState<Seen>(() => ({ top: 0, rows: lastRows, hurried: false }));
  // Rows beyond the ends follow once the rows in sight have been painted.
  const [beyond, setBeyond] = useState(0);
  const latest = useRef(seen);
  const jumpedAt = useRef(0);
  // Asking the element would make the browser lay out the page at once.
  const isScrolled = useRef(false);
  const calm = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const measure = useCallback(
    (hurried: boolean) => {
      const element = scroller.current;
      if (element === null) return;
      const next = {
        top: Math.floor(element.scrollTop / rowHeight),
        rows: Math.min(MAX_ROWS, Math.ceil(element.clientHeight / rowHeight)),
        hurried,
      };
      if (isSame(latest.current, next)) return;
      latest.current = next;
      lastRows = next.rows;
      setSeen(next);
    },
    [scroller, rowHeight],
  );

  const drawnHeight = useRef(rowHeight);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || drawnHeight.current === rowHeight) return;
    drawnHeight.current = rowHeight;
    // Before measuring: the browser has clipped to the new end.
    element.scrollTop = latest.current.top * rowHeight;
    measure(false);
  }, [scroller, rowHeight, measure]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const onScroll = () => {
      isScrolled.current = element.scrollTop > 0;
      const { top, rows, hurried } = latest.current;
      const jumped = Math.abs(element.scrollTop / rowHeight - top) > rows;
      const now = performance.now();
      const again = jumped && now - jumpedAt.current < HURRY_MS;
      if (jumped) jumpedAt.current = now;
      if (again) {
        clearTimeout(calm.current);
        calm.current = setTimeout(() => measure(false), HURRY_MS);
      }
      flushSync(() => measure(again || hurried));
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    const resized = new ResizeObserver(() => measure(latest.current.hurried));
    resized.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      resized.disconnect();
      clearTimeout(calm.current);
    };
  }, [scroller, measure, rowHeight]);

  useEffect(() => {
    const idle = requestIdleCallback(() => setBeyond(BEYOND), { timeout: 300 });
    return () => cancelIdleCallback(idle);
  }, []);

  const toTop = useCallback(() => {
    if (isScrolled.current) scroller.current?.scrollTo(0, 0);
  }, [scroller]);

  const { top, rows, hurried } = seen;
  const inSight: RowsInSight = {
    first: Math.max(0, Math.min(top - beyond, count - rows)),
    end: Math.min(count, top + rows + beyond + 1),
    isSeen: (place) => place >= top && place <= top + rows,
    hurried,
    toTop,
  };
  return inSight;
}

/** Scrolls only as far as needed to show a place completely, below the sticky headings. */
export function bringIntoSight(scroller: HTMLElement, place: number, rowHeight: number): void {
  const heading = scroller.querySelector('thead')?.offsetHeight ?? 0;
  const top = place * rowHeight;
  const bottom = heading + top + rowHeight - scroller.clientHeight;
  if (scroller.scrollTop > top) scroller.scrollTop = top;
  else if (scroller.scrollTop < bottom) scroller.scrollTop = bottom;
}
