import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './milepost.ts';
import { approve, fillSearch, getQuote, go, quoteSheet, TWO_CITIES } from './steps.ts';

const SCREENS = [
  'Search',
  'Results',
  'Compare',
  'Watchlist',
  'Catalogue',
  'Purchases',
  'Activity',
  'Settings',
];
const SIZES = [
  { width: 1280, height: 800 },
  { width: 900, height: 700 },
];
/** Screenshots for a person to look at; `docs/` holds the README's, renewed on request. */
const PICTURES = 'test-results/screens';
const README_PICTURE = process.env.MILEPOST_README_PICTURE === '1' ? 'docs/screenshot.png' : undefined;

async function inspect(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    grave.map(
      ({ id, nodes }) => `${name}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    ),
  ).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

for (const scheme of ['light', 'dark'] as const)
  test(`every screen is sound and fits in ${scheme}, empty and with results`, async ({ milepost }) => {
    mkdirSync(PICTURES, { recursive: true });
    const { page } = milepost;
    await page.emulateMedia({ colorScheme: scheme });
    const look = async (state: string) => {
      for (const size of SIZES) {
        await page.setViewportSize(size);
        for (const screen of SCREENS) {
          await go(page, screen);
          await expect(page.getByText('Loading', { exact: false })).toHaveCount(0);
          await inspect(page, `${screen.toLowerCase()}-${state}-${scheme}-${size.width}`);
        }
      }
    };
    await look('empty');
    await page.setViewportSize({ width: 1280, height: 800 });
    await go(page, 'Search');
    await fillSearch(page, TWO_CITIES);
    await getQuote(page);
    await inspect(page, `quote-${scheme}-1280`);
    await page.setViewportSize({ width: 900, height: 700 });
    await inspect(page, `quote-${scheme}-900`);
    await expect(quoteSheet(page).getByRole('button', { name: 'Approve and run' })).toBeInViewport();
    await page.setViewportSize({ width: 1280, height: 800 });
    await approve(page);
    await inspect(page, `results-table-${scheme}-1280`);
    if (README_PICTURE && scheme === 'light') await page.screenshot({ path: README_PICTURE });
    for (const view of ['Calendar', 'Map'])
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await page.getByText(view, { exact: true }).click();
        await expect(
          view === 'Map'
            ? page.getByRole('img', { name: 'Route map' })
            : page.getByRole('grid', { name: 'Calendar' }),
        ).toBeVisible();
        await inspect(page, `results-${view.toLowerCase()}-${scheme}-${size.width}`);
      }
    await look('filled');
  });
