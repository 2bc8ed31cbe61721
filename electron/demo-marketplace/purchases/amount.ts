import type { Amount } from '#shared/money.ts';
import { ownEntry } from '#shared/own-entry.ts';

/** The amount's units at a finer or equal exponent. */
function unitsAt(amount: Amount, exponent: number): bigint {
  return BigInt(amount.units) * 10n ** BigInt(exponent - amount.exponent);
}

/** The demo's fixed rates: units of each currency for one US dollar, both with exponent 6. */
const RATES: Record<string, bigint> = { USD: 1_000_000n, AUD: 1_520_000n, EUR: 920_000n, GBP: 780_000n };

/** Converts an amount at the fixed rate, rounded up so that it covers the source price; unchanged if there is no rate. */
export function convert(amount: Amount, currency: string): Amount {
  if (amount.currency === currency) return amount;
  const from = ownEntry(RATES, amount.currency);
  const to = ownEntry(RATES, currency);
  if (from === undefined || to === undefined) return amount;
  const units = (unitsAt(amount, Math.max(6, amount.exponent)) * to + from - 1n) / from;
  return { currency, units: units.toString(), exponent: Math.max(6, amount.exponent) };
}
