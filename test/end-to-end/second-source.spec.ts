import type { Locator, Page } from '@playwright/test';
import { expect, test } from './milepost.ts';
import { ask } from './purchase-steps.ts';
import type { RunningMarketplace } from './running-marketplace.ts';
import { expectSoundInBoth, expectToFit, picture } from './soundness.ts';
import {
  approve,
  awardResults,
  fillSearch,
  getQuote,
  go,
  quoteSheet,
  rowCount,
  searchOnce,
  TWO_CITIES,
  tabTo,
  visit,
} from './steps.ts';

const SEARCH = { ...TWO_CITIES, origins: 'JFK', destinations: 'LHR', until: '2027-03-07' };
const FIRST = 'Award search (awardatlas)';
const SECOND = 'Award search (seatscan)';

/** Runs the same search at two providers of the award search, and shows what is stored for both. */
async function searchBoth(page: Page, { control }: RunningMarketplace): Promise<void> {
  await control.behave({ secondProvider: true });
  await ask(page, 'awards', 'tools', { refresh: true });
  await page.reload();
  for (const provider of ['Award Atlas', 'Seat Scan']) {
    await go(page, 'Search');
    await fillSearch(page, SEARCH);
    const choice = page.getByLabel('Provider');
    await choice.selectOption(
      await choice.locator('option').filter({ hasText: provider }).getAttribute('value'),
    );
    await getQuote(page);
    await approve(page);
  }
  await go(page, 'Search');
  await fillSearch(page, SEARCH);
  await page.getByRole('button', { name: 'Show saved results' }).click();
  await expect(awardResults(page).getByRole('columnheader', { name: 'Source' })).toBeVisible();
}

const rowsOf = (page: Page, source: string): Locator =>
  awardResults(page)
    .getByRole('row')
    .filter({ has: page.getByTitle(source, { exact: true }) });

test('another source answers the same search: its records are shown with the others, each with its source', {
  tag: '@long',
}, async ({ milepost }) => {
  const { page } = milepost;
  await page.setViewportSize({ width: 900, height: 700 });
  await searchOnce(page, SEARCH);
  // A single source needs no column.
  await expect(awardResults(page).getByRole('columnheader', { name: 'Source' })).toHaveCount(0);

  await go(page, 'Search');
  await fillSearch(page, SEARCH);
  await expect(page.getByText(/by Seat Ledger, USD 0\.009 per request/)).toBeVisible();
  await page.getByRole('link', { name: 'Seat offers for points' }).click();
  await expect(page.getByLabel('Leave after')).toHaveValue('2027-03-01');
  await getQuote(page);
  await expect(quoteSheet(page)).toContainText('USD 0.009');
  await approve(page);
  await expect(page.getByRole('heading', { level: 2 })).toContainText('Seat offers');

  // Insights count its own runs, and not those of the first source.
  const view = page.getByRole('radiogroup', { name: 'View' });
  await view.getByText('Lead time', { exact: true }).click();
  await expect(page.getByText('From 1 run', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Source', { exact: true })).toHaveCount(0);
  await view.getByText('Table', { exact: true }).click();

  // It is run again, changed and reversed like the first, at its own Tool.
  await page.getByRole('button', { name: 'Search again' }).click();
  await expect(quoteSheet(page)).toContainText('USD 0.009');
  await quoteSheet(page).getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('link', { name: 'Search the return' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Seat offers for points');
  await expect(page.getByLabel('Leave after')).toHaveValue('2027-03-01');
  await expect(page.getByRole('main')).toContainText(/From.*LHR.*To.*JFK/s);
  await page.goBack();
  await page.getByRole('link', { name: 'Edit search' }).click();
  await expect(page.getByLabel('Leave before')).toHaveValue('2027-03-07');

  // What is stored for the route includes both.
  await go(page, 'Search');
  await fillSearch(page, SEARCH);
  await page.getByRole('button', { name: 'Show saved results' }).click();
  const results = awardResults(page);
  await expect(results.getByRole('columnheader', { name: 'Source' })).toBeVisible();
  await expect(results.getByRole('row').filter({ hasText: 'seatledger' }).first()).toBeVisible();
  await expect(results.getByRole('row').filter({ hasText: 'awardatlas' }).first()).toBeVisible();
  await expectSoundInBoth(page, 'two sources');
  await picture(page, 'two-sources');
  await view.getByText('Lead time', { exact: true }).click();
  await page.getByLabel('Source', { exact: true }).selectOption('Seat offers (seatledger)');
  await expect(page.getByText('From 1 run', { exact: true })).toBeVisible();

  await go(page, 'Purchases');
  await page.getByRole('radiogroup', { name: 'View' }).getByText('What it brought').click();
  const tools = page.getByRole('table', { name: 'Brought by tool' }).getByRole('row');
  await expect(tools.filter({ hasText: 'Award seat search' })).toContainText('USD 0.022');
  await expect(tools.filter({ hasText: 'Seat offers for points' })).toContainText('USD 0.009');
});

test('two providers of one contract are shown together, and either is chosen by keys, printed, and told apart offline', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  test.setTimeout(120_000);
  let { page } = milepost;
  await searchBoth(page, marketplace);
  const all = await rowCount(page);
  await expect(rowsOf(page, FIRST).first()).toBeVisible();
  await expect(rowsOf(page, SECOND).first()).toBeVisible();
  await page.getByRole('heading', { level: 1 }).focus();
  // The boxes and buttons of the bar are one stop, with arrow keys within.
  await tabTo(page, page.getByRole('checkbox', { name: 'Award space only' }));
  const more = page.getByRole('button', { name: /^More filters/ });
  for (let step = 0; step < 4; step++) {
    if (await more.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('ArrowRight');
  }
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Sources' })).toBeVisible();
  await tabTo(page, page.getByRole('combobox', { name: 'Sources' }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: SECOND })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(rowsOf(page, SECOND)).toHaveCount(0);
  await expect.poll(() => rowCount(page)).toBe(all / 2);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByText(`source: ${FIRST}`)).toBeVisible();
  await expectSoundInBoth(page, 'one-of-two-sources');
  // Together they are the union of both.
  await page.getByRole('button', { name: `Remove filter: source: ${FIRST}` }).click();
  await expect.poll(() => rowCount(page)).toBe(all);

  await page.setViewportSize({ width: 718, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByLabel('Filter results')).toBeHidden();
  const table = awardResults(page);
  await expect(table.getByRole('columnheader', { name: 'Source' })).toBeVisible();
  for (const source of [FIRST, SECOND])
    await expect(table.getByTitle(source, { exact: true }).first()).toBeVisible();
  const cut = await table
    .getByTitle(SECOND, { exact: true })
    .first()
    .evaluate((cell) => cell.scrollWidth > cell.clientWidth);
  expect(cut).toBe(false);
  await expectToFit(page, 'two sources on paper');
  await picture(page, 'two-sources-print');

  const { hash, search, pathname } = new URL(page.url());
  await marketplace.stop();
  await milepost.restart();
  page = milepost.page;
  await visit(page, `${pathname}${search}${hash}`);
  await expect(rowsOf(page, FIRST).first()).toBeVisible();
  await expect(rowsOf(page, SECOND).first()).toBeVisible();
  expect(await rowCount(page)).toBe(all);
  await page.getByRole('button', { name: /^More filters/ }).click();
  await page.getByRole('combobox', { name: 'Sources' }).click();
  await page.getByRole('option', { name: SECOND }).click();
  await expect(rowsOf(page, FIRST)).toHaveCount(0);
  await expect.poll(() => rowCount(page)).toBe(all / 2);
});
