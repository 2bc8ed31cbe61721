/** Small random worlds and wallets: few prices and days, so that much competes. */
import fc from 'fast-check';
import { type Candidates, newCandidates, type World } from '../candidates.ts';
import type { Purses } from '../paying.ts';

type CandidateRow = { [Column in keyof Omit<Candidates, 'count'>]: number };

function candidatesOf(rows: readonly CandidateRow[]): Candidates {
  const all = newCandidates(rows.length);
  for (const [place, row] of rows.entries())
    for (const [column, value] of Object.entries(row) as [keyof CandidateRow, number][])
      all[column][place] = value;
  all.count = rows.length;
  return all;
}

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

/** Records that mostly differ in day, miles, hours and taxes alone: what decides between them is to the mile. */
const alikeRow = fc.record<CandidateRow>({
  id: fc.nat(1000),
  day: fc.integer({ min: 0, max: 6 }),
  origin: fc.constantFrom(0, 0, 0, 1),
  destination: fc.constant(2),
  programme: fc.constantFrom(0, 0, 1),
  miles: fc.integer({ min: 1, max: 9 }),
  cabin: fc.constant(0),
  seatsUnknown: fc.constantFrom(0, 0, 0, 1),
  seenAt: fc.constantFrom(0, 60_000, 120_000),
  taxes: fc.integer({ min: 0, max: 5 }),
  minutes: fc.integer({ min: 5, max: 8 }),
  doubt: fc.constantFrom(0, 500_000, 1_000_000),
});

type WorldParts = {
  legs: CandidateRow[][];
  stays: { min: number; max: number }[];
  connected: boolean[] | null;
  home: boolean[] | null;
};

const anyParts: fc.Arbitrary<WorldParts> = fc.record({
  legs: fc.array(fc.array(row, { minLength: 2, maxLength: 8 }), { minLength: 1, maxLength: 4 }),
  stays: fc.array(nights, { minLength: 4, maxLength: 4 }),
  connected: fc.option(relation, { nil: null }),
  home: fc.option(relation, { nil: null }),
});

/** As many legs as a trip can have, with few records each, so that every plan can be tried. */
const longParts: fc.Arbitrary<WorldParts> = fc.record({
  legs: fc.array(fc.array(row, { minLength: 2, maxLength: 3 }), { minLength: 5, maxLength: 6 }),
  stays: fc.constant(Array.from({ length: 6 }, () => ({ min: 0, max: 6 }))),
  connected: fc.option(relation, { nil: null }),
  home: fc.option(relation, { nil: null }),
});

const alikeParts: fc.Arbitrary<WorldParts> = fc.record({
  legs: fc.array(fc.array(alikeRow, { minLength: 4, maxLength: 8 }), { minLength: 2, maxLength: 3 }),
  stays: fc.constant(Array.from({ length: 3 }, () => ({ min: 0, max: 6 }))),
  connected: fc.constant(null),
  home: fc.constant(null),
});

export const worlds: fc.Arbitrary<World> = fc
  .oneof(
    { weight: 6, arbitrary: anyParts },
    { weight: 4, arbitrary: alikeParts },
    { weight: 1, arbitrary: longParts },
  )
  .map(({ legs, stays, connected, home }) => ({
    legs: legs.map(candidatesOf),
    nights: stays,
    airports: AIRPORTS,
    programmes: PROGRAMMES,
    connects: (leg, from, to) => connected?.[(from * AIRPORTS.length + to + leg) % connected.length] ?? true,
    returnsTo: (last, first) => home?.[last * AIRPORTS.length + first] ?? true,
  }));

/** Every transfer of every amount is tried by definition: banks have few points. */
const account = (kind: 'programme' | 'bank', names: readonly string[], most: number) =>
  fc.record({
    kind: fc.constant(kind),
    name: fc.constantFrom(...names),
    owner: fc.constantFrom('Ana', 'Ben'),
    points: fc.integer({ min: 0, max: most }),
    expires: fc.constantFrom(null, null, '2027-01-10', '2027-01-09'),
  });
const balance = fc.oneof(
  { weight: 1, arbitrary: account('programme', PROGRAMMES, 16) },
  { weight: 1, arbitrary: account('bank', ['x', 'y'], 9) },
);

const line = fc.record({
  bank: fc.constantFrom('x', 'y'),
  programme: fc.constantFrom(...PROGRAMMES),
  points: fc.constantFrom(1, 1, 2, 3),
  miles: fc.constantFrom(1, 1, 2),
  minimum: fc.constantFrom(1, 2, 4),
  step: fc.constantFrom(1, 2),
  blockPoints: fc.constantFrom(0, 0, 3, 4),
  blockMiles: fc.constantFrom(1, 3),
  bonusPercent: fc.constantFrom(0, 0, 30),
  bonusUntil: fc.constantFrom(null, '2027-01-09', '2027-01-10'),
});

/** A wallet that pays for some of the plans of records that are alike, and for few. */
const scarce: fc.Arbitrary<Purses> = fc.record({
  today: fc.constant(TODAY),
  balances: fc.tuple(fc.integer({ min: 3, max: 14 }), fc.integer({ min: 0, max: 9 })).map((points) =>
    points.map((each, at) => ({
      owner: 'Ana',
      kind: 'programme' as const,
      name: PROGRAMMES[at] ?? '',
      points: each,
      expires: null,
    })),
  ),
  transfers: fc.constant([]),
  pools: fc.constant([]),
  households: fc.constant([]),
});

/** Ten accounts of four people in pools and household accounts. */
const family: fc.Arbitrary<Purses> = fc.record({
  today: fc.constant(TODAY),
  balances: fc.array(
    fc.record({
      kind: fc.constant('programme' as const),
      name: fc.constantFrom(...PROGRAMMES),
      owner: fc.constantFrom('Ana', 'Ben', 'Cem', 'Dora'),
      points: fc.integer({ min: 0, max: 9 }),
      expires: fc.constant(null),
    }),
    { minLength: 8, maxLength: 10 },
  ),
  transfers: fc.constant([]),
  pools: fc.constantFrom<readonly (readonly string[])[]>([], [['a', 'b']]),
  households: fc.subarray(['a', 'c']),
});

/** A bank that reaches both programmes of a pool in steps of its own, and little else that pays. */
const pooledBank: fc.Arbitrary<Purses> = fc.record({
  today: fc.constant(TODAY),
  balances: fc.tuple(fc.integer({ min: 2, max: 9 }), fc.nat(3), fc.nat(3)).map((points) =>
    points.map((each, at) => ({
      owner: 'Ana',
      kind: at === 0 ? ('bank' as const) : ('programme' as const),
      name: ['x', 'a', 'b'][at] ?? '',
      points: each,
      expires: null,
    })),
  ),
  transfers: fc
    .tuple(line, line)
    .map((lines) =>
      lines.map((each, at) => ({ ...each, bank: 'x', programme: PROGRAMMES[at] ?? '', bonusPercent: 0 })),
    ),
  pools: fc.constant([['a', 'b']]),
  households: fc.constant([]),
});

const anyPurses: fc.Arbitrary<Purses> = fc.record({
  today: fc.constant(TODAY),
  balances: fc.array(balance, { minLength: 1, maxLength: 6 }),
  transfers: fc.uniqueArray(line, {
    minLength: 1,
    maxLength: 3,
    selector: ({ bank, programme }) => bank + programme,
  }),
  pools: fc.constantFrom<readonly (readonly string[])[]>([], [['a', 'b']]),
  households: fc.subarray(['a', 'c']),
});

export const purses: fc.Arbitrary<Purses> = fc.oneof(
  { weight: 6, arbitrary: anyPurses },
  { weight: 2, arbitrary: scarce },
  { weight: 1, arbitrary: family },
  { weight: 2, arbitrary: pooledBank },
);
