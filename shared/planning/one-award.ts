/** How one award can be paid for: as a plan of it alone would be. Pure. */
import type { Need, Purses } from './paying.ts';
import { payerOf } from './paying.ts';
import { type Payment, paymentOf, shortOf } from './payment.ts';

export type WalletOption =
  | { kind: 'bookable' | 'transfer'; payment: Payment }
  /** The miles that are missing after every possible move and transfer. */
  | { kind: 'short'; by: number };

/** How a number of whole miles of a programme can be paid for: with the fewest points of banks. */
export function optionFor(purses: Purses, need: Need): WalletOption {
  if (need.miles <= 0)
    return { kind: 'bookable', payment: { paidBy: [], transfers: [], moves: [], left: [] } };
  const payment = paymentOf(purses, [need]);
  if (payment === null)
    return { kind: 'short', by: shortOf(purses, [need]).reduce((sum, { miles }) => sum + miles, 0) };
  return { kind: payment.transfers.length === 0 ? 'bookable' : 'transfer', payment };
}

/** The payments by one bank account alone that are not the option itself, the fewest points first. */
export function otherWays(purses: Purses, need: Need, option: WalletOption): Payment[] {
  if (option.kind !== 'transfer') return [];
  const used = new Set(option.payment.transfers.map(({ owner, line }) => JSON.stringify([owner, line.bank])));
  const banks = purses.balances.filter(({ kind }) => kind === 'bank');
  return [...new Map(banks.map((one) => [JSON.stringify([one.owner, one.name]), one])).entries()]
    .flatMap(([key, { owner, name }]) => {
      if (used.size === 1 && used.has(key)) return [];
      const isOnlyBank = (one: Purses['balances'][number]) =>
        one.kind === 'programme' || (one.owner === owner && one.name === name);
      const alone = { ...purses, balances: purses.balances.filter(isOnlyBank) };
      return paymentOf(alone, [need]) ?? [];
    })
    .sort((a, b) => (a.transfers[0]?.points ?? 0) - (b.transfers[0]?.points ?? 0));
}

/** The most miles of a programme that one award may cost: with those of its pool and household, and with every transfer as well. */
export function reachOf(purses: Purses): (programme: string) => { pooled: number; transfers: number } {
  const [all, held] = [purses, { ...purses, transfers: [] }].map(payerOf);
  return (programme) => ({
    pooled: Math.max(0, held?.most([], programme) ?? 0),
    transfers: Math.max(0, all?.most([], programme) ?? 0),
  });
}
