import type { Page } from '@playwright/test';
import { expect, test } from './milepost.ts';
import { buyRequest, requestOf } from './purchase-steps.ts';
import { expectSoundInBoth, picture } from './soundness.ts';
import { awardResults, go, openSearch } from './steps.ts';

const SCREENS = ['Results', 'Watchlist', 'Compare'] as const;
const book = (page: Page) => page.getByRole('dialog', { name: 'Book' });

test('searches stay with their marketplace, which is named wherever another is in use, and what the demo made up is marked', async ({
  milepost,
  marketplace,
}) => {
  test.setTimeout(120_000);
  const { page } = milepost;
  const mark = 'Demo marketplace: made up, and nothing to book';
  const { origin, host } = new URL(marketplace.url);
  const wayBack = page.getByRole('button', { name: `Use ${origin}` });
  const items = page.getByRole('list', { name: 'Board' }).getByRole('listitem');
  const trip = async (title: string) => {
    await go(page, 'Trips');
    await page.getByRole('link', { name: title, exact: true }).click();
  };
  await buyRequest(page, requestOf(1));
  await openSearch(page);
  await awardResults(page).getByRole('checkbox').first().click();
  await page.getByRole('button', { name: 'Add to trip…' }).click();
  await page.getByLabel('Title of the new trip').fill('Spring');
  await page.getByRole('button', { name: 'Add 1 record' }).click();
  await trip('Spring');
  const marketplaceFact = items.first().getByText('Marketplace', { exact: true });
  await expect(items.first()).toContainText(/Programme/);
  await expect(marketplaceFact).toHaveCount(0);

  await go(page, 'Settings');
  await page.getByRole('link', { name: 'Marketplace and key' }).click();
  await page.getByRole('button', { name: 'Use the demo' }).click();
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('demo money');
  await trip('Spring');
  await expect(marketplaceFact.locator('..')).toContainText(host);
  await page.setViewportSize({ width: 900, height: 700 });
  await expectSoundInBoth(page, 'trips-elsewhere');
  await page.setViewportSize({ width: 1280, height: 800 });

  // Where the searches are is said where none is shown, and where some are.
  for (const screen of SCREENS) {
    await go(page, screen);
    await expect(wayBack).toBeVisible();
  }
  await buyRequest(page, requestOf(2));
  for (const screen of SCREENS) {
    await go(page, screen);
    const others = page.getByRole('region', { name: 'Saved at other marketplaces' });
    await expect(others).toContainText('1 search with');
    await expect(others.getByRole('button')).toHaveText([`Use ${origin}`]);
  }

  await openSearch(page);
  await awardResults(page).getByRole('row').nth(1).getByRole('button').first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Book', exact: true }).click();
  const answers = book(page).getByRole('region', { name: 'What happened?' });
  await answers.getByRole('radio', { name: 'Booked' }).check();
  await expect(page.getByText(mark)).toHaveCount(0);
  const flights = answers.getByLabel('Flights');
  if ((await flights.count()) > 0) await flights.selectOption({ index: 1 });
  await answers.getByLabel('Into the trip').selectOption('A new trip');
  await answers.getByLabel('Title of the new trip').fill('Made up');
  await answers.getByRole('button', { name: 'Save answer' }).click();
  await expect(book(page).getByText('You answered')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(book(page)).toBeHidden();
  const run = page.url();
  await page.getByRole('button', { name: 'Close record' }).click();

  await go(page, 'Purchases');
  await page.getByRole('radiogroup', { name: 'View' }).getByText('What it brought').click();
  await wayBack.click();
  await expect(page.getByRole('table', { name: 'Brought by saved search' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Status' })).not.toContainText('demo money');
  await page.goto(run);
  await expect(page.getByRole('list', { name: 'About these records' })).toContainText(mark);
  const record = page.getByRole('dialog', { name: /JFK/ });
  await expect(record).toContainText(mark);
  await expect(record.getByRole('button', { name: 'Book', exact: true })).toHaveCount(0);
  await expect(record.getByRole('region', { name: 'What pays for it' })).toHaveCount(0);
  await picture(page, 'made-up');
  await page.getByRole('button', { name: 'Close record' }).click();
  await trip('Made up');
  await expect(page.getByRole('list', { name: 'Booked flights' })).toContainText(mark);
  await expect(page.getByRole('list', { name: 'Board' }).getByRole('button', { name: 'Book' })).toHaveCount(
    0,
  );
});
