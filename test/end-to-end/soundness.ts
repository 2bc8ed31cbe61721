import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { seriousFindings } from './axe.ts';

/** The rules that depend on colours; all others find the same in every colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

const USUAL_WIDTH = 1280;

/** The folder for pictures for review; none are taken unless MILEPOST_PICTURES names it. */
const PICTURES = process.env.MILEPOST_PICTURES;

/** Renews a picture of the README on request. */
export async function readmePicture(page: Page, name: string): Promise<void> {
  if (process.env.MILEPOST_README_PICTURE === '1')
    await page.screenshot({ path: join('docs', `${name}.png`) });
}

/**
 * Waits until every animation and transition has ended: an intermediate colour is not a finding. Checks at each frame,
 * because the promise of a compositor-only animation resolves no sooner than a next frame, and none may be due.
 */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((rendered) => requestAnimationFrame(rendered));
    const isMoving = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY;
    // A recent change starts its transition with the next frame.
    await frame();
    do await frame();
    while (document.getAnimations().some(isMoving));
  });
}

/** Changes the system's colour scheme and waits until the page has followed. */
export async function setColourScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

/** Checks that axe finds nothing serious or critical on the current page; `rules` limits what it checks. */
export async function expectNoSeriousFindings(page: Page, name: string, rules?: string[]): Promise<void> {
  await waitForAnimations(page);
  expect(await seriousFindings(page, rules), `${name}: axe`).toEqual([]);
}

/**
 * Checks that print is dark on a light background in any scheme, and that elements with a background of their own keep
 * it.
 */
export async function expectInkOnPaper(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, media: 'print' });
    await expectNoSeriousFindings(page, `${name}, ${colorScheme}`, COLOUR_RULES);
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

/** Checks that nothing extends beyond the window's edge. */
export async function expectToFit(page: Page, name: string): Promise<void> {
  const beyond = await page.evaluate(() => {
    const edge = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= edge) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > edge)
      .map((element) => `${element.tagName} ${element.className}`);
  });
  expect(beyond, `${name} scrolls sideways`).toEqual([]);
  expect.soft(await textsCutOff(page), `${name}: text is cut off`).toEqual([]);
}

/** Titles and headings of tables that are wider than their place, and do not end in an ellipsis. */
const textsCutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('th, [class*="columnTitle"]')]
      .filter(
        (element) =>
          element.checkVisibility() &&
          element.scrollWidth > element.clientWidth + 1 &&
          [element, ...element.querySelectorAll('*')].every(
            (part) => getComputedStyle(part).textOverflow !== 'ellipsis',
          ),
      )
      .map(({ innerText }) => innerText),
  );

/** Checks that a screen or dialog has at most one primary button, and that a dialog's last button is at its right edge. */
async function expectOnePrimary(page: Page, name: string): Promise<void> {
  const wrong = await page.evaluate(() =>
    [...document.querySelectorAll('main, [role="dialog"]')].flatMap((part) => {
      const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true });
      const filled = [
        ...part.querySelectorAll('.mantine-Button-root:is([data-variant="filled"], :not([data-variant]))'),
      ]
        .filter(isVisible)
        .map(({ textContent }) => textContent);
      const ends = [...part.querySelectorAll('[data-dialog-buttons]')].filter(isVisible).flatMap((row) => {
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

/** Checks that neither the text of a button or tab nor a text beside a button wraps. */
async function expectWholeLines(page: Page, name: string): Promise<void> {
  const broken = await page.evaluate(() => {
    const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const linesOf = (element: Element) => {
      const words = document.createRange();
      words.selectNodeContents(element);
      let [lines, end] = [0, Number.NEGATIVE_INFINITY];
      for (const { top, bottom } of [...words.getClientRects()].sort((one, other) => one.top - other.top)) {
        // Text of another size on the same line begins a little lower.
        if (top > end - 5) lines += 1;
        end = Math.max(end, bottom);
      }
      return lines;
    };
    const labels = [
      ...document.querySelectorAll('[class*="Button-label"], [class*="SegmentedControl-label"]'),
    ];
    const beside = [...document.querySelectorAll('.mantine-Button-root')]
      .filter(isVisible)
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
      .filter((element) => isVisible(element) && linesOf(element) > 1)
      .map((element) => element.textContent ?? '');
  });
  expect.soft(broken, `${name}: broken lines`).toEqual([]);
}

/** Small print, notes, text, headings and the screen's title; `renderer/page.css` holds them. */
const MAX_SIZES = 5;

/** The sizes of all readable text on the page, in pixels, the smallest first. */
const sizesOn = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const sizes = new Set<number>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const holder = text.parentElement;
      if (holder === null || (text.textContent ?? '').trim() === '' || !holder.checkVisibility()) continue;
      const { width, height } = holder.getBoundingClientRect();
      const size = Number.parseFloat(getComputedStyle(holder).fontSize);
      // Text for assistive technology only has no visible size.
      if (width > 1 && height > 1 && size > 0) sizes.add(size);
    }
    return [...sizes].sort((a, b) => a - b);
  });

async function expectOneScale(page: Page, name: string): Promise<void> {
  const sizes = await sizesOn(page);
  expect.soft(sizes.length, `${name}: ${sizes.join(', ')} px`).toBeLessThanOrEqual(MAX_SIZES);
  expect.soft(sizes[0], `${name}: the smallest`).toBeGreaterThanOrEqual(12);
  await expect.soft(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveCount(1);
}

export async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

/** Checks the current page: by axe, and its width. */
export async function expectSound(page: Page, name: string, rules?: string[]): Promise<void> {
  await expectNoSeriousFindings(page, name, rules);
  await expectToFit(page, name);
  await expectOnePrimary(page, name);
  if (page.viewportSize()?.width === USUAL_WIDTH) {
    await expectWholeLines(page, name);
    await expectOneScale(page, name);
  }
  await picture(page, name);
}

/** Checks the light scheme, and the colours of the dark one. */
export async function expectSoundInBoth(page: Page, name: string): Promise<void> {
  await setColourScheme(page, 'dark');
  await expectSound(page, `${name}-dark`, COLOUR_RULES);
  await setColourScheme(page, 'light');
  await expectSound(page, `${name}-light`);
}

/** The usual window at double text size. */
const ZOOMED = { width: 640, height: 400 };

/** The same at 1280 × 800, and at 900 × 700 and with large text that everything is within the window. */
export async function expectSoundAtBothSizes(page: Page, name: string): Promise<void> {
  await expectSoundInBoth(page, `${name}-1280`);
  await page.setViewportSize({ width: 900, height: 700 });
  await expectToFit(page, `${name}-900`);
  await picture(page, `${name}-900-light`);
  await setColourScheme(page, 'dark');
  await picture(page, `${name}-900-dark`);
  await setColourScheme(page, 'light');
  await page.setViewportSize(ZOOMED);
  await expectToFit(page, `${name}-zoomed`);
  await page.setViewportSize({ width: USUAL_WIDTH, height: 800 });
}
