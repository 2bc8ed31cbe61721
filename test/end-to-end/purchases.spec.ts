import { readFileSync } from 'node:fs';
import { expect, test } from './milepost.ts';
import { buy, closeDrawer, expectSound, openPurchase, requestOf, rowOf } from './purchase-steps.ts';
import { approve, awardResults, fillSearch, getQuote, go, quoteSheet, TWO_CITIES } from './steps.ts';

const outsideOnly = 'Electron asks in a dialog of the system, which a page cannot answer';

test('a lost acknowledgement locks the same request, leads to the open purchase, and is resumed for one charge', async ({
  milepost,
  marketplace,
}) => {
  const { page } = milepost;
  const { control } = marketplace;
  await control.inject({ on: 'tool.call', kind: 'drop_acknowledgement' });
  // Neither a reference nor the list can tell: only the same command with the same key can.
  await control.inject({
    on: 'call.list',
    kind: 'replace_body',
    times: 'always',
    body: { kind: 'available', items: [], hasMore: false },
  });
  await fillSearch(page, TWO_CITIES);
  await getQuote(page);
  await quoteSheet(page).getByRole('button', { name: 'Approve and run' }).click();
  await expect(quoteSheet(page)).toContainText('This may have been charged');
  await expect(quoteSheet(page)).toContainText('stays locked until this one is settled');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Get quote' }).click();
  await expect(quoteSheet(page)).toContainText('An earlier purchase of this request is still open');
  await quoteSheet(page).getByRole('button', { name: 'Show that purchase' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText('May have been charged');
  await drawer.getByRole('button', { name: 'Resume the same purchase' }).click();
  await expect(drawer).toContainText('Done. USD 0.022000 was charged.');
  await expect(drawer.getByRole('button', { name: 'Show results' })).toBeHidden();
  await drawer.getByRole('link', { name: 'Show results' }).click();
  await expect(awardResults(page)).toBeVisible();
  const { calls, charges } = await control.books();
  expect([calls.length, charges.length]).toEqual([1, 1]);
});

test('a Call under way is cancelled where the service offers it', async ({ milepost, marketplace }) => {
  const { page } = milepost;
  await marketplace.control.behave({
    callPlan: { outcome: 'pending', polls: 1_000, retryAfterMs: 60_000 },
  });
  await go(page, 'Purchases');
  await buy(page, 1);
  const drawer = await openPurchase(page, 1);
  await drawer.getByRole('button', { name: 'Cancel' }).click();
  await expect(drawer).toContainText(/Cancelled by the service/);
  await expect(drawer.getByRole('button', { name: 'Cancel' })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 1)).toContainText('Cancelled');
  expect((await marketplace.control.books()).charges).toHaveLength(0);
});

test('several pages are approved as one act, bought up to its ceiling, and no further', async ({
  milepost,
  marketplace,
}) => {
  const { page } = milepost;
  await fillSearch(page, TWO_CITIES);
  await page.getByLabel('Results per page').fill('10');
  await getQuote(page);
  await approve(page);
  const rows = async () => Number(await awardResults(page).getAttribute('aria-rowcount'));
  const before = await rows();

  await page.getByRole('button', { name: 'Next pages…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Next pages' });
  await dialog.getByLabel('How many pages').fill('4');
  await expect(dialog.getByLabel('At most')).toHaveValue('0.088000');
  await dialog.getByLabel('At most').fill('0.0x');
  await dialog.getByRole('button', { name: 'Approve pages' }).click();
  await expect(dialog).toContainText('Type a plain amount');
  await dialog.getByLabel('At most').fill('0.044');
  await expect(dialog).toContainText('enough for 2 of 4 pages');
  await dialog.getByRole('button', { name: 'Approve pages' }).click();
  await expect(dialog).toContainText('The next page would go above your ceiling');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'not bought' })).toHaveCount(2);
  await expect(dialog).toContainText('USD 0.044000 of at most USD 0.044000');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.poll(rows).toBeGreaterThan(before);
  expect((await marketplace.control.books()).charges).toHaveLength(3);
});

test('pages being bought are stopped by the person, and by a price that changed', async ({
  milepost,
  marketplace,
}) => {
  const { page } = milepost;
  const { control } = marketplace;
  await fillSearch(page, TWO_CITIES);
  await page.getByLabel('Results per page').fill('10');
  await getQuote(page);
  await approve(page);
  const dialog = page.getByRole('dialog', { name: 'Next pages' });

  await control.inject({ on: 'tool.quote', kind: 'delay', ms: 1_500 });
  await page.getByRole('button', { name: 'Next pages…' }).click();
  await dialog.getByRole('button', { name: 'Approve pages' }).click();
  await expect(page.getByLabel('At a glance')).toContainText('1 batch running');
  await dialog.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(dialog).toContainText('You stopped it');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByLabel('At a glance')).not.toContainText('batch');
  const charged = (await control.books()).charges.length;

  const { behaviour } = await control.state();
  await control.behave({
    tools: {
      ...behaviour.tools,
      'get.awardatlas.api-awards-search': { price: { currency: 'USD', units: '30000', exponent: 6 } },
    },
  });
  await page.getByRole('button', { name: 'Next pages…' }).click();
  await dialog.getByRole('button', { name: 'Approve pages' }).click();
  await expect(dialog).toContainText(/0 of 5 pages bought\. Stopped/);
  expect((await control.books()).charges).toHaveLength(charged);
});

test('nothing goes above a limit, and only the person outside the page raises one', async ({
  milepost,
  marketplace,
}, testInfo) => {
  test.skip(testInfo.project.name === 'electron', outsideOnly);
  const { page } = milepost;
  await go(page, 'Settings');
  await page.getByLabel('Limit for one Call').fill('0.01');
  await page.getByLabel('Daily limit').fill('0.03');
  await page.getByRole('button', { name: 'Save limits' }).click();
  await expect(page.getByLabel('Status', { exact: true })).toContainText('Limits saved');
  await expect(page.getByLabel('At a glance')).toContainText('of USD 0.030000');

  await go(page, 'Search');
  await fillSearch(page, TWO_CITIES);
  await page.getByRole('button', { name: 'Get quote' }).click();
  const sheet = quoteSheet(page);
  await expect(sheet).toContainText('above your limit of USD 0.010000 for one Call');
  const approveIt = sheet.getByRole('button', { name: 'Approve and run' });
  await expect(approveIt).toBeDisabled();
  await sheet.getByLabel('Let this one Call exceed my limit for one Call').check();
  await approveIt.click();
  await expect(sheet).toContainText('has to be confirmed outside the page');
  expect((await marketplace.control.books()).calls).toHaveLength(0);
  await sheet.getByRole('button', { name: 'Discard' }).click();

  await go(page, 'Settings');
  await page.getByLabel('Limit for one Call').fill('0.03');
  await expect(page.getByText('Up to USD 0.030000 for one Call instead of USD 0.010000.')).toBeVisible();
  await page.getByRole('button', { name: 'Save limits' }).click();
  await expect(page.getByText('The limits were not saved')).toBeVisible();
  await expect(page.getByText(/has to be confirmed outside the page/)).toBeVisible();
  await page.getByRole('button', { name: 'Keep them as they were' }).click();
  await expect(page.getByLabel('Limit for one Call')).toHaveValue('0.010000');
});

test('a second search over the day’s limit is refused, and a dearer quote tells by how much', async ({
  milepost,
  marketplace,
}) => {
  const { page } = milepost;
  await fillSearch(page, TWO_CITIES);
  await getQuote(page);
  await approve(page);
  await marketplace.control.behave({
    tools: {
      'get.awardatlas.api-awards-search': { price: { currency: 'USD', units: '26500', exponent: 6 } },
    },
  });
  await go(page, 'Settings');
  await page.getByLabel('Limit for one Call').fill('0.03');
  await page.getByLabel('Daily limit').fill('0.03');
  await page.getByRole('button', { name: 'Save limits' }).click();
  await expect(page.getByLabel('At a glance')).toContainText('USD 0.022000 of USD 0.030000');
  await go(page, 'Search');
  await page.getByRole('button', { name: 'Get quote' }).click();
  const sheet = quoteSheet(page);
  await expect(sheet.getByRole('button', { name: 'Approve and run' })).toBeDisabled();
  await expect(sheet).toContainText('above your daily limit of USD 0.030000');
  await expect(sheet).toContainText('USD 0.022000 → USD 0.048500 of USD 0.030000 above the limit');
  await expect(sheet).toContainText('which is USD 0.004500 more');
});

test('the limit of one Tool holds beside the general ones, and is set at once because it lowers', async ({
  milepost,
}) => {
  const { page } = milepost;
  await go(page, 'Settings');
  await page.getByLabel('Add a limit for one Tool').selectOption({ label: 'Award seat search' });
  await page.getByRole('button', { name: 'Save limits' }).click();
  await expect(page.getByText('Type an amount for a day or a month, or remove this line.')).toBeVisible();
  await page.getByLabel('Award seat search: a day').fill('0.03');
  await page.getByRole('button', { name: 'Save limits' }).click();
  await expect(page.getByLabel('Status', { exact: true })).toContainText('Limits saved');
  await go(page, 'Search');
  await fillSearch(page, TWO_CITIES);
  await getQuote(page);
  await approve(page);
  await go(page, 'Search');
  await page.getByRole('button', { name: 'Get quote' }).click();
  const sheet = quoteSheet(page);
  await expect(sheet).toContainText('above your daily limit for it of USD 0.030000');
  await expect(sheet).toContainText(
    'This Tool todayUSD 0.022000 → USD 0.044000 of USD 0.030000 above the limit',
  );
  await expect(sheet.getByRole('button', { name: 'Approve and run' })).toBeDisabled();
});

test('the accounts are explained: totals, the service’s own list, a statement, and files', async ({
  milepost,
  marketplace,
}) => {
  const { page } = milepost;
  await go(page, 'Purchases');
  await buy(page, 1);
  await expect(rowOf(page, 1)).toContainText('Paid');
  // Another program buys with the same account: the journal here cannot know it.
  const stranger = async (path: string, body: unknown) => {
    const response = await fetch(`${marketplace.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${marketplace.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Record<string, string>;
  };
  const { calls } = await marketplace.control.books();
  const { quoteRef } = await stranger('/api/v1/tools/quote', {
    toolRef: calls[0]?.toolRef,
    input: requestOf(9),
  });
  await stranger('/api/v1/tools/call', { quoteRef, idempotencyKey: 'another-program' });

  await page.getByText('Service and here', { exact: true }).click();
  await page.getByRole('button', { name: 'Compare with the service' }).click();
  const differences = page.getByRole('table', { name: 'Differences between the service and the journal' });
  await expect(differences.getByRole('row')).toHaveCount(2);
  await expect(differences).toContainText('Only the service knows it');
  await expect(differences).toContainText('Paid, USD 0.022000');

  await page.getByText('Totals', { exact: true }).click();
  await expect(page.getByRole('table', { name: 'Totals by tool' })).toContainText('USD 0.022000');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = readFileSync(await (await download).path(), 'utf8');
  expect(file).toContain('JFK');
  expect(file).toContain('0.022000');

  await page.getByText('Statement', { exact: true }).click();
  const statement = page.getByRole('article', { name: 'Monthly statement' });
  await expect(statement.getByRole('table', { name: 'Statement' }).getByRole('row')).toHaveCount(2);
  await page.emulateMedia({ media: 'print' });
  await expect(statement).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Catalogue', exact: true })).toBeHidden();
  await page.emulateMedia({ media: null });
});

test('the records are derived anew from what was paid for, and are the same', async ({ milepost }) => {
  const { page } = milepost;
  await fillSearch(page, TWO_CITIES);
  await getQuote(page);
  await approve(page);
  const rows = async () => Number(await awardResults(page).getAttribute('aria-rowcount'));
  const before = await rows();
  await go(page, 'Settings');
  await page.getByRole('button', { name: 'Rebuild from purchases' }).click();
  await expect(page.getByText(/derived anew from 1 kept answer/).first()).toBeVisible();
  await go(page, 'Results');
  await page.getByRole('link', { name: /JFK/ }).first().click();
  await expect(awardResults(page)).toBeVisible();
  await expect.poll(rows).toBe(before);
});

test('a standing permission is off until it is given outside the page', async ({ milepost }, testInfo) => {
  test.skip(testInfo.project.name === 'electron', outsideOnly);
  const { page } = milepost;
  await fillSearch(page, TWO_CITIES);
  await getQuote(page);
  await approve(page);
  await go(page, 'Settings');
  await expect(page.getByText('You have given none.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Give a permission…' }).click();
  await page.getByRole('button', { name: 'Give permission', exact: true }).click();
  await expect(page.getByText('Choose the search.')).toBeVisible();
  await page.getByLabel('Search to refresh').selectOption({ index: 1 });
  await page.getByLabel('USD a day').fill('0.10');
  await page.getByLabel('Last day').fill(new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10));
  await page.getByRole('button', { name: 'Give permission', exact: true }).click();
  await expect(page.getByText('Nothing was permitted')).toBeVisible();
  await expect(page.getByText(/has to be confirmed outside the page/)).toBeVisible();
  await expect(page.getByLabel('At a glance')).not.toContainText('permission');
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`the views of purchases and the dialog for several pages are sound in ${colorScheme}, and go by keyboard`, async ({
    milepost,
  }) => {
    const { page } = milepost;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 900, height: 700 });
    await fillSearch(page, TWO_CITIES);
    await page.getByLabel('Results per page').fill('10');
    await getQuote(page);
    await approve(page);
    await page.getByRole('button', { name: 'Next pages…' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Next pages' });
    await expect(dialog.getByLabel('How many pages')).toBeFocused();
    await expectSound(page, 'the dialog for several pages');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('2 of 2 pages bought');
    await expectSound(page, 'the pages that were bought');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);

    await go(page, 'Purchases');
    for (const view of ['Totals', 'Service and here', 'Statement', 'Purchases']) {
      await page.getByRole('radio', { name: view }).focus();
      await page.keyboard.press('Space');
      if (view === 'Service and here') {
        await page.getByRole('button', { name: 'Compare with the service' }).focus();
        await page.keyboard.press('Enter');
        await expect(page.getByText('3 Calls and the journal agree').first()).toBeVisible();
      }
      await expect(page.getByRole('radio', { name: view })).toBeChecked();
      await expectSound(page, view);
    }
    await page.getByRole('table', { name: 'Purchases' }).getByRole('button').first().focus();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: 'Show evidence' }).focus();
    await page.keyboard.press('Enter');
    await expect(drawer).toContainText('SHA-256');
    await expectSound(page, 'a purchase with its evidence');
    await closeDrawer(page);
  });
