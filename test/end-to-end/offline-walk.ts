import type { Locator, Page } from '@playwright/test';
import type { Opened } from './opened.ts';
import { awardResults, go, goToActivity } from './steps.ts';

type Report = (what: string, saw: string) => void;
type Saved = Opened['saved'];

/** Reading or writing a large file may take long. */
const TIMEOUT_MS = 60_000;

const waitFor = (what: Locator) => what.first().waitFor({ timeout: TIMEOUT_MS });
const textOf = async (what: Locator): Promise<string> =>
  (await what.first().innerText({ timeout: TIMEOUT_MS })).replaceAll(/\s+/gu, ' ').trim().slice(0, 110);
const waitForResults = (page: Page) =>
  waitFor(page.locator('table[aria-label="Award results"][aria-busy="false"]'));
const rowsOf = async (table: Locator): Promise<number> =>
  Number(await table.getAttribute('aria-rowcount')) - 1;

/** Waits for a part of the page and reports its text. */
async function reportPart(report: Report, what: string, part: Locator): Promise<void> {
  await waitFor(part);
  report(what, await textOf(part));
}

const chooseView = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'View' }).getByText(name, { exact: true }).click();

async function openSearch(page: Page, name: RegExp): Promise<void> {
  await go(page, 'Results');
  await page.getByRole('table', { name: 'Saved searches' }).getByRole('link', { name }).first().click();
  await waitForResults(page);
}

async function describeFile(saved: Saved, act: () => Promise<void>): Promise<string> {
  const { name, bytes } = await saved(act);
  return `${name}, ${bytes.length.toLocaleString('en-US')} bytes`;
}

/** Types a text and chooses the first option that matches. */
async function choose(page: Page, field: Locator, text: string): Promise<void> {
  await field.click();
  await field.fill(text);
  await page.getByRole('option', { name: text }).first().click();
}

/**
 * Opens every view of what is stored, by accessible names only, on a data file of `test/bench/data` with its additions.
 * Throws where one does not show its content.
 */
export async function walkOffline(
  { page, saved }: Pick<Opened, 'page' | 'saved'>,
  report: Report,
): Promise<void> {
  await table(page, saved, report);
  await views(page, report);
  await brokenRecords(page, report);
  await comparing(page, report);
  await watching(page, report);
  await trips(page, report);
  await others(page, saved, report);
}

async function table(page: Page, saved: Saved, report: Report): Promise<void> {
  await go(page, 'Results');
  const searches = page.getByRole('table', { name: 'Saved searches' });
  await waitFor(searches);
  report('saved searches', `${(await searches.getByRole('row').count()) - 1} rows`);
  await searches
    .getByRole('link', { name: /^Atlanta, Bogota/ })
    .first()
    .click();
  await waitForResults(page);
  const results = awardResults(page);
  const all = await rowsOf(results);
  report(
    'results of the widest search',
    `${all.toLocaleString('en-US')} rows; ${await textOf(results.getByRole('row').nth(1))}`,
  );

  await results.getByRole('button', { name: 'Miles' }).click();
  await waitFor(page.locator('[aria-label="Award results"][aria-busy="false"] [aria-sort="ascending"]'));
  await reportPart(report, 'sorted by miles', results.getByRole('row').nth(1));
  await page.getByLabel('Award space only').check();
  await page.getByRole('textbox', { name: 'Filter results' }).fill('LHR');
  await waitFor(page.getByRole('group', { name: 'Filters in force' }).getByText('LHR'));
  await waitForResults(page);
  const passing = await rowsOf(results);
  if (passing <= 0 || passing >= all) throw new Error(`the filters let ${passing} of ${all} rows pass`);
  report(
    'filtered',
    `${passing.toLocaleString('en-US')} rows; ${await textOf(page.getByRole('group', { name: 'Filters in force' }))}`,
  );
  await page.getByRole('button', { name: 'More filters' }).click();
  const more = page.getByRole('dialog', { name: 'More filters' });
  await more.getByRole('combobox', { name: 'Programmes' }).click();
  await waitFor(more.getByText(/\([\d,]+\)/));
  await reportPart(report, 'more filters, counted', more);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await more.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Table options' }).click();
  await page.getByLabel('Group rows').selectOption('programme');
  await reportPart(report, 'grouped by programme', results.getByText(/with space, from [\d,]+ miles/));
  await page.getByLabel('Group rows').selectOption('');
  await page.keyboard.press('Escape');

  await results
    .getByRole('button', { name: / 2027$/ })
    .first()
    .click();
  await reportPart(report, 'one record', page.getByRole('dialog').getByRole('table', { name: 'Record' }));
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await results.getByRole('checkbox').nth(0).click();
  await page
    .getByRole('region', { name: 'Chosen records' })
    .getByRole('button', { name: 'Star', exact: true })
    .click();
  await waitFor(results.getByRole('img', { name: 'Starred' }));
  report('a star', 'is stored');
  for (const format of [/^CSV/, /^NDJSON/]) {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    report('export', await describeFile(saved, () => page.getByRole('menuitem', { name: format }).click()));
  }
}

async function views(page: Page, report: Report): Promise<void> {
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await chooseView(page, 'Calendar');
  await reportPart(report, 'calendar', page.getByRole('grid', { name: 'Calendar' }));
  const day = page.getByRole('gridcell', { name: /cheapest/ }).first();
  report('a day of it', (await day.getAttribute('aria-label')) ?? '');
  await chooseView(page, 'Map');
  await waitFor(page.getByRole('img', { name: 'Route map' }));
  await reportPart(report, 'map', page.getByRole('list', { name: 'Routes' }));
  await chooseView(page, 'Histogram');
  await waitFor(page.getByRole('img', { name: 'Spread of miles' }));
  await page.getByText('The same as a table').click();
  await reportPart(report, 'histogram', page.getByRole('table', { name: 'Spread of miles' }));
  await openSearch(page, /^JFK to Heathrow/);
  await chooseView(page, 'Timeline');
  await waitFor(page.getByRole('img', { name: 'Miles over time' }));
  await page.getByText('The same as a table').click();
  await reportPart(report, 'timeline', page.getByRole('table', { name: 'Miles over time' }));
}

async function brokenRecords(page: Page, report: Report): Promise<void> {
  await openSearch(page, /^Charles de Gaulle to Newark/);
  await page.getByText(/^Set aside/).click();
  await reportPart(report, 'set aside', page.getByRole('list', { name: 'Rows set aside' }));
}

async function comparing(page: Page, report: Report): Promise<void> {
  await go(page, 'Compare');
  const add = page.getByRole('combobox', { name: 'Add a saved search' });
  for (const route of ['JFK to Heathrow', 'Heathrow to JFK', 'Charles de Gaulle to Newark'])
    await choose(page, add, route);
  await reportPart(report, 'comparison', page.getByRole('table', { name: 'Route comparison' }));
  await reportPart(report, 'day by day', page.getByRole('table', { name: 'Cheapest miles day by day' }));
  await page.getByText('Two runs', { exact: true }).click();
  await choose(page, page.getByRole('combobox', { name: /run more than once/ }), 'JFK to Heathrow');
  await reportPart(report, 'two runs', page.getByRole('group', { name: 'What changed' }));
  await reportPart(report, 'changed records', page.getByRole('table', { name: 'Changed records' }));
}

async function watching(page: Page, report: Report): Promise<void> {
  await openSearch(page, /^JFK to Heathrow/);
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await go(page, 'Watchlist');
  await reportPart(report, 'watchlist', page.getByRole('table', { name: 'Watched searches' }));
}

async function trips(page: Page, report: Report): Promise<void> {
  await openSearch(page, /^JFK to Heathrow/);
  const boxes = awardResults(page).getByRole('checkbox');
  await boxes.nth(0).click();
  await boxes.nth(1).click({ modifiers: ['Shift'] });
  await page
    .getByRole('region', { name: 'Chosen records' })
    .getByRole('button', { name: 'Add to trip…' })
    .click();
  await page.getByLabel('Title of the new trip').fill('Paris');
  await page.getByRole('button', { name: 'Add 2 records' }).click();
  await waitFor(page.getByRole('region', { name: 'Status' }).getByText('added to Paris'));
  await go(page, 'Trips');
  await page.getByRole('link', { name: 'Paris' }).click();
  await reportPart(report, 'trip', page.getByRole('list', { name: 'Board' }));
}

async function others(page: Page, saved: Saved, report: Report): Promise<void> {
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByLabel('Name of this view').fill('The board of Paris');
  await page.keyboard.press('Enter');
  await reportPart(
    report,
    'kept view',
    page.getByRole('button', { name: 'The board of Paris', exact: true }),
  );
  await page.keyboard.press('Escape');
  await go(page, 'Wallet');
  await reportPart(report, 'wallet', page.getByRole('table', { name: 'Transfers' }));
  await go(page, 'Purchases');
  await reportPart(report, 'purchases', page.getByRole('main').getByRole('table'));
  await goToActivity(page);
  await reportPart(report, 'activity', page.getByRole('table', { name: 'Activity' }));
  await go(page, 'Settings');
  report(
    'backup',
    await describeFile(saved, () => page.getByRole('button', { name: 'Save a backup' }).click()),
  );
  await go(page, 'Search');
  await page.getByLabel('Origins').fill('heathrow');
  await reportPart(report, 'airports', page.getByRole('option', { name: /LHR/ }));
  await page.keyboard.press('Escape');
}
