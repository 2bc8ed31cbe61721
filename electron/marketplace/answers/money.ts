import { isCurrency } from '#shared/formats.ts';
import {
  type Amount,
  amountSchema,
  compareAmounts,
  leastAmount,
  sameAmount,
  totalsByCurrency,
} from '#shared/money.ts';
import { integer, list, member, membersOf, text } from './reading.ts';

/** What is named as a currency and is none that is known: no amount is of it. */
const NO_CURRENCY = '';

/**
 * `usd` and `Usd` are other spellings of USD; longer names are not codes of ISO 4217. Its numbers (840) are none here:
 * under one, the same currency would pass for another.
 */
function currencyOf(value: unknown): unknown {
  const code = membersOf(value) === null ? value : member(value, 'code', 'isoCode', 'currencyCode');
  if (value === undefined || value === null) return value;
  if (typeof code !== 'string' || /^\d+$/.test(code)) return NO_CURRENCY;
  return /^[A-Za-z]{3}$/.test(code) ? code.toUpperCase() : code;
}

/** The currency that a record names, by any of its names; undefined where it names none. */
function currencyIn(value: unknown): unknown {
  const named = ['currency', 'currencyCode', 'isoCurrency', 'isoCurrencyCode'].flatMap(
    (name) => currencyOf(member(value, name)) ?? [],
  );
  return new Set(named).size > 1 ? NO_CURRENCY : named[0];
}

const POWERS_OF_TEN = ['exponent', 'scale', 'decimals'] as const;
/** Names that say themselves what their integers count, with its power of ten. */
const COUNTED_IN = [
  [['amountMicros', 'priceAmountMicros', 'valueMicros', 'micros'], 6],
  [['amountCents', 'amountInCents', 'valueCents', 'cents'], 2],
] as const;

/**
 * `{currency, units, exponent}` with integer units, under the other names that say the same (`scale`, `amountMicros`), or
 * whole units with billionths beside them (`nanos`). Null rather than a guess where any part is missing or inexact.
 */
export function countedAmount(value: unknown): Amount | null {
  const currency = currencyIn(value);
  const counts = COUNTED_IN.flatMap(([names, exponent]) => {
    const units = member(value, ...names);
    return units === undefined ? [] : [counted(currency, units, exponent)];
  });
  const units = member(value, 'units', 'minorUnits', 'unscaledValue');
  const exponents = POWERS_OF_TEN.flatMap((name) => member(value, name) ?? []).map(integer);
  const nanos = member(value, 'nanos');
  if (exponents.length > 0)
    counts.push(new Set(exponents).size > 1 ? null : counted(currency, units, exponents[0]));
  else if (nanos !== undefined) counts.push(withNanos(counted(currency, units ?? 0, 0), integer(nanos)));
  const [first = null] = counts;
  return counts.every((one) => one !== null && first !== null && sameAmount(one, first)) ? first : null;
}

function counted(currency: unknown, units: unknown, exponent: unknown): Amount | null {
  const parsed = amountSchema.safeParse({
    currency: currencyOf(currency),
    units: typeof units === 'number' && Number.isSafeInteger(units) ? String(units) : units,
    exponent,
  });
  return parsed.success ? parsed.data : null;
}

/** Whole units with their billionths, which have the same sign. */
function withNanos(complete: Amount | null, nanos: number | null): Amount | null {
  if (complete === null || nanos === null || Math.abs(nanos) >= 1e9) return null;
  const units = BigInt(complete.units) * 1_000_000_000n;
  if (units * BigInt(nanos) < 0n) return null;
  return { ...complete, units: String(units + BigInt(nanos)), exponent: 9 };
}

/** `0.022000`, or nothing at all: any other whole number may count units of any size. */
const DECIMAL = /^(-?)(?:(\d{1,12})\.(\d{1,18})|0)$/;
/** So many digits of a decimal come back from a JSON number as they were written. */
const EXACT_DIGITS = 15;

/** A decimal of a currency, digit by digit; a JSON number only where its digits are those that were written. */
function decimalAmount(value: unknown, currency: unknown): Amount | null {
  const written = typeof value === 'number' ? String(value) : text(value);
  const [matches, sign, digits = '0', fraction = ''] = DECIMAL.exec(written ?? '') ?? [];
  if (matches === undefined) return null;
  if (typeof value === 'number' && (digits + fraction).replace(/^0+/, '').length > EXACT_DIGITS) return null;
  return counted(currency, `${sign}${BigInt(digits + fraction)}`, fraction.length);
}

const IN_WORDS =
  /\b([A-Z]{3,5}) ?(\d{1,12}(?:\.\d{1,18})?)(?![\d.,])|(?<![\d.,])(\d{1,12}(?:\.\d{1,18})?) ?([A-Z]{3,5})\b/gu;

/** The one exact amount that a text names, such as `USD 0.022000`; null where it names none, or several. */
export function amountInWords(words: string): Amount | null {
  const [only, ...others] = words.matchAll(IN_WORDS);
  if (only === undefined || others.length > 0) return null;
  const [, before, digits = only[3] ?? ''] = only;
  const [complete = '', fraction = ''] = digits.split('.');
  return {
    currency: before ?? only[4] ?? '',
    units: String(BigInt(complete + fraction)),
    exponent: fraction.length,
  };
}

/** A text that is an amount and nothing else, as §1.7 writes one. */
const AMOUNT_ALONE = /^(?:[A-Z]{3,5} ?\d[\d.]*|\d[\d.]* ?[A-Z]{3,5})$/u;
/** The same with a code of ISO 4217 in small letters, which within a sentence would be a word. */
const SMALL_CODE = /^(?:[A-Za-z]{3} ?\d[\d.]*|\d[\d.]* ?[A-Za-z]{3})$/u;

/** Amounts written with the sign of a currency: a sign alone is of the one currency that has it. */
function signed(words: string, currency: unknown): Amount | null {
  const [, sign = '', digits] = /^(US\$|\$|€) ?(\d[\d.]*)$/u.exec(words) ?? [];
  const own = sign === 'US$' ? 'USD' : sign === '€' ? 'EUR' : null;
  const named = currencyOf(currency);
  // The dollars of several countries are written with one sign.
  if (sign === '$') return /^[A-Z]{2}D$/.test(String(named)) ? decimalAmount(digits, named) : null;
  return own !== null && (named === undefined || named === own) ? decimalAmount(digits, own) : null;
}

/** An amount that stands as text. */
function writtenAmount(words: string, currency: unknown): Amount | null {
  if (AMOUNT_ALONE.test(words)) return amountInWords(words);
  // `max 0.022` is of no currency.
  const [code = ''] = /[A-Za-z]+/.exec(words) ?? [];
  if (SMALL_CODE.test(words) && isCurrency(code.toUpperCase())) return amountInWords(words.toUpperCase());
  return signed(words, currency);
}

/**
 * An exact amount, in whichever form a service writes one (§2.5 shows none): units and an exponent, a decimal beside its
 * currency, a record of either, or the words of §1.7. Null rather than a guess where anything is missing or inexact, or
 * where two forms beside each other say two amounts.
 * @param currency of what the amount is a member of, where it names none itself
 */
export function amount(value: unknown, currency?: unknown): Amount | null {
  if (membersOf(value) === null) {
    const words = (text(value) ?? '').trim();
    const written = decimalAmount(value, currency) ?? writtenAmount(words, currency);
    const named = currencyOf(currency);
    return written !== null && named !== undefined && named !== written.currency ? null : written;
  }
  const own = currencyIn(value) ?? currency;
  const known = [
    countedAmount(value),
    ...['total', 'amount', 'value', 'decimal'].map((name) => amount(member(value, name), own)),
  ].filter((one) => one !== null);
  const [first = null] = known;
  const agree = known.every(
    (one) => first !== null && one.currency === first.currency && sameAmount(one, first),
  );
  return agree ? first : null;
}

/** An exact amount of what is authorised: the least of a list in one currency. */
export function amountNamed(value: unknown): Amount | null {
  const several = list(value).map(amountNamed);
  const [first = null] = several;
  if (first !== null && several.every((one) => one?.currency === first.currency))
    return leastAmount(several.filter((one) => one !== null)) ?? null;
  return amount(value);
}

/** What services call that which is charged, besides an amount: the whole before its parts. */
export const CHARGED = [
  'totalBuyerCharge',
  'totalCharge',
  'total',
  'buyerCharge',
  'charge',
  'charged',
  'cost',
  'totalCharged',
  'totalAmount',
  'amountCharged',
  'chargedAmount',
  'charges',
  'lineItems',
];

/** What services call that which they gave back of a charge. */
export const REFUNDED = [
  'refund',
  'refunded',
  'refundAmount',
  'refundedAmount',
  'amountRefunded',
  'totalRefund',
  'totalRefunded',
  'refunds',
];

/** What a record states as given back; absent where it states nothing. */
export function statedRefund(value: unknown): { refund?: Amount | 'unreadable' } {
  const { amount, unread } = statedCharge(value, REFUNDED);
  if (amount !== null && !isNegative(amount)) return { refund: amount };
  return amount === null && unread === undefined ? {} : { refund: 'unreadable' };
}

/**
 * What a record states as charged under these names: the most of it, since a part may stand beside the whole. Where that
 * is no exact amount, in several currencies or in part below nothing, as which it came; a mere word under any of them but
 * `amount` is none.
 */
export function statedCharge(
  value: unknown,
  names: readonly string[],
): { amount: Amount | null; unread?: unknown } {
  const currency = currencyIn(value);
  const known = names
    .map((name) => ({ name, known: onlyRecord(member(value, name) ?? null) }))
    .filter(
      ({ name, known }) =>
        known !== null &&
        (name === 'amount' || typeof known === 'object' || amount(known, currency) !== null),
    );
  const lists = known.flatMap(({ known }) => (Array.isArray(known) && known.length > 0 ? [known] : []));
  const stated = known
    .filter(({ known }) => !Array.isArray(known))
    .map(({ known }) => ({ known, read: amount(known, currency) }));
  const [first, ...others] = stated;
  const most = others.reduce<Amount | null>(
    (known, { read }) =>
      known === null ||
      read === null ||
      read.currency !== known.currency ||
      isNegative(read) !== isNegative(known)
        ? null
        : compareAmounts(read, known) > 0
          ? read
          : known,
    first?.read ?? null,
  );
  const unclear = lists.filter((parts) => !isMadeUpOf(most, parts, currency));
  if (most !== null && unclear.length === 0) return { amount: most };
  const unread = [...stated.map(({ known }) => known), ...unclear];
  return { amount: null, ...(unread.length > 0 && { unread: unread.length === 1 ? unread[0] : unread }) };
}

/**
 * Whether a total is made up of these parts, or they name no amounts at all. Of several charges without their total
 * nobody says whether one replaces another or comes beside it.
 */
function isMadeUpOf(total: Amount | null, parts: readonly unknown[], currency: unknown): boolean {
  if (total === null) return false;
  const read = parts.map((part) => amount(part, currency ?? total.currency)).filter((part) => part !== null);
  const sums = totalsByCurrency(read);
  return sums.every((sum) => read.length === parts.length && sameAmount(sum, total));
}

const isNegative = ({ units }: Amount): boolean => units.startsWith('-');

/** What stands for one record of money: itself, or the only one of a list. */
export const onlyRecord = (value: unknown): unknown => (list(value).length === 1 ? list(value)[0] : value);
