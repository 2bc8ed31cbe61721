import { z } from 'zod';
import { formatDecimal, readDecimal } from './formats.ts';

/**
 * An exact amount: `units × 10^-exponent` of `currency`. Units are an integer written as a decimal string, so that
 * no float ever touches money. USD 0.022000 is `{ currency: 'USD', units: '22000', exponent: 6 }`.
 */
export const amountSchema = z.object({
  currency: z.string().regex(/^[A-Za-z0-9._-]{2,16}$/),
  units: z.string().regex(/^-?\d{1,40}$/),
  exponent: z.int().min(0).max(18),
});
export type Amount = z.infer<typeof amountSchema>;

const rescaled = (amount: Amount, exponent: number): bigint =>
  BigInt(amount.units) * 10n ** BigInt(exponent - amount.exponent);

export function zero(currency: string, exponent = 6): Amount {
  return { currency, units: '0', exponent };
}

/** The amount, or zero where it is below. */
export const notNegative = (amount: Amount): Amount =>
  amount.units.startsWith('-') ? zero(amount.currency, amount.exponent) : amount;

/** Orders two amounts of one currency: negative, zero or positive. Throws `RangeError` across currencies. */
export function compareAmounts(a: Amount, b: Amount): number {
  if (a.currency !== b.currency) throw new RangeError(`Cannot compare ${a.currency} with ${b.currency}`);
  const exponent = Math.max(a.exponent, b.exponent);
  const difference = rescaled(a, exponent) - rescaled(b, exponent);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The least of amounts of one currency; undefined where there is none. */
export const leastAmount = (amounts: readonly Amount[]): Amount | undefined =>
  amounts.toSorted(compareAmounts)[0];

/** The largest of some amounts; null where there is none, one is unknown, or they are of several currencies. */
export function largestAmount(amounts: readonly (Amount | null)[]): Amount | null {
  const known = amounts.filter((one) => one !== null);
  const isOneCurrency = known.every(({ currency }) => currency === known[0]?.currency);
  return known.length === amounts.length && isOneCurrency
    ? (known.toSorted((one, other) => compareAmounts(other, one))[0] ?? null)
    : null;
}

export const sameAmount = (a: Amount, b: Amount): boolean =>
  a.currency === b.currency && compareAmounts(a, b) === 0;

/** Adds amounts of one currency, at the finer exponent of the two. Throws `RangeError` across currencies. */
export function addAmounts(a: Amount, b: Amount): Amount {
  if (a.currency !== b.currency) throw new RangeError(`Cannot add ${a.currency} to ${b.currency}`);
  const exponent = Math.max(a.exponent, b.exponent);
  return {
    currency: a.currency,
    units: String(rescaled(a, exponent) + rescaled(b, exponent)),
    exponent,
  };
}

/** An amount multiplied. @param times a whole number */
export const multiplyAmount = (amount: Amount, times: number): Amount => ({
  ...amount,
  units: String(BigInt(amount.units) * BigInt(times)),
});

/** Sums amounts per currency, in order of first appearance. */
export function totalsByCurrency(amounts: readonly Amount[]): Amount[] {
  const totals = new Map<string, Amount>();
  for (const amount of amounts) {
    const sum = totals.get(amount.currency);
    totals.set(amount.currency, sum ? addAmounts(sum, amount) : amount);
  }
  return [...totals.values()];
}

/**
 * An amount as screens show it: exact, with the reader's separators, at least two decimals and further ones only where
 * not zero: `USD 0.022`, `USD 1.00`.
 */
export function amountLabel(amount: Amount): string {
  const [whole = '', fraction = ''] = decimalText(amount).split('.');
  return `${amount.currency} ${formatDecimal(`${whole}.${fraction.replace(/(?<!0)0+$/, '').padEnd(2, '0')}`)}`;
}

/** The amount with all its original decimals, with the reader's separators: quotes and receipts on a screen. */
export const wholeAmountLabel = (amount: Amount): string =>
  `${amount.currency} ${formatDecimal(decimalText(amount))}`;

/** The amount with all its original decimals, as files, commands and the journal write it: `USD 0.022000`. */
export const formatAmount = (amount: Amount): string => `${amount.currency} ${decimalText(amount)}`;

/** Only its digits, where the currency is shown separately: `0.022000`. */
export function decimalText(amount: Amount): string {
  const negative = amount.units.startsWith('-');
  const digits = amount.units.replace('-', '').padStart(amount.exponent + 1, '0');
  const whole = digits.slice(0, digits.length - amount.exponent);
  const fraction = amount.exponent === 0 ? '' : `.${digits.slice(-amount.exponent)}`;
  return `${negative ? '-' : ''}${whole}${fraction}`;
}

/**
 * Reads an amount that a user types in a form, with the user's separators: `0,50`, `1.234,50`. Undefined where it is
 * not such a number.
 */
export function readAmount(typed: string, currency: string, exponent = 6): Amount | undefined {
  const plain = readDecimal(typed);
  return plain === undefined ? undefined : parseAmount(plain, currency, exponent);
}

/**
 * Reads an amount as files and commands write it, such as `1`, `0.50` or `1.000000`. Undefined unless it is a plain
 * non-negative decimal with at most `exponent` decimals.
 */
export function parseAmount(text: string, currency: string, exponent = 6): Amount | undefined {
  const match = /^(\d{1,12})(?:\.(\d+))?$/.exec(text.trim());
  if (!match) return undefined;
  const fraction = match[2] ?? '';
  if (fraction.length > exponent) return undefined;
  const units = BigInt(`${match[1]}${fraction.padEnd(exponent, '0')}`);
  return { currency, units: String(units), exponent };
}
