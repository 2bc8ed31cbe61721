import { rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { expect, test } from './milepost.ts';
import { ask, buyRequest } from './purchase-steps.ts';
import { findRecords, type RunningMarketplace } from './running-marketplace.ts';
import { expectInkOnPaper, expectSoundInBoth, picture } from './soundness.ts';
import { go } from './steps.ts';

/** Makes the search find one record at this price. */
const find = (marketplace: RunningMarketplace, miles: number) =>
  findRecords(marketplace, [rawRecord('record', { Source: 'aeroplan', JMileageCost: String(miles) })]);

const search = (from: string) => ({
  origin_airport: 'JFK',
  destination_airport: 'LHR',
  cabin: 'business',
  start_date: from,
  end_date: '2027-03-31',
});
const LIVELY = search('2027-03-01');
const QUIET = search('2027-02-01');
const NEW = search('2027-01-01');

test('the cost and results of searches are shown, and what was just read is not worth reading again', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  const { page } = milepost;
  await page.setViewportSize({ width: 900, height: 700 });
  for (const miles of [60_000, 61_000, 62_000, 63_000]) {
    await find(marketplace, miles);
    await buyRequest(page, LIVELY);
  }
  for (let refresh = 0; refresh < 4; refresh++) await buyRequest(page, QUIET);
  await buyRequest(page, NEW);

  await go(page, 'Purchases');
  await page.getByRole('radiogroup', { name: 'View' }).getByText('What it brought').click();
  const tools = page.getByRole('table', { name: 'Brought by tool' });
  await expect(tools.getByRole('row').nth(1)).toContainText('USD 0.198');
  const rows = page.getByRole('table', { name: 'Brought by saved search' }).getByRole('row');
  // Three refreshes at 0.022, each with one change.
  await expect(rows.filter({ hasText: '1 to 31 Mar' })).toContainText(/0 of 3 refreshes.*USD 0\.022$/);
  await expect(rows.filter({ hasText: '1 Feb' })).toContainText(/3 of 3 refreshes.*no change$/);
  await expect(rows.filter({ hasText: '1 Jan' })).toContainText(/no refresh.*too few to say$/);
  await expectSoundInBoth(page, 'what searches brought');
  await picture(page, 'what-it-brought');
  await expectInkOnPaper(page, 'what-it-brought-paper');
  await expect(tools.getByRole('row').nth(1)).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  // From the figures of a Tool to what was paid for them.
  await tools.getByRole('row').nth(1).getByRole('link').click();
  await expect(page.getByRole('table', { name: 'Purchases' }).getByRole('row')).toHaveCount(10);

  const searches = await ask<{ searchId: number }[]>(page, 'results', 'searches');
  await ask(page, 'watchlist', 'watch', {
    searchIds: searches.map(({ searchId }) => searchId),
    watched: true,
  });
  await go(page, 'Watchlist');
  await page.getByRole('button', { name: 'Worth reading next…' }).click();
  const sheet = page.getByRole('dialog');
  // All of it was read just now, so that nothing promises to save anything.
  await expect(sheet.getByRole('region', { name: 'Why these' })).toContainText(
    /left (today|this month), no search of a trip and none that is due on the watchlist promises/,
  );
  await expectSoundInBoth(page, 'worth reading next of the watchlist');
  await picture(page, 'watchlist-worth-reading');
});
