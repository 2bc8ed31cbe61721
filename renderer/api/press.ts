/**
 * If a button is rendered again between press and release, the element under the pointer changes and the browser gives
 * the click to neither. So answers wait for the release.
 */

/**
 * A slow press is a click too, but a release may never be reported, as when a dialog of the system opens. In
 * milliseconds.
 */
const LONGEST_PRESS_MS = 10_000;

let pressedAt: number | null = null;
let waiting: (() => void)[] = [];

function release(): void {
  pressedAt = null;
  const due = waiting;
  waiting = [];
  for (const flush of due) flush();
}

/** Watches the page for presses. */
export function watchPresses(page: Pick<EventTarget, 'addEventListener'>): void {
  page.addEventListener(
    'pointerdown',
    () => {
      const at = performance.now();
      pressedAt = at;
      setTimeout(() => pressedAt === at && release(), LONGEST_PRESS_MS);
    },
    { capture: true },
  );
  // The click follows the release; waiting callbacks follow the click.
  for (const end of ['pointerup', 'pointercancel'])
    page.addEventListener(end, () => setTimeout(release), { capture: true });
}

/** Calls back in a microtask, or once no button is pressed. */
export function onceReleased(flush: () => void): void {
  if (pressedAt === null) queueMicrotask(flush);
  else waiting.push(flush);
}
