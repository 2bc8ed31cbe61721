import type { Page } from '@playwright/test';
import { rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { expect, test } from './milepost.ts';
import { buyRequest } from './purchase-steps.ts';
import { findRecords, type RunningMarketplace } from './running-marketplace.ts';
import { expectSoundInBoth, picture } from './soundness.ts';
import { awardResults, openSearch } from './steps.ts';

/** Makes the search find a record for each of these costs, as the service would send it. */
const find = (marketplace: RunningMarketplace, costs: readonly string[]) =>
  findRecords(
    marketplace,
    costs.map((cost, place) =>
      rawRecord(`record-${place}`, {
        Source: 'aeroplan',
        Date: `2027-03-${String(place + 1).padStart(2, '0')}`,
        JMileageCost: cost,
        JRemainingSeats: 0,
        JDirect: false,
        JAirlines: 'UA, LH',
      }),
    ),
  );

const ORDINARY = ['45000', '50000', '52000', '61000', '1250000', ''];
const EXTREME = '99999999999';

/** Texts of the table's cells and headings that are cut off. */
const cut = (page: Page) =>
  awardResults(page)
    .locator('td, th')
    .evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const words = document.createRange();
        words.selectNodeContents(cell);
        const isVisible =
          cell.scrollWidth <= cell.clientWidth &&
          words.getBoundingClientRect().right <= cell.getBoundingClientRect().right + 0.5;
        return isVisible ? [] : [cell.textContent];
      }),
    );

test('ordinary values are shown in full, an extreme one spoils no picture, and paper has all columns and no buttons', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  const { page } = milepost;
  await page.setViewportSize({ width: 1280, height: 800 });
  const input = { origin_airport: 'JFK', destination_airport: 'LHR', cabin: 'business' };
  await find(marketplace, ORDINARY);
  await buyRequest(page, input);
  await find(marketplace, [...ORDINARY, EXTREME]);
  await buyRequest(page, input);
  await openSearch(page);
  await expect(awardResults(page).getByRole('row')).toHaveCount(ORDINARY.length + 2);

  // The cost of all its records, and of the last run.
  await expect(page.getByRole('list', { name: 'About these records' })).toContainText(
    /2 runs, USD 0\.044.*last 1 page, USD 0\.022/,
  );

  await awardResults(page).getByRole('checkbox').first().click();
  await page.getByRole('button', { name: 'Tag…' }).click();
  await page.getByRole('combobox', { name: 'Tags for the chosen records' }).fill('honeymoon');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add tags' }).click();
  await expect(awardResults(page)).toContainText('honeymoon');
  await page.clock.setFixedTime(Date.now() + 16 * 60_000);
  await page.reload();
  // What all records have in common is shown once above them.
  await expect(page.getByRole('list', { name: 'About these records' })).toContainText('16 min old');
  await picture(page, 'results-figures');
  // Unexpected values fit as well.
  await expect(awardResults(page)).toContainText('99,999,999,999');
  expect(await cut(page)).toEqual([]);

  await page.setViewportSize({ width: 718, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Export' })).toBeHidden();
  await expect(page.getByLabel('Filter results')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Search again' })).toBeHidden();
  const table = await awardResults(page).boundingBox();
  expect(table && table.x + table.width).toBeLessThanOrEqual(718);
  await expect(awardResults(page).getByTitle('This programme gives no seat count').first()).toBeVisible();
  expect(await cut(page)).toEqual([]);
  await picture(page, 'results-figures-print');
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByText('Histogram', { exact: true }).click();
  const bars = page.getByRole('img', { name: 'Spread of miles' }).locator('rect');
  // 45,000 to 61,000 in steps of 1,000, and beyond.
  await expect(bars).toHaveCount(18);
  await expect(
    page
      .getByRole('paragraph')
      .filter({ hasText: 'the last bar holds 2 that cost 62,000 miles and more, up to 99,999,999,999.' }),
  ).toBeVisible();
  await page.getByText('The same as a table').click();
  await expect(page.getByRole('table', { name: 'Spread of miles' }).getByRole('row').last()).toHaveText(
    '62,000 and more2',
  );
  await expectSoundInBoth(page, 'results-histogram-extreme');

  await page.getByText('Timeline', { exact: true }).click();
  const line = page.getByRole('img', { name: 'Miles over time' });
  await expect(line).toContainText(/run on \d{1,2} \w{3} \d{4}/);
  await expect(line.locator('text').filter({ hasText: /^\d\d:\d\d(:\d\d)?$/ })).toHaveCount(2);
  await find(marketplace, [EXTREME]);
  await buyRequest(page, input);
  await openSearch(page);
  await page.getByText('Timeline', { exact: true }).click();
  await expect(line).toBeVisible();
  const beyond = await line.evaluate((drawing) => {
    const edge = drawing.getBoundingClientRect().left;
    return [...drawing.querySelectorAll('text')].filter((text) => text.getBoundingClientRect().left < edge)
      .length;
  });
  expect(beyond).toBe(0);
  await picture(page, 'results-timeline-extreme');
});
