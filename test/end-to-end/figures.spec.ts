import type { Page } from '@playwright/test';
import { expect, test } from './milepost.ts';
import { awardResults, go, rowCount, searchOnce } from './steps.ts';

const inForce = (page: Page) => page.getByRole('group', { name: 'Filters in force' });
const view = (page: Page, name: string) => page.getByText(name, { exact: true }).click();

test('every figure opens its record, or the records that it was counted from', { tag: '@long' }, async ({
  milepost,
}) => {
  test.setTimeout(120_000);
  const { page } = milepost;
  await searchOnce(page);

  // The best price.
  const drawer = page.getByRole('dialog');
  await page.getByRole('button', { name: /miles/ }).first().click();
  await expect(drawer.getByRole('button', { name: 'Close record' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  // A bar of the histogram, by its row and directly.
  await view(page, 'Histogram');
  await page.getByText('The same as a table').click();
  const step = page.getByRole('table', { name: 'Spread of miles' }).getByRole('link').first();
  const records = Number((await step.textContent())?.replace(/\D/g, ''));
  await step.click();
  await expect(inForce(page)).toContainText(/[\d,]+ to [\d,]+ miles/);
  await expect.poll(() => rowCount(page)).toBe(records);
  await page.goBack();
  await page.getByRole('img', { name: 'Spread of miles' }).locator('rect').first().click();
  await expect.poll(() => rowCount(page)).toBe(records);
  await inForce(page).getByRole('button', { name: 'Clear filters' }).click();

  // A day of the calendar.
  await view(page, 'Calendar');
  await page.getByRole('gridcell', { name: /2027/ }).first().press('Enter');
  await expect(awardResults(page)).toBeVisible();
  await expect(inForce(page)).toContainText('2027');
  await inForce(page).getByRole('button', { name: 'Clear filters' }).click();

  // A line of the map.
  await view(page, 'Map');
  await page.getByRole('list', { name: 'Routes' }).getByRole('button').first().click();
  await view(page, 'Table');
  await expect(inForce(page)).toContainText(' to ');
  await inForce(page).getByRole('button', { name: 'Clear filters' }).click();

  // A cell of Compare, which names a record.
  await awardResults(page).getByRole('row').nth(1).getByRole('button').focus();
  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { level: 1, name: 'Compare' })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Add to Compare' }).click();
  const cheapest = page
    .getByRole('table', { name: 'Route comparison' })
    .getByRole('row', { name: /^Cheapest miles/ })
    .getByRole('link')
    .first();
  await cheapest.click();
  await expect(drawer.getByRole('button', { name: 'Close record' })).toBeVisible();
  await page.keyboard.press('Escape');

  // What a watched search costs now.
  await page.getByRole('button', { name: 'Watch', exact: true }).first().click();
  await go(page, 'Watchlist');
  await page
    .getByRole('table', { name: 'Watched searches' })
    .getByRole('link', { name: /[\d,]{5,}/ })
    .first()
    .click();
  await expect(awardResults(page)).toBeVisible();
});
