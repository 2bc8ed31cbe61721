import { describe, expect, it } from 'vitest';
import type { Holdings } from './holdings.ts';
import { optionFor, reachOf } from './options.ts';
import type { TransferLine } from './transfer.ts';

const TODAY = '2027-03-01';
const line = (bank: string, change: Partial<TransferLine> = {}): TransferLine => ({
  bank,
  programme: 'united',
  points: 1,
  miles: 1,
  minimum: 1_000,
  step: 1_000,
  bonusPercent: 0,
  bonusUntil: null,
  ...change,
});
const holdings = (
  own: number,
  banks: Record<string, number>,
  transfers: readonly TransferLine[],
): Holdings => ({
  today: TODAY,
  pools: [],
  households: [],
  transfers,
  balances: [
    { owner: 'You', kind: 'programme', name: 'united', points: own, expires: null },
    ...Object.entries(banks).map(([name, points]) => ({
      owner: 'You',
      kind: 'bank' as const,
      name,
      points,
      expires: null,
    })),
  ],
});
const of = (owner: string, wallet: Holdings) => wallet.balances.map((balance) => ({ ...balance, owner }));

const waysOf = (given: Holdings, miles: number) => {
  const option = optionFor(given, 'united', miles);
  return option.kind === 'transfer'
    ? option.ways.map((way) => way.map((each) => [each.line.bank, each.points, each.miles]))
    : option;
};

describe('what pays for an award', () => {
  it('names every bank that is enough alone, otherwise the fewest together, ending with the one that needs least', () => {
    const lines = [
      line('a'),
      line('b', { points: 5, miles: 4 }),
      line('c', { bonusPercent: 50, bonusUntil: TODAY }),
    ];
    expect(waysOf(holdings(10_000, { a: 30_000, b: 30_000, c: 20_000 }, lines), 34_000)).toEqual([
      [['c', 16_000, 24_000]],
      [['a', 24_000, 24_000]],
      [['b', 30_000, 24_000]],
    ]);
    expect(waysOf(holdings(0, { a: 30_000, b: 30_000, c: 20_000 }, lines), 60_000)).toEqual([
      [
        ['a', 30_000, 30_000],
        ['c', 20_000, 30_000],
      ],
    ]);
    expect(optionFor(holdings(0, { a: 30_000, b: 30_000, c: 20_000 }, lines), 'united', 84_001)).toEqual({
      kind: 'short',
      owner: 'You',
      household: false,
      own: 0,
      moved: [],
      by: 1,
    });
  });
});

describe('the wallets of two owners', () => {
  const ana = holdings(30_000, { citi: 20_000 }, [line('citi')]);
  const ben = holdings(25_000, { citi: 60_000 }, [line('citi')]);
  const both = { ...ana, balances: [...of('Ana', ana), ...of('Ben', ben)] };

  it('pay each for themselves: first who has the miles, then who moves fewest points', () => {
    expect(optionFor(both, 'united', 28_000)).toMatchObject({ kind: 'bookable', owner: 'Ana', own: 30_000 });
    expect(optionFor(both, 'united', 45_000)).toMatchObject({ kind: 'transfer', owner: 'Ana' });
    expect(optionFor(both, 'united', 80_000)).toMatchObject({ kind: 'transfer', owner: 'Ben' });
  });

  it('are short by what the one who comes closest lacks', () => {
    expect(optionFor(both, 'united', 100_000)).toMatchObject({ kind: 'short', owner: 'Ben', by: 15_000 });
  });

  it('pay together where the programme pools a household, each by their own transfers', () => {
    const household = { ...both, households: ['united'] };
    expect(optionFor(household, 'united', 28_000)).toMatchObject({ owner: 'Ana', household: false });
    expect(optionFor(household, 'united', 55_000)).toMatchObject({ kind: 'bookable', household: true });
    const option = optionFor(household, 'united', 130_000);
    expect(option).toMatchObject({ kind: 'transfer', household: true, own: 55_000 });
    expect(option.kind === 'transfer' && option.ways[0]?.map(({ owner, points }) => [owner, points])).toEqual(
      [
        ['Ben', 60_000],
        ['Ana', 15_000],
      ],
    );
    expect(optionFor(household, 'united', 140_000)).toMatchObject({ kind: 'short', by: 5_000 });
  });

  it('are reached by the one who has most, of one as of three', () => {
    const cleo = holdings(5_000, {}, []);
    const three = { ...both, balances: [...both.balances, ...of('Cleo', cleo)] };
    for (const all of [both, three])
      expect(reachOf(all, 'united')).toEqual({ own: 30_000, pooled: 30_000, transfers: 85_000 });
  });
});

describe('the programmes of one pool', () => {
  const pool = {
    currency: 'Avios',
    programmes: ['united', 'iberia', 'qatar'],
    from: null,
    asOf: TODAY,
    until: TODAY,
    note: null,
    source: '',
  };
  const miles = (name: string, points: number) =>
    ({ owner: 'You', kind: 'programme', name, points, expires: null }) as const;
  const lines = [line('a', { programme: 'iberia' }), line('a'), line('b', { programme: 'qatar' })];
  const alone = holdings(1_000, { a: 10_000, united: 7 }, lines);
  const wallet = {
    ...alone,
    pools: [pool],
    balances: [...alone.balances, miles('iberia', 2_000), miles('qatar', 3_000)],
  };

  it('count once each, and a bank that sends to two of them once', () => {
    expect(reachOf(wallet, 'united')).toEqual({ own: 1_000, pooled: 6_000, transfers: 16_000 });
  });

  it('give the most first, and no more than is needed', () => {
    const movedFor = (price: number) =>
      optionFor(wallet, 'united', price).moved.map(({ from, miles: moved }) => [from, moved]);
    expect(movedFor(1_000)).toEqual([]);
    expect(movedFor(4_000)).toEqual([['qatar', 3_000]]);
    expect(movedFor(5_500)).toEqual([
      ['qatar', 3_000],
      ['iberia', 1_500],
    ]);
  });

  it('are sent points only where the programme itself is not', () => {
    const option = optionFor(wallet, 'united', 10_000);
    expect(option).toMatchObject({ kind: 'transfer', ways: [[{ line: lines[1], points: 4_000 }]] });
    const noneLeft = { ...wallet, balances: [...wallet.balances, miles('b', 1)] };
    expect(optionFor(noneLeft, 'united', 17_000)).toMatchObject({ kind: 'short', by: 1_000 });
  });
});
