import type { Locator, Page } from '@playwright/test';
import { rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { compareAddress } from '../../renderer/addresses/compare-address.ts';
import { expect, test } from './milepost.ts';
import type { Opened, SavedFile } from './opened.ts';
import { buyRequest } from './purchase-steps.ts';
import { findRecords, type RunningMarketplace } from './running-marketplace.ts';
import { expectSoundInBoth, expectToFit, picture } from './soundness.ts';
import { go, openSearch, tabTo, visit } from './steps.ts';

type Space = {
  id: string;
  day: string;
  route: string;
  programme: string;
  miles: number;
  seats?: number;
  direct?: boolean;
  space?: boolean;
};

const find = (marketplace: RunningMarketplace, records: readonly Space[]) =>
  findRecords(
    marketplace,
    records.map(({ id, day, route, programme, miles, seats = 2, direct = true, space = true }) => {
      const [OriginAirport = '', DestinationAirport = ''] = route.split('-');
      return rawRecord(id, {
        Source: programme,
        Date: day,
        JAvailable: space,
        JMileageCost: String(miles),
        JRemainingSeats: seats,
        JDirect: direct,
        JAirlines: 'BA, LH',
        Route: { OriginAirport, DestinationAirport },
      });
    }),
  );

const OUT = { origin_airport: 'JFK,EWR', destination_airport: 'LHR', cabin: 'business' };
const HOME = { origin_airport: 'LHR', destination_airport: 'EWR,JFK', cabin: 'business' };
const BOSTON = { origin_airport: 'BOS', destination_airport: 'LHR', cabin: 'business' };

const FIRST: Space[] = [
  { id: 'a', day: '2027-05-20', route: 'JFK-LHR', programme: 'aeroplan', miles: 90_000 },
  { id: 'b', day: '2027-05-21', route: 'JFK-LHR', programme: 'united', miles: 65_000, seats: 1 },
  { id: 'c', day: '2027-05-22', route: 'EWR-LHR', programme: 'united', miles: 80_000, direct: false },
  { id: 'e', day: '2027-05-23', route: 'EWR-LHR', programme: 'aeroplan', miles: 0, space: false },
];
/** One cheaper, one with more seats, one removed, one that now has space, one new. */
const SECOND: Space[] = [
  { id: 'a', day: '2027-05-20', route: 'JFK-LHR', programme: 'aeroplan', miles: 60_000 },
  { id: 'b', day: '2027-05-21', route: 'JFK-LHR', programme: 'united', miles: 65_000, seats: 4 },
  { id: 'e', day: '2027-05-23', route: 'EWR-LHR', programme: 'aeroplan', miles: 70_000 },
  { id: 'd', day: '2027-05-24', route: 'EWR-LHR', programme: 'united', miles: 50_000 },
];
const BACK: Space[] = [
  { id: 'r', day: '2027-05-30', route: 'LHR-JFK', programme: 'united', miles: 60_000 },
  { id: 's', day: '2027-05-31', route: 'LHR-EWR', programme: 'aeroplan', miles: 55_000, direct: false },
];
const FROM_BOSTON: Space[] = [
  { id: 'x', day: '2027-05-20', route: 'BOS-LHR', programme: 'united', miles: 70_000 },
];

/** Two runs of one search, its return search, and another route. */
async function runSearches(page: Page, marketplace: RunningMarketplace): Promise<void> {
  for (const [input, records] of [
    [OUT, FIRST],
    [HOME, BACK],
    [BOSTON, FROM_BOSTON],
    [OUT, SECOND],
  ] as const) {
    await find(marketplace, records);
    await buyRequest(page, input);
  }
}

const comparison = (page: Page): Locator => page.getByRole('table', { name: 'Route comparison' });
const row = (page: Page, name: string): Locator =>
  comparison(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) });
const view = (page: Page, name: string): Promise<void> => page.getByText(name, { exact: true }).click();

async function choose(page: Page, field: string | RegExp, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).first().click();
}

async function downloaded({ page, saved }: Pick<Opened, 'page' | 'saved'>, item: string): Promise<SavedFile> {
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  return saved(() => page.getByRole('menuitem', { name: item }).click());
}

test(
  'searches and parts of them are compared side by side, with the value of miles',
  {
    tag: '@long',
  },
  async ({ milepost, marketplace }, testInfo) => {
    const { page } = milepost;
    await runSearches(page, marketplace);

    // From Results, with its filter.
    await openSearch(page, /Boston to Heathrow/);
    await page.getByRole('checkbox', { name: 'Direct only' }).check();
    await page.getByRole('link', { name: 'Add to Compare' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Compare' })).toBeVisible();
    await expect(page.getByText('One more to compare with')).toBeVisible();
    await choose(page, 'Add a saved search', /New York \(EWR, JFK\) to Heathrow/);
    await expect(row(page, 'Cheapest miles').getByRole('cell')).toHaveText([
      '70,000',
      '50,000best: fewest miles',
    ]);
    const size = page.viewportSize();
    await page.setViewportSize({ width: 640, height: 500 });
    await expectToFit(page, 'compare-narrow');
    await page.setViewportSize(size ?? { width: 1280, height: 800 });

    // One route of a search with many.
    await page.getByRole('button', { name: 'Filter of column 2' }).click();
    await choose(page, 'One route', /JFK → Heathrow/);
    await page.keyboard.press('Escape');
    await expect(comparison(page)).toContainText('JFK to Heathrow');
    await expect(row(page, 'Cheapest miles').getByRole('cell')).toHaveText([
      '70,000',
      '60,000best: fewest miles',
    ]);
    await expect(row(page, 'Days with space').getByRole('cell').nth(1)).toContainText('2 of 2 days seen');

    // The value of a mile, and its value at a fare.
    await page.getByRole('button', { name: 'What a mile is worth' }).click();
    await page.getByLabel('United MileagePlus, cents per mile').fill('1.2');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: 'Status' })).toContainText(
      'What you typed stays here until you save it.',
    );
    await page.getByRole('button', { name: 'What a mile is worth' }).click();
    await expect(page.getByLabel('United MileagePlus, cents per mile')).toHaveValue('1.2');
    await page.getByRole('button', { name: 'Save values' }).click();
    await expect(row(page, 'Cheapest by value').getByRole('cell').nth(0)).toContainText('USD 840.00');
    await expect(row(page, 'Cheapest by value').getByRole('cell').nth(1)).toContainText(
      /USD 780\.00best: worth least.*no value set for Aeroplan/,
    );
    const bottom = async (target: Locator) => {
      const box = await target.boundingBox();
      return box && box.y + box.height;
    };
    await page.getByLabel('Cash fare one way').fill('much');
    await expect(page.getByText('A plain amount, such as 1200 or 1200.50')).toBeVisible();
    expect(await bottom(page.getByLabel('Cash fare one way'))).toBe(
      await bottom(page.getByRole('button', { name: 'What a mile is worth' })),
    );
    await page.getByLabel('Cash fare one way').fill('1200');
    await expect(row(page, 'Value against the fare').getByRole('cell').nth(1)).toContainText(
      '2 cents a mile',
    );
    const day = page
      .getByRole('table', { name: 'Cheapest miles day by day' })
      .getByRole('row', { name: /21 May/ });
    await expect(day.getByRole('cell')).toHaveText(['not seen', '65,000']);
    await expectSoundInBoth(page, 'compare');

    // Its link returns to it after a restart on another screen; pressed again it leads to the beginning.
    const isSeen = testInfo.project.metadata.host !== 'electron';
    const remembered = isSeen && milepost.answered('views', 'remember');
    await go(page, 'Search');
    await remembered;
    await milepost.restart();
    const again = milepost.page;
    await expect(again.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
    const toCompare = again.getByRole('link', { name: 'Compare', exact: true });
    await expect(toCompare).toHaveAttribute('href', /columns/);
    await toCompare.click();
    await expect(row(again, 'Cheapest by value').getByRole('cell').nth(1)).toContainText('USD 780.00');

    // Nor does a link to what changed between two runs lose it.
    await visit(again, '/compare?view=runs');
    await view(again, 'Side by side');

    const csv = await downloaded(milepost, 'CSV');
    expect(csv.name).toMatch(/^milepost-comparison-\d{4}-\d\d-\d\d\.csv$/);
    expect(csv.bytes.toString()).toContain('\r\n"cheapestMiles",,70000,,60000,"fewest miles"\r\n');
    expect(JSON.parse((await downloaded(milepost, 'JSON')).bytes.toString())).toHaveProperty(
      'columns.1.cheapestMiles',
      60_000,
    );

    // A route by its airports, whichever search covered it.
    await again.getByRole('button', { name: 'Add a route' }).click();
    await again.getByLabel('From', { exact: true }).fill('SIN');
    // Suggestions are shown only while the field has the focus.
    await again.keyboard.press('Tab');
    // Cabins are not mixed unless requested.
    await expect(again.getByRole('button', { name: 'Add this route' })).toBeDisabled();
    await again.getByLabel('Cabin searched').selectOption('business');
    await again.getByRole('button', { name: 'Add this route' }).click();
    await expect(again.getByText(/^Nothing is saved for this/)).toBeVisible();
    // Names and codes in lower case, as in a search; unknown ones are reported.
    await again.getByLabel('From', { exact: true }).fill('Atlantis, bos');
    await again.getByLabel('To', { exact: true }).fill('london');
    await again.keyboard.press('Tab');
    await again.getByRole('button', { name: 'Add this route' }).click();
    await expect(again.getByText('Choose an airport or city for “Atlantis”, or remove it.')).toBeVisible();
    for (const code of ['SIN', 'Atlantis'])
      await again.getByRole('button', { name: `Remove ${code}` }).click();
    await again.getByRole('button', { name: 'Add this route' }).click();
    await expect(comparison(again).getByRole('columnheader').nth(2)).toContainText('Boston to London');

    // A column without stored records is reported in its place, and affects no other column.
    const columns = [99, 1, 3].map((searchId) => ({ scope: { kind: 'search' as const, searchId } }));
    await visit(again, compareAddress.path({ columns }));
    const lost = comparison(again).getByRole('columnheader').first();
    await expect(lost).toContainText('A search that is no longer saved');
    await expect(row(again, 'Cheapest miles').getByRole('cell')).toHaveText([
      'nothing saved',
      '50,000best: fewest miles',
      '70,000',
    ]);
    await expectSoundInBoth(again, 'compare-lost');
    await lost.getByRole('button', { name: 'Type a route' }).click();
    await again.getByLabel('To', { exact: true }).fill('ewr');
    await again.getByLabel('Cabin searched').selectOption('business');
    await again.getByRole('button', { name: 'Add this route' }).click();
    await expect(row(again, 'Cheapest miles').getByRole('cell').first()).toHaveText('55,000');
    await visit(again, compareAddress.path({ columns }));
    await lost.getByRole('button', { name: 'Remove' }).click();
    await expect(row(again, 'Cheapest miles').getByRole('cell')).toHaveCount(2);
    await expect(again.getByRole('region', { name: 'Columns' })).toBeFocused();

    // Two parts of one search: the heads of their days show the difference, and stay visible.
    const parts = ['JFK', 'EWR'].map((origin) => ({
      scope: { kind: 'search' as const, searchId: 1 },
      filter: { origins: [origin], destinations: ['LHR'] },
    }));
    await visit(again, compareAddress.path({ columns: parts }));
    const byDay = again.getByRole('table', { name: 'Cheapest miles day by day' });
    await expect(byDay.getByRole('columnheader')).toHaveText([
      'Day',
      'JFK to Heathrow',
      'Newark to Heathrow',
    ]);
    await again.setViewportSize({ width: 1280, height: 300 });
    const ofDays = again.getByRole('region', { name: 'Day by day' });
    await byDay.getByRole('row').last().scrollIntoViewIfNeeded();
    expect(await ofDays.evaluate((scroller) => scroller.scrollTop)).toBeGreaterThan(0);
    await expect(byDay.getByRole('columnheader').first()).toBeInViewport({ ratio: 1 });
    await again.emulateMedia({ media: 'print' });
    expect(await ofDays.evaluate((scroller) => scroller.scrollHeight <= scroller.clientHeight)).toBe(true);
    expect(await byDay.locator('thead').evaluate((head) => getComputedStyle(head).display)).toBe(
      'table-header-group',
    );
  },
);

test('two runs show what is new, removed, cheaper and fuller', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  const { page } = milepost;
  await runSearches(page, marketplace);
  await go(page, 'Compare');
  await view(page, 'Two runs');
  await choose(page, 'Saved search that was run more than once', /New York \(EWR, JFK\) to Heathrow/);
  const counts = page.getByRole('group', { name: 'What changed' });
  for (const words of ['1 new', '1 removed', '1 cheaper', '1 more seats', '1 space came'])
    await expect(counts.getByRole('button', { name: words, exact: true })).toBeVisible();
  await expect(page.getByRole('table', { name: 'The two runs' })).toContainText('50,000');
  await expect(page.getByText(/The later run is complete/)).toBeVisible();
  const changed = page.getByRole('table', { name: 'Changed records' });
  await expect(changed.getByRole('row')).toHaveCount(6);
  await expect(changed.getByRole('row', { name: /20 May 2027/ })).toContainText('90,000 → 60,000');
  await expectSoundInBoth(page, 'compare-asked');
  await changed
    .getByRole('row', { name: /20 May 2027/ })
    .getByRole('button', { name: 'Book', exact: true })
    .click();
  await expect(page.getByRole('dialog', { name: 'Book' })).toContainText('60,000 miles each');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Book' })).toBeHidden();
  // Each figure opens its record, in its run, and Back returns.
  for (const [row, words] of [
    [changed.getByRole('row', { name: /20 May 2027/ }), '90,000 → 60,000'],
    [changed.getByRole('row', { name: /22 May 2027/ }), '80,000'],
    [page.getByRole('table', { name: 'The two runs' }).getByRole('row', { name: /^Later run/ }), '50,000'],
  ] as const) {
    await row.getByRole('link', { name: words, exact: true }).click();
    await expect(page.getByRole('table', { name: 'Award results' })).toBeVisible();
    if (words !== '50,000') {
      await expect(page.getByRole('dialog')).toContainText(words.split(' → ').at(-1) ?? '');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    }
    await page.getByRole('link', { name: 'Compare', exact: true }).click();
    await expect(changed.getByRole('row')).toHaveCount(6);
  }
  await counts.getByRole('button', { name: '1 removed' }).click();
  await expect(changed.getByRole('row')).toHaveCount(2);
  await expect(changed.getByRole('row').nth(1)).toContainText('22 May 2027');
  expect((await downloaded(milepost, 'CSV')).bytes.toString()).toMatch(
    /\n"removed","2027-05-22","EWR","LHR","united",/,
  );

  // Any set of searches or runs in one table, each record once.
  await go(page, 'Results');
  for (const name of [
    /^Choose New York \(EWR, JFK\) to Heathrow/,
    /^Choose Heathrow to New York \(EWR, JFK\)/,
  ])
    await page.getByRole('checkbox', { name }).check();
  await expectSoundInBoth(page, 'results-choosing');
  await page.getByRole('button', { name: 'Show 2 together' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(
    /New York \(EWR, JFK\) to Heathrow.* \+ Heathrow to New York \(EWR, JFK\)/,
  );
  const rows = page.getByRole('table', { name: 'Award results' }).getByRole('row');
  await expect(rows.filter({ hasText: 'Heathrow → ' }).first()).toBeVisible();
  await expect(rows.filter({ hasText: '→ Heathrow' }).first()).toBeVisible();
  await go(page, 'Results');
  await page.getByRole('link', { name: /^New York \(EWR, JFK\) to Heathrow/ }).click();
  await page.getByRole('button', { name: 'Runs…' }).click();
  const runs = page.getByRole('dialog', { name: 'Runs…' });
  await expect(runs.getByRole('checkbox')).toHaveCount(2);
  for (const box of await runs.getByRole('checkbox').all()) await box.check();
  await expectSoundInBoth(page, 'results-runs');
  await runs.getByRole('button', { name: 'Show 2 runs' }).click();
  // Four records of the first run and one that only the second saw; the other three are in both.
  await expect(page.getByRole('list', { name: 'About these records' })).toContainText('5 records');

  // An address edited by hand reports what could not be read, and keeps the rest.
  const edited = new URL(page.url());
  edited.searchParams.set('view', 'sideways');
  edited.searchParams.set('direct', 'true');
  await page.goto(edited.href);
  await expect(
    page.getByText('“view=sideways” in the address could not be read and is left out.'),
  ).toBeVisible();
  await expect(page.getByRole('table', { name: 'Award results' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('direct')).toBe('true');
  await expectSoundInBoth(page, 'compare-unread-address');
});

test('a comparison is made by keyboard alone, and paper shows all of it without the frame', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  const { page } = milepost;
  await runSearches(page, marketplace);
  await tabTo(page, page.getByRole('link', { name: 'Compare', exact: true }));
  await page.keyboard.press('Enter');
  const field = page.getByRole('combobox', { name: 'Add a saved search' });
  for (const words of ['Boston', 'JFK) to Heathrow']) {
    await tabTo(page, field);
    await page.keyboard.type(words);
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  }
  await expect(row(page, 'Cheapest miles')).toContainText('best: fewest miles');
  await tabTo(page, page.getByRole('button', { name: 'Filter of column 2' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('checkbox', { name: 'Direct only in this column' }));
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expect(comparison(page).getByRole('columnheader').nth(1)).toContainText('direct');
  await expect(row(page, 'Direct share').getByRole('cell').nth(1)).toContainText('100%');

  await page.getByRole('checkbox', { name: 'Direct only', exact: true }).check();
  expect((await downloaded(milepost, 'CSV')).bytes.toString()).toMatch(
    /^\ufeff"figure","date","Boston to Heathrow[^,]* direct",/,
  );

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByText('Only direct. As of')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Copy as table' })).toBeHidden();
  await expect(comparison(page)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Cheapest miles day by day' }).getByRole('row')).toHaveCount(
    6,
  );
  const [ink, paper] = await comparison(page).evaluate((table) => {
    const { color } = getComputedStyle(table);
    return [color, getComputedStyle(document.body).backgroundColor];
  });
  expect({ ink, paper }).toEqual({ ink: 'rgb(0, 0, 0)', paper: 'rgb(255, 255, 255)' });
});

test('shows the runs of a search twelve at a time, and keeps an earlier one chosen', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  const { page } = milepost;
  await find(marketplace, FIRST);
  for (let run = 0; run < 14; run += 1) await buyRequest(page, OUT);
  await go(page, 'Results');
  await page.getByRole('link', { name: /^New York \(EWR, JFK\) to Heathrow/ }).click();
  await page.getByRole('button', { name: 'Runs…' }).click();
  const menu = page.getByRole('dialog', { name: 'Runs…' });
  await expect(menu.getByRole('checkbox')).toHaveCount(12);
  await menu.getByRole('button', { name: 'Show earlier runs (12 of 14 shown)' }).click();
  await expect(menu.getByRole('checkbox')).toHaveCount(14);
  await expect(menu.getByRole('button', { name: /^Show earlier runs/ })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await go(page, 'Compare');
  const main = page.getByRole('main');
  await page.getByText('Two runs', { exact: true }).click();
  await main.getByRole('button', { name: 'Compare the last two runs' }).click();
  const earlier = page.getByRole('combobox', { name: 'Earlier run' });
  await expect(earlier).not.toHaveValue('');
  const offered = page.getByRole('listbox', { name: 'Earlier run' }).getByRole('option');
  await expect(main.getByRole('button', { name: /^Show earlier runs/ })).toHaveCount(0);
  await earlier.click();
  await expect(offered).toHaveCount(14);
  const lastTwo = page.url();
  await offered.last().click();
  await expect(page).not.toHaveURL(lastTwo);
  // Opened again, the first twelve are read and the chosen one with them.
  await page.reload();
  await expect(earlier).not.toHaveValue('');
  await expect(main.getByRole('button', { name: 'Show earlier runs (12 of 14 shown)' })).toBeVisible();
  await earlier.click();
  await expect(offered).toHaveCount(13);
});

test('Compare begins with what is stored, folds lists below days, and says where a filter holds', async ({
  milepost,
  marketplace,
}) => {
  const { page } = milepost;
  const main = page.getByRole('main');
  const programmes = ['aeroplan', 'united', 'delta', 'american', 'alaska', 'jetblue', 'qantas'];
  const found = (least: number) =>
    find(
      marketplace,
      programmes.map((programme, place) => ({
        id: programme,
        day: `2027-05-2${place}`,
        route: 'JFK-LHR',
        programme,
        miles: least + place * 1_000,
      })),
    );
  await found(70_000);
  await buyRequest(page, OUT);
  await go(page, 'Compare');
  await expect(main.getByRole('heading', { name: 'One saved search' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Search the return' })).toBeVisible();

  // The other views also begin with what is stored.
  await found(60_000);
  await buyRequest(page, OUT);
  await view(page, 'Two runs');
  await main.getByRole('button', { name: 'Compare the last two runs' }).click();
  await expect(page.getByRole('combobox', { name: 'Later run' })).toBeVisible();
  await expect(main).toContainText('7 cheaper');

  await find(marketplace, FROM_BOSTON);
  await buyRequest(page, BOSTON);
  await visit(
    page,
    compareAddress.path({
      columns: [1, 2].map((searchId) => ({ scope: { kind: 'search' as const, searchId }, filter: {} })),
    }),
  );
  const byDay = page.getByRole('table', { name: 'Cheapest miles day by day' });
  const list = page.getByRole('table', { name: 'Programmes and airlines' });
  const top = async (of: Locator) => (await of.boundingBox())?.y ?? Number.NaN;
  await expect(list).toBeVisible();
  expect(await top(byDay)).toBeLessThan(await top(list));
  await expect(list.getByText('and 2 more')).toBeVisible();
  const cheapest = page.getByRole('row', { name: /^The cheapest/ });
  await cheapest.getByRole('button', { name: 'Book', exact: true }).first().click();
  const book = page.getByRole('dialog', { name: 'Book' });
  await expect(book).toContainText('60,000 miles each');
  await page.keyboard.press('Escape');
  await expect(book).toBeHidden();
  await picture(page, 'compare-side-by-side');

  await page.getByRole('checkbox', { name: 'Direct only' }).check();
  const said = page.getByText('In every tab of Compare.');
  await expect(said).toBeVisible();
  await view(page, 'Two runs');
  await choose(page, 'Saved search that was run more than once', /New York/);
  await expect(said).toBeVisible();
  await picture(page, 'compare-two-runs');
  await view(page, 'Side by side');
  await page.getByRole('button', { name: 'Clear both' }).click();
  await expect(said).toBeHidden();
});
