import type { CalendarDate } from '../dates.ts';

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

/** Whether several people's miles of a programme pay together for one award. */
export type Household = {
  programme: string;
  /** What the programme calls it; null where it has none. */
  name: string | null;
  /** Whether all of their miles count: it is so, and a good source says it. */
  counts: boolean;
  /** Whether two sources, or the programme's own page, say what it says of it. */
  isConfirmed: boolean;
  /** Who may, and what holds for it. */
  terms: string;
  asOf: CalendarDate;
  until: CalendarDate;
  source: string;
};

/** Whether points can still be used. Expiry before travel does not matter: they are used at booking. */
export const isUsable = ({ expires }: Pick<Balance, 'expires'>, today: CalendarDate): boolean =>
  expires === null || today <= expires;

/** Whether several people own balances: it is then said whose each is. */
export const isShared = (balances: readonly Pick<Balance, 'owner'>[]): boolean =>
  new Set(balances.map(({ owner }) => owner)).size > 1;
