import { describe, expect, it } from 'vitest';
import { answerErrors } from '../../../electron/demo-marketplace/http/validation.ts';
import { ask, buy, callQuote, quoteFor, readStatus, startMarket } from './ask.ts';

describe('quotes', () => {
  it('commits one exact input at the exact price', async () => {
    const market = await startMarket();
    const { body } = await quoteFor(market, market.issueKey());
    expect(answerErrors('Quote', body)).toEqual([]);
    expect(body).toMatchObject({
      kind: 'committed',
      toolVersion: 1,
      price: { currency: 'USD', units: '22000', exponent: 6 },
      normalizedInput: { origin_airport: 'JFK', destination_airport: 'LHR', take: 10 },
    });
  });

  it.each([
    [{ origin_airport: 'JFK', destination_airport: 'LHR', fare: 1 }, 'fare'],
    [{ origin_airport: 'JFK', destination_airport: 'LHR', start_date: '2026-02-31' }, 'start_date'],
    [
      { origin_airport: 'JFK', destination_airport: 'LHR', start_date: '2027-02-02', end_date: '2027-02-01' },
      'end_date',
    ],
  ])('refuses an input outside the contract: %j', async (input, field) => {
    const market = await startMarket();
    const { body } = await quoteFor(market, market.issueKey(), input);
    expect(answerErrors('Quote', body)).toEqual([]);
    expect(body).toMatchObject({ kind: 'refused', code: 'input_invalid', retryable: false });
    expect(body.reason).toContain(field);
  });

  it('fills in the defaults of a Tool’s own schema', async () => {
    const market = await startMarket();
    const input = { journey: { from: 'JFK', to: 'LHR' } };
    const { body } = await quoteFor(market, market.issueKey(), input, 'post.greenmiles.api-v1-footprint');
    expect(body.normalizedInput).toEqual({ ...input, cabin: 'economy', passengers: 1 });
  });
});

describe('calls', () => {
  it('completes with the output of the contract, charged once', async () => {
    const market = await startMarket();
    const key = market.issueKey();
    const { body } = await buy(market, key, 'one');
    expect(answerErrors('CallResult', body)).toEqual([]);
    expect(body).toMatchObject({
      kind: 'completed',
      usage: { chargeState: 'paid', amount: { units: '22000' } },
    });
    const output = body.output as { count: number; data: unknown[] };
    expect(Object.keys(output).sort()).toEqual(['count', 'cursor', 'data', 'hasMore']);
    expect(output.data).toHaveLength(10);
    const balance = await ask(market.baseUrl, '/api/v1/account/balance', { key, body: {} });
    expect(balance.body).toMatchObject({
      kind: 'available',
      available: { currency: 'USD', units: '249978000', exponent: 6 },
    });
  });

  it('is the same Call for the same key, and refuses another key on the same quote', async () => {
    const market = await startMarket();
    const key = market.issueKey();
    const quote = await quoteFor(market, key);
    const first = await callQuote(market, key, quote.body.quoteRef, 'k');
    const again = await callQuote(market, key, quote.body.quoteRef, 'k');
    expect(again.body).toEqual(first.body);
    const other = await callQuote(market, key, quote.body.quoteRef, 'other');
    expect(other.body).toMatchObject({ status: 409, kind: 'ALREADY_EXISTS', code: 'quote_consumed' });
    const next = await quoteFor(market, key);
    expect((await callQuote(market, key, next.body.quoteRef, 'k')).body).toMatchObject({
      code: 'idempotency_conflict',
    });
  });

  it('executes once for many simultaneous requests', async () => {
    const market = await startMarket();
    const key = market.issueKey();
    const quote = await quoteFor(market, key);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => callQuote(market, key, quote.body.quoteRef, `k${index % 2}`)),
    );
    const completed = answers.filter((answer) => answer.body.kind === 'completed');
    expect(completed).toHaveLength(10);
    expect(new Set(completed.map((answer) => answer.body.callRef)).size).toBe(1);
    const { calls } = await market.control.books();
    expect(calls.map((call) => call.charges.length)).toEqual([1]);
  });

  it('answers an expired quote with 410, but returns the same Call for a key that was in time', async () => {
    let now = Date.UTC(2026, 10, 20);
    const market = await startMarket({ clock: () => now });
    const key = market.issueKey();
    const [used, unused] = [await quoteFor(market, key), await quoteFor(market, key)];
    const first = await callQuote(market, key, used.body.quoteRef, 'k');
    now = Number(unused.body.expiresAt);
    const late = await callQuote(market, key, unused.body.quoteRef, 'late');
    expect([late.status, late.body.code]).toEqual([410, 'quote_expired']);
    expect((await callQuote(market, key, used.body.quoteRef, 'k')).body).toEqual(first.body);
  });

  it('returns status with versions, and unchanged after the known version', async () => {
    const market = await startMarket();
    const key = market.issueKey();
    const bought = await buy(market, key, 'k');
    const status = await readStatus(market, key, bought.body.callRef);
    expect(answerErrors('CallStatus', status.body)).toEqual([]);
    expect(status.body).toMatchObject({ kind: 'found', version: 1, state: 'terminal', result: bought.body });
    const unchanged = await readStatus(market, key, bought.body.callRef, 1);
    expect(unchanged.body).toMatchObject({ kind: 'unchanged', version: 1 });
    expect((await readStatus(market, key, 'nothing')).body).toMatchObject({
      kind: 'refused',
      code: 'call_not_found',
    });
    const stranger = market.issueKey({ account: 'account:other' });
    expect((await readStatus(market, stranger, bought.body.callRef)).body).toMatchObject({ kind: 'refused' });
  });

  it('lists Calls newest first, without inputs, outputs or keys', async () => {
    const market = await startMarket();
    const key = market.issueKey();
    const bought = [
      await buy(market, key, 'secret-1'),
      await buy(market, key, 'secret-2'),
      await buy(market, key, 'secret-3'),
    ];
    const first = await ask(market.baseUrl, '/api/v1/calls?limit=2', { key });
    const second = await ask(market.baseUrl, `/api/v1/calls?limit=2&cursor=${first.body.nextCursor}`, {
      key,
    });
    for (const page of [first, second]) {
      expect(answerErrors('CallList', page.body)).toEqual([]);
      expect(page.text).not.toMatch(/secret-|origin_airport|JMileageCost/);
    }
    const refs = [first, second].flatMap((page) =>
      (page.body.items as { callRef: string }[]).map((item) => item.callRef),
    );
    expect(refs).toEqual(bought.map((answer) => answer.body.callRef).reverse());
    expect([first.body.hasMore, second.body.hasMore]).toEqual([true, false]);
  });
});
