import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { graveFindings } from './axe.ts';

/** The rules that a change of colours can break; all others find the same in every colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

const USUAL_WIDTH = 1280;

/** Where pictures for a user to look at go; none are made unless MILEPOST_PICTURES names a folder. */
const PICTURES = process.env.MILEPOST_PICTURES;

/** Renews a picture of the README where that was asked for. */
export async function readmePicture(page: Page, name: string): Promise<void> {
  if (process.env.MILEPOST_README_PICTURE === '1')
    await page.screenshot({ path: join('docs', `${name}.png`) });
}

/**
 * Waits until everything that moves or fades has come to rest: a colour on its way is no finding. Asks at each frame: the
 * promise of an animation that only the compositor runs is kept no sooner than a next frame, and none may be due.
 */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((rendered) => requestAnimationFrame(rendered));
    const isMoving = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY;
    // A change of a moment ago begins to move with the next frame.
    await frame();
    do await frame();
    while (document.getAnimations().some(isMoving));
  });
}

/** Changes the system's colour scheme and waits until the page has followed. */
export async function inScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

/** Axe finds nothing serious or critical on the page as it is now; `rules` narrows what it looks for. */
export async function expectNothingGrave(page: Page, name: string, rules?: string[]): Promise<void> {
  await atRest(page);
  expect(await graveFindings(page, rules), `${name}: axe`).toEqual([]);
}

/** What is printed is dark on a light ground, whatever the screen's scheme, and what has a ground of its own keeps it. */
export async function expectInkOnPaper(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, media: 'print' });
    await expectNothingGrave(page, `${name}, ${colorScheme}`, COLOUR_RULES);
    const pale = await page.evaluate(() => {
      const shade = (colour: string) => {
        const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
        if (canvas === null) throw new Error('no canvas');
        canvas.fillStyle = 'white';
        canvas.fillRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
        return (red * 2 + green * 5 + blue) / 8;
      };
      const isWritten = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim());
      return [...document.body.querySelectorAll('*')].filter(isWritten).flatMap((element) => {
        const { color } = getComputedStyle(element);
        return shade(color) > 130 ? [`${element.textContent?.trim()} in ${color}`] : [];
      });
    });
    expect(pale, `${name}, ${colorScheme}: too faint to print`).toEqual([]);
  }
}

/** Nothing lies beyond the window's edge. */
export async function expectToFit(page: Page, name: string): Promise<void> {
  const beyond = await page.evaluate(() => {
    const edge = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= edge) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > edge)
      .map((element) => `${element.tagName} ${element.className}`);
  });
  expect(beyond, `${name} scrolls sideways`).toEqual([]);
}

/** Every screen and every dialog has at most one button that stands out; a dialog ends with it. */
async function expectOnePrimary(page: Page, name: string): Promise<void> {
  const wrong = await page.evaluate(() =>
    [...document.querySelectorAll('main, [role="dialog"]')].flatMap((part) => {
      const isThere = (element: Element) => element.checkVisibility({ visibilityProperty: true });
      const filled = [
        ...part.querySelectorAll('.mantine-Button-root:is([data-variant="filled"], :not([data-variant]))'),
      ]
        .filter(isThere)
        .map(({ textContent }) => textContent);
      const ends = [...part.querySelectorAll('[data-dialog-buttons]')].filter(isThere).flatMap((row) => {
        const buttons = [...row.querySelectorAll('.mantine-Button-root')];
        const last = buttons.at(-1);
        const gap =
          last === undefined ? 0 : row.getBoundingClientRect().right - last.getBoundingClientRect().right;
        return gap > 17 ? [`${last?.textContent} ends ${gap} pixels before the right`] : [];
      });
      return filled.length > 1 ? [...ends, `several stand out: ${filled.join(', ')}`] : ends;
    }),
  );
  expect(wrong, `${name}: buttons that stand out`).toEqual([]);
}

/** In the usual window neither the words of a button or a tab nor a text beside a button break into a second line. */
export async function expectWholeLines(page: Page, name: string): Promise<void> {
  const broken = await page.evaluate(() => {
    const isThere = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const linesOf = (element: Element) => {
      const words = document.createRange();
      words.selectNodeContents(element);
      let [lines, end] = [0, Number.NEGATIVE_INFINITY];
      for (const { top, bottom } of [...words.getClientRects()].sort((one, other) => one.top - other.top)) {
        // Letters of another size on the same line begin a little lower.
        if (top > end - 5) lines += 1;
        end = Math.max(end, bottom);
      }
      return lines;
    };
    const labels = [
      ...document.querySelectorAll('[class*="Button-label"], [class*="SegmentedControl-label"]'),
    ];
    const beside = [...document.querySelectorAll('.mantine-Button-root')]
      .filter(isThere)
      .flatMap((button) => {
        const row = button.parentElement;
        const { top, bottom } = button.getBoundingClientRect();
        if (row === null || getComputedStyle(row).display !== 'flex') return [];
        return [...row.querySelectorAll('*')].filter((element) => {
          const box = element.getBoundingClientRect();
          return (
            !button.contains(element) &&
            element.closest('.mantine-Button-root, pre, code') === null &&
            [...element.childNodes].some(
              ({ nodeType, data }: ChildNode & { data?: string }) =>
                nodeType === Node.TEXT_NODE && data?.trim() !== '',
            ) &&
            box.width > 1 &&
            box.top < bottom &&
            box.bottom > top
          );
        });
      });
    return [...new Set([...labels, ...beside])]
      .filter((element) => isThere(element) && linesOf(element) > 1)
      .map((element) => element.textContent ?? '');
  });
  expect.soft(broken, `${name}: broken lines`).toEqual([]);
}

export async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

/** Sound as it is now: for axe, and by its width. */
export async function expectSound(page: Page, name: string, rules?: string[]): Promise<void> {
  await expectNothingGrave(page, name, rules);
  await expectToFit(page, name);
  await expectOnePrimary(page, name);
  if (page.viewportSize()?.width === USUAL_WIDTH) await expectWholeLines(page, name);
  await picture(page, name);
}

/** Sound in light, and in dark as far as colours go. */
export async function expectSoundInBoth(page: Page, name: string): Promise<void> {
  await inScheme(page, 'dark');
  await expectSound(page, `${name}-dark`, COLOUR_RULES);
  await inScheme(page, 'light');
  await expectSound(page, `${name}-light`);
}
