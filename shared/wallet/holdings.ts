import type { CalendarDate } from '../dates.ts';
import type { TransferLine } from './transfer.ts';

/** An account of points: a frequent flyer programme by the services' word for it, or a bank. */
export type Account = { kind: 'programme' | 'bank'; name: string };

/** Points of an account that expire together. */
export type Balance = Account & {
  points: number;
  /** The last day on which they can be used; null where they do not expire. */
  expires: CalendarDate | null;
};

/** What the user can book with: balances, and how points transfer. */
export type Holdings = {
  today: CalendarDate;
  balances: readonly Balance[];
  transfers: readonly TransferLine[];
};

/** Whether points can still be used. Expiry before travel does not matter: they are used at booking. */
export const isUsable = ({ expires }: Pick<Balance, 'expires'>, today: CalendarDate): boolean =>
  expires === null || today <= expires;

/** Usable points of one account; those of two accounts are never added. */
export function pointsIn({ balances, today }: Holdings, { kind, name }: Account): number {
  return balances
    .filter((balance) => balance.kind === kind && balance.name === name && isUsable(balance, today))
    .reduce((sum, { points }) => sum + points, 0);
}
