import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { expect, test } from './milepost.ts';
import { ask, buy } from './purchase-steps.ts';
import { findRecords, type RunningMarketplace } from './running-marketplace.ts';
import { expectSoundInBoth } from './soundness.ts';
import { go, tabTo } from './steps.ts';

type Space = { id: string; day: string; miles: number; seats: number; direct: boolean };

const find = (marketplace: RunningMarketplace, space: readonly Space[]) =>
  findRecords(
    marketplace,
    space.map(({ id, day, miles, seats, direct }) =>
      rawRecord(id, {
        Source: 'aeroplan',
        Date: day,
        JMileageCost: String(miles),
        JRemainingSeats: seats,
        JDirect: direct,
        JAirlines: 'AC, LH',
      }),
    ),
  );

const BEFORE: Space[] = [
  { id: 'a', day: '2027-05-20', miles: 90_000, seats: 2, direct: true },
  { id: 'b', day: '2027-05-21', miles: 65_000, seats: 1, direct: true },
  { id: 'c', day: '2027-05-22', miles: 80_000, seats: 1, direct: false },
];
/** One cheaper, one unchanged, one removed, one new. */
const AFTER: Space[] = [
  { id: 'a', day: '2027-05-20', miles: 60_000, seats: 2, direct: true },
  { id: 'b', day: '2027-05-21', miles: 65_000, seats: 1, direct: true },
  { id: 'd', day: '2027-05-23', miles: 50_000, seats: 4, direct: false },
];

const rowOf = (page: Page, day: number): Locator =>
  page
    .getByRole('table', { name: 'Watched searches' })
    .getByRole('row')
    .filter({ hasText: `· ${day} May to` });
/** A bought search is watched only if its user chooses so. */
async function watchAll(page: Page): Promise<void> {
  const searches = await ask<{ searchId: number }[]>(page, 'results', 'searches');
  await ask(page, 'watchlist', 'watch', {
    searchIds: searches.map(({ searchId }) => searchId),
    watched: true,
  });
}

const digest = (page: Page): Locator => page.getByRole('region', { name: 'What’s new' });
const sheet = (page: Page): Locator => page.getByRole('dialog', { name: 'Refresh searches' });
const charges = async ({ control }: RunningMarketplace) => (await control.books()).charges.length;

/** Replaces the browser's Notification with one that records what was shown, and asks nobody. */
const recordNotifications = (page: Page) =>
  page.evaluate(() => {
    class Recorded {
      static permission = 'default';
      static requested = 0;
      static shown: { title: string; body: string; tag: string }[] = [];
      static async requestPermission() {
        Recorded.requested += 1;
        Recorded.permission = 'granted';
        return Recorded.permission;
      }
      onclick: (() => void) | null = null;
      constructor(title: string, { body, tag }: { body: string; tag: string }) {
        Recorded.shown.push({ title, body, tag });
        Object.assign(window, { lastNotification: this });
      }
      close() {}
    }
    Object.defineProperty(window, 'Notification', { value: Recorded, configurable: true });
  });
const notified = (page: Page) =>
  page.evaluate(() => {
    const { requested, shown } = window.Notification as unknown as {
      requested: number;
      shown: { title: string; body: string; tag: string }[];
    };
    return { requested, shown };
  });

test('searches are refreshed with one approval, changes are shown until read, and matches are announced once', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  test.setTimeout(120_000);
  const { page, outside } = milepost;
  await find(marketplace, BEFORE);
  await buy(page, 1);
  await buy(page, 2);
  await watchAll(page);
  await go(page, 'Watchlist');
  await recordNotifications(page);
  await expect(rowOf(page, 1)).toContainText('First run');
  await expect(digest(page)).toContainText('No changes since your last visit.');

  await rowOf(page, 1)
    .getByRole('button', { name: /^Actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Notify me…' }).click();
  const wish = page.getByRole('dialog', { name: 'Notify me' });
  await wish.getByRole('button', { name: 'Notify me', exact: true }).click();
  await expect(wish).toContainText('Choose what to be notified of');
  await wish.getByLabel('Fewer miles than').fill('70,000');
  await expect(wish).not.toContainText('Choose what to be notified of');
  await wish.getByLabel('Direct only').check();
  expect((await notified(page)).requested).toBe(0);
  // A window's notifications are the system's, and need no permission of a browser.
  if (outside === null) await wish.getByRole('button', { name: 'Allow notifications' }).click();
  else await expect(wish.getByRole('button', { name: 'Allow notifications' })).toHaveCount(0);
  await expectSoundInBoth(page, 'watchlist-rule');
  await wish.getByRole('button', { name: 'Notify me', exact: true }).click();
  await expect(rowOf(page, 1)).toContainText('Notifies you: fewer than 70,000 miles, direct');

  await find(marketplace, AFTER);
  await page.getByRole('button', { name: 'Refresh all 2…' }).click();
  await expect(sheet(page).getByRole('listitem')).toHaveCount(2);
  await expect(sheet(page)).toContainText('2 searches, at most 2 pages');
  await expect(sheet(page).getByLabel('At most')).toHaveValue('0.044');
  // A problem in one field moves no other.
  const tops = () =>
    Promise.all(
      ['At most', 'Currency'].map(async (name) => (await sheet(page).getByLabel(name).boundingBox())?.y),
    );
  await sheet(page).getByLabel('At most').fill('0.0x');
  await sheet(page).getByRole('button', { name: 'Approve and refresh' }).click();
  await expect(sheet(page).getByLabel('At most')).toHaveAttribute('aria-invalid', 'true');
  const [atMost, currency] = await tops();
  expect(atMost).toBe(currency);
  // Above a limit there is a link to the limits.
  const limits = sheet(page).getByRole('link', { name: 'Change limits' });
  await sheet(page).getByLabel('At most').fill('2');
  await expect(sheet(page).getByLabel('Spending before and after')).toContainText('above the limit');
  await expect(limits).toHaveAttribute('href', /\/settings\/spending$/);
  if (milepost.outside === null)
    await expect(sheet(page).locator('code')).toContainText('run limits -- --per-call 0.050000 --per-day 2.');
  await sheet(page).getByLabel('At most').fill('0.044000');
  await expect(limits).toHaveCount(0);
  await expect(sheet(page).getByLabel('Spending before and after')).toContainText('USD 0.088 of USD 1.00');
  await expect(sheet(page)).toContainText('What leaves this computer');
  await expectSoundInBoth(page, 'watchlist-refresh');
  expect(await charges(marketplace)).toBe(2);
  await sheet(page).getByRole('button', { name: 'Approve and refresh' }).click();
  await expect(sheet(page)).toContainText('2 of at most 2 pages of 2 searches bought.');
  expect(await charges(marketplace)).toBe(4);
  await sheet(page).getByRole('button', { name: 'Done' }).click();

  await expect(digest(page).getByRole('list', { name: 'What changed' })).toContainText(
    '1 new, 1 cheaper, 1 removed',
  );
  await expect(rowOf(page, 2)).toContainText('1 new, 1 cheaper, 1 removed');
  const noticeText = 'JFK to Heathrow, Thu 20 May 2027: 60,000 miles, 2 seats, direct, Air Canada Aeroplan';
  await expect(digest(page)).toContainText(noticeText);
  const inPage = await notified(page);
  expect(inPage.requested).toBe(outside === null ? 1 : 0);
  if (outside !== null) expect(inPage.shown).toEqual([]);
  const shown = outside === null ? inPage.shown : await outside.notified();
  expect(shown).toHaveLength(1);
  expect(shown[0]?.body).toMatch(/London.*Thu 20 May.*60,000/);
  expect(JSON.stringify(shown)).not.toContain(marketplace.key);
  await expectSoundInBoth(page, 'watchlist');
  await page.setViewportSize({ width: 900, height: 700 });
  await expectSoundInBoth(page, 'watchlist-900');
  await page.setViewportSize({ width: 1280, height: 800 });

  if (outside !== null) await outside.clickLastNotification();
  else
    await page.evaluate(() =>
      (window as { lastNotification?: Notification }).lastNotification?.onclick?.(new Event('click')),
    );
  await expect(page.getByRole('table', { name: 'Award results' })).toBeVisible();
  // Each count links to exactly the records that it counts.
  const changed = page.getByRole('table', { name: 'Changed records' });
  for (const [place, count] of [
    [rowOf(page, 2), '1 cheaper'],
    [digest(page), '1 removed'],
  ] as const) {
    await go(page, 'Watchlist');
    await place.getByRole('link', { name: count }).first().click();
    await expect(
      page.getByRole('group', { name: 'What changed' }).getByRole('button', { name: count }),
    ).toHaveAttribute('aria-pressed', 'true');
    await expect(changed.getByRole('row')).toHaveCount(2);
    await expect(changed).toContainText(count.replace('1 ', ''));
  }
  await go(page, 'Watchlist');
  await page.getByRole('button', { name: 'Refresh all 2…' }).click();
  await sheet(page).getByRole('button', { name: 'Approve and refresh' }).click();
  await sheet(page).getByRole('button', { name: 'Done' }).click();
  await expect(rowOf(page, 1)).toContainText('No change');
  await expect(digest(page)).toContainText('1 new, 1 cheaper, 1 removed');
  expect(await (outside === null ? (await notified(page)).shown : outside.notified())).toHaveLength(1);

  await marketplace.stop();
  await milepost.restart();
  const again = milepost.page;
  await go(again, 'Watchlist');
  await expect(digest(again)).toContainText('1 new, 1 cheaper, 1 removed');
  await expect(digest(again)).toContainText(noticeText);
  await digest(again)
    .getByRole('button', { name: /^Mark as read: JFK to Heathrow · business · 1 May/ })
    .click();
  await expect(digest(again)).not.toContainText(noticeText);
  await digest(again).getByRole('button', { name: 'Mark all as read' }).click();
  await expect(digest(again)).toContainText('No changes since your last visit.');
});

test('the watchlist is used by keyboard alone', { tag: '@long' }, async ({ milepost, marketplace }) => {
  test.setTimeout(90_000);
  const { page } = milepost;
  await find(marketplace, BEFORE);
  for (const day of [1, 2, 3]) await buy(page, day);
  await watchAll(page);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Opens the menu of a day's row, whose first item then has the focus. */
  const openMenuOf = async (day: number) => {
    await tabTo(page, rowOf(page, day).getByRole('button', { name: /^Actions/ }));
    await press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Open in Search' })).toBeFocused();
  };
  await page.getByRole('link', { name: 'Watchlist', exact: true }).focus();
  await press('Enter');
  await expect(rowOf(page, 3)).toBeVisible();
  await tabTo(page, rowOf(page, 1).getByRole('checkbox'));
  await press('Space');
  await tabTo(page, rowOf(page, 3).getByRole('checkbox'));
  await press('Space');
  await page.getByRole('heading', { level: 1 }).focus();
  await tabTo(page, page.getByRole('button', { name: 'Refresh 2 chosen…' }));
  await press('Enter');
  await expect(sheet(page).getByRole('listitem')).toHaveCount(2);
  await tabTo(page, sheet(page).getByRole('button', { name: 'Approve and refresh' }));
  await press('Enter');
  await expect(sheet(page)).toContainText('2 of at most 2 pages of 2 searches bought.');
  await tabTo(page, sheet(page).getByRole('button', { name: 'Done' }));
  await press('Enter');
  await expect(sheet(page)).toBeHidden();
  expect(await charges(marketplace)).toBe(5);
  await expect(rowOf(page, 2)).toContainText('1 run');
  await expect(rowOf(page, 1)).toContainText('2 runs');

  await tabTo(page, digest(page).getByRole('button', { name: 'Mark all as read' }));
  await press('Enter');
  await expect(digest(page)).toContainText('No changes since your last visit.');

  await openMenuOf(2);
  await press('ArrowDown', 'Enter');
  await expect(page.getByRole('dialog', { name: 'Notify me' })).toBeVisible();
  await press('Escape');
  await expect(rowOf(page, 2).getByRole('button', { name: /^Actions/ })).toBeFocused();
  await openMenuOf(2);
  await press('End', 'Enter');
  await expect(rowOf(page, 2)).toBeHidden();
  await expect(page.getByLabel('Status', { exact: true })).toContainText(
    '1 search off the watchlist. The results stay.',
  );
  await expect(page.locator(':focus')).toHaveAccessibleName(/^Actions: /);
  await page.getByRole('heading', { level: 1 }).focus();
  await tabTo(page, page.getByRole('radio', { name: 'Watched (2)' }));
  await press('ArrowRight');
  await expect(rowOf(page, 2)).toBeVisible();
  await openMenuOf(2);
  await press('End', 'Enter');
  await expect(rowOf(page, 1)).toBeVisible();
  await expect(rowOf(page, 2)).toBeVisible();
  await expect(page.locator(':focus')).toHaveAccessibleName(/^Actions: /);
});

test(
  'a search with a standing permission is refreshed once when due, and no more after the permission is withdrawn',
  { tag: '@long' },
  async ({ milepost, marketplace }, testInfo) => {
    test.skip(
      testInfo.project.metadata.host === 'electron',
      'the refresh runs at the start, and no test puts a key into the keychain that a window would have it from',
    );
    test.setTimeout(90_000);
    await find(marketplace, BEFORE);
    await buy(milepost.page, 1);
    await watchAll(milepost.page);
    await milepost.close();
    await promisify(execFile)(process.execPath, [
      'test/end-to-end/permit.ts',
      milepost.dataDir,
      marketplace.url,
      marketplace.key,
    ]);
    await find(marketplace, AFTER);
    await milepost.restart();
    await go(milepost.page, 'Watchlist');
    await expect(rowOf(milepost.page, 1)).toContainText('2 runs');
    await expect(rowOf(milepost.page, 1)).toContainText(
      'Refreshes by itself every day, the first page, up to USD 0.03 a day until',
    );
    await expect(digest(milepost.page)).toContainText('1 new, 1 cheaper, 1 removed');
    expect(await charges(marketplace)).toBe(2);

    await milepost.restart();
    const { page } = milepost;
    await go(page, 'Watchlist');
    await expect(rowOf(page, 1)).toContainText('2 runs');
    await rowOf(page, 1)
      .getByRole('button', { name: /^Actions/ })
      .click();
    await page.getByRole('menuitem', { name: 'Standing permission…' }).click();
    const permission = page.getByRole('dialog', { name: 'Refresh by itself' });
    await expect(permission).toContainText('Today it has spent USD 0.022');
    await permission.getByRole('button', { name: 'Take the permission back' }).click();
    await expect(rowOf(page, 1)).not.toContainText('Refreshes by itself');
    await expect(rowOf(page, 1).getByRole('button', { name: /^Actions/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Refresh by itself…' }).click();
    await permission.getByRole('button', { name: 'Give permission' }).click();
    await expect(permission).toContainText('Type an amount');
    await expect(permission).toContainText(/Suggested: \d+ (?:day|hour)s?/);
    await expect(permission.getByLabel('All pages, at most')).toHaveValue('1');
    await permission.getByLabel('USD a day').fill('0.03');
    await expect(permission).not.toContainText('Type an amount');
    await permission
      .getByLabel('Last day')
      .fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 10));
    await permission.getByRole('button', { name: 'Give permission' }).click();
    await expect(permission).toContainText('Permission not given');
    await expect(page.getByLabel('Status', { exact: true })).not.toContainText(
      'Waiting for your confirmation',
    );
    expect((await ask<{ state: string }[]>(page, 'purchases', 'grants')).map(({ state }) => state)).toEqual([
      'revoked',
    ]);
    expect(await charges(marketplace)).toBe(2);
  },
);
