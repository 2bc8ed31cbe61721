import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../testing/property-runs.ts';
import { proves } from '../testing/proves.ts';
import type { Holdings, Pool } from './holdings.ts';
import { optionFor, reachOf } from './options.ts';
import { holdings, PROGRAMMES } from './testing/arbitraries.ts';
import { referencePoints } from './testing/reference.ts';

const RUNS = { numRuns: propertyRuns(300, 10_000) };
const [ONE = '', OTHER = ''] = PROGRAMMES;
const pool: Pool = {
  currency: 'Avios',
  programmes: PROGRAMMES,
  from: null,
  asOf: '2026-11-26',
  until: '2027-11-26',
  note: null,
  source: '',
};
/** Wallets of which each bank sends to one programme of a pool only. */
const pooled = holdings.map(
  (wallet): Holdings => ({
    ...wallet,
    pools: [pool],
    transfers: wallet.transfers.filter(
      (line, place) => wallet.transfers.findIndex((other) => other.bank === line.bank) === place,
    ),
  }),
);
/** The same wallet with every mile and every line of the pool in one programme. */
const inOne = (wallet: Holdings, programme: string): Holdings => ({
  ...wallet,
  pools: [],
  balances: wallet.balances.map((each) => (each.kind === 'programme' ? { ...each, name: programme } : each)),
  transfers: wallet.transfers.map((line) => ({ ...line, programme })),
});
const price = fc.integer({ min: 1, max: 90 });

it('pays from a pool what one programme with all its miles pays', () => {
  proves(
    0.3,
    [pooled, fc.constantFrom(ONE, OTHER), price],
    (wallet, programme, miles) => {
      const option = optionFor(wallet, programme, miles);
      const alone = optionFor(inOne(wallet, programme), programme, miles);
      expect(option.kind).toBe(alone.kind);
      if (option.kind === 'short' && alone.kind === 'short') expect(option.by).toBe(alone.by);
      if (option.kind === 'transfer' && alone.kind === 'transfer')
        expect(option.ways.map((way) => way.map(({ line, points }) => [line.bank, points]))).toEqual(
          alone.ways.map((way) => way.map(({ line, points }) => [line.bank, points])),
        );
      expect(reachOf(wallet, programme).transfers).toBe(reachOf(wallet, OTHER).transfers);
      return option.moved.length > 0 || option.kind === 'transfer';
    },
    RUNS,
  );
});

it('moves only what is there and needed, after the programme’s own miles', () => {
  proves(
    0.2,
    [pooled, price],
    (wallet, miles) => {
      const { own, moved } = optionFor(wallet, ONE, miles);
      const sum = moved.reduce((all, move) => all + move.miles, 0);
      expect(sum).toBeLessThanOrEqual(Math.max(0, miles - own));
      for (const move of moved)
        expect(move.miles).toBeLessThanOrEqual(referencePoints(wallet, 'programme', move.from));
      return moved.length > 0;
    },
    RUNS,
  );
});
