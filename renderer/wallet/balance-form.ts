import type { z } from 'zod';
import type { walletBalanceSchema } from '#shared/contract/wallet.ts';
import { isCalendarDate } from '#shared/dates.ts';
import { compareNames, formatNumber } from '#shared/formats.ts';
import { DEFAULT_OWNER } from '#shared/wallet/holdings.ts';
import { readMiles } from '../records/typed-miles.ts';
import { accountLabel, bankNamed, programmeNamed } from './account-names.ts';

export type TypedBalance = {
  owner: string;
  kind: 'programme' | 'bank';
  name: string;
  points: string;
  expires: string;
};
export type BalanceProblems = Partial<Record<'owner' | 'name' | 'points' | 'expires', string>>;
type WalletBalance = z.infer<typeof walletBalanceSchema>;

export const NO_BALANCE: TypedBalance = {
  owner: DEFAULT_OWNER,
  kind: 'programme',
  name: '',
  points: '',
  expires: '',
};

export const typedBalance = ({ owner, kind, name, points, expires }: WalletBalance): TypedBalance => ({
  owner,
  kind,
  name: accountLabel({ kind, name }),
  points: formatNumber(points),
  expires: expires ?? '',
});

/**
 * A balance of the same owner's same account, under whatever name it was typed: two of them add up. Null for none, and for
 * the one that is changed.
 * @param changed its id; null for a new one
 */
export const sameAccount = <Held extends WalletBalance & { balanceId: string }>(
  balances: readonly Held[],
  { owner, kind, name }: WalletBalance,
  changed: string | null,
): Held | null =>
  balances.find(
    (held) =>
      held.balanceId !== changed &&
      held.kind === kind &&
      compareNames(held.name, name) === 0 &&
      compareNames(held.owner, owner) === 0,
  ) ?? null;

/**
 * Reads what was typed, or returns an error for each invalid field.
 * @param others programmes of records that the pack does not know
 */
export function readBalance(
  typed: TypedBalance,
  others: readonly string[] = [],
): {
  balance: WalletBalance | null;
  problems: BalanceProblems;
} {
  const problems: BalanceProblems = {};
  const bank = typed.kind === 'bank' ? bankNamed(typed.name) : programmeNamed(typed.name, others);
  if (bank.problem !== undefined) problems.name = bank.problem;
  const owner = typed.owner.trim();
  if (owner === '') problems.owner = 'Name whose it is.';
  const points = readMiles(typed.points)?.miles;
  if (points === undefined) problems.points = `Type whole points, such as ${formatNumber(45_000)}.`;
  if (typed.expires !== '' && !isCalendarDate(typed.expires)) problems.expires = 'Type a day, or nothing.';
  if (points === undefined || bank.problem !== undefined || Object.keys(problems).length > 0)
    return { balance: null, problems };
  return {
    balance: {
      owner,
      kind: typed.kind,
      name: 'bank' in bank ? bank.bank : bank.programme,
      points,
      expires: typed.expires === '' ? null : typed.expires,
    },
    problems,
  };
}
