import { ownEntry } from '#shared/own-entry.ts';

/** An exact amount: units / 10^exponent, with `units` an integer as a decimal string. */
export type DemoAmount = { currency: string; units: string; exponent: number };

/** Compares two amounts; undefined if their currencies differ. */
export function compareDemoAmounts(left: DemoAmount, right: DemoAmount): number | undefined {
  if (left.currency !== right.currency) return undefined;
  const exponent = Math.max(left.exponent, right.exponent);
  const difference = unitsAt(left, exponent) - unitsAt(right, exponent);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The amount's units at a finer or equal exponent. */
function unitsAt(amount: DemoAmount, exponent: number): bigint {
  return BigInt(amount.units) * 10n ** BigInt(exponent - amount.exponent);
}

/** An amount with all its decimal places: "USD 0.022000". */
export function formatDemoAmount(amount: DemoAmount): string {
  const negative = amount.units.startsWith('-');
  const digits = amount.units.replace('-', '').padStart(amount.exponent + 1, '0');
  const whole = digits.slice(0, digits.length - amount.exponent);
  const fraction = digits.slice(digits.length - amount.exponent);
  return `${amount.currency} ${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The demo's fixed rates: units of each currency for one US dollar, both with exponent 6. */
const RATES: Record<string, bigint> = { USD: 1_000_000n, AUD: 1_520_000n, EUR: 920_000n, GBP: 780_000n };

/** Converts an amount at the fixed rate, rounded up so that it covers the source price; unchanged if there is no rate. */
export function convert(amount: DemoAmount, currency: string): DemoAmount {
  if (amount.currency === currency) return amount;
  const from = ownEntry(RATES, amount.currency);
  const to = ownEntry(RATES, currency);
  if (from === undefined || to === undefined) return amount;
  const units = (unitsAt(amount, Math.max(6, amount.exponent)) * to + from - 1n) / from;
  return { currency, units: units.toString(), exponent: Math.max(6, amount.exponent) };
}
