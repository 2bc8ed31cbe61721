import type { Page } from '@playwright/test';
import { rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { expect, test } from './milepost.ts';
import { buyRequest } from './purchase-steps.ts';
import { findRecords, type RunningMarketplace } from './running-marketplace.ts';
import { expectSoundInBoth, picture } from './soundness.ts';
import { awardResults, openSearch } from './steps.ts';

/** Makes the search find award space on the first days of March, dearer day by day. */
const find = (marketplace: RunningMarketplace, days: number) =>
  findRecords(
    marketplace,
    Array.from({ length: days }, (_, place) =>
      rawRecord(`record-${place}`, {
        Source: 'aeroplan',
        Date: `2027-03-${String(place + 1).padStart(2, '0')}`,
        JMileageCost: String(60_000 + place * 1_000),
      }),
    ),
  );

const MARCH = {
  origin_airport: 'JFK',
  destination_airport: 'LHR',
  cabin: 'business',
  start_date: '2027-03-01',
  end_date: '2027-03-31',
};

async function openRecord(page: Page, place: number) {
  await openSearch(page);
  await awardResults(page).getByRole('row').nth(place).getByRole('button').first().click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('heading', { name: 'Is it a good price?' })).toBeVisible();
  return drawer;
}

test('a record shows whether its price is good, whether it is still there, and when space appears', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  const { page } = milepost;
  await page.setViewportSize({ width: 900, height: 700 });
  await find(marketplace, 5);
  await buyRequest(page, MARCH);
  const thin = await openRecord(page, 1);
  await expect(thin.getByText('Too few dates to say: 4 other dates seen')).toBeVisible();
  await expect(thin.getByText('Too few dates to say: 0 dates like it were read again')).toBeVisible();
  await thin.getByRole('button', { name: 'Close record' }).click();

  await find(marketplace, 31);
  await buyRequest(page, MARCH);
  await find(marketplace, 25);
  await buyRequest(page, MARCH);
  const drawer = await openRecord(page, 3);
  // How many of them were as long before departure depends on the day of the test; unit tests check exact figures.
  await expect(
    drawer.getByText(/^Cheaper than \d+% of \d+ other dates in the same month of travel.*lowest 60,000/),
  ).toBeVisible();
  await drawer.getByText(/^Show the \d+ dates$/).click();
  const compared = drawer.getByRole('table', { name: 'Dates compared with' }).getByRole('row');
  await expect(compared.nth(20)).toBeVisible();
  await expect(compared.nth(1)).toContainText('60,000');
  await expect(compared.nth(1).getByRole('link', { name: 'purchase' })).toBeVisible();
  await expect(
    drawer.getByRole('img', { name: /^Miles from 60,000 to [\d,]+; this price is 6\d,000$/ }),
  ).toBeVisible();
  // All were read again within the hour; six of them were removed.
  await expect(
    drawer.getByText(
      /^Seen .*Of 30 like it, \d+ (to \d+ )?were still there at that age\. Refresh: about USD 0\.022/,
    ),
  ).toBeVisible();
  await expectSoundInBoth(page, 'insights-record');
  await page.emulateMedia({ media: 'print' });
  await expect(awardResults(page)).toBeHidden();
  // All of it is on the paper, which does not scroll.
  const dates = drawer.getByRole('region', { name: 'Dates compared' });
  for (const part of [drawer, dates])
    expect(await part.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThan(2);
  await picture(page, 'insights-record-print');
  await page.emulateMedia({ media: 'screen' });

  await drawer.getByText('When does space come, and how long does it stay?').click();
  await expect(drawer.getByRole('img', { name: /^Days before departure: space seen on/ })).toBeVisible();
  await expect(drawer.getByText(/^First appeared /)).toBeVisible();
  await drawer.getByText('By month of travel').click();
  await drawer.getByText('The same as a table').click();
  await expect(
    drawer.getByRole('table', { name: 'Award space by days before departure' }).getByRole('row').nth(1),
  ).toContainText('Mar');
  await drawer.getByText(/^From \d+ runs$/).click();
  const counted = drawer.getByRole('list', { name: 'Runs counted' }).getByRole('listitem');
  await expect(counted).toHaveCount(3);
  await expect(counted.first()).toContainText('read 1 to 31 Mar 2027');
  await expectSoundInBoth(page, 'insights-space');

  await drawer.getByRole('button', { name: 'Close record' }).click();
  await expectPricesInTable(page);
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Lead time', { exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Programme' })).toHaveValue('aeroplan');
  await expect(page.getByText('JFK to Heathrow, from every run of these routes.')).toBeVisible();
  await expect(page.getByText(/^First appeared .* on \d+ of 31 dates/)).toBeVisible();
  await expectSoundInBoth(page, 'insights-view');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('img', { name: /^Days before departure: space seen on/ })).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.getByText(/^From \d+ runs$/).click();

  // From the figure to its payment.
  await page
    .getByRole('list', { name: 'Runs counted' })
    .getByRole('link', { name: 'purchase' })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Purchases' })).toBeVisible();
});

/** The table shows, sorts and filters by price rank; the column can be hidden. */
async function expectPricesInTable(page: Page) {
  const table = awardResults(page);
  const heading = table.getByRole('columnheader', { name: 'Cheaper than' });
  await heading.getByRole('button').click();
  await expect(table.getByRole('row').nth(1)).toContainText(/lowest of \d+/);
  await page.getByRole('button', { name: /^More filters/ }).click();
  await page.getByLabel('Is it a good price?').selectOption('Among the cheapest 10% of dates seen');
  await page.keyboard.press('Escape');
  await expect(page.getByText('among the cheapest 10%')).toBeVisible();
  for (const share of await table.getByText(/^\d+% of \d+$/).allInnerTexts())
    expect(Number.parseInt(share, 10)).toBeGreaterThanOrEqual(90);
  await expectSoundInBoth(page, 'insights-table');
  await page.getByRole('button', { name: 'Table options' }).click();
  await page.getByRole('checkbox', { name: 'Is it a good price?' }).uncheck();
  await expect(heading).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Is it a good price?' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^More filters/ }).click();
  await page.getByLabel('Is it a good price?').selectOption('Any price');
  await page.keyboard.press('Escape');
}
