import { expect, test } from './milepost.ts';
import { expectSoundAtBothSizes, expectSoundInBoth } from './soundness.ts';
import { approve, fillSearch, getQuote, go, quoteSheet, SCREENS, TWO_CITIES } from './steps.ts';

// pictures.spec.ts looks at every screen and state; this at the usual ones, each time.

test('each empty screen offers something to start', { tag: '@long' }, async ({ milepost }) => {
  const { page } = milepost;
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
  await expectSoundAtBothSizes(page, 'quote');
  await expect(quoteSheet(page).getByRole('button', { name: 'Approve and run' })).toBeInViewport();
  await expect(quoteSheet(page).getByText(/Award seat search/)).toHaveCount(1);
  await approve(page);
  await expectSoundInBoth(page, 'results-table-1280');
  await page.getByText('Calendar', { exact: true }).click();
  await expect(page.getByRole('grid', { name: 'Calendar' })).toBeVisible();
  await expectSoundInBoth(page, 'results-calendar-1280');
  await page.getByText('Map', { exact: true }).click();
  await expect(page.getByRole('img', { name: 'Route map' })).toBeVisible();
  await expectSoundInBoth(page, 'results-map-1280');
  for (const screen of SCREENS) {
    await go(page, screen);
    await expect(page.getByText('Loading', { exact: false })).toHaveCount(0);
    await expectSoundAtBothSizes(page, `${screen.toLowerCase()}-filled`);
    await expect(page.getByRole('button', { name: 'Open commands' })).toBeInViewport({ ratio: 1 });
  }
});
