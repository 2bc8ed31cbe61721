/**
 * What is drawn anew between the press and the release of a button takes the click: the element under the pointer is
 * then another one, and the browser gives the click to neither. So answers wait for the release.
 */

/** A button that is held for longer is no click any more, in milliseconds. */
const LONGEST_CLICK_MS = 1_000;

let pressedAt: number | null = null;
let waiting: (() => void)[] = [];

function release(): void {
  pressedAt = null;
  const due = waiting;
  waiting = [];
  for (const flush of due) flush();
}

/** Listens to the presses of a page. */
export function watchPresses(page: Pick<EventTarget, 'addEventListener'>): void {
  page.addEventListener(
    'pointerdown',
    () => {
      const at = performance.now();
      pressedAt = at;
      setTimeout(() => pressedAt === at && release(), LONGEST_CLICK_MS);
    },
    { capture: true },
  );
  // The click comes after the release; what waits comes after the click.
  for (const end of ['pointerup', 'pointercancel'])
    page.addEventListener(end, () => setTimeout(release), { capture: true });
}

/** Calls back at the end of what runs now, or once no button is pressed. */
export function onceReleased(flush: () => void): void {
  if (pressedAt === null) queueMicrotask(flush);
  else waiting.push(flush);
}
