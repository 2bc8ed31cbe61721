import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ControlClient } from '../../support/marketplace/control-client.ts';
import {
  type ControlledMarketplace,
  startControlledMarketplace,
} from '../../support/marketplace/controlled-marketplace.ts';
import { UNFRIENDLINESSES } from '../../support/marketplace/unfriendly/index.ts';
import { type Answer, ask, buy, callQuote, quoteFor, readStatus } from './ask.ts';

/** Every switch shows over HTTP what it describes. */

let market: ControlledMarketplace;
let control: ControlClient;
let key: string;

beforeAll(async () => {
  market = await startControlledMarketplace();
  control = market.control;
  key = market.issueKey();
});
afterAll(() => market.close());
afterEach(() => control.reset({ books: true }));

const list = () => ask(market.baseUrl, '/api/v1/market-tools/list', { body: {} });
const search = () => ask(market.baseUrl, '/api/v1/market-tools/search', { body: { query: 'award' } });
const document = () => ask(market.baseUrl, '/openapi.json');
const status = () => ask(market.baseUrl, '/api/v1/catalogue-status');
const quote = () => quoteFor(market, key);
const bought = () => buy(market, key, crypto.randomUUID());
const calls = async () =>
  (await ask(market.baseUrl, '/api/v1/calls', { key })).body.items as Record<string, unknown>[];
const boughtAndListed = async () => {
  await bought();
  return calls();
};
const output = async () => {
  const { body } = await bought();
  return body.output as { count: number; cursor: number; data: Record<string, unknown>[] };
};
const text = async (answer: Promise<Answer>) => (await answer).text;
const lost = async () => {
  const { body } = await quote();
  await expect(callQuote(market, key, body.quoteRef, 'one')).rejects.toThrow();
  const again = await callQuote(market, key, body.quoteRef, 'one');
  const { charges } = await control.books();
  return { status: again.status, charges: charges.length, listed: await calls() };
};
const pages = async (skip?: number) => {
  const first = await output();
  const { body } = await quoteFor(market, key, {
    origin_airport: 'JFK',
    destination_airport: 'LHR',
    take: 10,
    cursor: first.cursor,
    ...(skip === undefined ? {} : { skip }),
  });
  const second = (await callQuote(market, key, body.quoteRef, crypto.randomUUID())).body
    .output as typeof first;
  const ids = (page: typeof first) => page.data.map((row) => row.ID);
  return { moved: second.cursor - first.cursor, shared: ids(second).filter((id) => ids(first).includes(id)) };
};
const limited = async () => {
  const { status: code, headers, body } = await bought();
  return { code, retryAfter: headers.get('retry-after'), body };
};

/** What each shows, by its kind. */
const SHOWN: Readonly<Record<string, () => Promise<void>>> = {
  acknowledgement_lost_then_410: async () =>
    expect(await lost()).toEqual({
      status: 410,
      charges: 1,
      listed: [{ callRef: expect.any(String), state: 'completed' }],
    }),
  order_lost_then_410: async () => expect(await lost()).toEqual({ status: 410, charges: 0, listed: [] }),
  calls_listed_bare: async () =>
    expect(Object.keys((await boughtAndListed())[0] ?? {})).toEqual(['callRef', 'state']),
  calls_listed_five_minutes_early: async () =>
    expect((await boughtAndListed())[0]?.createdAt).toBeLessThan(Date.now() - 290_000),
  calls_listed_without_zone: async () =>
    expect((await boughtAndListed())[0]?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}$/),
  quote_reference_reused: async () =>
    expect((await quote()).body.quoteRef).toBe((await quote()).body.quoteRef),
  charge_more: async () =>
    expect((await bought()).body.usage).toMatchObject({ amount: { currency: 'USD', units: '9000000' } }),
  charge_negative: async () =>
    expect((await bought()).body.usage).toMatchObject({ amount: { units: '-9000000' } }),
  charge_other_currency: async () =>
    expect((await bought()).body.usage).toMatchObject({ amount: { currency: 'AUD' } }),
  charge_state_unknown: async () =>
    expect((await bought()).body.usage).toMatchObject({ chargeState: 'moon_phase' }),
  input_normalised_to_another: async () =>
    expect((await quote()).body.normalizedInput).toMatchObject({ destination_airport: 'CDG' }),
  quote_above_listing: async () =>
    expect((await quote()).body.price).toEqual({ currency: 'USD', units: '49999', exponent: 6 }),
  answers_in_other_words: async () => {
    const { body } = await bought();
    expect(body).toMatchObject({ callId: expect.any(String), output: expect.anything() });
    expect(body).not.toHaveProperty('kind');
  },
  retry_after_zero: async () => expect(await limited()).toMatchObject({ code: 429, retryAfter: '0' }),
  retry_after_past: async () =>
    expect(await limited()).toMatchObject({ code: 429, retryAfter: 'Thu, 01 Jan 1970 00:00:00 GMT' }),
  pending_wait_zero: async () => {
    const { body } = await bought();
    expect(body).toMatchObject({ kind: 'pending', retryAfterMs: 0 });
    expect((await readStatus(market, key, body.callRef)).body).toMatchObject({ retryAfterMs: 0 });
  },
  retryable_false: async () =>
    expect(await limited()).toMatchObject({ code: 429, body: { retryable: false } }),
  wait_with_500: async () => expect(await limited()).toMatchObject({ code: 500, retryAfter: '10' }),
  wait_with_502: async () => expect(await limited()).toMatchObject({ code: 502, retryAfter: '10' }),
  wait_in_error_member: async () =>
    expect(await limited()).toMatchObject({
      code: 429,
      retryAfter: null,
      body: { error: { retryAfterMs: 10_000 } },
    }),
  wait_of_two_days: async () => expect(await limited()).toMatchObject({ retryAfter: '172800' }),
  wait_as_imf_date: async () =>
    expect((await limited()).retryAfter).toMatch(/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/),
  wait_as_rfc850_date: async () =>
    expect((await limited()).retryAfter).toMatch(/^\w+day, \d\d-\w{3}-\d\d [\d:]{8} GMT$/),
  wait_as_asctime_date: async () =>
    expect((await limited()).retryAfter).toMatch(/^\w{3} \w{3} [ \d]\d [\d:]{8} \d{4}$/),
  origin_asks_to_wait: async () => {
    expect((await status()).headers.get('retry-after')).toBe('30');
    expect((await ask(market.baseUrl, '/api/awards/search')).status).toBe(429);
  },
  list_under_other_name: async () => expect(Object.keys((await list()).body)).toContain('offers'),
  items_missing: async () => expect((await search()).body).not.toHaveProperty('items'),
  items_no_list: async () => expect((await list()).body.items).toEqual({ first: 1 }),
  count_without_items: async () => expect((await search()).body).toMatchObject({ count: 12, items: [] }),
  partial_in_words: async () => expect((await list()).body.partialResults).toBe('true'),
  partial_description: async () =>
    expect(
      (
        await ask(market.baseUrl, '/api/v1/market-tools/describe', {
          body: { toolRef: `operation:v1:${'f'.repeat(64)}` },
        })
      ).body,
    ).toMatchObject({ kind: 'not_found', partial: true }),
  fresh_and_failed: async () =>
    expect((await status()).body).toMatchObject({ status: 'fresh', refreshState: 'failed' }),
  fresh_and_old: async () => expect((await status()).body).toMatchObject({ status: 'fresh', ageHours: 40 }),
  names_of_the_contract: async () => {
    const items = (await list()).body.items as Record<string, unknown>[];
    expect(items.map((item) => item.operationId)).toContain('capability:get.awardatlas.api-awards-search');
    expect(items[0]).not.toHaveProperty('capabilityId');
  },
  optional_members_mistyped: async () =>
    expect(await text(document())).toMatch(/"name":"afterVersion"[^{}]*"schema":\{"type":"string"\}/),
  call_named_by_id: async () =>
    expect(Object.keys((await document()).body.paths as object)).toContain('/api/v1/calls/{id}'),
  input_called_arguments: async () => {
    const { schemas } = (await document()).body.components as {
      schemas: Record<string, { required: string[] }>;
    };
    expect(schemas.QuoteRequest?.required).toEqual(['toolRef', 'arguments']);
    expect((await quote()).status).toBe(400);
    const { body } = await list();
    const toolRef = (body.items as { toolRef: string }[])[0]?.toolRef;
    const route = { origin_airport: 'JFK', destination_airport: 'LHR' };
    const request = { key, body: { toolRef, arguments: route } };
    expect((await ask(market.baseUrl, '/api/v1/tools/quote', request)).status).toBe(200);
  },
  required_constant: async () => expect(await text(document())).toContain('{"const":"exact"}'),
  document_of_many_operations: async () => {
    const { body, text: written } = await document();
    expect(Object.keys(body.paths as object).length).toBeGreaterThan(1_900);
    expect(written.length).toBeGreaterThan(16_000_000);
  },
  security_in_schemes_alone: async () => {
    const written = await text(document());
    expect(written).not.toContain('"security":');
    expect(written).toContain('"securitySchemes":');
  },
  metadata_under_openid_path: async () => {
    expect((await ask(market.baseUrl, '/.well-known/oauth-authorization-server')).status).toBe(404);
    const { body } = await ask(market.baseUrl, '/.well-known/openid-configuration');
    expect(body).toMatchObject({ issuer: market.baseUrl });
  },
  sunset_in_another_form: async () => {
    const { headers } = await status();
    expect(headers.get('sunset')).toBe('Monday, 01-Mar-27 00:00:00 GMT');
    expect(headers.get('deprecation')).toBe('@1767225600;note="later"');
  },
  award_members_added: async () => expect(await output()).toMatchObject({ moreURL: '/next' }),
  award_count_unlike_rows: async () => expect((await output()).count).toBe(12_000),
  award_ids_empty: async () =>
    expect(new Set((await output()).data.map((row) => row.ID))).toEqual(new Set([''])),
  award_seats_odd: async () =>
    expect(new Set((await output()).data.map((row) => row.JRemainingSeats))).toEqual(new Set([2.5, -1])),
  award_dates_with_time: async () => expect((await output()).data[0]?.Date).toMatch(/T23:30:00-11:00$/),
  cursor_moves: async () => expect(await pages()).toEqual({ moved: 10, shared: [] }),
  cursor_moves_opaque: async () => expect(await pages()).toEqual({ moved: 10, shared: [] }),
  skip_repeats_first_page: async () => {
    expect(await pages()).toEqual({ moved: 10, shared: [] });
    expect((await pages(10)).shared).toHaveLength(10);
  },
};

describe('an unfriendliness on demand', () => {
  it.each(UNFRIENDLINESSES.map(({ kind, shows }) => ({ kind, shows })))('$kind: $shows', async ({ kind }) => {
    const shown = SHOWN[kind];
    if (shown === undefined) throw new Error(`Nothing shows that ${kind} does what it says.`);
    await control.beUnfriendly(kind);
    await shown();
  });

  it('is listed with its row, and there is at least one for each of the eighteen', async () => {
    const listed = await control.unfriendlinesses();
    expect(new Set(listed.map(({ row }) => row))).toEqual(
      new Set(Array.from({ length: 18 }, (_, n) => n + 1)),
    );
    expect(new Set(listed.map(({ kind }) => kind)).size).toBe(listed.length);
    await control.beUnfriendly('charge_more');
    expect((await control.unfriendlinesses()).filter(({ active }) => active)).toMatchObject([
      { kind: 'charge_more' },
    ]);
  });

  it('ends with everything that it had set, and an unknown one is refused', async () => {
    await control.beUnfriendly('award_ids_empty');
    await control.beFriendly();
    expect((await output()).data[0]?.ID).not.toBe('');
    await expect(control.beUnfriendly('nonsense')).rejects.toThrow('no unfriendliness "nonsense"');
  });
});
