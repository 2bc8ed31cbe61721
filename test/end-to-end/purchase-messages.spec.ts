import { expect, test } from './milepost.ts';
import { ask, buy, closeDrawer, openPurchase, rowOf } from './purchase-steps.ts';
import { fillSearch, go, quoteSheet, TWO_CITIES } from './steps.ts';

/* Every word of the service about a purchase is shown in our own words, with its effect on the money. */

const REFUSALS: Readonly<Record<string, RegExp>> = {
  tool_not_found: /no longer knows this Tool/,
  tool_not_current: /has changed since it was listed/,
  tool_not_ready: /not ready at the moment/,
  tool_unsupported: /does not offer this Tool/,
  input_invalid: /does not accept this request/,
  grant_not_found: /no permission to spend/,
  budget_exceeded: /above the budget/,
  insufficient_balance: /does not hold enough money/,
  treasury_capacity_unavailable: /cannot pay the provider/,
  pricing_setup_required: /setting up prices/,
  commercial_policy_unavailable: /cannot confirm its terms/,
  inspection_unavailable: /cannot check this Tool/,
};
const CODES = Object.keys(REFUSALS);

test('each refusal of a quote is reported in the quote sheet, with nothing bought', { tag: '@long' }, async ({
  milepost,
  marketplace,
}) => {
  const { page } = milepost;
  await fillSearch(page, TWO_CITIES);
  await expect(page.getByRole('button', { name: 'Get quote' })).toBeEnabled();
  const requiredActions = [
    { title: 'Add money', description: 'In your account.', cta: 'top_up', status: 'open' },
  ];
  for (const [after, code] of [...CODES, 'moon_in_retrograde'].entries())
    await marketplace.control.inject({
      on: 'tool.quote',
      kind: 'replace_body',
      after,
      body: {
        ...{ kind: 'refused', code, retryable: false },
        ...(code === 'insufficient_balance' && { requiredActions }),
      },
    });
  for (const [code, words] of [
    ...Object.entries(REFUSALS),
    ['moon_in_retrograde', /which Milepost does not know/] as const,
  ]) {
    await page.getByRole('button', { name: 'Get quote' }).click();
    await expect(quoteSheet(page)).toContainText(words);
    await expect(quoteSheet(page)).toContainText(code);
    await expect(quoteSheet(page)).toContainText('Nothing was bought');
    if (code === 'insufficient_balance') await expect(quoteSheet(page)).toContainText('Add money');
    await page.keyboard.press('Escape');
    await expect(quoteSheet(page)).toBeHidden();
  }
  expect((await marketplace.control.books()).calls).toHaveLength(0);
});

test('each refusal of a Call is reported with its receipt: nothing charged, refunded, or charged all the same', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  const { page } = milepost;
  await go(page, 'Purchases');
  const receipts = [
    { receipt: 'none', money: /No charge was shown/ },
    { receipt: 'refunded', money: /The charge was refunded/ },
    { receipt: 'settled', money: /USD 0\.022000 was charged/ },
  ] as const;
  const codes = [...CODES, 'authority_required', 'provider_unavailable', 'moon_in_retrograde'];
  await marketplace.control.behave({
    callPlans: codes.map((code, index) => ({
      outcome: 'refused',
      code,
      receipt: receipts[index % 3]?.receipt ?? 'none',
    })),
  });
  for (const [index] of codes.entries()) await buy(page, index + 1);
  for (const [index, code] of codes.entries()) {
    const drawer = await openPurchase(page, index + 1);
    const words =
      REFUSALS[code] ??
      { authority_required: /account holder has to approve/, provider_unavailable: /cannot be reached/ }[
        code
      ] ??
      /which Milepost does not know/;
    await expect(drawer).toContainText(words);
    await expect(drawer).toContainText(receipts[index % 3]?.money ?? /never/);
    await expect(drawer.getByText(code, { exact: true }).first()).toBeVisible();
    await closeDrawer(page);
  }
  await page.getByText('Totals', { exact: true }).click();
  const totals = page.getByLabel('Totals', { exact: true });
  // Five of the fifteen were charged without an answer, and five were refunded.
  await expect(totals.locator('div', { hasText: 'Lost: charged without an answer' })).toContainText(
    'USD 0.11',
  );
  await expect(totals.locator('div', { hasText: 'Refunded' })).toContainText('USD 0.11');
});

test('each state of a Call is reported in its history, and none of them drops it', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  const { page } = milepost;
  const { control } = marketplace;
  await control.behave({ callPlan: { outcome: 'pending', polls: 1_000, retryAfterMs: 60_000 } });
  await go(page, 'Purchases');
  await buy(page, 1);
  const drawer = await openPurchase(page, 1);
  await expect(drawer).toContainText('accepted the Call and is working on it');
  const states = [
    ...[
      'gathering_information',
      'awaiting_authority',
      'authorized',
      'leased',
      'in_progress',
      'retryable',
    ].map((state) => [state, new RegExp(`is working on the Call \\(${state}\\)`)] as const),
    ['dreaming', /names a state of the Call that Milepost does not know: “dreaming”/] as const,
    ['reconciliation_required', /still finding out whether the Call was carried out/] as const,
    ['terminal', /is over \(“terminal”\) without a result/] as const,
  ];
  for (const [index, [state, words]] of states.entries()) {
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
  await expect(drawer.getByRole('button', { name: 'Resume the same purchase' })).toBeVisible();
  await control.clearFaults();
  await closeDrawer(page);

  for (const [day, state, words] of [
    [2, 'cancelled', /The service cancelled the Call/],
    [3, 'invalidated', /declared the Call invalid/],
  ] as const) {
    await buy(page, day);
    await control.inject({
      on: 'call.status',
      kind: 'change_members',
      times: 'always',
      set: { kind: 'found', state, version: 200 },
      drop: ['result', 'retryAfterMs'],
    });
    const ended = await openPurchase(page, day);
    await ended.getByRole('button', { name: 'Check again' }).click();
    await expect(ended).toContainText(words);
    await expect(ended.getByRole('button', { name: 'Check again' })).toBeHidden();
    await control.clearFaults();
    await closeDrawer(page);
  }
});

test('each charge state and each kind of receipt is reported in the list and in the drawer', {
  tag: '@long',
}, async ({ milepost, marketplace }) => {
  const { page } = milepost;
  const { control } = marketplace;
  await go(page, 'Purchases');
  const charges = [
    ['paid', 'Paid', /USD 0\.022000 was charged/],
    ['free_tier', 'Free of charge', /It was free of charge/],
    [
      'insufficient_credit',
      'Not charged: too little credit',
      /Nothing was charged: the account did not hold/,
    ],
    ['refunded', 'Refunded', /The charge was refunded/],
    ['outcome_unknown', 'Not known yet', /Whether it was charged is not settled yet/],
  ] as const;
  await control.behave({
    callPlans: charges.map(([chargeState]) => ({ outcome: 'completed' as const, chargeState })),
  });
  for (const [index] of charges.entries()) await buy(page, index + 1);
  for (const [index, [, label, words]] of charges.entries()) {
    await expect(rowOf(page, index + 1)).toContainText(label);
    const drawer = await openPurchase(page, index + 1);
    await expect(drawer).toContainText(words);
    await closeDrawer(page);
  }

  const receipts = [
    [{ state: 'reserved' }, /The amount was reserved, not charged/],
    [{ state: 'settled' }, /The charge is settled/],
    [{ state: 'refunded', refundState: 'released' }, /The charge was refunded/],
    [{ state: 'unknown', lossState: 'unknown' }, /does not know yet whether the charge stands/],
    [
      { state: 'settled', lossState: 'provider_output_invalid' },
      /records a loss \(“provider_output_invalid”\)/,
    ],
    [{ state: 'in_the_post' }, /calls the charge “in_the_post”, which Milepost does not know/],
  ] as const;
  const total = { currency: 'USD', units: '22000', exponent: 6 };
  for (const [index, [receipt]] of receipts.entries()) {
    await control.inject({
      on: 'tool.call',
      kind: 'change_members',
      set: { receipt: { receiptRef: `receipt:${index}`, totalBuyerCharge: total, ...receipt } },
    });
    await buy(page, 11 + index);
  }
  for (const [index, [, words]] of receipts.entries()) {
    const drawer = await openPurchase(page, 11 + index);
    await expect(drawer).toContainText(words);
    await expect(drawer).toContainText(`receipt:${index}`);
    await closeDrawer(page);
  }
  const { totals } = await ask<{ totals: unknown[] }>(page, 'purchases', 'accounts', {});
  expect(totals.length).toBeGreaterThan(0);
});
