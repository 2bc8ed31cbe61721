/** Code that runs inside the page: everything is timed there, so that the driver's own overhead is not counted. */
import type { Locator, Page } from '@playwright/test';

/** What to click, and what must then be on the page, by CSS selectors; `hidden` must have disappeared. */
export type Step = { click: string; shown: string; hidden?: string };

/** How long a hand rests on its target before clicking, in milliseconds; less than most do. */
const REST_MS = 150;

/**
 * Milliseconds from a click until the frame with its result has been painted: a mouse that arrives, rests and clicks.
 * The time starts when the browser receives the click.
 */
export async function clickToPaint(page: Page, step: Step): Promise<number> {
  await page.locator(step.click).hover();
  await page.waitForTimeout(REST_MS);
  await page.evaluate(watchClick, step);
  await page.mouse.down();
  await page.mouse.up();
  return page.evaluate(() => (globalThis as { timings?: Promise<number> }).timings ?? Number.NaN);
}

/** The same for a click that nothing announces: the hand rests where it tells the page nothing. */
export async function unannouncedClickToPaint(page: Page, step: Step): Promise<number> {
  await page.waitForTimeout(REST_MS);
  return suddenClickToPaint(page, step);
}

/** The same for a click without rest, as when Enter is pressed at once. */
export async function suddenClickToPaint(page: Page, step: Step): Promise<number> {
  await page.evaluate(watchClick, step);
  return page.evaluate(({ click }) => {
    document.querySelector<HTMLElement>(click)?.click();
    return (globalThis as { timings?: Promise<number> }).timings ?? Number.NaN;
  }, step);
}

/**
 * Milliseconds from the end of the pause after the last key, when what was typed applies, until its result has been
 * painted.
 */
export async function typedToPaint(page: Page, field: Locator, text: string, shown: string): Promise<number> {
  await field.click();
  await page.waitForTimeout(REST_MS);
  await page.evaluate(watchClick, { click: '', shown, event: 'replaceState' });
  await page.keyboard.type(text);
  return page.evaluate(() => (globalThis as { timings?: Promise<number> }).timings ?? Number.NaN);
}

/** In the page: starts timing at the next click, or another event. */
function watchClick({ shown, hidden, event = 'click' }: Step & { event?: string }): void {
  const done = Promise.withResolvers<number>();
  (globalThis as { timings?: Promise<number> }).timings = done.promise;
  const begin = ({ timeStamp: start }: Event) => {
    const painted = () => {
      // A message posted in a frame is handled after its paint.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => done.resolve(performance.now() - start);
      port2.postMessage(null);
    };
    const check = () => {
      const there =
        document.querySelector(shown) !== null &&
        (hidden === undefined || document.querySelector(hidden) === null);
      if (there) painted();
      else if (performance.now() - start > 20_000) done.reject(new Error(`${shown} did not come`));
      else requestAnimationFrame(check);
    };
    requestAnimationFrame(check);
  };
  window.addEventListener(event, begin, { capture: true, once: true });
}

/** Opens an address within the page, without a reload. */
export const goTo = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, '', to), address);

/** Memory of the page's scripts after garbage collection, in MB. */
export const heapMb = (page: Page): Promise<number> =>
  page.evaluate(() => {
    (globalThis as { gc?: () => void }).gc?.();
    return (
      (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize / 1_048_576
    );
  });

export type Scrolled = { longest: number; over50: number; frames: number; grownMb: number };

/**
 * Scrolls down in so many frames, and returns the longest of them in ms and how much the heap grew.
 * @param pixels how far; to the end if absent
 */
export function scrollThrough(
  page: Page,
  selector: string,
  frames: number,
  pixels?: number,
): Promise<Scrolled> {
  return page.evaluate(
    ({ selector, frames, pixels }) => {
      const scroller = document.querySelector<HTMLElement>(selector);
      if (scroller === null) throw new Error(`no scroller at ${selector}`);
      const collect = () => {
        (globalThis as { gc?: () => void }).gc?.();
        return (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize;
      };
      const before = collect();
      const end = pixels ?? scroller.scrollHeight - scroller.clientHeight;
      return new Promise<Scrolled>((resolve) => {
        const lengths: number[] = [];
        let last = performance.now();
        const next = (now: number) => {
          lengths.push(now - last);
          last = now;
          scroller.scrollTop = (end * lengths.length) / frames;
          if (lengths.length < frames) return requestAnimationFrame(next);
          resolve({
            // The first two begin while the page is still waking up.
            longest: Math.max(...lengths.slice(2)),
            over50: lengths.slice(2).filter((length) => length > 50).length,
            frames,
            grownMb: (collect() - before) / 1_048_576,
          });
        };
        requestAnimationFrame(next);
      });
    },
    { selector, frames, pixels },
  );
}

/** Runs `work` while the page's processor is slowed down fourfold by Chromium. */
export async function slowed(page: Page, work: () => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  try {
    await work();
  } finally {
    await session.detach();
  }
}
