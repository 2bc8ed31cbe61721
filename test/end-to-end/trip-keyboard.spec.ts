import type { Page } from '@playwright/test';
import { rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { expect, test } from './milepost.ts';
import { buyRequest } from './purchase-steps.ts';
import { findRecords } from './running-marketplace.ts';
import { expectSoundInBoth } from './soundness.ts';
import { tabTo } from './steps.ts';

const MARCH = { cabin: 'business', start_date: '2027-03-01', end_date: '2027-03-31' };

/** Records there and back, so that a trip has plans from the start. */
async function storeBothWays(page: Page, marketplace: Parameters<typeof findRecords>[0]): Promise<void> {
  const found = (id: string, day: string, JMileageCost: string, Route?: object) =>
    rawRecord(id, {
      ...{ Source: 'aeroplan', Date: day, JMileageCost, JRemainingSeats: 4 },
      ...(Route && { Route }),
    });
  await findRecords(marketplace, [
    found('out-1', '2027-03-02', '60000'),
    found('out-2', '2027-03-03', '50000'),
  ]);
  await buyRequest(page, { ...MARCH, origin_airport: 'JFK', destination_airport: 'LHR' });
  const Route = { OriginAirport: 'LHR', DestinationAirport: 'JFK', Source: 'aeroplan' };
  const regions = { OriginRegion: 'Europe', DestinationRegion: 'North America' };
  await findRecords(marketplace, [
    found('back-1', '2027-03-10', '55000', { ...Route, ...regions }),
    found('back-2', '2027-03-11', '45000', { ...Route, ...regions }),
  ]);
  await buyRequest(page, { ...MARCH, origin_airport: 'LHR', destination_airport: 'JFK' });
}

async function press(page: Page, name: string, role: 'button' | 'link' = 'button'): Promise<void> {
  await tabTo(page, page.getByRole('main').getByRole(role, { name }).first());
  await page.keyboard.press('Enter');
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

test('a trip is planned, kept, watched and read for by keyboard alone', async ({ milepost, marketplace }) => {
  test.setTimeout(120_000);
  const { page } = milepost;
  await storeBothWays(page, marketplace);
  await tabTo(page, page.getByRole('link', { name: 'Trips', exact: true }));
  await page.keyboard.press('Enter');
  await press(page, 'Plan a trip');
  // The form takes the focus. A name counts although the form is sent while it is being looked up.
  await expect(page.getByLabel('Title')).toBeFocused();
  await type(page, 'Origins', 'JFK');
  await type(page, 'Earliest departure', '2027-03-01');
  await type(page, 'Latest departure', '2027-03-03');
  await type(page, 'Nights', '7 to 9');
  for (let back = 0; back < 10; back++) {
    await page.keyboard.press('Shift+Tab');
    if (
      await page.getByLabel('Destinations', { exact: true }).evaluate((one) => one === document.activeElement)
    )
      break;
  }
  await page.keyboard.type('Heathrow');
  await press(page, 'Save trip');
  const plans = page.getByRole('table', { name: 'Plans' });
  await expect(plans.getByRole('row').nth(1)).toContainText('95,000');

  const grid = page.getByRole('grid', { name: 'Outbound by return' });
  await test.step('the matrix is one stop, and arrow keys move within it', async () => {
    const cell = (out: string, back: string) =>
      grid.getByRole('gridcell', { name: new RegExp(`${out}.* to .*${back}`) });
    await tabTo(page, grid.locator('[tabindex="0"]'));
    await expect(cell('1 Mar', '8 Mar')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await expect(cell('2 Mar', '11 Mar')).toBeFocused();
    await expect(cell('2 Mar', '11 Mar')).toHaveAccessibleName(
      /9 nights: 105,000 miles, Air Canada Aeroplan/,
    );
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: 'Board' }).getByRole('listitem')).toHaveCount(2);
    await expect(grid.locator('[tabindex="0"]')).toHaveCount(1);
  });

  await test.step('a screen reader hears the days of its rows and columns', async () => {
    await expect(grid.getByRole('columnheader')).toHaveText([
      /Out.*Back/,
      ...[8, 9, 10, 11, 12].map((day) => new RegExp(`\\b${day}\\b`)),
    ]);
    await expect(grid.getByRole('rowheader')).toHaveText([1, 2, 3].map((day) => new RegExp(`\\b${day}\\b`)));
    for (const name of ['Plan', 'Flights', 'Price', 'Still there?'])
      await expect(plans.getByRole('columnheader', { name, exact: true })).toBeVisible();
    await expectSoundInBoth(page, 'trip-keyboard');
  });

  await press(page, 'Save plan 1');
  await expect(page.getByRole('list', { name: 'Board' }).getByRole('listitem')).toHaveCount(3);
  await press(page, 'Watch plan 1');
  await expect(page.getByText(/Watched since/)).toBeVisible();
  await press(page, 'Stop watching');
  await expect(page.getByText(/Watched since/)).toHaveCount(0);
});
