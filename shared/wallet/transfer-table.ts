/** The transfers that Milepost ships, as dated facts; the user's changes are in the data file. */
import type { CalendarDate } from '../dates.ts';
import type { TransferLine } from './transfer.ts';
import table from './transfer-table.json' with { type: 'json' };

type Row = readonly [
  bank: string,
  programme: string,
  points: number,
  miles: number,
  minimum: number,
  step: number,
];

/** The date of the table, from when on it is stale, and its source. */
export const TRANSFER_TABLE: { asOf: CalendarDate; staleAfter: CalendarDate; source: string } = table;

/** No bonus is shipped: a bonus lasts for weeks, a table for months. */
export const SHIPPED_TRANSFERS: readonly TransferLine[] = (table.lines as unknown as readonly Row[]).map(
  ([bank, programme, points, miles, minimum, step]) => ({
    bank,
    programme,
    points,
    miles,
    minimum,
    step,
    bonusPercent: 0,
    bonusUntil: null,
  }),
);

const BANKS: Readonly<Record<string, string>> = table.banks;

/** Banks whose points the table has, by name. */
export const KNOWN_BANKS: readonly { bank: string; name: string }[] = Object.entries(BANKS).map(
  ([bank, name]) => ({ bank, name }),
);

const named = (names: Readonly<Record<string, string>>, bank: string): string =>
  (Object.hasOwn(names, bank) ? names[bank] : undefined) ?? bank;

/** `Citi ThankYou`; a bank that the user added has the user's name for it. */
export const bankLabel = (bank: string): string => named(BANKS, bank);

/** The same where space is short: `Citi TY`. */
export const bankShort = (bank: string): string => named(table.shortNames, bank);
