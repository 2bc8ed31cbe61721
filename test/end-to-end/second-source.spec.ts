import { expect, test } from './milepost.ts';
import { expectSoundInBoth, picture } from './soundness.ts';
import { approve, awardResults, fillSearch, getQuote, go, quoteSheet, TWO_CITIES } from './steps.ts';

test('another source answers the same search: its records stand beside the others, each with its source', async ({
  milepost,
}) => {
  const { page } = milepost;
  await page.setViewportSize({ width: 900, height: 700 });
  const search = { ...TWO_CITIES, origins: 'JFK', destinations: 'LHR', until: '2027-03-07' };
  await fillSearch(page, search);
  await getQuote(page);
  await approve(page);
  // One source alone needs no column.
  await expect(awardResults(page).getByRole('columnheader', { name: 'Source' })).toHaveCount(0);

  await go(page, 'Search');
  await fillSearch(page, search);
  await page.getByRole('link', { name: 'Seat offers for points' }).click();
  await expect(page.getByLabel('Leave after')).toHaveValue('2027-03-01');
  await getQuote(page);
  await expect(quoteSheet(page)).toContainText('USD 0.009');
  await approve(page);
  await expect(page.getByRole('heading', { level: 2 })).toContainText('Seat offers');

  // What is stored for the route holds both.
  await go(page, 'Search');
  await fillSearch(page, search);
  await page.getByRole('button', { name: 'Show saved results' }).click();
  const results = awardResults(page);
  await expect(results.getByRole('columnheader', { name: 'Source' })).toBeVisible();
  await expect(results.getByRole('row').filter({ hasText: 'Seat offers' }).first()).toBeVisible();
  await expect(results.getByRole('row').filter({ hasText: 'Award search' }).first()).toBeVisible();
  await expectSoundInBoth(page, 'two sources');
  await picture(page, 'two-sources');

  await go(page, 'Purchases');
  await page.getByRole('radiogroup', { name: 'View' }).getByText('What it brought').click();
  const tools = page.getByRole('table', { name: 'Brought by tool' }).getByRole('row');
  await expect(tools.filter({ hasText: 'Award seat search' })).toContainText('USD 0.022');
  await expect(tools.filter({ hasText: 'Seat offers for points' })).toContainText('USD 0.009');
});
