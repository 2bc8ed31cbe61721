import type { Page } from '@playwright/test';
import { expect, test } from './milepost.ts';
import { expectWholeLines, picture, setColourScheme } from './soundness.ts';
import { approve, awardResults, fillSearch, getQuote, go, SCREENS, TWO_CITIES } from './steps.ts';

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
  for (const [width, height] of [
    [1280, 800],
    [900, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const scheme of ['light', 'dark'] as const) {
      await setColourScheme(page, scheme);
      await picture(page, `${name}-${width}-${scheme}`);
    }
    if (width === 1280) await expectWholeLines(page, name);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  const sizes = await sizesOn(page);
  expect.soft(sizes.length, `${name}: ${sizes.join(', ')} px`).toBeLessThanOrEqual(MAX_SIZES);
  expect.soft(sizes[0], `${name}: the smallest`).toBeGreaterThanOrEqual(12);
  await expect.soft(page.getByRole('heading', { level: 1 })).toHaveCount(1);
}

test('each screen and each view uses at most five sizes of type, and no button wraps', {
  tag: '@long',
}, async ({ milepost }) => {
  test.setTimeout(240_000);
  const { page } = milepost;
  await fillSearch(page, TWO_CITIES);
  await getQuote(page);
  await expectOneScale(page, 'quote');
  await approve(page);
  await expectOneScale(page, 'results-table');
  await page.getByRole('button', { name: 'Table options' }).click();
  await expectOneScale(page, 'results-options');
  await page.keyboard.press('Escape');
  await awardResults(page).getByRole('row').nth(1).getByRole('button').click();
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeVisible();
  await expectOneScale(page, 'results-record');
  await page.keyboard.press('Escape');
  for (const view of ['Calendar', 'Timeline', 'Histogram', 'Map']) {
    await page.getByText(view, { exact: true }).click();
    await expect(page.getByText('Opening', { exact: false })).toHaveCount(0);
    await expectOneScale(page, `results-${view.toLowerCase()}`);
  }
  await page.getByRole('link', { name: 'Add to Compare' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Compare' })).toBeVisible();
  await expectOneScale(page, 'compare-filled');
  for (const screen of SCREENS) {
    await go(page, screen);
    await expect(page.getByText('Loading', { exact: false })).toHaveCount(0);
    await expectOneScale(page, screen.toLowerCase());
  }
});
