import {
  type Amount,
  addAmounts,
  compareAmounts,
  decimalText,
  multiplyAmount,
  notNegative,
  parseAmount,
} from '../money.ts';

/** Cents are hundredths of the user's currency. */
const CENT_EXPONENT = 2;
/** Decimals of a cent that may be typed, and to which a value is rounded. */
const TYPED_DECIMALS = 4;
const SHOWN_DECIMALS = 2;

/**
 * What one mile is worth, from cents as typed: `1.45` is USD 0.0145, `{ units: '14500', exponent: 6 }`. Undefined
 * unless it is a positive decimal with at most four decimals.
 */
export function mileValueOf(cents: string, currency: string): Amount | undefined {
  const typed = parseAmount(cents, currency, TYPED_DECIMALS);
  if (typed === undefined || BigInt(typed.units) === 0n) return undefined;
  return { ...typed, exponent: typed.exponent + CENT_EXPONENT };
}

/** The value of a mile in cents, exactly, without trailing zeros: `1.45`. */
export function centsText(value: Amount): string {
  const [whole, fraction = ''] = decimalText(multiplyAmount(value, 10 ** CENT_EXPONENT)).split('.');
  const digits = fraction.replace(/(?<!0)0+$/, '');
  return digits === '' ? `${whole}` : `${whole}.${digits}`;
}

/** The exact value of a number of whole miles. */
const costOfMiles = (miles: number, perMile: Amount): Amount => multiplyAmount(perMile, miles);

/**
 * The value of each mile when miles pay instead of this fare: fare / miles, rounded half up to a hundredth of a cent.
 * Null for no miles. The fare must not be negative.
 */
export function valuePerMile(fare: Amount, miles: number): Amount | null {
  if (miles <= 0) return null;
  const exponent = CENT_EXPONENT + SHOWN_DECIMALS;
  const dividend = BigInt(fare.units) * 10n ** BigInt(exponent);
  const divisor = BigInt(miles) * 10n ** BigInt(fare.exponent);
  return { currency: fare.currency, units: String((2n * dividend + divisor) / (2n * divisor)), exponent };
}

/**
 * The value of each mile when miles and taxes pay instead of a fare: what of the fare is left after the taxes, for each
 * mile, and 0 where the taxes are above the fare. Null for no miles.
 * @param fareFor the number of travellers that the fare is for
 * @param taxes for one traveller, in the fare's currency; null where they are not known
 * @param miles for one traveller
 */
export function valueAfterTaxes(
  fare: Amount,
  fareFor: number,
  taxes: Amount | null,
  miles: number,
): Amount | null {
  const off = taxes === null ? null : multiplyAmount(taxes, -fareFor);
  const left = off === null ? fare : addAmounts(fare, off);
  return valuePerMile(notNegative(left), miles * fareFor);
}

export type Priced = { programme: string; miles: number; cost: Amount };

/**
 * The cheapest of several programmes' prices by the user's value of a mile of each; ties by the fewer miles, then the
 * name. Programmes without a value are not compared.
 */
export function cheapestByValue(
  prices: readonly { programme: string; miles: number }[],
  values: ReadonlyMap<string, Amount>,
): { best: Priced | null; without: string[] } {
  let best: Priced | null = null;
  const without: string[] = [];
  for (const { programme, miles } of prices) {
    const perMile = values.get(programme);
    if (perMile === undefined) {
      without.push(programme);
      continue;
    }
    const priced = { programme, miles, cost: costOfMiles(miles, perMile) };
    if (best === null || order(priced, best) < 0) best = priced;
  }
  return { best, without: without.sort() };
}

const order = (a: Priced, b: Priced): number =>
  compareAmounts(a.cost, b.cost) || a.miles - b.miles || (a.programme < b.programme ? -1 : 1);
