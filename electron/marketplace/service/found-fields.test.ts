/** Where fields of a declared answer are found, and how each type of them is read. */
import { expect, test } from 'vitest';
import { callStanding } from './call-standing.ts';
import { answerMapOf } from './derive-map.ts';
import { cursorAfter, hasFurtherPage } from './list-end.ts';
import { readListHeaders } from './list-headers.ts';
import { readAnswer } from './read-answer.ts';
import { type AnswerRole, CALL_STATES } from './vocabulary.ts';

const text = { type: 'string' };
const integer = { type: 'integer' };
const flag = { type: 'boolean' };
const object = (properties: Record<string, unknown>) => ({ type: 'object', properties });
const list = (items: unknown) => ({ type: 'array', items });
const AMOUNT = object({ currency: text, units: text, exponent: integer });
const PRICE = { currency: 'USD', units: '22000', exponent: 6 };
const AT = 1_793_491_200_000;
const TERMS = { quoteRef: 'q', expiresAt: AT };
const quoting = (more: Record<string, unknown>) => object({ quoteRef: text, expiresAt: integer, ...more });

const readingOf = (role: AnswerRole, schemas: unknown[], body: unknown) => {
  const made = answerMapOf(role, schemas, {});
  return made.ok ? readAnswer(role, { map: made.map, body }) : { kind: 'unbound', why: made.why };
};

test.each<[string, unknown, object]>([
  ['in a record of it', object({ kind: { const: 'firm' }, value: AMOUNT }), { kind: 'firm', value: PRICE }],
  ['in two records', object({ amount: object({ value: AMOUNT }) }), { amount: { value: PRICE } }],
  ['of which nothing is declared', { type: 'object' }, PRICE],
  ['in one of several forms', { oneOf: [{ type: 'boolean' }, AMOUNT] }, PRICE],
  [
    'in other words',
    object({ minorUnits: integer, scale: integer, isoCurrency: text }),
    { minorUnits: 22_000, scale: 6, isoCurrency: 'usd' },
  ],
  [
    'as units and decimal, of which the units count',
    object({ currency: text, units: text, exponent: text, amount: text }),
    { ...PRICE, exponent: '6', amount: '7' },
  ],
  ['as a decimal', object({ currency: text, total: text }), { currency: 'USD', total: '0.022000' }],
])('a price is found %s', (_, price, sent) => {
  expect(readingOf('quote', [quoting({ price })], { ...TERMS, price: sent })).toMatchObject({
    kind: 'committed',
    price: PRICE,
  });
});

test.each<[string, unknown]>([
  [
    'is six records deep',
    object({ amount: object({ value: object({ x: object({ y: object({ total: AMOUNT }) }) }) }) }),
  ],
  ['lacks its exponent', object({ currency: text, units: text })],
  ['has a number for a decimal', object({ currency: text, amount: { type: 'number' } })],
  ['is a text without a currency', text],
  ['may be anything but declares a flag', flag],
])('a price that %s is none', (_, price) => {
  expect(readingOf('quote', [quoting({ price })], {})).toMatchObject({ kind: 'unbound' });
});

test('the currency of a decimal is the one that is named after it', () => {
  const schema = quoting({ price: text, currency: text, priceCurrency: text });
  const body = { ...TERMS, price: '1.50', currency: 'USD', priceCurrency: 'EUR' };
  expect(readingOf('quote', [schema], body)).toMatchObject({
    price: { currency: 'EUR', units: '150', exponent: 2 },
  });
});

test('a free text tells a kind under the name of one, and not where it is called a type', () => {
  const terms = { ...TERMS, price: PRICE };
  const kindOf = (name: string, schema: unknown, value: unknown) =>
    readingOf('quote', [quoting({ price: AMOUNT, [name]: schema })], { ...terms, [name]: value }).kind;
  expect([kindOf('kind', text, 'Committed'), kindOf('kind', text, 'perhaps')]).toEqual([
    'committed',
    'unreadable',
  ]);
  expect([kindOf('kind', text, 'refused'), kindOf('outcome', text, 'declined')]).toEqual([
    'refused',
    'refused',
  ]);
  for (const name of ['type', 'result']) expect(kindOf(name, text, 'perhaps')).toBe('committed');
  // What is no text tells none, nor do values of which none means a kind.
  expect(kindOf('kind', { enum: [1, 2], type: 'integer' }, 1)).toBe('committed');
  expect(kindOf('kind', { enum: ['gold', 'silver'] }, 'gold')).toBe('committed');
  expect(kindOf('type', { enum: ['committed', 'refused'] }, 'refused')).toBe('refused');
});

test('of two declared answers each is read as what it is', () => {
  const ok = object({ kind: { const: 'ok' }, data: quoting({ price: AMOUNT }) });
  const no = object({ kind: { const: 'rejected' }, reason: text, code: text });
  expect(readingOf('quote', [ok, no], { kind: 'ok', data: { ...TERMS, price: PRICE } })).toMatchObject({
    kind: 'committed',
    at: { price: ['data', 'price'], quoteRef: ['data', 'quoteRef'] },
  });
  expect(readingOf('quote', [ok, no], { kind: 'rejected', code: 'c', reason: 'r' })).toMatchObject({
    kind: 'refused',
    code: 'c',
    reason: 'r',
  });
});

test.each<[string, unknown, unknown]>([
  [
    'around the list',
    object({ hasMore: flag, data: object({ items: list(object({ toolRef: text })) }) }),
    { hasMore: true, data: { items: [] } },
  ],
  [
    'beside it',
    object({ items: list(object({ toolRef: text })), page: object({ hasMore: flag }) }),
    { items: [], page: { hasMore: true } },
  ],
  [
    'beside what is around it',
    object({ data: object({ items: list(object({ toolRef: text })) }), meta: object({ hasMore: flag }) }),
    { data: { items: [] }, meta: { hasMore: true } },
  ],
])('where a list goes on is found %s', (_, schema, body) => {
  expect(readingOf('list', [schema], body)).toMatchObject({ kind: 'ok', hasMore: true });
});

test('a field of an item is found under a name of its own, one that is joined, or a plain one', () => {
  const readItem = (item: Record<string, unknown>, sent: object) => {
    const read = readingOf('list', [object({ items: list(object(item)) })], { items: [sent] });
    return (read as unknown as { items: { items: unknown[] } }).items.items[0];
  };
  expect(
    readItem({ tool: object({ id: text, name: text }) }, { tool: { id: 't', name: 'N' } }),
  ).toMatchObject({
    toolRef: 't',
  });
  expect(
    readItem({ id: text, provider: object({ id: text }) }, { id: 't', provider: { id: 'p' } }),
  ).toMatchObject({
    toolRef: 't',
    providerSlug: 'p',
  });
  expect(readItem({ id: text, toolRef: text }, { id: 'other', toolRef: 't' })).toMatchObject({
    toolRef: 't',
    more: { id: 'other' },
  });
});

test('a charge is a record, or the amount of one', () => {
  const called = (usage: unknown, sent: object) =>
    readingOf('call', [object({ callRef: text, output: {}, usage })], {
      callRef: 'c',
      output: 1,
      usage: sent,
    });
  const record = object({ amount: AMOUNT, chargeState: text, refund: AMOUNT });
  expect(called(record, { amount: PRICE, chargeState: 'paid', refund: PRICE })).toMatchObject({
    usage: { amount: PRICE, chargeState: 'paid', refund: PRICE, misfits: {} },
  });
  expect(
    called(object({ currency: text, value: text }), { currency: 'USD', value: '0.022000' }),
  ).toMatchObject({
    usage: { amount: PRICE, chargeState: null },
  });
  // One of which nothing is known is none.
  expect(called(object({ colour: text }), { colour: 'red' })).toMatchObject({ usage: null });
  expect(called(record, { amount: 'nine', chargeState: 7 })).toMatchObject({
    usage: { amount: null, chargeState: '7', misfits: { amount: 'nine' } },
  });
});

test.each<[AnswerRole, string, unknown, readonly unknown[], readonly unknown[]]>([
  ['account', 'scopes', { oneOf: [text, list(text)] }, ['a b', ['a', 'b'], ' a  b '], [['a', 1], 7, {}]],
  ['freshness', 'ageHours', { type: 'number' }, [1.5, '1.5'], ['1,5', '1.', 'x1.5', true, '1.5h']],
  [
    'freshness',
    'completedAt',
    { type: ['string', 'integer'] },
    [AT, String(AT), new Date(AT).toISOString(), '2026-11-01T02:00:00+02:00'],
    ['2026-11-01', AT / 1000, 'soon', 9e15],
  ],
  ['freshness', 'partial', flag, [true], ['true', 1]],
  ['list', 'count', integer, [3, '3'], [3.5, 'three', 2 ** 60]],
  [
    'account',
    'accountRef',
    { oneOf: [integer, object({})] },
    [7, '7'],
    [2 ** 60, '', {}, 'x'.repeat(16_385)],
  ],
])('%s: %s is read in any of its forms, and in no other', (role, name, schema, fit, unfit) => {
  const whole: Record<string, unknown> = {
    account: {},
    freshness: { status: text },
    list: { items: list(object({ toolRef: text })) },
  };
  const declared = object({ ...(whole[role] as object), [name]: schema });
  const body = role === 'list' ? { items: [] } : { status: 'fresh' };
  const values = fit.map(
    (value) => (readingOf(role, [declared], { ...body, [name]: value }) as Record<string, unknown>)[name],
  );
  expect(values[0]).not.toBeNull();
  expect(new Set(values.map((value) => JSON.stringify(value))).size).toBe(1);
  for (const value of unfit)
    expect(readingOf(role, [declared], { ...body, [name]: value })).toMatchObject({
      kind: 'unreadable',
      field: name,
    });
  expect(readingOf(role, [declared], { ...body, [name]: null })).toMatchObject({ [name]: null });
});

test.each<[Record<string, string>, object]>([
  [{}, { further: false, next: null, partial: false, counts: [] }],
  [{ link: '<https://m.example/?page=2>; rel="next"' }, { further: true, next: 'https://m.example/?page=2' }],
  [{ link: '</?p=2>; title="x"; rel=next' }, { further: true, next: '/?p=2' }],
  [{ link: '</?p=1>; rel="prev last", </?p=2>; rel="prev next up"' }, { further: true, next: '/?p=2' }],
  [{ link: '/?p=2; rel=next' }, { further: true, next: null }],
  [{ link: '<>; rel=next' }, { further: true, next: null }],
  [{ link: '</?p=1>; rel="prev"' }, { further: false, next: null }],
  [{ link: '</?p=1>; rel="nextish"' }, { further: false, next: null }],
  [{ link: '</?p=1>; rel=nextish' }, { further: false, next: null }],
  [{ warning: '110 - "Response is Stale"' }, { partial: true }],
  [{ warning: ' 214 - "Transformed"' }, { partial: false }],
  [{ warning: '299 - "anything"' }, { partial: false }],
  [{ warning: '2990 - "anything"' }, { partial: true }],
  [{ warning: '199 - "Deprecated"' }, { partial: false }],
  [{ 'x-total-count': ' 40 ' }, { counts: [40] }],
])('headers %j say of a list %j', (headers, said) => {
  expect(readListHeaders({ status: 200, headers: new Headers(headers) })).toMatchObject(said);
});

test('the state of a Call means what its word does, in any spelling, and no other word means any', () => {
  for (const [standing, states] of Object.entries(CALL_STATES))
    for (const state of states) {
      expect(callStanding(state)).toBe(standing);
      expect(callStanding(state.toUpperCase().replaceAll('_', ' '))).toBe(standing);
    }
  expect(callStanding('perhaps')).toBeNull();
});

test.each([
  [200, false],
  [201, false],
  [202, true],
  [203, true],
  [206, true],
  [207, true],
])('status %d: partial %s', (status, partial) => {
  expect(readListHeaders({ status }).partial).toBe(partial);
});

const TOOL = object({ toolRef: text });
const number = object({ offset: integer, number: integer, totalElements: integer });
const of45 = (body: object) => ({
  items: Array.from({ length: 20 }, (_, at) => ({ toolRef: `t${at}` })),
  ...body,
});

test.each<[string, string | null, Record<string, unknown>, object, Record<string, string>, string | null]>([
  ['as a cursor', 'cursor', { nextCursor: text }, { nextCursor: 'abc' }, {}, 'abc'],
  [
    'as one that begins as a path does',
    'cursor',
    { nextCursor: text },
    { nextCursor: '/a+b==' },
    {},
    '/a+b==',
  ],
  ['as its offset', 'offset', { offset: integer, total: integer }, { offset: 0, total: 45 }, {}, '20'],
  [
    'as its number',
    'page',
    { pageable: number },
    { pageable: { offset: 20, number: 1, totalElements: 45 } },
    {},
    '2',
  ],
  [
    'in a link',
    'offset',
    { count: integer, next: text },
    { count: 45, next: 'https://m.example/t?limit=20&offset=20' },
    {},
    '20',
  ],
  [
    'in one of JSON:API',
    'page[number]',
    { links: object({ next: text }) },
    { links: { next: '/t?page%5Bnumber%5D=2&page%5Bsize%5D=20' } },
    {},
    '2',
  ],
  ['in one of HAL', 'after', { _links: object({}) }, { _links: { next: { href: '?after=x1' } } }, {}, 'x1'],
  ['in a header', 'page', {}, {}, { link: '</t?page=2>; rel="next"' }, '2'],
  [
    'in a link of another form',
    'after',
    { links: object({}), hasMore: flag },
    { hasMore: false, links: { next: { url: '/t?after=x1' } } },
    {},
    null,
  ],
  [
    'in a list of links of another form',
    'after',
    { links: list({}), hasMore: flag },
    { hasMore: false, links: [{ rel: 'next', uri: '/t' }] },
    {},
    null,
  ],
  ['in a link without what the request takes', 'cursor', { next: text }, { next: '/t?offset=20' }, {}, null],
  ['for a request that takes nothing of it', null, { nextCursor: text }, { nextCursor: 'abc' }, {}, null],
])('the next page is named %s', (_, cursor, declared, body, headers, next) => {
  const made = answerMapOf('list', [object({ items: list(TOOL), ...declared })], {});
  if (!made.ok) throw new Error(made.why);
  const answer = { map: { ...made.map, cursor }, came: { status: 200, headers: new Headers(headers) } };
  const read = readAnswer('list', { map: answer.map, body: of45(body) });
  if (read.kind !== 'ok') throw new Error(read.kind);
  expect(cursorAfter('list', read, null, answer)).toBe(next);
  expect(cursorAfter('list', read, next, answer)).toBeNull();
  expect(hasFurtherPage('list', read, next, answer)).not.toBe(false);
});

test.each([
  ['with its code alone is a refusal', { code: text, retryable: flag }, 'refused'],
  [
    'beside the reference of a Call is in doubt',
    { code: text, retryable: flag, callRef: text },
    'outcome_unknown',
  ],
  ['beside a charge is in doubt', { code: text, retryable: flag, charge: AMOUNT }, 'outcome_unknown'],
  ['without a code is in doubt', { retryable: flag, reason: text }, 'outcome_unknown'],
])('an order that is denied %s', (_, more, kind) => {
  const done = object({ type: { const: 'completed' }, callRef: text, output: {} });
  const denied = object({ type: { const: 'denied' }, ...more });
  const body = { type: 'denied', code: 'quote_expired', retryable: false, callRef: 'c', charge: PRICE };
  const sent = Object.fromEntries(Object.entries(body).filter(([name]) => name === 'type' || name in more));
  expect(readingOf('call', [{ oneOf: [done, denied] }], sent)).toMatchObject({ kind });
});
