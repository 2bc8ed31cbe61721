import { type Amount, compareAmounts, largestAmount, totalsByCurrency } from '#shared/money.ts';
import type { NamedAmount } from '#shared/purchase/authorisation.ts';
import { leastNamed, namedAmount, namedAuthorisations } from './authorised.ts';
import { lengthOf, unitNamed } from './duration.ts';
import { fold } from './fold.ts';
import { amount, onlyRecord } from './money.ts';
import { instant, kindOf, label, list, member, membersOf, text, unknownKind } from './reading.ts';
import { type RefusalReading, readRefusal } from './refusal.ts';
import { hasShapeOfRefusal, recordOf, referenceIn } from './shape.ts';
import { amountsIn } from './stated-money.ts';

export type QuoteReading =
  | {
      kind: 'committed';
      quoteRef: string;
      /** Null if the quote does not repeat it. */
      toolRef: string | null;
      /** Empty if absent. */
      toolVersion: string;
      price: Amount;
      /** The quote's own maximum, if it states one. */
      ceiling: NamedAmount;
      /** The amount that the quote authorises, or takes from its source; null if unstated. */
      authorised: NamedAmount;
      /** UTC ms on the service's clock; null if only a lifetime is stated. */
      expiresAt: number | null;
      /** Lifetime from issue, in ms; null if only an expiry is stated. */
      lifetimeMs: number | null;
      /** The input as the service will execute it; undefined if the quote does not repeat it. */
      normalizedInput: unknown;
    }
  | ({ kind: 'refused' } & RefusalReading)
  | { kind: 'unreadable'; why: string };

/** Reads the answer to a quote request. A quote without a reference, a price and an expiry cannot be approved. */
export function readQuote(answer: unknown): QuoteReading {
  const body = recordOf(answer, 'quote', 'commitment');
  const kind = kindOf(body);
  const quoteRef = referenceIn(body, 'quoteRef');
  const price = priceOf(body);
  // Without a kind, a price and a reference make a quote; a code and a retryable flag make a refusal.
  const known =
    kind?.folded ??
    (price !== null && quoteRef !== null ? 'committed' : hasShapeOfRefusal(body) ? 'refused' : null);
  if (known === 'refused') return { kind: 'refused', ...readRefusal(body) };
  if (known !== 'committed') return { kind: 'unreadable', why: unknownKind('quote', kind) };
  const expiresAt = expiryOf(body);
  const lifetimes = lifetimesOf(body);
  const lifetimeMs =
    lifetimes.length === 0 || lifetimes.includes(null) ? null : Math.min(...lifetimes.map(Number));
  if (quoteRef === null) return { kind: 'unreadable', why: 'The quote carries no reference.' };
  const named = member(body, 'quoteRef');
  if (isInexact(label(named) === null ? member(body, 'id', 'ref') : named))
    return {
      kind: 'unreadable',
      why: 'The quote’s reference is a number that is too large to be read exactly.',
    };
  if (price === null) return { kind: 'unreadable', why: 'The quote carries no exact price.' };
  if (expiresAt === null && lifetimeMs === null)
    return {
      kind: 'unreadable',
      why:
        lifetimes.length === 0
          ? 'The quote does not say when it ends.'
          : 'The quote does not say in which unit it counts how long it lasts.',
    };
  return {
    kind: 'committed',
    quoteRef,
    toolRef: label(member(body, 'toolRef')),
    toolVersion: label(member(body, 'toolVersion')) ?? '',
    price,
    authorised: leastNamed(namedAuthorisations(body), price.currency),
    ceiling: ceilingOf(body, price),
    expiresAt,
    lifetimeMs,
    normalizedInput: member(body, ...EXECUTED),
  };
}

/** Larger integers are rounded by the parser: an order could name another quote. */
const isInexact = (value: unknown): boolean => Number.isInteger(value) && !Number.isSafeInteger(value);

/**
 * The most that a quote may charge, where it names that. An amount above its price under another name, such as a fee or a
 * total, may be charged as well: then the most is not known.
 */
function ceilingOf(body: unknown, price: Amount): NamedAmount {
  const named = namedAmount(member(body, 'ceiling', 'maximumPrice', 'maximumCharge', 'maximumAmount'));
  const isRead = named !== null && named !== 'unreadable' && named.currency === price.currency;
  const known = isRead ? named : price;
  return amountsIn(body).some(
    (one) =>
      one.currency === price.currency && compareAmounts(one, known) > 0 && compareAmounts(one, price) > 0,
  )
    ? 'unreadable'
    : named;
}

/** Names of the price; a total includes what is added to a price. */
const PRICES = ['price', 'totalPrice', 'totalAmount', 'priceTotal', 'amountDue'];
const EXPIRIES = [
  'expiresAt',
  'validUntil',
  'expiry',
  'expiration',
  'expirationTime',
  'expires',
  'goodUntil',
];

const statedUnder = (body: unknown, names: readonly string[]): unknown[] =>
  names.map((name) => member(body, name)).filter((value) => value !== undefined && value !== null);

const isTotal = (line: unknown): boolean =>
  ['label', 'name', 'type', 'kind', 'title', 'description'].some((name) =>
    /^(?:grand)?total(?:price|amount)?$/.test(fold(text(member(line, name)) ?? '')),
  );

/** The highest stated price; null if one of them is inexact or in another currency. */
function priceOf(body: unknown): Amount | null {
  const currency = member(body, 'currency');
  const stated = statedUnder(body, PRICES).map(onlyRecord);
  // A list of price parts is no price: the total is within it or beside it.
  const [first, ...further] = stated.flatMap((one) => (Array.isArray(one) ? one.filter(isTotal) : [one]));
  const price = first === undefined ? null : amount(first, currency);
  const most = largestAmount([price, ...further.map((value) => amount(value, currency ?? price?.currency))]);
  const parts = stated.flatMap((one) => list(one).filter((line) => !isTotal(line)));
  const sums = totalsByCurrency(parts.flatMap((part) => amount(part, currency ?? most?.currency) ?? []));
  // A price above the stated total is ambiguous.
  return most !== null &&
    sums.every((sum) => sum.currency === most.currency && compareAmounts(sum, most) <= 0)
    ? most
    : null;
}

/** The earliest stated expiry, in UTC ms; null if the first member present is unreadable. */
function expiryOf(body: unknown): number | null {
  const [end = null, ...further] = statedUnder(body, EXPIRIES).map(instant);
  return end === null ? null : Math.min(end, ...further.filter((other) => other !== null));
}

/**
 * Folded names of a lifetime, with an optional unit suffix. OAuth and HTTP caches count the first of them in seconds;
 * the others have no default unit.
 */
const LIFETIME =
  /^(?:(expiresin|ttl|maxage)|expiresafter|timetolive|validfor|goodfor|lifetime|validity|validityperiod)(ms|millis|milliseconds|s|secs?|seconds|mins?|minutes|hours)?$/;
const MAX_NAMES = 200;

/** Each stated lifetime, in ms; null for one with an unknown unit. */
function lifetimesOf(body: unknown): (number | null)[] {
  return Object.entries(membersOf(body) ?? {})
    .slice(0, MAX_NAMES)
    .flatMap(([name, value]) => {
      const [known, inSeconds, unit = ''] = LIFETIME.exec(fold(name)) ?? [];
      if (known === undefined || value === null) return [];
      return [lengthOf(value, unitNamed(unit) ?? (inSeconds === undefined ? null : 1_000))];
    });
}

/** Names of the input to be executed; without one, the quote's plain `input` is used. */
const EXECUTED = [
  'normalizedInput',
  'normalisedInput',
  'normalizedArguments',
  'normalisedArguments',
  'effectiveInput',
  'executedInput',
  'input',
  'toolInput',
  'arguments',
];
