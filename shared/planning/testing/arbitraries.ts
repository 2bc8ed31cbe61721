/** Small random worlds and wallets: few prices and days, so that much competes. */
import fc from 'fast-check';
import { type CandidateRow, candidatesOf, type World } from '../candidates.ts';
import type { Purses } from '../paying.ts';

export const PROGRAMMES = ['a', 'b', 'c'];
const AIRPORTS = ['LHR', 'LGW', 'HND', 'NRT'];
const TODAY = '2027-01-10';

const row = fc.record<CandidateRow>({
  id: fc.nat(1000),
  day: fc.integer({ min: 0, max: 6 }),
  origin: fc.nat(AIRPORTS.length - 1),
  destination: fc.nat(AIRPORTS.length - 1),
  programme: fc.nat(PROGRAMMES.length - 1),
  miles: fc.integer({ min: 1, max: 9 }),
  cabin: fc.constantFrom(0, 0, 0, 1),
  seatsUnknown: fc.constantFrom(0, 0, 0, 1),
  seenAt: fc.constantFrom(0, 60_000, 120_000),
  taxes: fc.constantFrom(-1, 0, 1, 2),
  minutes: fc.constantFrom(-1, 5, 6, 7),
  doubt: fc.constantFrom(0, 500_000, 1_000_000),
});

/** Which of the airports connect, and which are home to which: any relation, as hops of any length are. */
const relation = fc.array(fc.constantFrom(true, true, true, false), {
  minLength: AIRPORTS.length ** 2,
  maxLength: AIRPORTS.length ** 2,
});

const nights = fc.tuple(fc.nat(1), fc.nat(5)).map(([min, more]) => ({ min, max: min + more }));

export const worlds: fc.Arbitrary<World> = fc
  .record({
    legs: fc.array(fc.array(row, { minLength: 2, maxLength: 8 }), { minLength: 1, maxLength: 4 }),
    stays: fc.array(nights, { minLength: 4, maxLength: 4 }),
    connected: fc.option(relation, { nil: null }),
    home: fc.option(relation, { nil: null }),
  })
  .map(({ legs, stays, connected, home }) => ({
    legs: legs.map(candidatesOf),
    nights: stays,
    airports: AIRPORTS,
    programmes: PROGRAMMES,
    connects: (leg, from, to) => connected?.[(from * AIRPORTS.length + to + leg) % connected.length] ?? true,
    returnsTo: (last, first) => home?.[last * AIRPORTS.length + first] ?? true,
  }));

const balance = fc.record({
  owner: fc.constantFrom('Ana', 'Ben'),
  account: fc.constantFrom(
    ...(['a', 'b', 'c'] as const).map((name) => ({ kind: 'programme' as const, name })),
    ...(['x', 'y'] as const).map((name) => ({ kind: 'bank' as const, name })),
  ),
  points: fc.integer({ min: 0, max: 16 }),
  expires: fc.constantFrom(null, null, '2027-01-10', '2027-01-09'),
});

const line = fc.record({
  bank: fc.constantFrom('x', 'y'),
  programme: fc.constantFrom(...PROGRAMMES),
  points: fc.constantFrom(1, 1, 2, 3),
  miles: fc.constantFrom(1, 1, 2),
  minimum: fc.constantFrom(1, 2, 4),
  step: fc.constantFrom(1, 2),
  bonusPercent: fc.constantFrom(0, 0, 30),
  bonusUntil: fc.constantFrom(null, '2027-01-09', '2027-01-10'),
});

export const purses: fc.Arbitrary<Purses> = fc
  .record({
    balances: fc.array(balance, { minLength: 1, maxLength: 6 }),
    transfers: fc.uniqueArray(line, { maxLength: 3, selector: ({ bank, programme }) => bank + programme }),
    pools: fc.constantFrom<readonly (readonly string[])[]>([], [['a', 'b']]),
    households: fc.subarray(['a', 'c']),
  })
  .map(({ balances, ...rest }) => ({
    today: TODAY,
    balances: balances.map(({ account, ...each }) => ({ ...each, ...account })),
    ...rest,
  }));
