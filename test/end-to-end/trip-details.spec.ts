import { expect, test } from './milepost.ts';
import { expectSoundInBoth, picture } from './soundness.ts';
import { approve, awardResults, fillSearch, getQuote, go, TWO_CITIES } from './steps.ts';

test('a search with trip details shows flights, stops and taxes, filters by them and opens them', {
  tag: '@long',
}, async ({ milepost }) => {
  const { page } = milepost;
  await page.setViewportSize({ width: 900, height: 700 });
  await fillSearch(page, { ...TWO_CITIES, until: '2027-03-10' });
  await page.getByLabel('Include trip details').check();
  await getQuote(page);
  await approve(page);

  const results = awardResults(page);
  await expect(results.getByRole('columnheader', { name: 'Flights' })).toBeVisible();
  await results.getByRole('button', { name: /^Stops/ }).click();
  await expect(results.getByRole('row').nth(1).getByRole('cell').filter({ hasText: /^0$/ })).toBeVisible();

  // What was requested is nothing unexpected.
  const about = page.getByRole('list', { name: 'About these records' });
  await expect(about).toContainText(/\d+ with trip details/);
  await expect(about).not.toContainText('flagged');

  // Aircraft and taxes are available by choice.
  await page.getByRole('button', { name: 'Table options' }).click();
  const columns = page.getByRole('group', { name: 'Columns' });
  await columns.getByRole('checkbox', { name: 'Aircraft' }).check();
  await columns.getByRole('checkbox', { name: 'Taxes' }).check();
  await page.keyboard.press('Escape');
  await expect(results.getByRole('columnheader', { name: 'Aircraft' })).toBeVisible();
  await expect(results.getByRole('row').nth(1)).toContainText(/USD \d+\.\d\d/);

  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByRole('checkbox', { name: 'With trip details' }).check();
  await page.getByLabel('Most stops').fill('0');
  await page.getByLabel('Longest, in hours').fill('9');
  await page.keyboard.press('Escape');
  const inForce = page.getByRole('group', { name: 'Filters in force' });
  await expect(inForce).toContainText('with trip details');
  await expect(inForce).toContainText('no stops');
  await expect(inForce).toContainText('at most 9 h');
  await expectSoundInBoth(page, 'trip details, filtered');
  await picture(page, 'trip-details-table');

  await results.getByRole('row').nth(1).getByRole('button').first().click();
  const drawer = page.getByRole('dialog');
  const details = drawer.getByRole('list', { name: 'Trip details' });
  // In the order of the answer: one with a stop may come first.
  await expect(
    details.getByRole('listitem').filter({ hasText: /[A-Z0-9]{2}\d+ · no stops · \d+ h/ }),
  ).not.toHaveCount(0);
  await expect(details).toContainText(/taxes USD \d+\.\d\d/);
  await expect(details).toContainText('The source saw it');
  await details.scrollIntoViewIfNeeded();
  await expectSoundInBoth(page, 'trip details of a record');
  await picture(page, 'trip-details-drawer');
});

test('earlier trip details are shown, with their date, after a later answer without any', {
  tag: '@long',
}, async ({ milepost }) => {
  const { page } = milepost;
  const search = { ...TWO_CITIES, origins: 'JFK', destinations: 'LHR', until: '2027-03-03' };
  for (const trips of [true, false]) {
    await go(page, 'Search');
    await fillSearch(page, search);
    await page.getByLabel('Include trip details').setChecked(trips);
    await getQuote(page);
    await approve(page);
  }
  const results = awardResults(page);
  await expect(page.getByRole('heading', { level: 2 })).not.toContainText('with trip details');
  await expect(results.getByRole('columnheader', { name: 'Flights' })).toBeVisible();
  await expect(results.getByTitle(/, as of .* 20\d\d$/).first()).toBeVisible();
  await results.getByRole('row').nth(1).getByRole('button').first().click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('list', { name: 'Trip details' })).toBeVisible();
  await expect(drawer.getByText(/As of .*: the latest answer did not list them/)).toBeVisible();
  await expectSoundInBoth(page, 'trip details of before');
});
