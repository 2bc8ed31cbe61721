import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ControlClient } from '../../support/marketplace/control-client.ts';
import type { ControlledMarketplace } from '../../support/marketplace/controlled-marketplace.ts';
import type { FaultInput } from '../../support/marketplace/faults.ts';
import { ask, buy, callQuote, quoteFor, startMarket } from './ask.ts';

async function faulty(
  ...faults: FaultInput[]
): Promise<{ market: ControlledMarketplace; control: ControlClient }> {
  const market = await startMarket();
  const control = market.control;
  for (const fault of faults) await control.inject(fault);
  return { market, control };
}

const STATUS = 'platform.catalogueStatus';
const readStatus = (market: ControlledMarketplace, signal?: AbortSignal) =>
  fetch(`${market.baseUrl}/api/v1/catalogue-status`, { redirect: 'manual', ...(signal ? { signal } : {}) });

describe('the control surface', () => {
  it('needs its secret, and is not reachable through the marketplace’s own address', async () => {
    const { market } = await faulty();
    expect((await fetch(`${market.control.url}/state`)).status).toBe(401);
    expect((await fetch(`${market.baseUrl}/state`)).status).toBe(404);
  });

  it('refuses an unknown fault', async () => {
    const { control } = await faulty();
    await expect(control.inject({ on: '*', kind: 'nonsense' } as unknown as FaultInput)).rejects.toThrow(
      '/faults',
    );
  });
});

describe('injected faults', () => {
  it('apply only to the matching requests, as often and as late as configured', async () => {
    const { market, control } = await faulty({ on: STATUS, kind: 'status', status: 503, times: 2, after: 1 });
    const statuses: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) statuses.push((await readStatus(market)).status);
    expect(statuses).toEqual([200, 503, 503, 200, 200]);
    expect((await ask(market.baseUrl, '/openapi.json')).status).toBe(200);
    expect([await control.seen(STATUS), await control.seen('openapi')]).toEqual([5, 1]);
  });

  it('name when to retry, in seconds, as a date, and in the three older headers', async () => {
    const { market } = await faulty(
      {
        on: STATUS,
        kind: 'status',
        status: 429,
        retryAfterSeconds: 7,
        rateLimit: { limit: 5, remaining: 0, reset: 7 },
      },
      { on: STATUS, kind: 'status', status: 429, retryAfterDateInSeconds: 60, after: 1 },
    );
    const seconds = await ask(market.baseUrl, '/api/v1/catalogue-status');
    expect(seconds.body).toMatchObject({ status: 429, kind: 'RESOURCE_EXHAUSTED', retryable: true });
    expect([seconds.headers.get('retry-after'), seconds.headers.get('ratelimit-reset')]).toEqual(['7', '7']);
    const dated = await readStatus(market);
    expect(Date.parse(dated.headers.get('retry-after') ?? '') - Date.now()).toBeGreaterThan(55_000);
  });

  it('drop the connection before anything is done, and the acknowledgement after everything is', async () => {
    const { market, control } = await faulty(
      { on: 'tool.call', kind: 'drop_connection' },
      { on: 'tool.call', kind: 'drop_acknowledgement', after: 1 },
    );
    const key = market.issueKey();
    const quote = await quoteFor(market, key);
    await expect(callQuote(market, key, quote.body.quoteRef, 'k')).rejects.toThrow();
    expect((await control.books()).calls).toHaveLength(0);
    await expect(callQuote(market, key, quote.body.quoteRef, 'k')).rejects.toThrow();
    expect((await control.books()).charges).toHaveLength(1);
    expect((await callQuote(market, key, quote.body.quoteRef, 'k')).body.kind).toBe('completed');
    expect((await control.books()).charges).toHaveLength(1);
  });

  it.each([
    ['before', false, 0],
    ['after', true, 1],
  ])('hang %s the work is done', async (_when, processed, charges) => {
    const { market, control } = await faulty({ on: 'tool.call', kind: 'hang', processed });
    const key = market.issueKey();
    const quote = await quoteFor(market, key);
    const impatient = new AbortController();
    const answer = fetch(`${market.baseUrl}/api/v1/tools/call`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
      body: JSON.stringify({ quoteRef: quote.body.quoteRef, idempotencyKey: 'k' }),
      signal: impatient.signal,
    });
    answer.catch(() => undefined);
    // Both the request and, if it is processed, its charge are visible in the books once they are there.
    for (let turn = 0; turn < 200; turn += 1) {
      const booked = (await control.books()).charges.length;
      if ((await control.seen('tool.call')) === 1 && booked === charges) break;
      await wait(5);
    }
    impatient.abort();
    await expect(answer).rejects.toThrow();
    expect((await control.books()).charges).toHaveLength(charges);
  });

  it('corrupt bodies: malformed, truncated, of a wrong type or length, replaced', async () => {
    const { market, control } = await faulty();
    const next = async (fault: FaultInput) => {
      await control.inject(fault);
      return readStatus(market);
    };
    const malformed = await (await next({ on: STATUS, kind: 'malformed_json' })).text();
    expect(() => JSON.parse(malformed)).toThrow();
    await expect((await next({ on: STATUS, kind: 'truncated_body' })).text()).rejects.toThrow();
    await expect((await next({ on: STATUS, kind: 'length_too_long' })).text()).rejects.toThrow();
    const short = await next({ on: STATUS, kind: 'length_too_short' }).then((answer) =>
      answer.text().catch(() => ''),
    );
    expect(() => JSON.parse(short)).toThrow();
    const html = await next({ on: STATUS, kind: 'content_type', contentType: 'text/html' });
    expect(html.headers.get('content-type')).toBe('text/html');
    expect(await (await next({ on: STATUS, kind: 'replace_body', body: [1] })).json()).toEqual([1]);
    const changed = await next({
      on: STATUS,
      kind: 'change_members',
      set: { status: 7, new: true },
      drop: ['refreshState'],
    });
    expect(await changed.json()).toMatchObject({
      status: 7,
      new: true,
      schemaVersion: 'catalogue-status:v1',
    });
    expect((await readStatus(market)).status).toBe(200);
  });

  it('redirect, and delay', async () => {
    const { market, control } = await faulty({
      on: STATUS,
      kind: 'redirect',
      location: 'https://elsewhere.example/',
    });
    const redirected = await readStatus(market);
    expect([redirected.status, redirected.headers.get('location')]).toEqual([
      307,
      'https://elsewhere.example/',
    ]);
    await control.inject({ on: STATUS, kind: 'delay', ms: 60 });
    const delayed = readStatus(market);
    expect(await Promise.race([delayed, wait(55, 'not yet')])).toBe('not yet');
    expect((await delayed).status).toBe(200);
  });

  it.each(['endless_body', 'gzip_bomb'] as const)('send more than anyone should read: %s', async (kind) => {
    const { market } = await faulty({ on: STATUS, kind });
    const answer = await readStatus(market);
    let read = 0;
    const reader = answer.body?.getReader();
    while (reader && read < 20_000_000) {
      const { done, value } = await reader.read();
      if (done) break;
      read += value.byteLength;
    }
    await reader?.cancel();
    expect(read).toBeGreaterThanOrEqual(20_000_000);
    expect((await readStatus(market)).status).toBe(200);
  });

  it('end while requests hang', async () => {
    const { market } = await faulty({ on: '*', kind: 'hang', times: 'always' });
    const answer = readStatus(market);
    answer.catch(() => undefined);
    await market.close();
    await expect(answer).rejects.toThrow();
  });
});

describe('changed behaviour', () => {
  it('adds headers to every answer or to one operation’s', async () => {
    const { market, control } = await faulty();
    await control.behave({
      headers: {
        '*': { Deprecation: '@1767225600', Sunset: 'Wed, 01 Jul 2026 00:00:00 GMT' },
        [STATUS]: { RateLimit: '"default";r=50;t=30', 'RateLimit-Policy': '"default";q=100;w=60' },
      },
    });
    const status = await readStatus(market);
    expect([status.headers.get('deprecation'), status.headers.get('ratelimit')]).toEqual([
      '@1767225600',
      '"default";r=50;t=30',
    ]);
    const document = await ask(market.baseUrl, '/openapi.json');
    expect([document.headers.has('sunset'), document.headers.has('ratelimit')]).toEqual([true, false]);
  });

  it('states the wrong time when its clock is skewed', async () => {
    const { market, control } = await faulty();
    await control.behave({ clockSkewMs: -3_600_000 });
    const quote = await quoteFor(market, market.issueKey());
    expect(Number(quote.body.expiresAt)).toBeLessThan(Date.now() - 3_200_000);
    expect(Date.parse(quote.headers.get('date') ?? '')).toBeLessThan(Date.now() - 3_500_000);
  });

  it('changes price, version and posture of a Tool', async () => {
    const { market, control } = await faulty();
    const key = market.issueKey();
    const tools = (change: object) =>
      control.behave({ tools: { 'get.awardatlas.api-awards-search': change } });
    const before = await quoteFor(market, key);
    await tools({ price: { currency: 'USD', units: '30000', exponent: 6 } });
    expect((await quoteFor(market, key)).body).toMatchObject({ price: { units: '30000' } });
    expect((await callQuote(market, key, before.body.quoteRef, 'a')).body).toMatchObject({
      usage: { amount: { units: '22000' } },
    });
    const old = await quoteFor(market, key);
    await tools({ version: 2 });
    expect((await callQuote(market, key, old.body.quoteRef, 'b')).body).toMatchObject({
      kind: 'refused',
      code: 'tool_not_current',
    });
    expect((await quoteFor(market, key)).body).toMatchObject({ toolVersion: 2 });
    await tools({ posture: 'setup_required' });
    expect((await quoteFor(market, key)).body).toMatchObject({
      kind: 'refused',
      code: 'pricing_setup_required',
    });
  });

  it('changes the account’s currency, empties it, caps a Call, and removes scopes', async () => {
    const { market, control } = await faulty();
    const key = market.issueKey();
    await control.changeAccount({ balance: { currency: 'AUD', units: '50000', exponent: 6 } });
    const quote = await quoteFor(market, key);
    expect(quote.body).toMatchObject({
      price: { currency: 'AUD', units: '33440' },
      sourceRequirement: { amount: { currency: 'USD' } },
    });
    expect((await callQuote(market, key, quote.body.quoteRef, 'k')).body.kind).toBe('completed');
    expect((await quoteFor(market, key)).body).toMatchObject({
      kind: 'refused',
      code: 'insufficient_balance',
    });
    await control.changeAccount({ maximumPerCallUnits: '1' });
    expect((await quoteFor(market, key)).body).toMatchObject({ kind: 'refused', code: 'budget_exceeded' });
    await control.changeAccount({ scopes: ['account:read'] });
    expect((await quoteFor(market, key)).status).toBe(403);
    await control.changeAccount({ revokeKeys: true });
    expect((await quoteFor(market, key)).status).toBe(401);
  });

  it('makes award rows deviate from their contract', async () => {
    const { market, control } = await faulty();
    const key = market.issueKey();
    await control.behave({ award: { extraMembers: true, brokenEvery: 5, drop: ['hasMore'] } });
    const { body } = await buy(market, key, 'k');
    const output = body.output as { data: Record<string, unknown>[]; hasMore?: boolean };
    expect(output.hasMore).toBeUndefined();
    expect(output.data[0]).toMatchObject({ YAvailable: expect.any(Boolean), UpdatedAt: expect.any(String) });
    expect(output.data[4]?.JMileageCost).toBeTypeOf('number');
  });

  it.each([
    ['missing', 404],
    ['malformed', 200],
    ['huge', 200],
    ['self_referencing', 200],
    ['other_origin', 200],
    ['duplicate_operation_ids', 200],
    ['version_3_0', 200],
  ] as const)('publishes a document that is %s', async (openapi, status) => {
    const { market, control } = await faulty();
    await control.behave({ openapi });
    const answer = await fetch(`${market.baseUrl}/openapi.json`);
    const text = await answer.text();
    expect(answer.status).toBe(status);
    if (openapi === 'huge') expect(text.length).toBeGreaterThan(20 * 1024 * 1024);
    if (openapi === 'malformed') expect(() => JSON.parse(text)).toThrow();
    if (openapi === 'version_3_0') expect(text).not.toContain('"const"');
    expect((await readStatus(market)).status).toBe(200);
  });

  it('serves renamed paths where its document declares them, and the documented ones unchanged', async () => {
    const { market, control } = await faulty();
    await control.behave({ openapi: 'renamed_paths' });
    expect((await ask(market.baseUrl, '/api/v1/market-tools/list', { body: {} })).status).toBe(404);
    expect((await ask(market.baseUrl, '/api/v1/bazaar/tools/list', { body: {} })).body).toMatchObject({
      kind: 'ok',
    });
    expect(
      (await ask(market.baseUrl, '/api/v1/market-tools/search', { body: { query: 'award' } })).body,
    ).toMatchObject({ kind: 'ok' });
    expect(
      (await ask(market.baseUrl, '/api/v1/bazaar/calls', { key: market.issueKey() })).body,
    ).toMatchObject({ kind: 'available' });
  });

  it('is forgotten at a reset, the books only on request', async () => {
    const { market, control } = await faulty({ on: '*', kind: 'status', status: 500, times: 'always' });
    await control.behave({ quoteLifetimeMs: 1 });
    await control.reset();
    await buy(market, market.issueKey(), 'k');
    expect((await control.books()).calls).toHaveLength(1);
    await control.reset({ books: true });
    expect((await control.books()).calls).toHaveLength(0);
  });
});
