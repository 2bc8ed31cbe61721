import { describe, expect, it } from 'vitest';
import { answerErrors } from '../../../electron/demo-marketplace/http/validation.ts';
import {
  CHARGE_STATES,
  QUOTE_REFUSAL_CODES,
} from '../../../electron/demo-marketplace/schemas/purchase-schemas.ts';
import type { ControlClient } from '../../support/marketplace/control-client.ts';
import type { ControlledMarketplace } from '../../support/marketplace/controlled-marketplace.ts';
import type { CallPlan } from '../../support/marketplace/knobs/behaviour.ts';
import { type Answer, ask, buy, newBooksFile, quoteFor, readStatus, startMarket } from './ask.ts';

type Bench = { market: ControlledMarketplace; control: ControlClient; key: string };

async function planned(...callPlans: CallPlan[]): Promise<Bench> {
  const market = await startMarket();
  const control = market.control;
  await control.behave({ callPlans });
  return { market, control, key: market.issueKey() };
}

const charged = async ({ control }: Bench): Promise<string[]> =>
  (await control.books()).charges.map(({ kind }) => kind);

function fits(answer: Answer, schema: string): Answer {
  expect(answerErrors(schema, answer.body)).toEqual([]);
  return answer;
}

describe('Calls that do not complete at once', () => {
  it('stays pending for so many reads, then completes and is charged', async () => {
    const bench = await planned({ outcome: 'pending', polls: 2, retryAfterMs: 50, pendingState: 'leased' });
    const { market, key } = bench;
    const bought = fits(await buy(market, key, 'k'), 'CallResult');
    expect(bought.body).toEqual({ kind: 'pending', callRef: bought.body.callRef, retryAfterMs: 50 });
    expect(await charged(bench)).toEqual([]);
    const read = (after?: number) => readStatus(market, key, bought.body.callRef, after);
    expect(fits(await read(), 'CallStatus').body).toMatchObject({
      kind: 'found',
      version: 1,
      state: 'leased',
    });
    expect(fits(await read(1), 'CallStatus').body).toMatchObject({
      kind: 'unchanged',
      version: 1,
      retryAfterMs: 50,
    });
    expect(fits(await read(1), 'CallStatus').body).toMatchObject({
      kind: 'found',
      version: 2,
      state: 'terminal',
      result: { kind: 'completed', output: { count: 10 } },
    });
    expect(await charged(bench)).toEqual(['charge']);
  });

  it.each([
    ['completed', 'completed', ['charge']],
    ['refused', 'refused', ['charge', 'refund']],
  ] as const)('charges an unknown outcome until it resolves as %s', async (resolvesTo, kind, money) => {
    const bench = await planned({ outcome: 'outcome_unknown', polls: 1, resolvesTo });
    const { market, key } = bench;
    const bought = fits(await buy(market, key, 'k'), 'CallResult');
    expect(bought.body).toMatchObject({ kind: 'outcome_unknown', receipt: { state: 'unknown' } });
    const first = fits(await readStatus(market, key, bought.body.callRef), 'CallStatus');
    expect(first.body).toMatchObject({
      state: 'reconciliation_required',
      usage: { chargeState: 'outcome_unknown' },
    });
    const second = fits(await readStatus(market, key, bought.body.callRef), 'CallStatus');
    expect(second.body).toMatchObject({ state: 'terminal', result: { kind } });
    expect(await charged(bench)).toEqual(money);
  });

  it('keeps an unknown outcome unknown until there is evidence, once per key', async () => {
    const bench = await planned({ outcome: 'reconciliation_required' });
    const { market, key } = bench;
    const bought = fits(await buy(market, key, 'k'), 'CallResult');
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await readStatus(market, key, bought.body.callRef)).body).toMatchObject({
        state: 'reconciliation_required',
      });
    }
    const path = `/api/v1/calls/${bought.body.callRef}/reconcile`;
    const body = { evidence: { kind: 'output_not_received' }, idempotencyKey: 'r' };
    const settled = fits(await ask(market.baseUrl, path, { key, body }), 'CallStatus');
    expect(settled.body).toMatchObject({
      state: 'terminal',
      result: { kind: 'refused' },
      usage: { chargeState: 'refunded' },
    });
    expect((await ask(market.baseUrl, path, { key, body })).body).toEqual(settled.body);
    expect(await charged(bench)).toEqual(['charge', 'refund']);
  });

  it('cancels a pending Call and never charges it', async () => {
    const bench = await planned({ outcome: 'pending', polls: 9 });
    const { market, key } = bench;
    const bought = await buy(market, key, 'k');
    const path = `/api/v1/calls/${bought.body.callRef}/cancel`;
    const cancelled = fits(
      await ask(market.baseUrl, path, { key, body: { idempotencyKey: 'c' } }),
      'CallStatus',
    );
    expect(cancelled.body).toMatchObject({ kind: 'found', state: 'cancelled', version: 2 });
    const again = await ask(market.baseUrl, path, { key, body: { idempotencyKey: 'c2' } });
    expect(again.body).toMatchObject({ kind: 'refused', code: 'call_not_cancellable' });
    expect(await charged(bench)).toEqual([]);
    expect((await ask(market.baseUrl, '/api/v1/calls', { key })).body).toMatchObject({
      items: [{ state: 'cancelled' }],
    });
  });

  it('continues with its plan after a restart', async () => {
    const booksFile = newBooksFile();
    const first = await startMarket({ booksFile });
    await first.control.behave({ callPlans: [{ outcome: 'pending', polls: 1 }] });
    const key = first.issueKey();
    const bought = await buy(first, key, 'k');
    await first.close();
    const second = await startMarket({ booksFile });
    expect((await readStatus(second, key, bought.body.callRef)).body).toMatchObject({ state: 'in_progress' });
    expect((await readStatus(second, key, bought.body.callRef)).body).toMatchObject({
      result: { kind: 'completed' },
    });
  });
});

describe('refusals', () => {
  it.each(QUOTE_REFUSAL_CODES)('refuses a quote with %s', async (code) => {
    const { market, control, key } = await planned();
    await control.behave({
      quoteRefusals: [{ code, retryable: true, reason: 'because', retryAfterMs: 5000 }],
    });
    const answer = fits(await quoteFor(market, key), 'Quote');
    expect(answer.body).toMatchObject({
      kind: 'refused',
      code,
      retryable: true,
      continuation: { retryAfterMs: 5000 },
    });
    expect((await quoteFor(market, key)).body.kind).toBe('committed');
  });

  it.each([
    ['settled', 'paid', ['charge']],
    ['refunded', 'refunded', ['charge', 'refund']],
    ['none', undefined, []],
  ] as const)('refuses a Call whose receipt is %s', async (receipt, chargeState, money) => {
    const bench = await planned({ outcome: 'refused', code: 'provider_output_invalid', receipt });
    const answer = fits(await buy(bench.market, bench.key, 'k'), 'CallResult');
    expect(answer.body).toMatchObject({
      kind: 'refused',
      code: 'provider_output_invalid',
      callRef: expect.any(String),
    });
    expect('receipt' in answer.body).toBe(receipt !== 'none');
    const status = fits(await readStatus(bench.market, bench.key, answer.body.callRef), 'CallStatus');
    expect((status.body.usage as { chargeState?: string } | undefined)?.chargeState).toBe(chargeState);
    expect(await charged(bench)).toEqual(money);
  });

  it('refuses a Call before anything is recorded, and the quote stays valid', async () => {
    const bench = await planned();
    await bench.control.behave({ callRefusals: [{ code: 'concurrency_limited', retryable: true }] });
    expect((await buy(bench.market, bench.key, 'k')).body).toEqual({
      kind: 'refused',
      code: 'concurrency_limited',
      retryable: true,
    });
    expect((await bench.control.books()).calls).toEqual([]);
  });

  it('demands authority, and answers with an unknown kind', async () => {
    const bench = await planned(
      { outcome: 'needs_authority', polls: 0 },
      { outcome: 'unknown_kind', polls: 5 },
    );
    const authority = fits(await buy(bench.market, bench.key, 'a'), 'CallResult');
    expect(authority.body).toMatchObject({
      kind: 'needs_authority',
      code: 'authority_required',
      ownerHandoff: { title: expect.any(String) },
    });
    const strange = await buy(bench.market, bench.key, 'b');
    expect(strange.body.kind).toBe('something_new');
    expect(answerErrors('CallResult', strange.body)).not.toEqual([]);
  });
});

describe('money and identity', () => {
  it.each(CHARGE_STATES)('reports a completed Call as %s', async (chargeState) => {
    const bench = await planned({ outcome: 'completed', chargeState });
    const answer = fits(await buy(bench.market, bench.key, 'k'), 'CallResult');
    expect(answer.body).toMatchObject({ kind: 'completed', usage: { chargeState } });
    const expected = { paid: ['charge'], outcome_unknown: ['charge'], refunded: ['charge', 'refund'] };
    expect(await charged(bench)).toEqual(chargeState in expected ? expected[chargeState as 'paid'] : []);
  });

  it('names another Call than the one that was made', async () => {
    const bench = await planned();
    const bought = await buy(bench.market, bench.key, 'k');
    await bench.control.behave({ changedCallRef: true });
    const status = await readStatus(bench.market, bench.key, bought.body.callRef);
    expect(status.body.callRef).not.toBe(bought.body.callRef);
  });

  it('settles an open Call from outside', async () => {
    const bench = await planned({ outcome: 'outcome_unknown' });
    const bought = await buy(bench.market, bench.key, 'k');
    expect(await bench.control.settle(String(bought.body.callRef), 'completed')).toBe(true);
    expect(await bench.control.settle(String(bought.body.callRef), 'completed')).toBe(false);
    expect((await readStatus(bench.market, bench.key, bought.body.callRef)).body).toMatchObject({
      result: { kind: 'completed' },
    });
  });
});
