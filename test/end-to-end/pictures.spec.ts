import type { Locator, Page } from '@playwright/test';
import { scopePath } from '#shared/records/scope-path.ts';
import { compareAddress } from '../../renderer/addresses/compare-address.ts';
import { expect, test } from './milepost.ts';
import { ask, buy, buyRequest, requestOf } from './purchase-steps.ts';
import type { RunningMarketplace } from './running-marketplace.ts';
import { expectSoundAtBothSizes } from './soundness.ts';
import { approve, awardResults, fillSearch, getQuote, quoteSheet, TWO_CITIES, visit } from './steps.ts';

/*
 * Every screen in every state, at both sizes and in both schemes: checked by axe, within the window, and as pictures
 * where MILEPOST_PICTURES names a folder. screens.spec.ts checks the state before the first search.
 */

const WIDE = { width: 1280, height: 800 };

const tables = (page: Page) => page.locator('main :is(table, article, h2)').first();

/** Content that is fetched only when shown, and is waited for. */
const FETCHED: Readonly<Record<string, (page: Page) => Locator>> = {
  'results-map': (page) => page.getByRole('img', { name: 'Route map' }),
  'trip-plans': (page) => page.getByRole('table', { name: 'Plans' }),
  'purchases-totals': tables,
  'purchases-brought': tables,
  'purchases-service': tables,
  'purchases-statement': tables,
};

/** Checks the current screen. */
async function check(page: Page, name: string): Promise<void> {
  await expect(page.locator('.mantine-Loader-root')).toHaveCount(0);
  await expectSoundAtBothSizes(page, name);
}

const PATHS = {
  search: '/',
  results: '/results',
  compare: '/compare',
  'compare-runs': '/compare?view=runs',
  watchlist: '/watchlist',
  trips: '/trips',
  wallet: '/wallet',
  catalogue: '/catalogue',
  purchases: '/purchases',
  'purchases-totals': '/purchases?view=totals',
  'purchases-brought': '/purchases?view=brought',
  'purchases-service': '/purchases?view=service',
  'purchases-statement': '/purchases?view=statement',
  activity: '/activity',
  settings: '/settings',
  'settings-marketplace': '/settings/marketplace',
  'settings-spending': '/settings/spending',
  'settings-advanced': '/settings/advanced',
};

async function checkAll(page: Page, state: string, paths: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, path] of Object.entries(paths)) {
    await visit(page, path);
    const fetched = FETCHED[name]?.(page);
    if (fetched !== undefined) await expect(fetched).toBeVisible();
    await check(page, `${state}-${name}`);
  }
}

/** Searches that were run twice, a board, balances, and watched searches: each screen's content after weeks. */
async function fillUp(page: Page, { control }: RunningMarketplace): Promise<Record<string, string>> {
  await buyRequest(page, { ...requestOf(2), origin_airport: 'LHR', destination_airport: 'JFK' });
  await buy(page, 1);
  // Two refreshes between which something became cheaper, was removed or is new.
  for (const miles of [
    [90_000, 65_000, 80_000],
    [60_000, 65_000, 0, 50_000],
  ]) {
    const data = miles.flatMap((cost, place) =>
      cost === 0
        ? []
        : {
            ID: `record-${place}`,
            Source: 'aeroplan',
            Date: `2027-05-2${place}`,
            JAvailable: true,
            JMileageCost: String(cost),
            JRemainingSeats: 2,
            JDirect: true,
            JAirlines: 'AC',
            Route: {
              OriginAirport: 'JFK',
              DestinationAirport: 'LHR',
              OriginRegion: 'North America',
              DestinationRegion: 'Europe',
              Source: 'aeroplan',
            },
          },
    );
    await control.behave({ award: { replace: { count: data.length, hasMore: false, data } } });
    await buy(page, 20);
  }
  const searches = await ask<{ searchId: number }[]>(page, 'results', 'searches');
  const searchIds = searches.map(({ searchId }) => searchId).sort((one, other) => one - other);
  const scopes = searchIds.map((searchId) => ({ kind: 'search' as const, searchId }));
  const [back, out] = scopes;
  if (back === undefined || out === undefined) throw new Error('Nothing was saved.');
  await ask(page, 'watchlist', 'watch', { searchIds, watched: true });
  await ask(page, 'wallet', 'saveBalance', {
    balanceId: null,
    balance: { kind: 'bank', name: 'amex', points: 120_000, expires: null },
  });
  const { tripId } = await ask<{ tripId: string }>(page, 'trips', 'create', {
    title: 'Spring in London',
    notes: 'Two of us, a week at least.',
    starts: '2027-05-01',
    ends: '2027-05-20',
    question: null,
  });
  await ask(page, 'trips', 'addNote', { tripId, text: 'Ask whether the lounge is open.' });
  const flight = (origin: string, destination: string, nights: object | null) => ({
    origins: [origin],
    destinations: [destination],
    nights,
    connects: 'hop',
  });
  const planned = await ask<{ tripId: string }>(page, 'trips', 'create', {
    title: 'Two in London, with a few days in the country before flying home from the same airport',
    notes: '',
    starts: null,
    ends: null,
    question: {
      adults: 2,
      children: 0,
      legs: [flight('JFK', 'LHR', null), flight('LHR', 'JFK', { min: 3, max: 12 })],
      returns: true,
      window: { from: '2027-05-10', until: '2027-05-30' },
      cabins: ['business'],
      stopsMax: null,
      hopKm: 50,
      owners: null,
      milesMax: null,
      perDayMax: null,
      inAllMax: null,
    },
  });
  const results = scopePath(out);
  return {
    ...PATHS,
    'results-table': results,
    'results-calendar': `${results}&view=calendar`,
    'results-map': `${results}&view=map`,
    'results-timeline': `${results}&view=timeline`,
    'results-histogram': `${results}&view=histogram`,
    'compare-columns': compareAddress.path({ columns: [{ scope: out }, { scope: back }] }),
    'trip-board': `/trips/${tripId}`,
    'trip-plans': `/trips/${planned.tripId}`,
  };
}

test.describe('every screen is accessible in both schemes and fits in both sizes', { tag: '@long' }, () => {
  test.setTimeout(300_000);

  test('before the first search', async ({ milepost }) => {
    await checkAll(milepost.page, 'empty', PATHS);
  });

  test('with a first result', async ({ milepost }) => {
    const { page } = milepost;
    await fillSearch(page, TWO_CITIES);
    await check(page, 'first-form');
    await getQuote(page);
    await check(page, 'first-quote');
    await approve(page);
    await check(page, 'first-table');
    // One title, one line, one bar, and the two best prices, whose place is kept before they come.
    const top = async () => (await awardResults(page).getByRole('row').nth(1).boundingBox())?.y ?? 1_000;
    expect(await top()).toBeLessThan(WIDE.height * 0.36);
    await page
      .getByRole('table', { name: 'Award results' })
      .getByRole('button', { name: / 2027$/ })
      .first()
      .click();
    await expect(page.getByRole('dialog').getByRole('table', { name: 'Record' })).toBeVisible();
    await check(page, 'first-record');
    await page.keyboard.press('Escape');
    await checkAll(page, 'first', PATHS);
  });

  test('with searches, changes, a trip and a wallet', async ({ milepost, marketplace }) => {
    const { page } = milepost;
    await checkAll(page, 'full', await fillUp(page, marketplace));
  });

  test('without a network', async ({ milepost, marketplace }) => {
    const paths = await fillUp(milepost.page, marketplace);
    await marketplace.stop();
    await milepost.restart();
    await checkAll(milepost.page, 'offline', paths);
  });

  test('with a failing service', async ({ milepost, marketplace }) => {
    const { page } = milepost;
    await visit(page, '/catalogue');
    await expect(page.getByText(/^From the service/)).toBeVisible();
    for (const on of ['tool.quote', 'call.list', 'registry.tools.list'] as const)
      await marketplace.control.inject({ on, kind: 'status', status: 500, times: 'always' });
    await page.getByRole('main').getByRole('button', { name: 'Read again', exact: true }).click();
    await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible();
    await check(page, 'error-catalogue');
    await visit(page, '/');
    await fillSearch(page, TWO_CITIES);
    await page.getByRole('button', { name: 'Get quote' }).click();
    await expect(quoteSheet(page)).toContainText('The service gave no quote');
    await expect(quoteSheet(page)).not.toContainText('No quote');
    await check(page, 'error-quote');
    await page.keyboard.press('Escape');
    await visit(page, '/purchases?view=service');
    await page.getByRole('button', { name: 'Compare with the service' }).click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    await check(page, 'error-service');
    await visit(page, '/results?scope=nonsense');
    await check(page, 'error-address');
    await visit(page, '/nowhere');
    await check(page, 'error-nowhere');
    await page.evaluate(() => history.pushState(null, '', '/trips/none'));
    await check(page, 'error-trip');
  });
});
