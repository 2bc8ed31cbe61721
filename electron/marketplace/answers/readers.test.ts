import { describe, expect, test } from 'vitest';
import { readAccount } from './account.ts';
import { readCallList } from './call-list.ts';
import { readCallResult } from './call-result.ts';
import { readCallStatus } from './call-status.ts';
import { readQuote } from './quote.ts';
import { readUsage } from './usage.ts';

const PRICE = { currency: 'USD', units: '22000', exponent: 6 };
const USAGE = { chargeState: 'paid', amount: PRICE, usageRef: 'u', observedAt: 1_790_000_000_000 };

describe('a quote', () => {
  const committed = {
    kind: 'committed',
    quoteRef: 'q',
    toolRef: 't',
    toolVersion: '1',
    price: PRICE,
    expiresAt: 1_790_000_000_000,
    normalizedInput: { a: 1 },
  };

  test('that is committed is read', () => {
    expect(readQuote(committed)).toEqual({ ...committed, lifetimeMs: null, ceiling: null, authorised: null });
  });

  test('is read the same in snake case, with numbers for texts and an ISO time', () => {
    const reading = readQuote({
      kind: 'committed',
      quote_ref: 'q',
      tool_ref: 't',
      tool_version: 1,
      price: { ...PRICE, units: 22000, exponent: '6' },
      expires_at: new Date(1_790_000_000_000).toISOString(),
      normalized_input: { a: 1 },
      stopReason: true,
    });
    expect(reading).toEqual({ ...committed, lifetimeMs: null, ceiling: null, authorised: null });
  });

  test.each([
    ['normalized_arguments', { normalized_arguments: { a: 2 } }],
    ['effectiveInput', { effectiveInput: { a: 2 } }],
    ['input alone', { input: { a: 2 } }],
  ])('tells what is carried out as %s', (_name, stated) => {
    const { normalizedInput: _, ...without } = committed;
    const reading = readQuote({ ...without, ...stated });
    expect(reading).toMatchObject({ normalizedInput: { a: 2 } });
  });

  test.each([
    ['validUntil', { expiresAt: undefined, validUntil: 1_790_000_000_000 }, 1_790_000_000_000],
    ['expiresAt, beside a word that is no instant', { expires: true }, 1_790_000_000_000],
    ['a date of HTTP', { expiresAt: 'Mon, 21 Sep 2026 13:33:20 GMT' }, 1_789_997_600_000],
    ['a date with a space', { expiresAt: '2026-09-21 13:33:20.5z' }, 1_789_997_600_500],
    ['microseconds', { expiresAt: 1_790_000_000_000_001 }, 1_790_000_000_000],
    ['the earlier of two', { valid_until: new Date(1_780_000_000_000).toISOString() }, 1_780_000_000_000],
  ])('says when it ends as %s', (_name, stated, expiresAt) => {
    expect(readQuote({ ...committed, ...stated })).toMatchObject({ kind: 'committed', expiresAt });
  });

  test.each([
    ['expires_in', { expires_in: 300 }, 300_000],
    ['expiresIn, as a text', { expiresIn: '300' }, 300_000],
    ['ttl', { ttl: 90 }, 90_000],
    ['ttlMs', { ttlMs: 90_000 }, 90_000],
    ['ttl_seconds', { ttl_seconds: 90 }, 90_000],
    ['validForMinutes', { validForMinutes: 5 }, 300_000],
    ['a length of ISO 8601', { validFor: 'PT1M30S' }, 90_000],
    ['a text with its unit', { lifetime: '5 minutes' }, 300_000],
    ['the shorter of two', { ttl: 90, validForSeconds: 60 }, 60_000],
    ['nothing at all', { expiresIn: 0 }, 0],
  ])('says how long it lasts as %s', (_name, stated, lifetimeMs) => {
    const alone = { ...committed, expiresAt: undefined, ...stated };
    expect(readQuote(alone)).toMatchObject({ kind: 'committed', expiresAt: null, lifetimeMs });
    expect(readQuote({ ...committed, ...stated })).toMatchObject({
      expiresAt: committed.expiresAt,
      lifetimeMs,
    });
  });

  test('tells what is carried out by its own word where the input is repeated beside it', () => {
    expect(readQuote({ ...committed, input: { a: 2 } })).toMatchObject({ normalizedInput: { a: 1 } });
  });

  const usd = (units: string) => ({ currency: 'USD', units, exponent: 6 });
  test.each([
    [
      'a decimal beside its currency',
      { totalAuthorization: { currency: 'USD', value: '0.022000' } },
      '22000',
    ],
    [
      'the least of several in the currency of its price',
      {
        sourceRequirement: { currency: 'AUD', units: '1', exponent: 6 },
        authorizedAmount: usd('50000'),
        maximumAuthorization: usd('30000'),
      },
      '30000',
    ],
    ['a list of one', { authorization: [usd('22000')] }, '22000'],
  ])('says what it authorises as %s', (_, stated, units) => {
    expect(readQuote({ ...committed, ...stated })).toMatchObject({ authorised: usd(units) });
  });

  test.each([
    ['in cents', { totalAuthorization: '2.2 cents' }],
    ['without a currency', { authorizedAmount: 0.022 }],
    ['with a sign that many currencies have', { authorization: '$0.022' }],
    ['in units of no stated size', { sourceRequirement: { asset: '0x1', amount: '22000' } }],
    ['as an x402 demand', { sourceRequirement: { asset: '0x1', maxAmountRequired: '22000' } }],
    ['as one of several x402 demands', { payment: { accepts: [{ maxAmountRequired: '22000' }] } }],
    ['beside another that can', { authorizedAmount: usd('22000'), maximumAuthorization: 'a little' }],
  ])('names what it authorises %s, which is not left away', (_, stated) => {
    expect(readQuote({ ...committed, ...stated })).toMatchObject({ authorised: 'unreadable' });
  });

  test.each([
    ['a way to sign in', { authorization: { type: 'bearer' } }],
    ['a protocol', { sourceRequirement: { scheme: 'exact', network: 'base' } }],
    ['nothing', { totalAuthorization: null }],
  ])('names no amount where it names %s', (_, stated) => {
    expect(readQuote({ ...committed, ...stated })).toMatchObject({ authorised: null });
  });

  test.each([
    ['an amount', usd('30000'), usd('30000')],
    ['a decimal', { currency: 'USD', value: '0.030000' }, usd('30000')],
    ['words', 'up to a dollar', 'unreadable'],
  ])('reads the most that it may charge as %s', (_, ceiling, read) => {
    expect(readQuote({ ...committed, ceiling })).toMatchObject({ ceiling: read });
  });

  test.each([
    ['beside its currency', { price: { currency: 'USD', value: '0.022000' } }],
    ['in the words of the listing', { price: 'USD 0.022000' }],
    ['with the currency beside it', { price: '0.022000', currency: 'USD' }],
    ['in a record of its own', { price: { amount: usd('22000') } }],
    ['as its total', { price: undefined, totalPrice: usd('22000') }],
    ['with what is added to it', { price: usd('20000'), total_price: usd('22000') }],
    ['with a total beside its parts', { price: [usd('20000'), usd('2000')], totalPrice: usd('22000') }],
    [
      'as the total among its parts',
      {
        price: [
          { label: 'Seats', amount: usd('23000') },
          { label: 'Discount', amount: usd('-1000') },
          { label: 'Total', amount: usd('22000') },
        ],
      },
    ],
    ['as a list of one', { price: [usd('22000')] }],
    ['with a total in its currency', { price: usd('20000'), totalPrice: '0.022000' }],
  ])('is priced %s', (_, stated) => {
    expect(readQuote({ ...committed, ...stated })).toMatchObject({ kind: 'committed', price: usd('22000') });
  });

  test.each([
    ['no reference', { quoteRef: undefined }, 'no reference'],
    ['no price', { price: undefined }, 'no exact price'],
    ['a price as a float', { price: { currency: 'USD', units: 0.022, exponent: 0 } }, 'no exact price'],
    ['a price in units of no stated size', { price: { currency: 'USD', amount: '22' } }, 'no exact price'],
    ['a price without exponent', { price: { currency: 'USD', units: '22000' } }, 'no exact price'],
    ['no end', { expiresAt: undefined }, 'when it ends'],
    ['a total that is not exact', { totalPrice: { units: 30 } }, 'no exact price'],
    ['a total in another currency', { totalPrice: { ...PRICE, currency: 'AUD' } }, 'no exact price'],
    ['no instant for its end', { expiresAt: 'soon', validUntil: 1_790_000_000_000 }, 'when it ends'],
    ['a length without a unit', { expiresAt: undefined, validFor: 300 }, 'in which unit'],
    [
      'a length that cannot be read',
      { expiresAt: undefined, ttl: 60, validFor: 'a while' },
      'how long it lasts',
    ],
    ['a price in parts', { price: [usd('20000'), usd('2000')] }, 'no exact price'],
    [
      'more parts than its total',
      { price: [usd('20000'), usd('9000')], totalPrice: usd('22000') },
      'no exact price',
    ],
    [
      'two totals among its parts',
      {
        price: [
          { name: 'total', amount: usd('1') },
          { name: 'Total', amount: { units: 1 } },
        ],
      },
      'no exact price',
    ],
    ['a kind never seen', { kind: 'something_new' }, '“something_new”'],
    ['neither kind nor price', { kind: undefined, price: undefined }, 'does not say'],
  ])('with %s cannot be approved', (_, change, why) => {
    const reading = readQuote({ ...committed, ...change });
    expect(reading).toMatchObject({ kind: 'unreadable', why: expect.stringContaining(why) });
  });

  test.each([
    ['tool_not_found'],
    ['tool_not_current'],
    ['tool_not_ready'],
    ['tool_unsupported'],
    ['input_invalid'],
    ['grant_not_found'],
    ['budget_exceeded'],
    ['insufficient_balance'],
    ['treasury_capacity_unavailable'],
    ['pricing_setup_required'],
    ['commercial_policy_unavailable'],
    ['inspection_unavailable'],
    ['never_seen'],
  ])('that is refused with %s keeps its code and what the user must do', (code) => {
    const reading = readQuote({
      kind: 'refused',
      code,
      retryable: true,
      correlationRef: 'c',
      reason: 'why',
      requiredActions: [{ title: 'Top up', description: 'Add money', cta: 'https://x' }, 7],
    });
    expect(reading).toEqual({
      kind: 'refused',
      code,
      retryable: true,
      reason: 'why',
      requiredActions: [{ title: 'Top up', description: 'Add money' }],
    });
  });

  test('that is refused without a word is refused still', () => {
    expect(readQuote({ kind: 'refused' })).toMatchObject({
      kind: 'refused',
      code: 'unknown_code',
      retryable: false,
    });
  });
});

describe('the result of a Call', () => {
  test('completed carries output and usage', () => {
    const reading = readCallResult({
      kind: 'completed',
      callRef: 'c',
      toolRef: 't',
      output: { a: 1 },
      evidenceHash: 'h',
      usage: USAGE,
    });
    expect(reading).toEqual({
      kind: 'completed',
      callRef: 'c',
      toolRef: 't',
      output: { a: 1 },
      evidenceHash: 'h',
      usage: USAGE,
      receipt: null,
    });
  });

  test.each([
    [{ kind: 'completed', output: 1 }],
    [{ kind: 'completed', callRef: 'c' }],
    [{ kind: 'pending' }],
    [{ kind: 'done', callRef: 'c' }],
    [null],
    ['completed'],
  ])('%j is not done', (body) => {
    expect(readCallResult(body).kind).toBe('unreadable');
  });

  test('unreadable keeps the reference that it names', () => {
    expect(readCallResult({ kind: 'something_new', call_ref: 'c' })).toMatchObject({
      kind: 'unreadable',
      callRef: 'c',
    });
  });

  test.each(['outcome_unknown', 'reconciliation_required', 'reconciliationRequired'])(
    '%s is unknown, with its evidence and receipt',
    (kind) => {
      expect(readCallResult({ kind, callRef: 'c', evidence: [1], receipt: { r: 1 } })).toEqual({
        kind: 'outcome_unknown',
        callRef: 'c',
        evidence: [1],
        receipt: { r: 1 },
        usage: null,
      });
    },
  );

  test('a refusal keeps a receipt, since money may have moved', () => {
    expect(
      readCallResult({
        kind: 'refused',
        code: 'provider_failed',
        callRef: 'c',
        receipt: { amount: PRICE },
        nextAction: 'wait',
      }),
    ).toMatchObject({
      kind: 'refused',
      code: 'provider_failed',
      retryable: false,
      receipt: { amount: PRICE },
      nextAction: 'wait',
    });
  });

  test('needs_authority is a refusal with its own code', () => {
    expect(readCallResult({ kind: 'needs_authority' })).toMatchObject({
      kind: 'refused',
      code: 'authority_required',
    });
  });

  test.each(['free_tier', 'paid', 'insufficient_credit', 'outcome_unknown', 'refunded', 'never_seen'])(
    'charge state %s is stored as it is',
    (chargeState) => {
      const reading = readCallResult({
        kind: 'completed',
        callRef: 'c',
        output: null,
        usage: { chargeState },
      });
      expect(reading).toMatchObject({
        kind: 'completed',
        output: null,
        usage: { chargeState, amount: null },
      });
    },
  );
});

describe('the status of a Call', () => {
  test.each([
    'gathering_information',
    'awaiting_authority',
    'authorized',
    'leased',
    'in_progress',
    'retryable',
    'reconciliation_required',
    'terminal',
    'cancelled',
    'invalidated',
    'never_seen',
  ])('%s is stored as it is', (state) => {
    expect(readCallStatus({ kind: 'found', callRef: 'c', version: 2, toolRef: 't', state })).toEqual({
      kind: 'found',
      callRef: 'c',
      version: 2,
      toolRef: 't',
      state,
      usage: null,
      result: null,
      receipt: null,
      evidenceHash: null,
    });
  });

  test.each([
    { id: 'c', status: 'processing', output: null, error: null },
    { id: 'c', status: 'processing', output: ['the first part'] },
    { callRef: 'c', state: 'in_progress', result: { callRef: 'c', output: null } },
    { callRef: 'c', state: 'in_progress', result: { callRef: 'c', output: { percent: 30 } } },
    { callRef: 'c', state: 'reconciliation_required', output: { a: 1 } },
    { callRef: 'c', state: 'failed', output: null },
    { callRef: 'c', state: 'cancelled', output: null, usage: null },
    { callRef: 'c', state: 'hibernating', output: null },
  ])('has no result while its output is missing or a part: %j', (body) => {
    const reading = readCallStatus(body);
    expect(reading.kind === 'found' && reading.result?.kind).not.toBe('completed');
    expect(reading).toMatchObject({ kind: 'found', callRef: 'c' });
  });

  test('a Call that is over may have no output', () => {
    expect(readCallStatus({ callRef: 'c', state: 'terminal', output: null })).toMatchObject({
      result: { kind: 'completed', output: null },
    });
  });

  test('its result is read like that of the Call', () => {
    const result = { kind: 'completed', callRef: 'c', output: 1 };
    expect(readCallStatus({ kind: 'found', callRef: 'c', state: 'terminal', result })).toMatchObject({
      version: null,
      result: { kind: 'completed' },
    });
  });

  test.each([
    [
      { kind: 'unchanged', version: 3, retryAfterMs: 500 },
      { kind: 'unchanged', version: 3, retryAfterMs: 500 },
    ],
    [
      { kind: 'refused', code: 'call_not_found' },
      { kind: 'refused', code: 'call_not_found' },
    ],
    [{ kind: 'not_found' }, { kind: 'refused', code: 'not_found' }],
  ])('%j', (body, reading) => {
    expect(readCallStatus(body)).toEqual(reading);
  });

  test.each([{ kind: 'found', state: 'terminal' }, { kind: 'found', callRef: 'c' }, { kind: 'new' }, []])(
    '%j cannot be read',
    (body) => {
      expect(readCallStatus(body).kind).toBe('unreadable');
    },
  );
});

test('a list of Calls leaves out and counts what has no reference', () => {
  const item = {
    callRef: 'c',
    toolRef: 't',
    state: 'completed',
    resultKind: 'completed',
    receiptRef: 'r',
    createdAt: 1_790_000_000_000,
    updatedAt: 1_790_000_000_001,
    usage: USAGE,
  };
  expect(readCallList({ kind: 'available', items: [item, {}, 'x'], hasMore: true, nextCursor: 'n' })).toEqual(
    {
      kind: 'available',
      items: [{ ...item, item }],
      unread: 2,
      hasMore: true,
      ends: false,
      nextCursor: 'n',
    },
  );
  expect(readCallList({ kind: 'available' }).kind).toBe('unreadable');
});

test.each([
  [{ partial: true }, false],
  [{ truncated: 'yes' }, false],
  [{ offset: 1 }, false],
  [{ notShown: 2 }, false],
  [{ message: 'Some Calls are hidden' }, false],
  [{ total: 9 }, false],
  [{ pagination: { total: 9 } }, false],
  [{ xFurther: { truncated: true } }, false],
  [{ note: 'Only the newest' }, false],
  [{ tip: 'Only the newest' }, false],
  [{ extra: [{ callRef: 'd' }] }, false],
  [{ states: ['completed', 'failed'] }, false],
  [{ state: 'completed' }, false],
  [{ view: 'settled' }, false],
  [{ scope: 'recent' }, false],
  [{ window: 'PT1H' }, false],
  [{ since: '2026-11-24T00:00:00Z' }, false],
  [{ range: { from: 1, to: 2 } }, false],
  [{ lastDays: 7 }, false],
  [{ toolRef: 'operation:v1:1' }, false],
  [{ includesPending: false }, false],
  [{ archived: true }, false],
  [{ inFlight: 3 }, false],
  [{ lagSeconds: 60 }, false],
  [{ consistency: 'eventual' }, false],
  [{ shard: 1 }, false],
  [{ grand_total: 9 }, false],
  [{ stats: { calls: 9 } }, false],
  [{ inFlight: 0, lagSeconds: 0, delayed: false, stats: { calls: 1 }, account: { id: 'a' } }, true],
  // A purchase would wait for ever at a service that has a member of its own there.
  [{ xFurther: { region: 'eu' }, trace: [1, 'two', null], something: 'never seen' }, true],
  [{ requestId: 'x', total: 1, limit: 100, truncated: false, message: 'OK', took: 3 }, true],
])('a list of Calls with %j beside its items is whole: %s', (beside, ends) => {
  const list = { items: [{ callRef: 'c' }], hasMore: false, ...beside };
  for (const answer of [{ kind: 'available', ...list }, { ...list }, { status: 'success', data: list }])
    expect(readCallList(answer)).toMatchObject({ ends });
  expect(readCallList({ data: { items: [{ callRef: 'c' }], hasMore: false }, ...beside })).toMatchObject({
    ends,
  });
});

test.each([
  [{}, 200, true],
  [{ link: '</calls?page=1>; rel="first"', 'x-total-count': '3', 'x-ratelimit-remaining': '9' }, 200, true],
  [{ 'x-total-count': '1' }, 200, true],
  [{ link: '</calls?page=2>; rel="next"' }, 200, false],
  [{ 'x-total-count': '9' }, 200, false],
  [{ warning: '110 - "Response is Stale"' }, 200, false],
  [{ 'x-replica-lag': '60' }, 200, false],
  [{}, 206, false],
])('a list of Calls that came with headers %j and status %i is whole: %s', (headers, status, ends) => {
  const came = { status, headers: new Headers(headers) };
  const page = { before: 2, readAt: 0, came };
  expect(readCallList({ items: [{ callRef: 'c' }], hasMore: false }, page)).toMatchObject({ ends });
});

test.each([
  [{ hasMore: false }, { ends: true, nextCursor: null }],
  [{ pagination: { hasMore: false } }, { ends: true, nextCursor: null }],
  [{ pagination: { hasMore: true, nextCursor: 'n' } }, { ends: false, nextCursor: 'n' }],
  [{ hasMore: false, page: { hasMore: true } }, { ends: false }],
  [{ hasMore: 'false' }, { ends: false }],
  [
    { hasMore: false, paging: { nextCursor: 'n' } },
    { ends: false, nextCursor: 'n' },
  ],
  [{ hasMore: false, links: { next: '/calls?page=2' } }, { ends: false }],
  [{ hasMore: false, '@odata.nextLink': '/calls?page=2' }, { ends: false }],
  [{ hasMore: false, next_page_token: 't' }, { ends: false }],
  [{ hasMore: false, meta: { remaining: 3 } }, { ends: false }],
  [{ hasMore: false, next: null, links: { next: '' }, nextRefreshAt: 5 }, { ends: true }],
  [{ meta: { page: { hasMore: false } } }, { ends: true }],
  [{ meta: { page: { hasMore: true, nextCursor: 'n' } } }, { ends: false, hasMore: true, nextCursor: 'n' }],
  [{ pageInfo: { hasNextPage: false, endCursor: 'x' } }, { ends: true, nextCursor: null }],
  [{ has_more_items: false }, { ends: true }],
  [{ page: { number: 0, last: true } }, { ends: true }],
  [{ page: { number: 0, last: false } }, { ends: false }],
  [{ paging: { page: 1, totalPages: 1 } }, { ends: true }],
  [{ paging: { page: 1, totalPages: 2 } }, { ends: false }],
  [
    { hasMore: false, pageInfo: { hasNextPage: true } },
    { ends: false, hasMore: true },
  ],
  [{ meta: { remaining: 0 } }, { ends: false }],
  [{ nextCursor: null }, { ends: false }],
  [{}, { ends: false }],
])('a list of Calls with %j beside its items goes on as that says', (more, read) => {
  expect(readCallList({ kind: 'available', items: [], ...more })).toMatchObject(read);
});

test.each(['charged', 'totalCharge', 'buyer_charge', 'cost'])(
  'a charge that usage calls %s is read, and a mere word there is none',
  (name) => {
    const amount = { currency: 'USD', units: '9000000', exponent: 6 };
    expect(readUsage({ chargeState: 'paid', [name]: amount })).toMatchObject({ amount });
    expect(readUsage({ chargeState: 'paid', [name]: 'yes' })).toMatchObject({ amount: null });
    expect(readUsage({ chargeState: 'paid', [name]: 'yes' })).not.toHaveProperty('unreadAmount');
  },
);

test.each([
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  ['a b', ['a', 'b']],
  [undefined, null],
  [7, null],
])('scopes %j are read as %j', (scopes, read) => {
  expect(readAccount({ kind: 'authenticated', scopes })).toMatchObject({
    kind: 'authenticated',
    scopes: read,
    accountRef: null,
  });
});
