import fc from 'fast-check';
import { addDays } from '../../dates.ts';
import { type Balance, DEFAULT_OWNER, type Holdings } from '../holdings.ts';
import type { TransferLine } from '../transfer.ts';

const TODAY = '2027-03-01';
const BANKS = ['amex', 'citi', 'chase'];
export const PROGRAMMES = ['aeroplan', 'flyingblue'];

const near = fc.option(fc.integer({ min: -3, max: 3 }).map((days) => addDays(TODAY, days)));

export const transferLine = (bank: string, programme: string): fc.Arbitrary<TransferLine> =>
  fc.record({
    bank: fc.constant(bank),
    programme: fc.constant(programme),
    points: fc.integer({ min: 1, max: 5 }),
    miles: fc.integer({ min: 1, max: 5 }),
    minimum: fc.integer({ min: 1, max: 12 }),
    step: fc.integer({ min: 1, max: 5 }),
    bonusPercent: fc.constantFrom(0, 10, 25, 30),
    bonusUntil: near,
  });

const balance = (points: number): fc.Arbitrary<Balance> =>
  fc
    .tuple(
      fc.constantFrom(
        ...BANKS.map((name) => ({ kind: 'bank' as const, name })),
        ...PROGRAMMES.map((name) => ({ kind: 'programme' as const, name })),
      ),
      fc.integer({ min: 0, max: points }),
      near,
    )
    .map(([account, held, expires]) => ({ owner: DEFAULT_OWNER, ...account, points: held, expires }));

/** Wallets small enough that every way of moving points can be tried. */
export const holdings: fc.Arbitrary<Holdings> = fc.record({
  today: fc.constant(TODAY),
  pools: fc.constant([]),
  households: fc.constant([]),
  balances: fc.array(balance(20), { maxLength: 8 }),
  transfers: fc
    .tuple(
      ...BANKS.flatMap((bank) =>
        PROGRAMMES.map((programme) => fc.option(transferLine(bank, programme), { nil: undefined })),
      ),
    )
    .map((lines) => lines.filter((line) => line !== undefined)),
});
