import { isCurrency } from '#shared/formats.ts';
import {
  type Amount,
  amountSchema,
  largestAmount,
  leastAmount,
  sameAmount,
  totalsByCurrency,
} from '#shared/money.ts';
import { fold } from './fold.ts';
import { integer, list, member, membersOf, text } from './reading.ts';

/** Stands for a currency that is present but unknown: no amount has it. */
const UNKNOWN_CURRENCY = '';

/**
 * `usd` and `Usd` are other spellings of USD; longer names are not ISO 4217 codes. Numeric codes (840) are refused:
 * they would make one currency look like two.
 */
function currencyOf(value: unknown): unknown {
  const code = membersOf(value) === null ? value : member(value, 'code', 'isoCode', 'currencyCode');
  if (value === undefined || value === null) return value;
  if (typeof code !== 'string' || /^\d+$/.test(code)) return UNKNOWN_CURRENCY;
  return /^[A-Za-z]{3}$/.test(code) ? code.toUpperCase() : code;
}

/** The currency of a record, under any of its names; undefined if absent. */
function currencyIn(value: unknown): unknown {
  const named = ['currency', 'currencyCode', 'isoCurrency', 'isoCurrencyCode'].flatMap(
    (name) => currencyOf(member(value, name)) ?? [],
  );
  return new Set(named).size > 1 ? UNKNOWN_CURRENCY : named[0];
}

const POWERS_OF_TEN = ['exponent', 'scale', 'decimals'] as const;
/** Folded names of integers that state their unit (`amountMicros`, `cost_in_cents`). */
const COUNTED_IN = /^(?:price|total)?(?:amount|cost|charged?|fee|price|value|paid)?(?:in)?(micros|cents)$/;
const MAX_NAMES = 200;

/**
 * Reads `{currency, units, exponent}` with integer units, their synonyms (`scale`, `amountMicros`), or whole units
 * with billionths (`nanos`). Null rather than a guess if any part is missing or inexact.
 */
export function countedAmount(value: unknown): Amount | null {
  const currency = currencyIn(value);
  const counts = Object.entries(membersOf(value) ?? {})
    .slice(0, MAX_NAMES)
    .flatMap(([name, units]) => {
      const [, part] = COUNTED_IN.exec(fold(name)) ?? [];
      return part === undefined ? [] : [counted(currency, units, part === 'micros' ? 6 : 2)];
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

/** Adds billionths to whole units; both must have the same sign. */
function withNanos(complete: Amount | null, nanos: number | null): Amount | null {
  if (complete === null || nanos === null || Math.abs(nanos) >= 1e9) return null;
  const units = BigInt(complete.units) * 1_000_000_000n;
  if (units * BigInt(nanos) < 0n) return null;
  return { ...complete, units: String(units + BigInt(nanos)), exponent: 9 };
}

/** `0.022000`, or zero: any other integer may count units of any size. */
const DECIMAL = /^(-?)(?:(\d{1,12})\.(\d{1,18})|0)$/;
/** The number of decimal digits that survive a JSON number unchanged. */
const EXACT_DIGITS = 15;

/** Reads a decimal exactly; a JSON number only if its digits are those that were written. */
function decimalAmount(value: unknown, currency: unknown): Amount | null {
  const written = typeof value === 'number' ? String(value) : text(value);
  const [matches, sign, digits = '0', fraction = ''] = DECIMAL.exec(written ?? '') ?? [];
  if (matches === undefined) return null;
  if (typeof value === 'number' && (digits + fraction).replace(/^0+/, '').length > EXACT_DIGITS) return null;
  return counted(currency, `${sign}${BigInt(digits + fraction)}`, fraction.length);
}

const IN_WORDS =
  /\b([A-Z]{3,5}) ?(\d{1,12}(?:\.\d{1,18})?)(?![\d.,])|(?<![\d.,])(\d{1,12}(?:\.\d{1,18})?) ?([A-Z]{3,5})\b/gu;
/** After an amount: it is a multiple or a part of what its digits say. Only hundredths are read. */
const SCALED =
  /^\s*(?:[A-Z]{3,5} ?)?(¢|cents?\b)|^\s*(?:[%‰]|(?:k|m|bn|pence|percent|mills?|micros?|nanos?|dozen|hundred|thousand|million|billion)s?\b)/iu;
/** The price of several requests, or of a time. */
const PER_OTHER =
  /(?:\bper\b|\ban?\b|\beach\b|\bevery\b|\bfor\b|\/)\s*(?:(?!1\s)\d|(?:k|m|dozen|hundred|thousand|million|seconds?|minutes?|hours?|days?|weeks?|months?|mo|quarters?|years?|yr)\b)|\b(?:hourly|daily|weekly|monthly|quarterly|yearly|annual(?:ly)?)\b/iu;

/** The one exact amount of a request in a text, such as `USD 0.022000`; null if there is none, or several. */
export function amountInWords(words: string): Amount | null {
  const [only, ...others] = words.matchAll(IN_WORDS);
  if (only === undefined || others.length > 0 || PER_OTHER.test(words)) return null;
  const [all, before, digits = only[3] ?? ''] = only;
  const [scaled, cents] = SCALED.exec(words.slice(only.index + all.length)) ?? [];
  if (scaled !== undefined && cents === undefined) return null;
  const [complete = '', fraction = ''] = digits.split('.');
  return {
    currency: before ?? only[4] ?? '',
    units: String(BigInt(complete + fraction)),
    exponent: fraction.length + (cents === undefined ? 0 : 2),
  };
}

/** Whether a text is a number other than zero, as a service may write it. */
const hasDigits = (words: string): boolean => /^-?[\d.,]+$/u.test(words) && /[1-9]/u.test(words);

const NAMES_CURRENCY = /\p{Sc}|\b[A-Z]{3,5}\b|\bcents?\b/u;

/** Whether a text names money, readable or not. */
export const namesMoney = (value: unknown): boolean => {
  const words = text(value) ?? '';
  return /\d/u.test(words) && NAMES_CURRENCY.test(words);
};

/** A text that is only an amount, in the form of §1.7 or in hundredths of its currency. */
const AMOUNT_ALONE = /^(?:[A-Z]{3,5} ?\d[\d.]*|\d[\d.]* ?[A-Z]{3,5})(?: ?(?:¢|cents?))?$/u;
/** Hundredths, whose currency is known only from the record around them. */
const CENTS_ALONE = /^(\d[\d.]*) ?(?:¢|cents?)$/iu;
/** The same with a lower-case ISO 4217 code, which within a sentence would be a word. */
const SMALL_CODE = /^(?:[A-Za-z]{3} ?\d[\d.]*|\d[\d.]* ?[A-Za-z]{3})$/u;

/** Amounts with a currency sign, which must belong to one currency. */
function signed(words: string, currency: unknown): Amount | null {
  const [, sign = '', digits] = /^(US\$|\$|€) ?(\d[\d.]*)$/u.exec(words) ?? [];
  const own = sign === 'US$' ? 'USD' : sign === '€' ? 'EUR' : null;
  const named = currencyOf(currency);
  // Several countries' dollars share this sign.
  if (sign === '$') return /^[A-Z]{2}D$/.test(String(named)) ? decimalAmount(digits, named) : null;
  return own !== null && (named === undefined || named === own) ? decimalAmount(digits, own) : null;
}

/** An amount given as text. */
function writtenAmount(words: string, currency: unknown): Amount | null {
  if (AMOUNT_ALONE.test(words)) return amountInWords(words);
  const [, hundredths] = CENTS_ALONE.exec(words) ?? [];
  const named = currencyOf(currency);
  if (hundredths !== undefined)
    return typeof named === 'string' && named !== '' ? amountInWords(`${named} ${hundredths} cents`) : null;
  // `max 0.022` has no currency.
  const [code = ''] = /[A-Za-z]+/.exec(words) ?? [];
  if (SMALL_CODE.test(words) && isCurrency(code.toUpperCase())) return amountInWords(words.toUpperCase());
  return signed(words, currency);
}

/**
 * Reads an exact amount in any form that services use (§2.5 shows none): units and an exponent, a decimal beside its
 * currency, a record of either, or the text of §1.7. Null rather than a guess if anything is missing or inexact, or
 * if two forms disagree.
 * @param currency of the surrounding record, used if the value has none
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

/** An exact authorised amount: the least of a list in one currency. */
export function amountNamed(value: unknown): Amount | null {
  const several = list(value).map(amountNamed);
  const [first = null] = several;
  if (first !== null && several.every((one) => one?.currency === first.currency))
    return leastAmount(several.filter((one) => one !== null)) ?? null;
  return amount(value);
}

/** Names of a charge, besides `amount`: totals before their parts. */
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

/** Names of a refund. */
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

/** The stated refund; absent if there is none. */
export function statedRefund(value: unknown): { refund?: Amount | 'unreadable' } {
  const { amount, unread } = statedCharge(value, REFUNDED);
  if (amount !== null && !isNegative(amount)) return { refund: amount };
  return amount === null && unread === undefined ? {} : { refund: 'unreadable' };
}

/** Names whose plain numbers may count something else than money. */
const MAY_COUNT = new Set(['total', 'charges', 'lineItems']);

/** Whether a plain value is an amount that only lacks what would make it exact, such as its currency. */
export const isPlainAmount = (value: unknown): boolean =>
  typeof value === 'number' ? value !== 0 : hasDigits(text(value)?.trim() ?? '') || namesMoney(value);

/**
 * The charge stated under these names: the largest, since a part may stand beside the total. Inexact, negative or
 * multi-currency values are returned as received; a plain number or text only under `amount`, or where nothing else is
 * stated.
 */
export function statedCharge(
  value: unknown,
  names: readonly string[],
): { amount: Amount | null; unread?: unknown } {
  if (membersOf(value) === null) return { amount: null };
  const currency = currencyIn(value);
  const stated = names
    .map((name) => ({ name, part: onlyRecord(member(value, name) ?? null) }))
    .filter(
      ({ name, part }) =>
        part !== null && (name === 'amount' || typeof part === 'object' || amount(part, currency) !== null),
    )
    .map(({ part }) => part);
  const single = stated.filter((part) => !Array.isArray(part));
  const amounts = single.map((part) => amount(part, currency));
  const haveOneSign = new Set(amounts.map((one) => one !== null && isNegative(one))).size <= 1;
  const most = haveOneSign ? largestAmount(amounts) : null;
  const lists = stated.filter((part): part is unknown[] => Array.isArray(part) && part.length > 0);
  const unclear = lists.filter((parts) => !isSumOf(most, parts, currency));
  if (most !== null && unclear.length === 0) return { amount: most };
  const unread = [...single, ...unclear];
  if (unread.length > 0) return { amount: null, unread: unread.length === 1 ? unread[0] : unread };
  const plain = names
    .filter((name) => !MAY_COUNT.has(name))
    .map((name) => member(value, name))
    .find(isPlainAmount);
  return plain === undefined ? { amount: null } : { amount: null, unread: plain };
}

/**
 * Whether these parts add up to the total, or contain no amounts. Without a total it is unknown whether several
 * charges replace or supplement each other.
 */
function isSumOf(total: Amount | null, parts: readonly unknown[], currency: unknown): boolean {
  if (total === null) return false;
  const read = parts.map((part) => amount(part, currency ?? total.currency)).filter((part) => part !== null);
  const sums = totalsByCurrency(read);
  return sums.every((sum) => read.length === parts.length && sameAmount(sum, total));
}

const isNegative = ({ units }: Amount): boolean => units.startsWith('-');

/** A value, or the only element of a list of one. */
export const onlyRecord = (value: unknown): unknown => (list(value).length === 1 ? list(value)[0] : value);
