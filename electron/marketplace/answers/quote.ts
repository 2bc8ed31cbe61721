import { type Amount, compareAmounts, totalsByCurrency } from '#shared/money.ts';
import type { NamedAmount } from '#shared/purchase/authorisation.ts';
import { leastNamed, namedAmount, namedAuthorisations } from './authorised.ts';
import { lengthOf, unitNamed } from './duration.ts';
import { fold } from './fold.ts';
import { amount, onlyRecord } from './money.ts';
import { instant, kindOf, label, list, member, membersOf, text, unknownKind } from './reading.ts';
import { type RefusalReading, readRefusal } from './refusal.ts';
import { hasShapeOfRefusal, recordOf, referenceIn } from './shape.ts';

export type QuoteReading =
  | {
      kind: 'committed';
      quoteRef: string;
      /** Null where the quote does not repeat it. */
      toolRef: string | null;
      /** Empty where the quote does not give it. */
      toolVersion: string;
      price: Amount;
      /** The quote's own maximum where it names one. */
      ceiling: NamedAmount;
      /** What the quote says that it authorises, or takes from its source; null where it does not say. */
      authorised: NamedAmount;
      /** UTC ms on the service's clock; null where it only says how long it lasts. */
      expiresAt: number | null;
      /** For how long it lasts from when it is given, in ms; null where it only says when it ends. */
      lifetimeMs: number | null;
      /** The input as the service will execute it; undefined where the quote does not repeat it. */
      normalizedInput: unknown;
    }
  | ({ kind: 'refused' } & RefusalReading)
  | { kind: 'unreadable'; why: string };

/** Reads the answer to a quote. Without a reference, a price and an end a quote is nothing that could be approved. */
export function readQuote(answer: unknown): QuoteReading {
  const body = recordOf(answer, 'quote', 'commitment');
  const kind = kindOf(body);
  const quoteRef = referenceIn(body, 'quoteRef');
  const price = priceOf(body);
  // Where no kind is named, a price and a reference make a quote, a code and whether to repeat it a refusal.
  const known =
    kind?.folded ??
    (price !== null && quoteRef !== null ? 'committed' : hasShapeOfRefusal(body) ? 'refused' : null);
  if (known === 'refused') return { kind: 'refused', ...readRefusal(body) };
  if (known !== 'committed') return { kind: 'unreadable', why: unknownKind('quote', kind) };
  const expiresAt = endOf(body);
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
    ceiling: namedAmount(member(body, 'ceiling', 'maximumPrice', 'maximumCharge', 'maximumAmount')),
    expiresAt,
    lifetimeMs,
    normalizedInput: member(body, ...EXECUTED),
  };
}

/** Beyond these, the parser rounds integers: an order could name another quote. */
const isInexact = (value: unknown): boolean => Number.isInteger(value) && !Number.isSafeInteger(value);

/** The price has several words, and a total beside it holds what is added to it. */
const PRICES = ['price', 'totalPrice', 'totalAmount', 'priceTotal', 'amountDue'];
const ENDS = ['expiresAt', 'validUntil', 'expiry', 'expiration', 'expirationTime', 'expires', 'goodUntil'];

const statedUnder = (body: unknown, names: readonly string[]): unknown[] =>
  names.map((name) => member(body, name)).filter((value) => value !== undefined && value !== null);

const isTotal = (line: unknown): boolean =>
  ['label', 'name', 'type', 'kind', 'title', 'description'].some((name) =>
    /^(?:grand)?total(?:price|amount)?$/.test(fold(text(member(line, name)) ?? '')),
  );

/** The most that the quote names as its price; null where one of its prices is not exact, or in another currency. */
function priceOf(body: unknown): Amount | null {
  const currency = member(body, 'currency');
  const stated = statedUnder(body, PRICES).map(onlyRecord);
  // A list of what a price is made of is none itself: the total is that stands among it or beside it.
  const [first, ...further] = stated.flatMap((one) => (Array.isArray(one) ? one.filter(isTotal) : [one]));
  const price = first === undefined ? null : amount(first, currency);
  const prices = [price, ...further.map((value) => amount(value, currency ?? price?.currency))];
  const most = prices.reduce<Amount | null>(
    (most, price) =>
      most === null || price === null || price.currency !== most.currency
        ? null
        : compareAmounts(price, most) > 0
          ? price
          : most,
    prices[0] ?? null,
  );
  const parts = stated.flatMap((one) => list(one).filter((line) => !isTotal(line)));
  const sums = totalsByCurrency(parts.flatMap((part) => amount(part, currency ?? most?.currency) ?? []));
  // More than its total says is no plain total.
  return most !== null &&
    sums.every((sum) => sum.currency === most.currency && compareAmounts(sum, most) <= 0)
    ? most
    : null;
}

/** When the quote ends, in UTC ms: the earliest instant that it names; null where the first of its words names none. */
function endOf(body: unknown): number | null {
  const [end = null, ...further] = statedUnder(body, ENDS).map(instant);
  return end === null ? null : Math.min(end, ...further.filter((other) => other !== null));
}

/**
 * Names of how long a quote lasts, folded, with the unit that they may end in. OAuth and caches count the first of them
 * in seconds; of the others nobody says it.
 */
const LIFETIME =
  /^(?:(expiresin|ttl|maxage)|expiresafter|timetolive|validfor|goodfor|lifetime|validity|validityperiod)(ms|millis|milliseconds|s|secs?|seconds|mins?|minutes|hours)?$/;
const MOST_NAMES = 200;

/** How long the quote lasts, in ms, by each of its words for it; null for one whose length cannot be known. */
function lifetimesOf(body: unknown): (number | null)[] {
  return Object.entries(membersOf(body) ?? {})
    .slice(0, MOST_NAMES)
    .flatMap(([name, value]) => {
      const [known, inSeconds, unit = ''] = LIFETIME.exec(fold(name)) ?? [];
      if (known === undefined || value === null) return [];
      return [lengthOf(value, unitNamed(unit) ?? (inSeconds === undefined ? null : 1_000))];
    });
}

/** What is said to be carried out; where a quote names the input alone, it is that. */
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
