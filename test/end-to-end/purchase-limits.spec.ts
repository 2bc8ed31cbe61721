import { expect, test } from './milepost.ts';
import { notAllowed } from './opened.ts';
import { fillSearch, go, quoteSheet, searchOnce, TWO_CITIES } from './steps.ts';

test('nothing exceeds a limit, and only the user outside the page raises one', async ({
  milepost,
  marketplace,
}) => {
  const { page, outside } = milepost;
  await go(page, 'Settings');
  await page.getByLabel('Limit for one Call').fill('0.01');
  await page.getByLabel('Daily limit').fill('0.03');
  await page.getByRole('button', { name: 'Save limits' }).click();
  await expect(page.getByLabel('Status', { exact: true })).toContainText('Limits saved');
  await expect(page.getByLabel('At a glance')).toContainText('of USD 0.03');

  await go(page, 'Search');
  await fillSearch(page, TWO_CITIES);
  await page.getByRole('button', { name: 'Get quote' }).click();
  const sheet = quoteSheet(page);
  await expect(sheet).toContainText('above your limit of USD 0.010000 for one Call');
  const approveIt = sheet.getByRole('button', { name: 'Approve and run' });
  await expect(approveIt).toBeDisabled();
  await sheet.getByLabel('Let this one Call exceed my limit for one Call').check();
  await approveIt.click();
  await expect(sheet).toContainText(notAllowed(milepost));
  expect((await marketplace.control.books()).calls).toHaveLength(0);
  await sheet.getByRole('button', { name: 'Discard' }).click();

  await go(page, 'Settings');
  await page.getByLabel('Limit for one Call').fill('0.03');
  await expect(page.getByText('Up to USD 0.030000 for one Call instead of USD 0.010000.')).toBeVisible();
  await page.getByRole('button', { name: 'Save limits' }).click();
  await expect(page.getByText('Limits not saved')).toBeVisible();
  await expect(page.getByText(notAllowed(milepost))).toBeVisible();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByLabel('Limit for one Call')).toHaveValue('0.01');
  if (outside === null) return;

  expect((await outside.questions()).at(-1)).toContain(
    'Up to USD 0.030000 for one Call instead of USD 0.010000.',
  );
  await outside.answers(true);
  await page.getByLabel('Limit for one Call').fill('0.03');
  await page.getByRole('button', { name: 'Save limits' }).click();
  await expect(page.getByLabel('Status', { exact: true })).toContainText('Limits saved');
});

test('a second search above the day’s limit is refused, and a dearer quote states by how much', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  const { page } = milepost;
  await searchOnce(page);
  await marketplace.control.behave({
    tools: {
      'get.awardatlas.api-awards-search': { price: { currency: 'USD', units: '26500', exponent: 6 } },
    },
  });
  await go(page, 'Settings');
  await page.getByLabel('Limit for one Call').fill('0.03');
  await page.getByLabel('Daily limit').fill('0.03');
  await page.getByRole('button', { name: 'Save limits' }).click();
  await expect(page.getByLabel('At a glance')).toContainText('USD 0.022 of USD 0.03');
  await go(page, 'Search');
  await page.getByRole('button', { name: 'Get quote' }).click();
  const sheet = quoteSheet(page);
  await expect(sheet.getByRole('button', { name: 'Approve and run' })).toBeDisabled();
  await expect(sheet).toContainText('above your daily limit of USD 0.030000');
  await expect(sheet).toContainText('USD 0.022 → USD 0.0485 of USD 0.03 above the limit');
  await expect(sheet).toContainText('which is USD 0.004500 more');

  // A command, where the program has one, sets exactly what this search needs.
  if (milepost.outside === null) {
    await sheet.getByText('From a terminal').click();
    await expect(sheet.locator('code').filter({ hasText: 'limits' })).toContainText(
      'run limits -- --per-call 0.030000 --per-day 0.048500 --per-month 10.000000 --data-dir ',
    );
    await expect(sheet.getByRole('button', { name: 'Copy command: allow this amount' })).toBeVisible();
  }
  await sheet.getByRole('link', { name: 'Change limits' }).click();
  await expect(page.getByLabel('Daily limit')).toBeVisible();
  await expect(sheet).toBeHidden();
});

test('the limit of one Tool applies in addition to the general ones, and is set at once because it lowers', {
  tag: '@long',
}, async ({ milepost }) => {
  const { page } = milepost;
  await go(page, 'Settings');
  await page.getByLabel('Add a limit for one Tool').selectOption({ label: 'Award seat search' });
  await page.getByRole('button', { name: 'Save limits' }).click();
  await expect(page.getByText('Type an amount, or remove this line.')).toBeVisible();
  await page.getByLabel('Award seat search: a day').fill('0.03');
  await page.getByRole('button', { name: 'Save limits' }).click();
  await expect(page.getByLabel('Status', { exact: true })).toContainText('Limits saved');
  await go(page, 'Search');
  await searchOnce(page);
  await go(page, 'Search');
  await page.getByRole('button', { name: 'Get quote' }).click();
  const sheet = quoteSheet(page);
  await expect(sheet).toContainText('above your daily limit for it of USD 0.030000');
  await expect(sheet).toContainText('This Tool todayUSD 0.022 → USD 0.044 of USD 0.03 above the limit');
  await expect(sheet.getByRole('button', { name: 'Approve and run' })).toBeDisabled();
});

test('a standing permission is off until it is confirmed outside the page', { tag: '@long' }, async ({
  milepost,
}) => {
  const { page, outside } = milepost;
  await searchOnce(page);
  await go(page, 'Settings');
  await expect(page.getByText('Nothing is bought without your approval.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Give a permission…' }).click();
  await page.getByRole('button', { name: 'Give permission', exact: true }).click();
  await expect(page.getByText('Choose the search.')).toBeVisible();
  await page.getByLabel('Search to refresh').selectOption({ index: 1 });
  await page.getByLabel('USD a day').fill('0.10');
  await page.getByLabel('Last day').fill(new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10));
  await page.getByRole('button', { name: 'Give permission', exact: true }).click();
  await expect(page.getByText('Permission not given')).toBeVisible();
  await expect(page.getByText(notAllowed(milepost))).toBeVisible();
  await expect(page.getByLabel('At a glance')).not.toContainText('permission');
  if (outside === null) return;

  await outside.answers(true);
  await page.getByRole('button', { name: 'Give permission', exact: true }).click();
  await expect(page.getByLabel('At a glance')).toContainText('permission');
});
