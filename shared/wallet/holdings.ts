import type { CalendarDate } from '../dates.ts';
import type { TransferLine } from './transfer.ts';

/** An account of points: a frequent flyer programme by the services' word for it, or a bank. */
export type Account = { kind: 'programme' | 'bank'; name: string };

/** Whose a balance is where nobody else was typed. */
export const DEFAULT_OWNER = 'You';

/** Points of an account that expire together. */
export type Balance = Account & {
  /** Whose account it is: nobody books with the points of another. */
  owner: string;
  points: number;
  /** The last day on which they can be used; null where they do not expire. */
  expires: CalendarDate | null;
};

/** A group of programmes: one member's miles move among them one for one, at once and free. */
export type Pool = {
  /** What the miles are called: `Avios`. */
  currency: string;
  /** By their accounts' words. */
  programmes: readonly string[];
  /** The first day; null where it is not known, and long past. */
  from: CalendarDate | null;
  /** The day that it was true on, and the last day on which it is to be relied on. */
  asOf: CalendarDate;
  until: CalendarDate;
  /** The conditions, in the source's words; null where it says nothing. */
  note: string | null;
  source: string;
};

/** What the user can book with: balances, and how points transfer. */
export type Holdings = {
  today: CalendarDate;
  balances: readonly Balance[];
  transfers: readonly TransferLine[];
  /** Programmes whose miles move freely among them: those of one user, never of two. */
  pools: readonly Pool[];
};

/** Whether points can still be used. Expiry before travel does not matter: they are used at booking. */
export const isUsable = ({ expires }: Pick<Balance, 'expires'>, today: CalendarDate): boolean =>
  expires === null || today <= expires;

/** The wallet of each owner, in the order of their first balances; one empty wallet where there are no balances. */
export function byOwner(holdings: Holdings): Holdings[] {
  const owners = new Set(holdings.balances.map(({ owner }) => owner));
  if (owners.size < 2) return [holdings];
  return [...owners].map((one) => ({
    ...holdings,
    balances: holdings.balances.filter(({ owner }) => owner === one),
  }));
}

/** Usable points of one account in the wallet of one owner; those of two accounts are never added. */
export function pointsIn({ balances, today }: Holdings, { kind, name }: Account): number {
  return balances
    .filter((balance) => balance.kind === kind && balance.name === name && isUsable(balance, today))
    .reduce((sum, { points }) => sum + points, 0);
}
