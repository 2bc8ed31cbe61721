import { join } from 'node:path';
import Database from 'better-sqlite3';
import { repeatedOrders } from '../support/marketplace/control-client.ts';
import { expect, test } from './milepost.ts';
import { notAllowed } from './opened.ts';
import { approve, fillSearch, getQuote, go, quoteSheet, searchOnce, TWO_CITIES } from './steps.ts';

/** Simulates elapsed time, in ms: the data file itself refuses changes to the history of a purchase. */
function ageHistory(dataDir: string, ms: number): void {
  const file = new Database(join(dataDir, 'milepost.sqlite'));
  const refusal = file
    .prepare(
      "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'purchase_events_%update'",
    )
    .get() as { name: string; sql: string };
  file.exec(`DROP TRIGGER ${refusal.name}`);
  file.prepare('UPDATE purchase_events SET at = at - ?').run(ms);
  file.exec(refusal.sql);
  file.close();
}

const usd = (units: string) => ({ currency: 'USD', units, exponent: 6 });

test('a charge above the approval is an alarm on every screen until the user has seen it', async ({
  milepost,
  marketplace,
}) => {
  const { page } = milepost;
  await marketplace.control.behave({ callPlans: [{ outcome: 'completed', charged: usd('9000000') }] });
  await searchOnce(page);
  const glance = page.getByLabel('At a glance');
  await expect(glance.getByRole('alert')).toContainText('Charge not as approved');
  await expect(glance).toContainText('USD 9.00 of USD 1.00');
  await page.reload();
  await glance.getByRole('link', { name: 'Charge not as approved' }).click();
  await expect(page.getByRole('dialog')).toContainText(
    'USD 9.000000 was charged where you approved USD 0.022000.',
  );
  await page.keyboard.press('Escape');
  const alarms = page.getByRole('region', { name: 'Charges not as approved' });
  await expect(alarms).toContainText('Nothing is bought by itself until you have seen this');
  await alarms.getByRole('button', { name: 'I have seen this' }).click();
  await expect(alarms).toHaveCount(0);
  await expect(glance.getByRole('alert')).toHaveCount(0);
  await expect(glance).toContainText('USD 9.00 of USD 1.00');
});

test('a quote above the listed authorisation needs a second confirmation', { tag: '@long' }, async ({
  milepost,
  marketplace,
}) => {
  const { page } = milepost;
  const price = usd('49999');
  await marketplace.control.inject({ on: 'tool.quote', kind: 'change_members', set: { price } });
  await marketplace.control.behave({ callPlans: [{ outcome: 'completed', charged: price }] });
  await fillSearch(page, TWO_CITIES);
  await page.getByRole('button', { name: 'Get quote' }).click();
  const sheet = quoteSheet(page);
  await expect(sheet).toContainText('This quote is above what is authorised');
  await expect(sheet).toContainText(
    'The quote may charge USD 0.049999, where the listing authorises USD 0.022000 for one request.',
  );
  const approveIt = sheet.getByRole('button', { name: 'Approve and run' });
  await expect(approveIt).toBeDisabled();
  expect((await marketplace.control.books()).calls).toHaveLength(0);
  // What has to be ticked is visible without scrolling, in a low window as well.
  await page.setViewportSize({ width: 900, height: 560 });
  const beyond = sheet.getByLabel('Approve up to USD 0.049999, although USD 0.022000 is authorised');
  await expect(beyond).toBeInViewport({ ratio: 1 });
  await beyond.check();
  await approve(page);
  expect((await marketplace.control.books()).charges).toHaveLength(1);
  await go(page, 'Purchases');
});

test('an order that never arrived counts until the user confirms, outside the page, that no Call was made', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  const { control } = marketplace;
  await control.inject({ on: 'tool.call', kind: 'drop_connection' });
  await control.inject(repeatedOrders(410, 'quote_expired'));
  await fillSearch(milepost.page, TWO_CITIES);
  await getQuote(milepost.page);
  const sheet = quoteSheet(milepost.page);
  await sheet.getByRole('button', { name: 'Approve and run' }).click();
  const declined = milepost.answered('purchases', 'resume');
  await sheet.getByRole('button', { name: 'Resume the same purchase' }).click();
  await declined;
  await milepost.page.keyboard.press('Escape');

  const confirmNoneWasMade = async () => {
    const drawer = milepost.page.getByRole('dialog');
    await drawer.getByRole('button', { name: 'Show Calls that could be it' }).click();
    await drawer.getByRole('button', { name: 'No Call was made for it' }).click();
    return drawer;
  };
  await go(milepost.page, 'Purchases');
  await milepost.page.getByRole('button', { name: /^New York to London/ }).click();
  // This early, the order may still be on its way.
  await expect(await confirmNoneWasMade()).toContainText('five minutes and more after it was lost');
  await milepost.page.keyboard.press('Escape');
  await expect(milepost.page.getByRole('dialog')).toBeHidden();

  await milepost.close();
  ageHistory(milepost.dataDir, 600_000);
  await milepost.restart();
  const { page, outside } = milepost;
  const glance = page.getByLabel('At a glance');
  await go(page, 'Purchases');
  await page.getByRole('button', { name: /^New York to London/ }).click();
  const drawer = await confirmNoneWasMade();
  await expect(drawer).toContainText(notAllowed(milepost));
  await expect(drawer).toContainText('May have been charged');
  await expect(glance).toContainText('USD 0.022 of USD 1.00');
  expect((await control.books()).calls).toEqual([]);
  if (outside === null) return;

  expect((await outside.questions()).at(-1)).toMatch(
    /^Count this purchase as not bought\?\n.*USD 0\.022000/s,
  );
  await outside.answers(true);
  await drawer.getByRole('button', { name: 'No Call was made for it' }).click();
  await expect(drawer).toContainText('You said that it made no Call for this purchase.');
  await expect(drawer).not.toContainText('May have been charged');
  await expect(glance).toContainText('USD 0.00 of USD 1.00');
});
