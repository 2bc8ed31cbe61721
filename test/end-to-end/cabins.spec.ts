import type { Page } from '@playwright/test';
import { rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { expect, test } from './milepost.ts';
import { buyRequest } from './purchase-steps.ts';
import { findRecords } from './running-marketplace.ts';
import { expectSoundInBoth } from './soundness.ts';
import { awardResults, go, visit } from './steps.ts';

const PAST = '2020-01-05';

/** One record of the route in the service's own form. */
const record = (id: string, date: string, miles: number, airlines: string) =>
  rawRecord(id, {
    Source: 'aeroplan',
    Date: date,
    JMileageCost: String(miles),
    JDirect: false,
    JAirlines: airlines,
    Route: {
      OriginAirport: 'VIE',
      DestinationAirport: 'BKK',
      OriginRegion: 'Europe',
      DestinationRegion: 'Asia',
    },
  });

const route = { origin_airport: 'VIE', destination_airport: 'BKK' };
const open = (page: Page, input: object) =>
  visit(page, `/?request=${encodeURIComponent(JSON.stringify(input))}`);

test('cabins are never mixed silently, and statements about a request match it', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  const { page } = milepost;
  const ask = async (input: object, data: ReturnType<typeof record>[]) => {
    await findRecords(marketplace, data);
    await buyRequest(page, { ...route, ...input });
  };
  await ask({ cabin: 'business' }, [
    record('a', PAST, 9_000, 'OS'),
    record('b', '2027-05-05', 80_000, 'OS'),
    record('c', '2027-05-09', 90_000, 'TG'),
  ]);
  await ask({ cabin: 'economy' }, [record('d', '2027-05-05', 20_000, 'OS')]);
  await ask({}, [record('e', '2027-05-06', 30_000, 'TG')]);
  await ask({ ...route, cabin: 'business', end_date: PAST }, []);

  // Departed space is not offered.
  await go(page, 'Results');
  const searches = page.getByRole('table', { name: 'Saved searches' });
  await expect(searches.getByRole('row', { name: /business · any date/ })).toContainText('80,000');
  await expect(searches.getByRole('row', { name: /until 5 Jan 2020/ })).toContainText('departed');

  await open(page, { ...route, cabin: 'business', carriers: 'TG' });
  await expect(page.getByRole('main').getByText(/^1 saved record, newest/)).toBeVisible();
  await page.getByLabel('Latest departure').fill(PAST);
  // A day is spoken of once it is typed.
  await page.getByLabel('Latest departure').press('Tab');
  await expect(
    page.getByText('The latest departure is past: every flight asked for has departed.'),
  ).toBeVisible();
  // It is shown once more beside the price before approval.
  await open(page, { ...route, origin_airport: 'LHR', destination_airport: 'LHR', end_date: PAST });
  await page.getByRole('button', { name: 'Get quote' }).click();
  const sheet = page.getByRole('dialog', { name: 'Quote' });
  await expect(sheet.getByRole('button', { name: 'Approve and run' })).toBeEnabled();
  await expect(sheet.getByRole('note')).toHaveText([
    'LHR is both origin and destination: no flight goes there.',
    'The latest departure is past: every flight asked for has departed.',
  ]);
  await sheet.getByRole('button', { name: 'Discard' }).click();
  await expect(sheet).toBeHidden();
  // The results shown are for the current form, however quickly they are requested.
  await open(page, { ...route, cabin: 'business', carriers: 'TG' });
  await page.getByRole('button', { name: 'Show saved results' }).click();
  await expect(awardResults(page).getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('group', { name: 'Filters in force' })).toContainText('Thai Airways');

  await open(page, route);
  // Only a run without a cabin proves something about a request without one.
  await expect(page.getByRole('main').getByText(/^5 saved records, newest/)).toBeVisible();
  await expect(page.getByText(/^About 1 page, USD/)).toBeVisible();
  await page.getByRole('button', { name: 'Show saved results' }).click();
  const about = page.getByRole('list', { name: 'About these records' });
  await expect(about).toContainText('Cabins mixed: economy, business, any cabin');
  await expect(awardResults(page).getByRole('row')).toHaveCount(6);
  const mixed = page.getByText('Cabins mixed: economy, business, any cabin.');
  await page.getByText('Calendar', { exact: true }).click();
  await expect(mixed).toBeVisible();
  await expect(
    page.getByRole('gridcell', { name: /^Wed 5 May 2027: 20k .*, cheapest 20,000/ }),
  ).toBeVisible();
  await expectSoundInBoth(page, 'cabins-calendar');
  await page.getByText('Timeline', { exact: true }).click();
  await expect(page.getByRole('list', { name: 'Routes in the picture' }).getByRole('listitem')).toHaveText([
    'Vienna → Suvarnabhumi · any cabin',
    'Vienna → Suvarnabhumi · business',
    'Vienna → Suvarnabhumi · economy',
  ]);
  await page.getByText('Table', { exact: true }).click();
  const cabin = page.getByRole('combobox', { name: 'Cabin searched' });
  await cabin.selectOption('business');
  await expect(awardResults(page).getByRole('row')).toHaveCount(4);
  await expect(about).toContainText('business');
  await expectSoundInBoth(page, 'cabins-chosen');
  await cabin.selectOption('Any cabin');
  await expect(awardResults(page).getByRole('row')).toHaveCount(2);
  await expect(about).toContainText('any cabin');
});
