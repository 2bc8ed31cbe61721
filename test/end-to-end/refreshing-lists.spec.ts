import type { Locator, Page } from '@playwright/test';
import { scopePath } from '#shared/records/scope-path.ts';
import { expect, test } from './milepost.ts';
import { ask, buy, quoteRequest, requestOf } from './purchase-steps.ts';
import { go } from './steps.ts';

/** Presses on an element, runs `meanwhile` until the page has rendered it, and releases at the same place. */
async function clickWhile(page: Page, element: Locator, meanwhile: () => Promise<unknown>): Promise<void> {
  await element.hover();
  await page.mouse.down();
  await meanwhile();
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await page.mouse.up();
}

const UNSEEN = 'what the main process answers is not seen from outside Electron';

test('a click opens what was pressed although its list is read again, or what was typed is applied, meanwhile', async ({
  milepost,
  marketplace,
}, { project }) => {
  test.skip(project.name === 'electron', UNSEEN);
  const { page } = milepost;
  await go(page, 'Catalogue');
  const tools = page.getByRole('list', { name: 'Tools' });
  const readAgain = page.getByRole('main').getByRole('button', { name: 'Read again', exact: true });
  await expect(page.getByText(/^From the service/)).toBeVisible();

  await test.step('a list keeps its elements while it is refreshed', async () => {
    const first = tools.getByRole('listitem').first();
    const before = await first.elementHandle();
    const top = (await first.boundingBox())?.y;
    const answered = milepost.answered('catalogue', 'list');
    await readAgain.click();
    expect((await first.boundingBox())?.y).toBe(top);
    await answered;
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
    expect((await first.boundingBox())?.y).toBe(top);
    expect(await first.evaluate((element, known) => element === known, before)).toBe(true);
  });

  await marketplace.control.behave({
    tools: { 'get.awardatlas.api-awards-search': { hidden: true } },
  });
  await clickWhile(page, tools.getByRole('link', { name: /Flight carbon estimate/ }), async () => {
    const answered = milepost.answered('catalogue', 'list');
    await readAgain.evaluate((button: HTMLElement) => button.click());
    await answered;
  });
  await expect(page.getByRole('heading', { level: 1, name: /Flight carbon estimate/ })).toBeVisible();
  await go(page, 'Catalogue');
  await expect(tools.getByRole('link', { name: /Award seat search/ })).toHaveCount(0);

  const link = tools.getByRole('link', { name: /Hotel nights/ });
  await expect(tools.getByRole('link', { name: /Night trains/ })).toBeVisible();
  // The pause after typing must end between press and release.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  // The list without what it does not find puts another Tool, or none, under the pointer.
  await page.getByRole('searchbox', { name: 'Search Tools' }).fill('hotel');
  await clickWhile(page, link, async () => {
    await page.clock.runFor(5_000);
    await page.clock.resume();
  });
  await expect(page.getByRole('heading', { level: 1, name: /Hotel nights/ })).toBeVisible();
});

test(
  'stored rows stay where they could not be read again, and one notice above them reports it',
  {
    tag: '@long',
  },
  async ({ milepost }, { project }) => {
    test.skip(project.metadata.host === 'electron', 'what its page asks cannot be held back there');
    const { page } = milepost;
    await buy(page, 1);
    const [search] = await ask<{ searchId: number }[]>(page, 'results', 'searches');
    const searchIds = [search?.searchId ?? 0];
    const changeWallet = () =>
      ask(page, 'wallet', 'saveBalance', {
        balanceId: null,
        balance: { kind: 'bank', name: 'amex', points: 1_000, expires: null },
      });
    await changeWallet();
    await ask(page, 'watchlist', 'watch', { searchIds, watched: true });
    const row = (table: string) => page.getByRole('table', { name: table }).getByRole('row').nth(1);
    const results = scopePath({ kind: 'search', searchId: searchIds[0] ?? 0 });
    const screens: [path: string, stays: Locator, change: () => Promise<unknown>][] = [
      ['/results', page.getByRole('main').getByRole('link', { name: /^JFK to Heathrow/ }), changeWallet],
      [results, row('Award results'), changeWallet],
      ['/wallet', row('Balances'), changeWallet],
      [
        '/watchlist',
        row('Watched searches'),
        () => ask(page, 'watchlist', 'watch', { searchIds, watched: true }),
      ],
      ['/purchases', row('Purchases'), () => quoteRequest(page, requestOf(2))],
    ];
    const notice = page.getByRole('alert').filter({ hasText: 'could not be read again' });
    for (const [path, stays, change] of screens) {
      await page.evaluate((to) => history.pushState(null, '', to), path);
      await expect(stays.first()).toBeVisible();
      // Events still arrive, but the reads that follow do not.
      await page.route(/\/api\/(?!events|-)/, (route) =>
        /saveBalance|watch$|quote$|awards\/tools/.test(route.request().url())
          ? route.fallback()
          : route.abort(),
      );
      await change();
      await expect(notice).toHaveCount(1);
      await expect(stays.first()).toBeVisible();
      await page.unroute(/\/api\/(?!events|-)/);
      await notice.getByRole('button', { name: 'Try again' }).click();
      await expect(notice).toHaveCount(0);
      await expect(stays.first()).toBeVisible();
    }
  },
);

test('the rows stay where they are when the best prices come after them', async ({ milepost }, {
  project,
}) => {
  test.skip(project.metadata.host === 'electron', 'what its page asks cannot be held back there');
  const { page } = milepost;
  await page.setViewportSize({ width: 900, height: 700 });
  await buy(page, 1);
  const [search] = await ask<{ searchId: number }[]>(page, 'results', 'searches');
  const seen = Promise.withResolvers<void>();
  await page.route('**/api/results/answer', async (route) => {
    await seen.promise;
    await route.continue();
  });
  const path = scopePath({ kind: 'search', searchId: search?.searchId ?? 0 });
  await page.evaluate((to) => history.pushState(null, '', to), path);
  const first = page.getByRole('table', { name: 'Award results' }).getByRole('row').nth(1);
  await expect(first.getByRole('cell').nth(1)).not.toBeEmpty();
  const top = (await first.boundingBox())?.y;
  seen.resolve();
  // One line where two were waited for: neither more nor fewer may move what stands below.
  await expect(page.getByRole('list', { name: 'Best prices' })).toContainText('miles');
  expect((await first.boundingBox())?.y).toBe(top);
});

/** In the page, before its own scripts: records its last request. */
function noteRequests(): void {
  const ask = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    document.documentElement.dataset.last = new URL(String(input), location.href).pathname;
    return ask(input, init);
  };
}

test(
  'each change of the rows reads them once, before anything is rendered',
  { tag: '@long' },
  async ({ milepost }, { project }) => {
    test.skip(project.metadata.host === 'electron', 'what its page asks is not seen there');
    const { page } = milepost;
    await buy(page, 1);
    await page.addInitScript(noteRequests);
    await page.goto(new URL('/results', page.url()).href);

    await page
      .getByRole('link', { name: /JFK to Heathrow/ })
      .first()
      .click();
    await expect(page.getByRole('checkbox', { name: 'Award space only' })).toBeVisible();

    // One read for each click, and none while the pointer rests.
    const rows: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/results/records')) rows.push(request.postData() ?? '');
    });
    const direct = page.getByRole('checkbox', { name: 'Direct only' });
    const table = page.locator('table[aria-label="Award results"][aria-busy="false"]');
    for (const turn of [
      () => direct.click(),
      () => page.getByRole('checkbox', { name: 'Award space only' }).press('Space'),
      () => page.getByRole('columnheader', { name: 'Miles' }).getByRole('button').first().click(),
    ]) {
      const before = rows.length;
      await turn();
      await expect.poll(() => rows.slice(before)).toHaveLength(1);
      await expect(table).toBeVisible();
      await expect(page.getByRole('list', { name: 'About these records' })).toBeVisible();
    }
    expect(new Set(rows).size).toBe(3);

    // It is requested with the change of the address.
    const requested = await page.evaluate(() => {
      delete document.documentElement.dataset.last;
      const address = new URLSearchParams(location.search);
      address.set('milesMax', '123456');
      history.pushState(null, '', `/results?${address}`);
      return document.documentElement.dataset.last;
    });
    expect(requested).toBe('/api/results/records');
    await expect(page.getByRole('button', { name: /^Remove filter: .*123/ })).toBeVisible();
  },
);
