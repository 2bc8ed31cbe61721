import type { Page } from '@playwright/test';
import { expect, test } from './milepost.ts';
import { expectSoundInBoth, expectToFit, picture } from './soundness.ts';
import { approve, fillSearch, getQuote, go, quoteSheet, SCREENS, TWO_CITIES } from './steps.ts';

const WIDE = { width: 1280, height: 800 };
const SMALL = { width: 900, height: 700 };
/** The usual window at double text size. */
const ZOOMED = { width: 640, height: 400 };
/** `docs/` holds the README's picture, renewed on request. */

/** Checked in both schemes at the usual size, and within the window at the smaller one and with large text. */
async function expectSoundAndFit(page: Page, name: string): Promise<void> {
  await expectSoundInBoth(page, `${name}-1280`);
  await page.setViewportSize(SMALL);
  await expectToFit(page, `${name}-900`);
  await picture(page, `${name}-900`);
  await page.setViewportSize(ZOOMED);
  await expectToFit(page, `${name}-zoomed`);
  await picture(page, `${name}-zoomed`);
}

async function checkEveryScreen(page: Page, state: string): Promise<void> {
  for (const screen of SCREENS) {
    await go(page, screen);
    await expect(page.getByText('Loading', { exact: false })).toHaveCount(0);
    await expectSoundAndFit(page, `${screen.toLowerCase()}-${state}`);
    await expect(page.getByRole('button', { name: 'Open commands' })).toBeInViewport({ ratio: 1 });
    await page.setViewportSize(WIDE);
  }
}

test('every screen is accessible and fits before the first search', { tag: '@long' }, async ({
  milepost,
}) => {
  test.setTimeout(180_000);
  const { page } = milepost;
  await checkEveryScreen(page, 'empty');
  // Each empty screen offers something to start.
  for (const [path, title] of [
    ['/results', 'Nothing saved yet'],
    ['/compare', 'Nothing to compare yet'],
    ['/compare?view=runs', 'Two runs'],
    ['/watchlist', 'Nothing to watch yet'],
    ['/trips', 'No trip yet'],
    ['/wallet', 'Nothing in your wallet'],
    ['/purchases', 'Nothing bought yet'],
    ['/purchases?view=totals', 'Nothing was sent'],
    ['/purchases?view=brought', 'No search has brought anything yet'],
    ['/purchases?view=statement', 'Nothing was spent'],
    ['/results/output', 'This address names no purchase'],
    ['/catalogue/tool/use', 'This address names no Tool'],
    ['/nowhere', 'There is nothing at this address'],
  ] as const) {
    await page.evaluate((to) => history.pushState(null, '', to), path);
    const blank = page.getByRole('heading', { level: 2, name: title }).locator('..');
    await expect.soft(blank.locator('a, button').first(), path).toBeVisible();
  }
});

test('every screen is accessible and fits with results', async ({ milepost }) => {
  test.setTimeout(180_000);
  const { page } = milepost;
  await fillSearch(page, TWO_CITIES);
  await getQuote(page);
  await expectSoundAndFit(page, 'quote');
  await expect(quoteSheet(page).getByRole('button', { name: 'Approve and run' })).toBeInViewport();
  await expect(quoteSheet(page).getByText(/Award seat search/)).toHaveCount(1);
  await page.setViewportSize(WIDE);
  await approve(page);
  await expectSoundInBoth(page, 'results-table-1280');
  await page.getByText('Calendar', { exact: true }).click();
  await expect(page.getByRole('grid', { name: 'Calendar' })).toBeVisible();
  await expectSoundInBoth(page, 'results-calendar-1280');
  await page.getByText('Map', { exact: true }).click();
  await expect(page.getByRole('img', { name: 'Route map' })).toBeVisible();
  await expectSoundInBoth(page, 'results-map-1280');
  await checkEveryScreen(page, 'filled');
});
