import { type Amount, addAmounts } from '#shared/money.ts';

/** `a` minus `b`, exactly; negative where `b` is more. Throws `RangeError` across currencies. */
export function subtractAmount(a: Amount, b: Amount): Amount {
  return addAmounts(a, { ...b, units: String(-BigInt(b.units)) });
}
