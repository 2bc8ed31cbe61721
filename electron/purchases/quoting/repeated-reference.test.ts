import { expect, it } from 'vitest';
import { isUnresolved } from '#shared/purchase/state.ts';
import type { Reply } from '../../marketplace/http/answer.ts';
import {
  approvePurchase,
  desk,
  eachInItsFolder,
  failureCodeOf,
  input,
  open,
  show,
} from '../testing/one-purchase.ts';
import type { ServiceRequest } from '../testing/purchase-desk.ts';
import {
  answered,
  committedQuote,
  completedCall,
  failed,
  PRICE,
  pendingCall,
  settled,
  TOOL,
  TOOL_FACTS,
  usd,
} from '../testing/purchase-desk.ts';

/** A quote's reference that comes again, whatever became of the purchase that had it first (it may be a hash). */

eachInItsFolder();

/** What becomes of the first purchase: what its order is answered with, or what the user does. */
const FIRST: Record<string, (() => Reply) | 'discard' | 'expire' | null> = {
  quoted: null,
  discarded: 'discard',
  expired: 'expire',
  completed: () => answered(completedCall('call-1')),
  refused: () => answered({ kind: 'refused', code: 'x', retryable: false }),
  pending: () => pendingCall({ callRef: 'call-1', retryAfterMs: 5_000 }),
  unknown: () => failed({}),
  submitted: () => failed({ code: 'rate_limited', status: 429, delivery: 'answered', retryAfterMs: 60_000 }),
};

type Second = {
  request?: { toolRef?: string; input?: Record<string, unknown> };
  quote?: object;
  account?: object;
};
/** How the second request and its quote differ; `is` what that means while the first is not open. */
const SECOND: Record<string, Second & { is: 'bought' | 'ambiguous' | 'over_limit' | 'quote_expired' }> = {
  'the same request': { is: 'bought' },
  'another input': { request: { input: { ...input, cabin: 'first' } }, is: 'ambiguous' },
  'another Tool': { request: { toolRef: 'other' }, is: 'ambiguous' },
  'another normalised input': {
    quote: { normalizedInput: { ...input, origin_airport: 'EWR' } },
    is: 'ambiguous',
  },
  'another writing of the same request': {
    request: { input: { ...input, cabin: null } },
    quote: { normalizedInput: input },
    is: 'bought',
  },
  'another account': { account: { account: 'other' }, is: 'bought' },
  'another key': { account: { keyMark: 'other' }, is: 'bought' },
  'another marketplace': { account: { marketplace: 'https://other.example' }, is: 'bought' },
  'another version of the Tool': { quote: { toolVersion: '2' }, is: 'bought' },
  'a lower price': { quote: { price: usd(21_000) }, is: 'bought' },
  'a higher price': { quote: { price: usd(23_000) }, is: 'bought' },
  'another currency': { quote: { price: { ...PRICE, currency: 'AUD' } }, is: 'over_limit' },
  'an end that has passed': { quote: { expiresAt: 1_700_000_000_000 }, is: 'quote_expired' },
};

const cases = Object.keys(FIRST).flatMap((first) =>
  Object.keys(SECOND).map((second) => [first, second] as const),
);

it.each(cases)('of a purchase that is %s comes again for %s', async (state, how) => {
  const first = FIRST[state] ?? null;
  const { request, quote, account, is } = SECOND[how] ?? { is: 'bought' };
  let answer = (): Reply => answered(completedCall('call-2'));
  let terms: object = {};
  open(
    ({ role, members }: ServiceRequest) =>
      role === 'quote'
        ? answered(
            {
              ...committedQuote(desk.state.now + 60_000, 'hash', members.input),
              toolRef: members.toolRef,
              ...terms,
            },
            desk.state.now,
          )
        : role === 'call'
          ? answer()
          : failed({}),
    {
      toolFacts: (toolRef) => ({
        ...TOOL_FACTS,
        toolId: toolRef === TOOL ? TOOL_FACTS.toolId : toolRef,
        listedAuthorisation: null,
      }),
    },
  );
  const { handlers } = desk.purchases;
  const one = await handlers.quote({ toolRef: TOOL, input });
  if (first === 'discard') await handlers.discard({ purchaseId: one.purchaseId });
  else if (first === 'expire') desk.pass(61_000);
  else if (first !== null) {
    answer = first;
    await approvePurchase(one);
    await settled();
  }
  const { state: before } = await show(one);
  expect(before).toBe(state);
  const orders = desk.calls().length;

  terms = quote ?? {};
  answer = () => answered(completedCall('call-2'));
  desk.state.accountContext = { ...desk.state.accountContext, ...account };
  let outcome = '';
  const code = await failureCodeOf(async () => {
    const other = await handlers.quote({ toolRef: TOOL, input, ...request });
    outcome = other.state === 'not_quoted' ? 'ambiguous' : '';
    if (other.state !== 'quoted') return;
    await approvePurchase(other);
    await settled();
    outcome = (await show(other)).state === 'completed' ? 'bought' : '';
  });
  const isOther = request !== undefined && is === 'ambiguous';
  const blocked = isUnresolved(before) && how !== 'another marketplace' && !isOther;
  expect(outcome || code).toBe(blocked ? 'already_open' : is);
  expect(desk.calls()).toHaveLength(orders + (outcome === 'bought' ? 1 : 0));
  expect(new Set(desk.calls().map(({ members }) => members.idempotencyKey)).size).toBe(desk.calls().length);
  // Only a quote that waits is replaced by a new one of the same request.
  expect(['discarded', before]).toContain((await show(one)).state);
  expect((await show(one)).state === before || before === 'quoted').toBe(true);
});
