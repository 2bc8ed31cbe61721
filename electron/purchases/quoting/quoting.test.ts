import { describe, expect, it } from 'vitest';
import type { Reply } from '../../marketplace/http/answer.ts';
import type { ToolFacts } from '../journal/purchase-context.ts';
import {
  approvePurchase,
  desk,
  eachInItsFolder,
  failureCodeOf,
  input,
  open,
  quotePurchase,
  service,
  show,
} from '../testing/one-purchase.ts';
import {
  answered,
  committedQuote,
  completedCall,
  failed,
  NOON,
  PRICE,
  settled,
  TOOL,
  TOOL_FACTS,
  usd,
} from '../testing/purchase-desk.ts';

eachInItsFolder();

describe('a quote that is no good', () => {
  it.each([
    [
      'a refusal',
      { kind: 'refused', code: 'insufficient_balance', retryable: false, correlationRef: 'c' },
      'insufficient_balance',
    ],
    ['a kind never seen', { kind: 'something_new' }, 'unreadable_quote'],
    ['no price', { kind: 'committed', quoteRef: 'q', expiresAt: 9e12 }, 'unreadable_quote'],
    [
      'a reference that cannot be read exactly',
      { ...committedQuote(9e12, 'q', {}), quoteRef: 2 ** 60 },
      'unreadable_quote',
    ],
    [
      'a most below its price',
      { ...committedQuote(9e12, 'q', {}), maximumPrice: usd(21_999) },
      'unreadable_quote',
    ],
    ['another Tool', { ...committedQuote(9e12, 'q', {}), toolRef: 'other' }, 'unreadable_quote'],
    ['a text in place of its request', committedQuote(9e12, 'q', 'none'), 'unreadable_quote'],
    ['a list in place of its request', committedQuote(9e12, 'q', [{}]), 'unreadable_quote'],
    ['a negative price', { ...committedQuote(9e12, 'q', {}), price: usd(-1) }, 'unreadable_quote'],
  ])('for %s is reported and cannot be approved', async (name, body, code) => {
    open(() => answered(body));
    const purchase = await quotePurchase();
    expect(purchase).toMatchObject({ state: 'not_quoted', refusal: { code }, approvable: { ok: false } });
    expect(purchase.words).toMatch(/Nothing was bought/);
    expect(purchase.words.includes('another Tool')).toBe(name === 'another Tool');
  });

  it.each([
    ['in seconds', { retryAfter: 30 }, 30_000],
    ['of what to do next', { continuation: { retryAfterMs: 5_000 } }, 5_000],
    ['that it does not name', {}, null],
  ])('names the wait %s', async (_name, refusal, retryAfterMs) => {
    open(() => answered({ kind: 'refused', code: 'tool_not_ready', retryable: true, ...refusal }));
    expect((await quotePurchase()).refusal).toMatchObject({ retryAfterMs });
  });

  it.each([
    ['with a code of its own', { code: 'internal_error' }],
    ['with the status as its code', { code: '500' }],
    ['without a code', {}],
  ])('says of a service that failed %s that it failed', async (_name, problem) => {
    const message = 'The service failed (status 500).';
    const given = { code: null, kind: null, title: null, detail: null, retryable: null, ...problem };
    open(() =>
      failed({ code: 'service_failed', delivery: 'answered', status: 500, message, problem: given as never }),
    );
    expect((await quotePurchase()).words).toContain(message);
  });

  it('takes the place of a waiting one for the same request, and of no other', async () => {
    open(service());
    const { quote, show } = desk.purchases.handlers;
    const first = await quotePurchase();
    const other = await quote({ toolRef: TOOL, input: { origin_airport: 'SEA' } });
    desk.state.script = ({ members }) =>
      answered({
        ...committedQuote(NOON + 60_000, 'dearer', members.input),
        price: usd(30_000),
      });
    const again = await quotePurchase();
    expect([first, other, again].map(({ priceBefore }) => priceBefore)).toEqual([null, null, PRICE]);
    const states = [first, other, again].map(async ({ purchaseId }) => (await show({ purchaseId })).state);
    expect(await Promise.all(states)).toEqual(['discarded', 'quoted', 'quoted']);
  });

  it('can be asked for again', async () => {
    open(() => failed({ code: 'offline', delivery: 'not_sent', message: 'No network.' }));
    expect((await quotePurchase()).state).toBe('not_quoted');
    desk.state.script = service();
    expect((await quotePurchase()).state).toBe('quoted');
  });
});

describe('a quote that comes when the Tool’s listing is removed', () => {
  it('is not held to be within what nobody can read any more', async () => {
    let known: ToolFacts | null = TOOL_FACTS;
    open(
      (request) => {
        if (request.role === 'quote') known = null;
        return service()(request);
      },
      { toolFacts: () => known },
    );
    const { quote } = await quotePurchase();
    expect(quote?.authorisation).toMatchObject({
      verdict: 'unreadable',
    });
  });
});

it('a quote by which no order could be sent cannot be approved', async () => {
  open(service());
  desk.state.unsendable = 'The header Idempotency-Key takes digits alone.';
  const { state, refusal, words } = await quotePurchase();
  expect([state, refusal?.code]).toEqual(['not_quoted', 'unsendable_order']);
  expect(words).toMatch(/digits alone.*Nothing was bought/su);
});

it.each<[string, unknown]>([
  ['to elsewhere', { destination_airport: 'NRT' }],
  ['of which nothing is left', {}],
])('a quote for another request, %s, takes a second act', async (_what, normalizedInput) => {
  open(() => answered(committedQuote(NOON + 60_000, 'quote', normalizedInput)));
  const quoted = await quotePurchase();
  expect(quoted.quote?.authorisation.verdict).toBe('other_request');
  expect(await failureCodeOf(() => approvePurchase(quoted))).toBe('above_authorisation');
});

it('a quote that costs something of a Tool listed as free takes a second act', async () => {
  open(service(), { toolFacts: () => ({ ...TOOL_FACTS, listedAuthorisation: 'free' }) });
  const quoted = await quotePurchase();
  expect(quoted.quote?.authorisation.verdict).toBe('above');
  expect(await failureCodeOf(() => approvePurchase(quoted))).toBe('above_authorisation');
  const { purchaseId, quote: shown } = quoted;
  if (shown === null) throw new Error('It was quoted.');
  const approved = await desk.purchases.handlers.approve({ purchaseId, shown, aboveAuthorisation: true });
  expect(approved.timeline.find(({ event }) => event === 'approved')?.words).toContain('not within');
});

it.each<[string, clock: number | null, ends: number]>([
  ['as the service says, by a clock like ours', 0, 60_000],
  ['as it says, where its clock differs by a moment', -2_000, 60_000],
  ['earlier, where its clock is ahead', 600_000, 60_000 - 601_000],
  ['later, where its clock is behind', -600_000, 60_000 + 599_000],
  ['as it says, where its clock is not known', null, 60_000],
])('a quote ends %s', async (_what, clock, ends) => {
  const reply = answered(committedQuote(NOON + 60_000, 'quote', {}));
  const serverDate = clock === null ? null : NOON + clock;
  open(() => (reply.ok ? { ...reply, answer: { ...reply.answer, serverDate } } : reply));
  expect((await quotePurchase()).quote?.expiresAt).toBe(NOON + ends);
});

/** How a second request, its quote and its account differ from the first. */
const SECOND: Readonly<Record<string, { request?: object; quote?: object; account?: object }>> = {
  'the same request': {},
  'another input': { request: { input: { ...input, cabin: 'first' } } },
  'another Tool': { request: { toolRef: 'other' } },
  'another normalised input': { quote: { normalizedInput: { ...input, origin_airport: 'EWR' } } },
  'another writing of it': {
    request: { input: { ...input, cabin: null } },
    quote: { normalizedInput: input },
  },
  'another price, version and account': {
    quote: { price: usd(21_000), toolVersion: '2' },
    account: { account: 'other', keyMark: 'other' },
  },
  'another marketplace': { account: { marketplace: 'https://other.example' } },
};
const done = () => answered(completedCall('call-1'));
it.each<[string, string, string, (() => Reply) | null]>([
  ['waits', 'the same request', 'completed', null],
  ['waits', 'another input', 'not_quoted', null],
  ['waits', 'another marketplace', 'completed', null],
  ['was completed', 'the same request', 'completed', done],
  ['was completed', 'another input', 'not_quoted', done],
  ['was completed', 'another Tool', 'not_quoted', done],
  ['was completed', 'another normalised input', 'not_quoted', done],
  ['was completed', 'another writing of it', 'completed', done],
  ['was completed', 'another price, version and account', 'completed', done],
  ['is open', 'the same request', 'already_open', () => failed({})],
  ['is open', 'another writing of it', 'already_open', () => failed({})],
  ['is open', 'another price, version and account', 'already_open', () => failed({})],
  ['is open', 'another input', 'not_quoted', () => failed({})],
  ['is open', 'another marketplace', 'completed', () => failed({})],
])('a quote’s reference whose purchase %s comes again for %s: %s', async (_is, how, outcome, first) => {
  const { request, quote: terms, account } = SECOND[how] ?? {};
  let [more, call] = [{}, first ?? done];
  open(
    ({ role, members }) =>
      role === 'quote'
        ? answered({
            ...committedQuote(NOON + 60_000, 'hash', members.input),
            ...{ toolRef: members.toolRef, ...more },
          })
        : call(),
    { toolFacts: (toolId) => ({ ...TOOL_FACTS, toolId }) },
  );
  const one = await quotePurchase();
  if (first !== null) await approvePurchase(one);
  await settled();
  [more, call] = [terms ?? {}, () => answered(completedCall('call-2'))];
  Object.assign(desk.state.accountContext, account);
  let other = one;
  const code = await failureCodeOf(async () => {
    other = await desk.purchases.handlers.quote({ toolRef: TOOL, input, ...request });
    if (other.state === 'quoted') await approvePurchase(other);
    await settled();
  });
  expect(code === 'no failure' ? (await show(other)).state : code).toBe(outcome);
  if (first === null)
    expect((await show(one)).state).toBe(how === 'the same request' ? 'discarded' : 'quoted');
  const keys = desk.calls().map(({ members }) => members.idempotencyKey);
  expect(new Set(keys).size).toBe((first === null ? 0 : 1) + (outcome === 'completed' ? 1 : 0));
  expect(keys).toHaveLength(new Set(keys).size);
});
