/** What runs inside the page: everything is timed there, so that the driver's own way to and fro is not counted. */
import type { Page } from '@playwright/test';

/** What to click, and what must be on the page, by CSS selectors; `gone` must have left it. */
export type Step = { click: string; shown: string; gone?: string };

/** Milliseconds from a click until the frame that shows what it asked for has been painted. */
export function clickToPaint(page: Page, step: Step): Promise<number> {
  return page.evaluate(
    ({ click, shown, gone }) =>
      new Promise<number>((resolve, reject) => {
        const target = document.querySelector<HTMLElement>(click);
        if (target === null) return reject(new Error(`nothing to click at ${click}`));
        const start = performance.now();
        const painted = () => {
          // A message posted in a frame is handled after its paint.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - start);
          port2.postMessage(null);
        };
        const look = () => {
          const there =
            document.querySelector(shown) !== null &&
            (gone === undefined || document.querySelector(gone) === null);
          if (there) painted();
          else if (performance.now() - start > 20_000) reject(new Error(`${shown} did not come`));
          else requestAnimationFrame(look);
        };
        target.click();
        requestAnimationFrame(look);
      }),
    step,
  );
}

/** Opens an address of the page without loading it anew. */
export const goTo = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, '', to), address);

export type Scrolled = { longest: number; over50: number; frames: number; grownMb: number };

/** Scrolls from top to bottom in so many frames, and tells the longest of them in ms and how the heap has grown. */
export function scrollThrough(page: Page, selector: string, frames: number): Promise<Scrolled> {
  return page.evaluate(
    ({ selector, frames }) => {
      const scroller = document.querySelector<HTMLElement>(selector);
      if (scroller === null) throw new Error(`no scroller at ${selector}`);
      const collect = () => {
        (globalThis as { gc?: () => void }).gc?.();
        return (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize;
      };
      const before = collect();
      const end = scroller.scrollHeight - scroller.clientHeight;
      return new Promise<Scrolled>((resolve) => {
        const lengths: number[] = [];
        let last = performance.now();
        const next = (now: number) => {
          lengths.push(now - last);
          last = now;
          scroller.scrollTop = (end * lengths.length) / frames;
          if (lengths.length < frames) return requestAnimationFrame(next);
          resolve({
            // The first two begin while the page still wakes up.
            longest: Math.max(...lengths.slice(2)),
            over50: lengths.slice(2).filter((length) => length > 50).length,
            frames,
            grownMb: (collect() - before) / 1_048_576,
          });
        };
        requestAnimationFrame(next);
      });
    },
    { selector, frames },
  );
}
