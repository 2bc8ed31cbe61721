import { expect, test } from './milepost.ts';
import { buy, closeDrawer, openPurchase, rowOf } from './purchase-steps.ts';
import { fillSearch, go, quoteSheet, TWO_CITIES } from './steps.ts';

// A table in electron/purchases/journal/messages.test.ts has the words of every code, state and charge.

test('what the service says of a quote, a Call and a charge is shown in our own words, with its effect on the money', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  test.setTimeout(120_000);
  const { page } = milepost;
  const { control } = marketplace;
  await fillSearch(page, TWO_CITIES);
  await expect(page.getByRole('button', { name: 'Get quote' })).toBeEnabled();
  await control.inject({
    on: 'tool.quote',
    kind: 'replace_body',
    body: {
      ...{ kind: 'refused', code: 'insufficient_balance', retryable: false },
      requiredActions: [
        { title: 'Add money', description: 'In your account.', cta: 'top_up', status: 'open' },
      ],
    },
  });
  await page.getByRole('button', { name: 'Get quote' }).click();
  for (const words of [
    /does not hold enough money/,
    'insufficient_balance',
    'Nothing was bought',
    'Add money',
  ])
    await expect(quoteSheet(page)).toContainText(words);
  await page.keyboard.press('Escape');
  expect((await control.books()).calls).toHaveLength(0);

  // Refused without a charge, refunded, and charged all the same; and one of each kind of charge.
  const ends = [
    [{ outcome: 'refused', code: 'provider_unavailable', receipt: 'none' }, /No charge was shown/],
    [{ outcome: 'refused', code: 'tool_not_ready', receipt: 'refunded' }, /The charge was refunded/],
    [{ outcome: 'refused', code: 'moon_in_retrograde', receipt: 'settled' }, /USD 0\.022000 was charged/],
    [{ outcome: 'completed', chargeState: 'free_tier' }, /It was free of charge/],
    [{ outcome: 'completed', chargeState: 'outcome_unknown' }, /Whether it was charged is not settled yet/],
  ] as const;
  await control.behave({ callPlans: ends.map(([plan]) => plan) });
  await go(page, 'Purchases');
  for (const [index] of ends.entries()) await buy(page, index + 1);
  await expect(rowOf(page, 4)).toContainText('Free of charge');
  for (const [index, [, words]] of ends.entries()) {
    const drawer = await openPurchase(page, index + 1);
    await expect(drawer).toContainText(words);
    await closeDrawer(page);
  }
  await page.getByText('Totals', { exact: true }).click();
  const totals = page.getByLabel('Totals', { exact: true });
  await expect(totals.locator('div', { hasText: 'Lost: charged without an answer' })).toContainText(
    'USD 0.022',
  );
  await expect(totals.locator('div', { hasText: 'Refunded' })).toContainText('USD 0.022');

  // No state of a Call drops it, until one ends it.
  await control.behave({ callPlan: { outcome: 'pending', polls: 1_000, retryAfterMs: 60_000 } });
  await page.getByRole('radio', { name: 'Purchases' }).focus();
  await page.keyboard.press('Space');
  await buy(page, 9);
  const drawer = await openPurchase(page, 9);
  await expect(drawer).toContainText('accepted the Call and is working on it');
  for (const [index, [state, words]] of (
    [
      ['leased', /is working on the Call \(leased\)/],
      ['dreaming', /names a state of the Call that Milepost does not know: “dreaming”/],
      ['reconciliation_required', /still finding out whether the Call was carried out/],
      ['cancelled', /The service cancelled the Call/],
    ] as const
  ).entries()) {
    await control.clearFaults();
    await control.inject({
      on: 'call.status',
      kind: 'change_members',
      times: 'always',
      set: { kind: 'found', state, version: 100 + index },
      drop: ['result', 'retryAfterMs', 'usage', 'receipt'],
    });
    await drawer.getByRole('button', { name: 'Check again' }).click();
    await expect(drawer).toContainText(words);
  }
  await expect(drawer.getByRole('button', { name: 'Check again' })).toBeHidden();
});
