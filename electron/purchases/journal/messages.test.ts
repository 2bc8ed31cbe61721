import { expect, it } from 'vitest';
import { PURCHASE_STATES } from '#shared/purchase/state.ts';
import { failureWith } from '../../marketplace/http/request-failure.ts';
import { statusMessage } from '../../marketplace/http/status-messages.ts';
import { type Entry, NOT_QUOTED_YET } from './entry.ts';
import { plainRefusal, refusalIn, refusalOfFailure, stateMessage } from './messages.ts';

const refused = (status: number, code: string | null, kind: string | null) => {
  const said = statusMessage(status);
  return refusalOfFailure(
    failureWith(said.code, 'answered', said.words, {
      status,
      problem: { code, kind, title: null, detail: null, retryable: null },
    }),
  );
};

it.each([
  [401, 'moon_in_retrograde', null, 'unauthenticated'],
  [403, 'moon_in_retrograde', null, 'permission_denied'],
  [400, 'moon_in_retrograde', 'UNAUTHENTICATED', 'unauthenticated'],
  [422, 'moon_in_retrograde', 'PERMISSION_DENIED', 'permission_denied'],
  [401, null, null, 'unauthenticated'],
  [401, 'moon_in_retrograde', 'CELESTIAL', 'unauthenticated'],
  [401, 'moon_in_retrograde', 'INVALID_ARGUMENT', 'unauthenticated'],
  [400, 'moon_in_retrograde', 'unauthenticated', 'unauthenticated'],
])('an unknown code hides no refused key: %i, %s, %s', (status, code, kind, is) => {
  const shown = refused(status, code, kind);
  expect(shown.code).toBe(is);
  expect(shown.words).toContain('Settings');
  if (code !== null) expect(shown.words).toContain(code);
});

it.each([
  'INVALID_ARGUMENT',
  'FAILED_PRECONDITION',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'RESOURCE_EXHAUSTED',
  'UNAVAILABLE',
])('an unknown code does not hide the kind %s', (kind) => {
  const shown = refused(400, 'moon_in_retrograde', kind);
  expect(shown.words).not.toMatch(/^The service refused with the code/u);
  expect(shown.words).toContain('moon_in_retrograde');
  expect(refused(400, null, kind).words).not.toMatch(/the code/u);
});

it.each([404, 409, 410, 413, 429, 418])('an unknown code does not hide the status %i', (status) => {
  const { words } = refused(status, 'moon_in_retrograde', null);
  expect(words).toContain(statusMessage(status).words);
  expect(words).toContain('moon_in_retrograde');
});

it('what does not exist is said to, whatever kind is named beside it', () => {
  for (const kind of ['FAILED_PRECONDITION', 'NOT_FOUND', null])
    expect(refused(404, 'not_found', kind).words).toContain(statusMessage(404).words);
  expect(refused(404, 'not_found', 'FAILED_PRECONDITION').words).not.toContain('first');
});

it('a known code says more than its kind', () => {
  expect(refused(400, 'insufficient_balance', 'FAILED_PRECONDITION')).toMatchObject({
    code: 'insufficient_balance',
    words: 'The account does not hold enough money for this.',
  });
});

/** As seen live. */
const QUOTE_REFUSAL_CODES = [
  ...['tool_not_found', 'tool_not_current', 'tool_not_ready', 'tool_unsupported', 'input_invalid'],
  ...['grant_not_found', 'budget_exceeded', 'insufficient_balance', 'treasury_capacity_unavailable'],
  ...['pricing_setup_required', 'commercial_policy_unavailable', 'inspection_unavailable'],
];

it('every code that a quote may be refused with has words of its own', () => {
  const words = QUOTE_REFUSAL_CODES.map((code) => refused(400, code, null).words);
  expect(new Set(words).size).toBe(QUOTE_REFUSAL_CODES.length);
  expect(words.join()).not.toContain('does not know');
});

it('a charge of each kind, and none, is said in words of its own', () => {
  const price = { currency: 'USD', units: '22000', exponent: 6 };
  const said = (['completed', 'refused'] as const).flatMap((state) =>
    [
      { chargeState: 'free_tier' },
      { chargeState: 'refunded' },
      { chargeState: 'insufficient_credit' },
      { chargeState: 'outcome_unknown' },
      { chargeState: 'paid', charged: price },
      { chargeState: 'paid', charged: { ...price, units: '33000' } },
      {},
    ].map((charge) => stateMessage({ ...NOT_QUOTED_YET, state, price, ...charge } as Entry)),
  );
  expect(new Set(said).size).toBe(said.length);
});

it('each state is said in words of its own, with what it waits for, why it ended, and an alarm', () => {
  const price = { currency: 'USD', units: '22000', exponent: 6 };
  const refusal = plainRefusal({ code: 'gone', words: 'Gone for good.' });
  const said = (more: object, waitsFor: string | null = null) =>
    PURCHASE_STATES.map((state) =>
      stateMessage({ ...NOT_QUOTED_YET, state, price, ...more } as Entry, waitsFor),
    );
  const plain = said({});
  expect(new Set(plain).size).toBe(PURCHASE_STATES.length);
  const differs = (other: string[]) => PURCHASE_STATES.filter((_state, at) => other[at] !== plain[at]);
  expect(differs(said({}, 'It waits for a key.'))).toEqual(['submitted', 'pending', 'unknown']);
  expect(differs(said({ waitUntil: 9 }))).toEqual(['submitted']);
  // What waits for another account, marketplace or key is neither read nor sent again by itself.
  for (const waitUntil of [null, 9])
    expect(said({ waitUntil }, 'It waits for a key.').join()).not.toMatch(/reads its status|is sent again/u);
  expect(differs(said({ refusal }))).toEqual(['not_quoted', 'not_sent', 'unknown', 'refused']);
  const charged = said({ charged: { ...price, units: '33000' } });
  expect(differs(charged)).toEqual(['pending', 'unknown', 'completed', 'refused', 'cancelled']);
  expect([...plain, ...said({ refusal })].join()).not.toMatch(/ {2}|null|undefined/u);
});

it('names what a refusal requires of the user by its title, else by its description', () => {
  const required = (...items: [title: string | null, description: string | null][]) =>
    refusalIn(
      {
        code: 'authority_required',
        requiredActions: {
          sent: items.length,
          items: items.map(([title, description]) => ({ title, description })),
        },
      } as unknown as Parameters<typeof refusalIn>[0],
      null,
    ).requiredActions.map(({ title, description }) => [title, description]);
  expect(
    required(['Top up', 'At the marketplace'], ['Confirm', null], [null, 'Ask them'], [null, null]),
  ).toEqual([
    ['Top up', 'At the marketplace'],
    ['Confirm', ''],
    ['Ask them', 'Ask them'],
  ]);
  expect(refusalIn({ code: null, requiredActions: null } as never, 5)).toMatchObject({
    code: 'unknown_code',
    retryAfterMs: 5,
    requiredActions: [],
  });
});
