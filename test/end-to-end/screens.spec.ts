import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { axeAtRest, inScheme } from './axe-at-rest.ts';
import { expect, test } from './milepost.ts';
import { approve, fillSearch, getQuote, go, quoteSheet, SCREENS, TWO_CITIES } from './steps.ts';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 900, height: 700 },
] as const;
/** Screenshots for a person to look at; `docs/` holds the README's, renewed on request. */
const PICTURES = 'test-results/screens';
const README_PICTURE = process.env.MILEPOST_README_PICTURE === '1' ? 'docs/screenshot.png' : undefined;

/** Looks at what is on the screen: nothing grave for axe, nothing beyond the window's edge. */
async function inspect(page: Page, name: string): Promise<void> {
  const { violations } = await axeAtRest(page);
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    grave.map(
      ({ id, nodes }) => `${name}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    ),
  ).toEqual([]);
  await fitsAndIsPictured(page, name);
}

async function fitsAndIsPictured(page: Page, name: string): Promise<void> {
  const beyond = await page.evaluate(() => {
    const edge = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= edge) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > edge)
      .map((element) => `${element.tagName} ${element.className}`);
  });
  expect(beyond, `${name} scrolls sideways`).toEqual([]);
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

async function lookAtEveryScreen(page: Page, state: string): Promise<void> {
  for (const screen of SCREENS) {
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await go(page, screen);
      await expect(page.getByText('Loading', { exact: false })).toHaveCount(0);
      const name = `${screen.toLowerCase()}-${state}-${size.width}`;
      if (size === SIZES[0]) await inspect(page, name);
      else await fitsAndIsPictured(page, name);
    }
  }
  await page.setViewportSize(SIZES[0]);
}

test.beforeAll(() => mkdirSync(PICTURES, { recursive: true }));

for (const scheme of ['light', 'dark'] as const) {
  test(`every screen is sound and fits in ${scheme} before anything was searched`, async ({ milepost }) => {
    test.setTimeout(300_000);
    await inScheme(milepost.page, scheme);
    await lookAtEveryScreen(milepost.page, `empty-${scheme}`);
  });

  test(`every screen is sound and fits in ${scheme} with results`, async ({ milepost }) => {
    test.setTimeout(300_000);
    const { page } = milepost;
    await inScheme(page, scheme);
    await fillSearch(page, TWO_CITIES);
    await getQuote(page);
    await inspect(page, `quote-${scheme}-1280`);
    await page.setViewportSize(SIZES[1]);
    await fitsAndIsPictured(page, `quote-${scheme}-900`);
    await expect(quoteSheet(page).getByRole('button', { name: 'Approve and run' })).toBeInViewport();
    await page.setViewportSize(SIZES[0]);
    await approve(page);
    await inspect(page, `results-table-${scheme}-1280`);
    if (README_PICTURE && scheme === 'light') await page.screenshot({ path: README_PICTURE });
    for (const view of ['Calendar', 'Map']) {
      await page.getByText(view, { exact: true }).click();
      const shown =
        view === 'Map'
          ? page.getByRole('img', { name: 'Route map' })
          : page.getByRole('grid', { name: 'Calendar' });
      await expect(shown).toBeVisible();
      await inspect(page, `results-${view.toLowerCase()}-${scheme}-1280`);
    }
    await lookAtEveryScreen(page, `filled-${scheme}`);
  });
}
