/** Every refusal code, call state, charge state and receipt, over HTTP, and the message for the user. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  CALL_STATES,
  CHARGE_STATES,
  QUOTE_REFUSAL_CODES,
} from '../../../electron/demo-marketplace/schemas/purchase-schemas.ts';
import type { CallPlan } from '../../support/marketplace/knobs/behaviour.ts';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.control.reset());

/** Long enough that no scheduled poll runs during a test. */
const QUIET_MS = 3_000_000;

const REFUSALS: Record<string, string> = {
  tool_not_found: 'The service no longer knows this Tool. Look for it again in the Catalogue.',
  tool_not_current:
    'The Tool has changed since it was listed. Open it in the Catalogue to read its new terms, then ask again.',
  tool_not_ready: 'The Tool is not ready at the moment. Try again later.',
  tool_unsupported: 'The service does not offer this Tool for Calls.',
  input_invalid: 'The service does not accept this request as it is. Change the search and ask again.',
  grant_not_found: 'The access key has no permission to spend. Grant it in your account at the marketplace.',
  budget_exceeded: 'The price is above the budget that your account sets for this key.',
  insufficient_balance: 'The account does not hold enough money for this.',
  treasury_capacity_unavailable: 'The marketplace cannot pay the provider at the moment. Try again later.',
  pricing_setup_required: 'The marketplace has not finished setting up prices for this Tool.',
  commercial_policy_unavailable: 'The marketplace cannot confirm its terms at the moment. Try again later.',
  inspection_unavailable: 'The marketplace cannot check this Tool at the moment. Try again later.',
};

describe('a refused quote', () => {
  it('has a message for every code that the service is known to use', () => {
    expect(Object.keys(REFUSALS).sort()).toEqual([...QUOTE_REFUSAL_CODES].sort());
  });

  it.each(Object.entries(REFUSALS))('with %s states why and that nothing was bought', async (code, words) => {
    await shop.control.behave({
      quoteRefusals: [
        {
          code,
          retryable: true,
          retryAfterMs: 5_000,
          requiredActions: [{ title: 'Do this', description: 'At the marketplace.', status: 'open' }],
        },
      ],
    });
    const purchase = await shop.quote();
    expect(purchase.state).toBe('not_quoted');
    expect(purchase.words).toBe(`No quote. ${words} Nothing was bought.`);
    expect(purchase.refusal).toMatchObject({
      code,
      words,
      retryable: true,
      retryAfterMs: 5_000,
      requiredActions: [{ title: 'Do this', description: 'At the marketplace.' }],
    });
    expect(purchase.counted).toBeNull();
  });

  it('with an unknown code shows it, shortened and as data', async () => {
    await shop.control.behave({ quoteRefusals: [{ code: `<b>${'x'.repeat(200)}` }] });
    const { words } = await shop.quote();
    expect(words).toMatch(/refused with the code “<b>x+…x+”, which Milepost does not know/);
    expect(words.length).toBeLessThan(200);
  });
});

describe('a refused Call', () => {
  it.each(Object.entries(REFUSALS))(
    'with %s states why and that no charge was stated',
    async (code, words) => {
      await shop.control.behave({ callRefusals: [{ code }] });
      const purchase = await shop.buy();
      expect(purchase).toMatchObject({ state: 'refused', refusal: { code }, counted: null });
      expect(purchase.words).toBe(`Refused. ${words} No charge was shown.`);
    },
  );

  it('for lack of authority states who has to approve', async () => {
    await shop.control.behave({ callPlans: [{ outcome: 'needs_authority' }] });
    const purchase = await shop.buy();
    expect(purchase.words).toContain('The account holder has to approve this at the marketplace first.');
    expect(purchase.refusal?.code).toBe('authority_required');
  });

  it('because of an expired quote states so', async () => {
    const input = shop.search();
    await shop.control.inject({ on: 'tool.call', kind: 'status', status: 410, code: 'quote_expired' });
    const purchase = await shop.buy(input);
    expect(purchase.state).toBe('refused');
    expect(purchase.words).toContain('The quote had ended when the service looked at it.');
  });
});

describe('a Call under way', () => {
  const PENDING = [
    'gathering_information',
    'awaiting_authority',
    'authorized',
    'leased',
    'in_progress',
    'retryable',
  ] as const;

  it.each(PENDING)('in the state %s is shown by its name and continues', async (pendingState) => {
    await shop.control.behave({
      callPlans: [{ outcome: 'pending', polls: 1, pendingState, retryAfterMs: QUIET_MS }],
    });
    const purchase = await shop.buy();
    expect(purchase.words).toBe('Accepted. The service is working on it.');
    const seen = await shop.checkAgain(purchase.purchaseId);
    expect(seen.state).toBe('pending');
    expect(seen.timeline.at(-1)?.words).toBe(`The service is working on the Call (${pendingState}).`);
    // The version is known now: the next poll returns "unchanged" or the end.
    const done = await shop.checkAgain(purchase.purchaseId);
    expect(done.words).toBe('Done. USD 0.022000 was charged.');
  });

  it('in the state reconciliation_required stays unknown and counts in full', async () => {
    await shop.control.behave({ callPlans: [{ outcome: 'reconciliation_required' }] });
    const { purchaseId } = await shop.buy();
    const seen = await shop.checkAgain(purchaseId);
    expect(seen.words).toBe(
      'This may have been charged. Milepost reads its status and does not buy it again.',
    );
    expect(seen.counted).toEqual(seen.price);
    const { entries } = await shop.product.handlers.purchases.evidence({ purchaseId });
    expect(JSON.stringify(entries)).toContain('provider_outcome_not_observed');
    const [call] = (await shop.control.books()).calls.slice(-1);
    await shop.control.settle(call?.callRef ?? '', 'completed');
    expect((await shop.checkAgain(purchaseId)).words).toBe('Done. USD 0.022000 was charged.');
  });

  it('in the state cancelled is over without a charge', async () => {
    await shop.control.behave({
      callPlans: [{ outcome: 'pending', polls: 0, resolvesTo: 'cancelled', retryAfterMs: QUIET_MS }],
    });
    const { purchaseId } = await shop.buy();
    const seen = await shop.checkAgain(purchaseId);
    expect(seen).toMatchObject({
      state: 'cancelled',
      words: 'Cancelled by the service. No charge was shown.',
    });
  });

  it('in the state invalidated is refused', async () => {
    await shop.control.behave({ callPlans: [{ outcome: 'pending', polls: 5, retryAfterMs: QUIET_MS }] });
    const { purchaseId } = await shop.buy();
    await shop.control.inject({
      on: 'call.status',
      kind: 'change_members',
      set: { state: 'invalidated' },
      drop: ['result'],
    });
    const seen = await shop.checkAgain(purchaseId);
    expect(seen.state).toBe('refused');
    expect(seen.words).toContain('The service declared the Call invalid.');
  });

  it('in the state terminal without a result does not count as done', async () => {
    await shop.control.behave({ callPlans: [{ outcome: 'pending', polls: 5, retryAfterMs: QUIET_MS }] });
    const { purchaseId } = await shop.buy();
    await shop.control.inject({
      on: 'call.status',
      kind: 'change_members',
      set: { state: 'terminal' },
      drop: ['result'],
    });
    const seen = await shop.checkAgain(purchaseId);
    expect(seen.state).toBe('unknown');
    expect(seen.timeline.at(-1)?.words).toContain('gives no result that can be read');
  });

  it('reaches every state that the service is known to have', () => {
    expect([...PENDING, 'reconciliation_required', 'cancelled', 'invalidated', 'terminal'].sort()).toEqual(
      [...CALL_STATES].sort(),
    );
  });

  it('whose reference changes changes nothing, and the answer is stored as evidence', async () => {
    await shop.control.behave({ callPlans: [{ outcome: 'pending', polls: 0, retryAfterMs: QUIET_MS }] });
    const { purchaseId, callRef } = await shop.buy();
    await shop.control.behave({ changedCallRef: true });
    const seen = await shop.checkAgain(purchaseId);
    expect(seen).toMatchObject({ state: 'pending', callRef });
    expect(seen.timeline.at(-1)?.words).toContain('another Call than this one');
    await shop.control.behave({ changedCallRef: false });
    expect((await shop.checkAgain(purchaseId)).state).toBe('completed');
  });
});

describe('a charge', () => {
  const CHARGES: Record<(typeof CHARGE_STATES)[number], string> = {
    paid: 'Done. USD 0.022000 was charged.',
    free_tier: 'Done. It was free of charge.',
    refunded: 'Done. The charge was refunded.',
    insufficient_credit: 'Done. Nothing was charged: the account did not hold enough credit.',
    outcome_unknown: 'Done. Whether it was charged is not settled yet; USD 0.022000 counts as spent.',
  };

  it.each(CHARGE_STATES)('in the state %s is shown with its meaning', async (chargeState) => {
    await shop.control.behave({ callPlans: [{ outcome: 'completed', chargeState }] });
    const purchase = await shop.buy();
    expect(purchase).toMatchObject({ state: 'completed', chargeState, words: CHARGES[chargeState] });
    const charged = chargeState === 'paid' || chargeState === 'outcome_unknown';
    expect(purchase.counted?.units).toBe(charged ? '22000' : '0');
  });
});

describe('a receipt', () => {
  it.each<[string, CallPlan, string, string | null, string]>([
    [
      'settled',
      { outcome: 'refused', code: 'tool_not_ready', receipt: 'settled' },
      'USD 0.022000 was charged.',
      '22000',
      'The charge is settled.',
    ],
    [
      'refunded',
      { outcome: 'refused', code: 'tool_not_ready', receipt: 'refunded' },
      'The charge was refunded.',
      '0',
      'The charge was refunded.',
    ],
  ])('that is %s counts even where the Call was refused', async (state, plan, words, counted, receipt) => {
    await shop.control.behave({ callPlans: [plan] });
    const purchase = await shop.buy();
    expect(purchase).toMatchObject({ state: 'refused', receiptRead: { state, words: receipt } });
    expect(purchase.words).toContain(words);
    expect(purchase.counted?.units ?? null).toBe(counted);
  });

  it('that is unknown leaves the purchase open and counted', async () => {
    await shop.control.behave({ callPlans: [{ outcome: 'outcome_unknown' }] });
    const purchase = await shop.buy();
    expect(purchase.receiptRead?.words).toBe(
      'The service does not know yet whether the charge stands. Whether anything is lost is not known yet.',
    );
    expect(purchase.counted).toEqual(purchase.price);
  });

  it.each([
    ['reserved', 'The amount was reserved, not charged.', '0'],
    ['something_new', 'The receipt calls the charge “something_new”, which Milepost does not know.', '22000'],
  ])('in the state %s is shown, and counts as what it may mean', async (state, words, counted) => {
    const amount = { currency: 'USD', units: '22000', exponent: 6 };
    await shop.control.behave({ callPlans: [{ outcome: 'refused', code: 'tool_not_ready' }] });
    await shop.control.inject({
      on: 'tool.call',
      kind: 'change_members',
      set: { receipt: { receiptRef: 'r', state, totalBuyerCharge: amount } },
    });
    const purchase = await shop.buy();
    expect(purchase.receiptRead?.words).toBe(words);
    expect(purchase.counted?.units).toBe(counted);
  });

  it('without an exact amount counts in full', async () => {
    await shop.control.behave({ callPlans: [{ outcome: 'refused', code: 'tool_not_ready' }] });
    await shop.control.inject({
      on: 'tool.call',
      kind: 'change_members',
      set: { receipt: { receiptRef: 'r', totalBuyerCharge: 0.022 } },
    });
    const purchase = await shop.buy();
    expect(purchase.counted).toEqual(purchase.price);
    expect(purchase.words).toContain('What the service says of the charge is not understood (0.022).');
  });
});
