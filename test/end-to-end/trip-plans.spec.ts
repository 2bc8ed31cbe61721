import type { Locator, Page } from '@playwright/test';
import { expect, test } from './milepost.ts';
import { expectSoundInBoth } from './soundness.ts';
import { go } from './steps.ts';

const plans = (page: Page): Locator => page.getByRole('table', { name: 'Plans' });
const matrix = (page: Page): Locator => page.getByRole('grid', { name: 'Outbound by return' });
const worth = (page: Page): Locator => page.getByRole('list', { name: 'Worth reading next' });

type TypedTrip = { origins: string; destinations: string; from: string; until: string; nights?: string };

/** Fills in the form of a new trip there and back. */
async function planTrip(page: Page, trip: TypedTrip, adults = 1): Promise<void> {
  await go(page, 'Trips');
  await page.getByRole('main').getByRole('button', { name: 'Plan a trip' }).click();
  await page.getByLabel('Adults').selectOption(adults === 1 ? '1 adult' : `${adults} adults`);
  await page.getByLabel('Origins', { exact: true }).fill(trip.origins);
  await page.keyboard.press('Tab');
  await page.getByLabel('Destinations', { exact: true }).fill(trip.destinations);
  await page.keyboard.press('Tab');
  await page.getByLabel('Earliest departure').fill(trip.from);
  await page.getByLabel('Latest departure').fill(trip.until);
  if (trip.nights !== undefined) await page.getByLabel('Nights', { exact: true }).fill(trip.nights);
  await page.getByRole('button', { name: 'Save trip' }).click();
  await expect(page.getByRole('heading', { level: 3, name: 'Plans' })).toBeVisible();
}

/** Approves what is worth reading, as the sheet shows it, and waits for all of it. */
async function readThese(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Read these' }).click();
  const sheet = page.getByRole('dialog', { name: 'Read for this trip' });
  await sheet.getByRole('button', { name: 'Approve and read' }).click();
  await expect(sheet.getByText(/pages? of .* bought\.$/).last()).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
}

test('nothing is stored: what is worth reading is bought with one approval, and becomes plans there and back', async ({
  milepost,
}) => {
  test.setTimeout(120_000);
  const { page } = milepost;
  await planTrip(page, {
    origins: 'LHR',
    destinations: 'HND',
    from: '2027-03-01',
    until: '2027-03-10',
    nights: '7 to 9',
  });
  await expect(page.getByText('Nothing was read for this trip yet')).toBeVisible();
  await expect(worth(page).getByRole('listitem').first()).toContainText('nothing known of its prices');
  await expectSoundInBoth(page, 'trip-nothing');
  await readThese(page);
  await expect(plans(page).getByRole('row').nth(1)).toContainText('Cheapest');
  await expect(matrix(page)).toBeVisible();
  await expectSoundInBoth(page, 'trip-plans');
});
