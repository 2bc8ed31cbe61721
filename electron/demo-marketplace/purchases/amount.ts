import type { Amount } from '#shared/money.ts';
import { ownEntry } from '#shared/own-entry.ts';

/** The demo's fixed rates: units of each currency for a million of US dollars. */
const RATES: Record<string, bigint> = { AUD: 1_520_000n, EUR: 920_000n, GBP: 780_000n };

/** Converts US dollars at the fixed rate, rounded up; unchanged if there is no rate. */
export function convert(amount: Amount, currency: string): Amount {
  const rate = ownEntry(RATES, currency);
  if (rate === undefined) return amount;
  return { ...amount, currency, units: ((BigInt(amount.units) * rate + 999_999n) / 1_000_000n).toString() };
}
