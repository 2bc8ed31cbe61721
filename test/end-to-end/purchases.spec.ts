import { repeatedOrders } from '../support/marketplace/control-client.ts';
import { expect, test } from './milepost.ts';
import { notAllowed } from './opened.ts';
import { buy, closeDrawer, openPurchase, requestOf, rowOf } from './purchase-steps.ts';
import { expectSoundInBoth } from './soundness.ts';
import { approve, awardResults, fillSearch, getQuote, go, quoteSheet, TWO_CITIES } from './steps.ts';

test('a lost acknowledgement blocks the same request, links to the open purchase, and is resumed for one charge', async ({
  milepost,
  marketplace,
}) => {
  const { page } = milepost;
  const { control } = marketplace;
  await control.inject({ on: 'tool.call', kind: 'drop_acknowledgement' });
  // Neither a reference nor the list can settle it: only the same command with the same key can.
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

test('a Call in progress is cancelled where the service offers it', { tag: '@long' }, async ({
  milepost,
  marketplace,
}) => {
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

test('the accounts are explained: totals, the service’s own list, a statement, and files', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
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

  const status = page.getByRole('region', { name: 'Status' });
  await expect(status).toContainText(/^\d+ purchases?$/);
  await page.getByText('Check with service', { exact: true }).click();
  // The list is closed, and its message with it.
  await expect(status).toBeEmpty();
  await page.getByRole('button', { name: 'Compare with the service' }).click();
  const differences = page.getByRole('table', { name: 'Differences between the service and the journal' });
  await expect(differences.getByRole('row')).toHaveCount(2);
  await expect(differences).toContainText('Only the service knows it');
  await expect(differences).toContainText('Paid, USD 0.022');
  await page.getByRole('button', { name: 'Read the balance' }).click();
  await expect(page.getByText(/^[A-Z]{3} [\d.,]+ available/)).toBeVisible();

  await page.getByText('Totals', { exact: true }).click();
  await expect(page.getByRole('table', { name: 'Totals by tool' })).toContainText('USD 0.022');
  await page.getByRole('button', { name: 'Export' }).click();
  const { bytes } = await milepost.saved(() => page.getByRole('menuitem', { name: 'CSV' }).click());
  const file = bytes.toString();
  expect(file).toContain('JFK');
  expect(file).toContain('0.022000');

  await page.getByText('Statement', { exact: true }).click();
  const statement = page.getByRole('article', { name: 'Monthly statement' });
  const rows = statement.getByRole('table', { name: 'Statement' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  // Which marketplace it was bought at, unless it was the demo.
  await expect(rows.nth(1)).toContainText(`Award seat search · ${new URL(marketplace.url).origin}`);
  // The heading is on one line, in a small window as well.
  await page.setViewportSize({ width: 900, height: 700 });
  expect((await rows.first().boundingBox())?.height).toBeLessThan(40);
  await page.emulateMedia({ media: 'print' });
  await expect(statement).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Catalogue', exact: true })).toBeHidden();
  await page.emulateMedia({ media: null });
});

test('the views of purchases and the dialog for several pages are accessible in light and dark, and work by keyboard', {
  tag: '@long',
}, async ({ milepost }) => {
  const { page } = milepost;
  await page.setViewportSize({ width: 900, height: 700 });
  await fillSearch(page, TWO_CITIES);
  await page.getByLabel('Results per page').fill('10');
  await getQuote(page);
  await approve(page);
  await page.getByRole('button', { name: 'Get the rest…' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Next pages' });
  await expect(dialog.getByLabel('How many pages')).toBeFocused();
  await expectSoundInBoth(page, 'the dialog for several pages');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('6');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('6 of 6 pages bought');
  await expectSoundInBoth(page, 'the pages that were bought');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);

  await go(page, 'Purchases');
  for (const view of ['Totals', 'Check with service', 'Statement', 'Purchases']) {
    await page.getByRole('radio', { name: view }).focus();
    await page.keyboard.press('Space');
    if (view === 'Check with service') {
      await page.getByRole('button', { name: 'Compare with the service' }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByText('7 Calls and the journal agree').first()).toBeVisible();
    }
    await expect(page.getByRole('radio', { name: view })).toBeChecked();
    await expectSoundInBoth(page, view);
  }
  // The six pages of one approval are one expandable line with their total cost.
  const lines = page.getByRole('table', { name: 'Purchases' }).getByRole('row');
  const approval = lines.filter({ hasText: '6 pages, one approval' });
  await expect(lines).toHaveCount(3);
  await expect(approval).toContainText('USD 0.132');
  const opener = approval.getByRole('button');
  await expect(opener).toHaveAttribute('aria-expanded', 'false');
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  await expect(lines).toHaveCount(9);
  await expectSoundInBoth(page, 'an approval that is open');
  await lines.nth(2).getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('USD 0.022');
  await closeDrawer(page);
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(lines).toHaveCount(3);
  await page.getByRole('table', { name: 'Purchases' }).getByRole('button').last().focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Show evidence' }).focus();
  await page.keyboard.press('Enter');
  await expect(drawer).toContainText('SHA-256');
  await expectSoundInBoth(page, 'a purchase with its evidence');
  await closeDrawer(page);
});

test('the user identifies, outside the page, a Call that the service does not attribute', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  const { page, outside } = milepost;
  const { control } = marketplace;
  await control.inject({ on: 'tool.call', kind: 'drop_acknowledgement' });
  await control.inject(repeatedOrders(410));
  await fillSearch(page, TWO_CITIES);
  await getQuote(page);
  await quoteSheet(page).getByRole('button', { name: 'Approve and run' }).click();
  await quoteSheet(page).getByRole('button', { name: 'Resume the same purchase' }).click();
  await expect(quoteSheet(page)).toContainText('This may have been charged');
  await page.keyboard.press('Escape');

  await go(page, 'Purchases');
  const drawer = page.getByRole('dialog');
  // By its button: the Status region states in the same words, and sooner, that it may have been charged.
  await page.getByRole('button', { name: /^New York to London/ }).click();
  await drawer.getByRole('button', { name: 'Show Calls that could be it' }).click();
  const [{ callRef } = { callRef: '' }] = (await control.books()).calls;
  const call = drawer.getByRole('region', { name: `Call ${callRef}` });
  await expect(call).toContainText('completed');
  await call.getByRole('button', { name: 'This is its Call' }).click();
  await expect(call).toContainText(notAllowed(milepost));
  await expect(drawer).toContainText('May have been charged');
  await expectSoundInBoth(page, 'call-candidates');
  const { calls, charges } = await control.books();
  expect([calls.length, charges.length]).toEqual([1, 1]);
  if (outside === null) return;

  // A long code is cut in its middle.
  expect((await outside.questions()).at(-1)).toContain(callRef.slice(-20));
  await outside.answers(true);
  await call.getByRole('button', { name: 'This is its Call' }).click();
  await expect(drawer).toContainText('Done. USD 0.022000 was charged.');
  expect((await control.books()).charges).toHaveLength(1);
});
