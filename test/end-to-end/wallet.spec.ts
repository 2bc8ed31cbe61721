import type { Page } from '@playwright/test';
import { rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { expect, test } from './milepost.ts';
import { buyRequest } from './purchase-steps.ts';
import { findRecords, type RunningMarketplace } from './running-marketplace.ts';
import { expectSoundInBoth, expectToFit } from './soundness.ts';
import { awardResults, go, openSearch, tabTo } from './steps.ts';

const MARCH = {
  origin_airport: 'JFK',
  destination_airport: 'LHR',
  cabin: 'business',
  start_date: '2027-03-01',
  end_date: '2027-03-31',
};

/** Makes the search find four records, each dearer by 20,000: 40,000, 60,000, 80,000 and 100,000 miles of Aeroplan. */
const find = (marketplace: RunningMarketplace) =>
  findRecords(
    marketplace,
    Array.from({ length: 4 }, (_, place) =>
      rawRecord(`record-${place}`, {
        Source: 'aeroplan',
        Date: `2027-03-0${place + 1}`,
        JMileageCost: String(40_000 + place * 20_000),
        JRemainingSeats: 1,
        JAirlines: 'AC',
      }),
    ),
  );

async function addBalance(page: Page, kind: 'miles' | 'points', name: string, points: string): Promise<void> {
  await page.getByRole('button', { name: 'Add balance' }).click();
  const form = page.getByRole('form', { name: 'Balance' });
  if (kind === 'points') {
    await form.getByLabel('Kind').selectOption('Points of a bank');
    await form.getByRole('combobox', { name: 'Bank' }).fill(name);
    await form.getByLabel('Points').fill(points);
  } else {
    await form.getByRole('combobox', { name: 'Programme' }).fill(name);
    await form.getByLabel('Miles').fill(points);
  }
  await form.getByRole('button', { name: 'Save balance' }).click();
  await expect(form).toHaveCount(0);
}

async function openResults(page: Page): Promise<void> {
  await openSearch(page);
  await expect(awardResults(page).getByRole('row')).toHaveCount(5);
}

test('records and trips show how the wallet can pay', { tag: '@long' }, async ({ milepost, marketplace }) => {
  test.setTimeout(120_000);
  const { page } = milepost;
  await page.setViewportSize({ width: 900, height: 700 });
  await find(marketplace);
  await buyRequest(page, MARCH);
  await openResults(page);
  await expect(page.getByRole('columnheader', { name: 'Wallet' })).toHaveCount(0);
  await awardResults(page).getByRole('row').nth(1).getByRole('button').first().click();
  const empty = page.getByRole('dialog').getByRole('region', { name: 'What pays for it' });
  await empty.getByRole('link', { name: 'Type your balances' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing in your wallet' })).toBeVisible();
  await expectSoundInBoth(page, 'wallet-empty');
  await page.getByRole('button', { name: 'Add balance' }).click();
  const form = page.getByRole('form', { name: 'Balance' });
  await form.getByRole('button', { name: 'Save balance' }).click();
  await expect(form.getByText('Name the programme.')).toBeVisible();
  await expect(form.getByText('Type whole points, such as 45,000.')).toBeVisible();
  await page.keyboard.press('Escape');
  await addBalance(page, 'miles', 'Air Canada Aeroplan', '45,000');
  await addBalance(page, 'points', 'Citi ThankYou', '500,000');
  await addBalance(page, 'points', 'Chase Ultimate Rewards', '30,500');
  const reach = page.getByRole('table', { name: 'Within reach' });
  await expect(
    reach.getByRole('row', { name: /^Air Canada Aeroplan Star Alliance 45,000 75,000$/ }),
  ).toBeVisible();
  await expectSoundInBoth(page, 'wallet-filled');
  // A field is not a dark block on paper.
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByLabel('Travellers')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });

  await openResults(page);
  const cells = () =>
    awardResults(page).getByRole('cell', { name: /^(Bookable now|.* from .*, 1 : 1|Short by .*)$/ });
  await expect(cells()).toHaveText([
    'Bookable now',
    '15k from Chase UR, 1 : 1',
    'Short by 5,000',
    'Short by 25,000',
  ]);
  await page.getByRole('button', { name: /^More filters/ }).click();
  await page.getByLabel('With your wallet').selectOption('Bookable now or with transfers');
  await expect(cells()).toHaveText(['Bookable now', '15k from Chase UR, 1 : 1']);
  await page.keyboard.press('Escape');
  await expect(page.getByText('bookable, with transfers')).toBeVisible();
  await expectSoundInBoth(page, 'wallet-results');
  await awardResults(page).getByRole('row').nth(2).getByRole('button').first().click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('With 15,000 from Chase Ultimate Rewards, 1 : 1.')).toBeVisible();
  await expectSoundInBoth(page, 'wallet-record');
  await drawer.getByRole('button', { name: 'Close record' }).click();

  for (const place of [0, 1]) await awardResults(page).getByRole('checkbox').nth(place).click();
  await page
    .getByRole('region', { name: 'Chosen records' })
    .getByRole('button', { name: 'Add to trip…' })
    .click();
  await page.getByLabel('Title of the new trip').fill('Spring in London');
  await page.getByRole('button', { name: /^Add \d+ records?$/ }).click();

  await go(page, 'Wallet');
  await page.getByLabel('Travellers').selectOption('2');
  await go(page, 'Trips');
  await page.getByRole('link', { name: 'Spring in London' }).click();
  const board = page.getByRole('list', { name: 'Board' });
  await expect(board.getByText('Short by 5,000 for 2 seats.')).toBeVisible();
  await expect(board.getByText('Fewer seats were seen than you want: 1.')).toHaveCount(2);
  await expectSoundInBoth(page, 'wallet-trip');
});

test('a transfer can be edited by the user, and reset to the shipped line', { tag: '@long' }, async ({
  milepost,
}) => {
  const { page } = milepost;
  await page.setViewportSize({ width: 900, height: 700 });
  await go(page, 'Wallet');
  await addBalance(page, 'points', 'Citi ThankYou', '20,000');
  await page.getByLabel('Bank', { exact: true }).selectOption('Citi ThankYou');
  const transfers = page.getByRole('table', { name: 'Transfers' });
  const line = transfers.getByRole('row', { name: /^Citi ThankYou Turkish/ });
  await expect(line).toContainText('1 : 1');
  await expect(page.getByText(/^As of .* good until .*Check a line with its bank/)).toBeVisible();
  await expect(line).toContainText(/2026/);
  // By keyboard only.
  await page.getByText('Where these come from').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/point-xfer/)).toBeVisible();
  await line.getByRole('button').focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: 'Transfer' });
  await form.getByLabel('become miles').fill('2');
  await form.getByLabel('Bonus, per cent').fill('30');
  await form.getByLabel('Last day of the bonus', { exact: true }).fill('2099-12-31');
  await expectToFit(page, 'wallet-transfer');
  await page.keyboard.press('Enter');
  await expect(line).toContainText('1 : 2');
  await expect(line).toContainText('30% more until');
  await expect(line).toContainText(/just now|ago/);
  const turkish = page
    .getByRole('table', { name: 'Within reach' })
    .getByRole('row', { name: /^Turkish Airlines/ });
  await expect(turkish).toContainText('52,000');
  await expectSoundInBoth(page, 'wallet-own-line');

  await milepost.restart();
  const { page: again } = milepost;
  await go(again, 'Wallet');
  await again
    .getByRole('table', { name: 'Transfers' })
    .getByRole('row', { name: /^Citi ThankYou Turkish/ })
    .getByRole('button')
    .click();
  await again.getByRole('button', { name: 'Back to the shipped line' }).click();
  await expect(
    again.getByRole('table', { name: 'Within reach' }).getByRole('row', { name: /^Turkish Airlines/ }),
  ).toContainText('20,000');

  await again.getByRole('button', { name: 'Delete Citi ThankYou' }).click();
  await expect(again.getByRole('heading', { name: 'Nothing in your wallet' })).toBeVisible();
  await again.getByRole('button', { name: 'Undo' }).click();
  await expect(again.getByRole('table', { name: 'Balances' }).getByRole('row')).toHaveCount(2);
  // In a small window, or zoomed, no heading wraps, and everything is reachable without scrolling.
  await again.setViewportSize({ width: 640, height: 700 });
  for (const table of await again.getByRole('main').getByRole('table').all()) {
    expect(
      await table.evaluate((element) => element.clientWidth - (element.parentElement?.clientWidth ?? 0)),
    ).toBe(0);
    const heads = await table
      .getByRole('columnheader')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().height));
    expect(Math.max(...heads)).toBeLessThan(44);
  }
  await again.emulateMedia({ media: 'print' });
  await expect(again.getByRole('button', { name: 'Change Citi ThankYou', exact: true })).toBeHidden();
  await expect(again.getByRole('table', { name: 'Balances' })).toBeVisible();
});

test('a balance is added, changed and deleted by keyboard alone', { tag: '@long' }, async ({ milepost }) => {
  const { page } = milepost;
  const { keyboard } = page;
  const balances = page.getByRole('table', { name: 'Balances' });
  const form = page.getByRole('form', { name: 'Balance' });
  await tabTo(page, page.getByRole('link', { name: 'Wallet', exact: true }));
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Add balance' }));
  await keyboard.press('Enter');
  await tabTo(page, form.getByRole('combobox', { name: 'Programme' }));
  await keyboard.type('Aeroplan');
  await tabTo(page, form.getByLabel('Miles'));
  await keyboard.type('45000');
  await keyboard.press('Enter');
  await expect(form).toHaveCount(0);
  await expect(balances).toContainText('45,000');

  await tabTo(page, balances.getByRole('button', { name: /^Change / }));
  await keyboard.press('Enter');
  await tabTo(page, form.getByLabel('Miles'));
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type('50000');
  await tabTo(page, form.getByRole('button', { name: 'Save balance' }));
  await keyboard.press('Enter');
  await expect(balances).toContainText('50,000');
  await expect(form).toHaveCount(0);
  await tabTo(page, balances.getByRole('button', { name: /^Delete / }));
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Nothing in your wallet' })).toBeVisible();
});
