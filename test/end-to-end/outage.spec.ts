import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './milepost.ts';
import { startMarketplace } from './running-marketplace.ts';
import { expectSoundInBoth } from './soundness.ts';
import {
  approve,
  awardResults,
  fillSearch,
  getQuote,
  go,
  quoteSheet,
  renderedRows,
  SCREENS,
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

test('stopped before the first request: every screen opens and states what needs the network', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  await expect(milepost.page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  await marketplace.stop();
  await milepost.restart();
  await everyScreenShowsSomething(milepost.page);
});

test('stopped before the quote: the search stays as typed, nothing is bought, and the service’s return is noticed', {
  tag: '@long',
}, async ({ milepost, marketplace, folder }) => {
  const { page } = milepost;
  await fillSearch(page, TWO_CITIES);
  const ask = page.getByRole('button', { name: 'Get quote' });
  await expect(ask).toBeEnabled();
  await marketplace.stop();
  // A background request may have shown by now that there is no network.
  await ask.press('Enter');
  await expect(
    page.getByText(/nothing was bought|Offline\. A quote needs the network/i).first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('JFK', { exact: true }).first()).toBeVisible();
  await expect(page.getByLabel('Earliest departure')).toHaveValue('Mon 1 Mar 2027');
  await expect(ask).toBeDisabled();
  const again = await startMarketplace(join(folder, 'books.sqlite'), Number(new URL(marketplace.url).port));
  await expect(ask).toBeEnabled({ timeout: 40_000 });
  await getQuote(page);
  await again.stop();
});

test('stopped with the quote on the screen: the order is not sent, and this is reported', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  const { page } = milepost;
  await fillSearch(page, TWO_CITIES);
  await getQuote(page);
  await marketplace.stop();
  await quoteSheet(page).getByRole('button', { name: 'Approve and run' }).click();
  await expect(page.getByText(/could not be sent|may have been charged/i).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await everyScreenShowsSomething(page);
});

test('cut off after the order was accepted: the list does not identify the Call, and resuming it is charged once', async ({
  milepost,
  marketplace,
}) => {
  const { page } = milepost;
  await marketplace.control.inject({ on: 'tool.call', kind: 'drop_acknowledgement' });
  await fillSearch(page, TWO_CITIES);
  await getQuote(page);
  await quoteSheet(page).getByRole('button', { name: 'Approve and run' }).click();
  await quoteSheet(page).getByRole('button', { name: 'Resume the same purchase' }).click();
  await expect(awardResults(page)).toBeVisible({ timeout: 30_000 });
  expect((await marketplace.control.books()).charges).toHaveLength(1);
});

test('stopped while results are shown: they stay, and can be filtered and sorted', { tag: '@long' }, async ({
  milepost,
  marketplace,
}) => {
  const { page } = milepost;
  await fillSearch(page, TWO_CITIES);
  await getQuote(page);
  await approve(page);
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
