import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './milepost.ts';
import { startMarketplace } from './running-marketplace.ts';
import { expectSoundInBoth } from './soundness.ts';
import {
  fillSearch,
  getQuote,
  go,
  quoteSheet,
  renderedRows,
  SCREENS,
  searchOnce,
  TWO_CITIES,
} from './steps.ts';

async function everyScreenShowsSomething(page: Page): Promise<void> {
  for (const screen of SCREENS) {
    await go(page, screen);
    // Short reads show no progress.
    await expect
      .poll(async () => (await page.getByRole('main').textContent())?.trim().length, {
        message: `${screen} is blank`,
      })
      .toBeGreaterThan(screen.length + 10);
  }
}

test('a start without the service opens every screen, its return is noticed, and an order that is not sent is reported', {
  tag: '@long',
}, async ({ milepost, marketplace, folder }) => {
  test.setTimeout(120_000);
  await expect(milepost.page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  await marketplace.stop();
  await milepost.restart();
  const { page } = milepost;
  await everyScreenShowsSomething(page);
  await go(page, 'Search');
  await fillSearch(page, TWO_CITIES);
  const ask = page.getByRole('button', { name: 'Get quote' });
  await expect(ask).toBeDisabled();
  const again = await startMarketplace(join(folder, 'books.sqlite'), Number(new URL(marketplace.url).port));
  await expect(ask).toBeEnabled({ timeout: 40_000 });
  // The search stays as it was typed.
  await expect(page.getByLabel('Earliest departure')).toHaveValue('Mon 1 Mar 2027');
  await getQuote(page);
  await again.stop();
  await quoteSheet(page).getByRole('button', { name: 'Approve and run' }).click();
  await expect(page.getByText(/could not be sent|may have been charged/i).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await everyScreenShowsSomething(page);
});

test('stopped while results are shown: they stay, and can be filtered and sorted', { tag: '@long' }, async ({
  milepost,
  marketplace,
}) => {
  const { page } = milepost;
  await searchOnce(page);
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Watching', exact: true })).toBeVisible();
  const before = await renderedRows(page, 5);
  await marketplace.stop();
  expect(await renderedRows(page, 5)).toEqual(before);
  await page.getByLabel('Filter results').fill('LGW');
  await expect.poll(async () => (await renderedRows(page, 1))[0] ?? '').toContain('Gatwick');
  await everyScreenShowsSomething(page);

  // What was fresh before is only as good as its age.
  await expect(page.getByLabel('At a glance')).toContainText(/Offline.*Catalogue .* old/);
  // What needs the network is marked, and requests nothing.
  await go(page, 'Watchlist');
  const refresh = page.getByRole('button', { name: 'Refresh 1…' });
  await expect(refresh).toHaveAttribute('aria-disabled', 'true');
  await refresh.click({ force: true });
  await expect(page.getByRole('region', { name: 'Status' })).toContainText(
    'Offline: a refresh needs the network',
  );
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('link', { name: 'Results', exact: true }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^New York to London/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Next page: get quote' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expectSoundInBoth(page, 'results-offline');
  // A cached catalogue is not an error either.
  await go(page, 'Catalogue');
  await expect(page.getByRole('main').getByText('Offline', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Catalogue freshness' })).toContainText(/^Catalogue .* old/);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
