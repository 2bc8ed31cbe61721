import { type Amount, compareAmounts } from '#shared/money.ts';
import type { NamedAmount } from '#shared/purchase/authorisation.ts';
import { leastNamed, namedAmount, namedAuthorisations } from './authorised.ts';
import { amount } from './money.ts';
import { instant, kindOf, label, member, unknownKind } from './reading.ts';
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
      /** UTC ms on the service's clock. */
      expiresAt: number;
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
  if (quoteRef === null) return { kind: 'unreadable', why: 'The quote carries no reference.' };
  if (price === null) return { kind: 'unreadable', why: 'The quote carries no exact price.' };
  if (expiresAt === null) return { kind: 'unreadable', why: 'The quote does not say when it ends.' };
  return {
    kind: 'committed',
    quoteRef,
    toolRef: label(member(body, 'toolRef')),
    toolVersion: label(member(body, 'toolVersion')) ?? '',
    price,
    authorised: leastNamed(namedAuthorisations(body), price.currency),
    ceiling: namedAmount(member(body, 'ceiling', 'maximumPrice', 'maximumCharge', 'maximumAmount')),
    expiresAt,
    normalizedInput: member(body, ...EXECUTED),
  };
}

/** The price has several words, and a total beside it holds what is added to it. */
const PRICES = ['price', 'totalPrice', 'totalAmount', 'priceTotal', 'amountDue'];
const ENDS = ['expiresAt', 'validUntil', 'expiry', 'expiration', 'expirationTime', 'expires', 'goodUntil'];

const statedUnder = (body: unknown, names: readonly string[]): unknown[] =>
  names.map((name) => member(body, name)).filter((value) => value !== undefined && value !== null);

/** The most that the quote names as its price; null where one of its prices is not exact, or in another currency. */
function priceOf(body: unknown): Amount | null {
  const [first, ...further] = statedUnder(body, PRICES);
  const currency = member(body, 'currency');
  const price = first === undefined ? null : amount(first, currency);
  const prices = [price, ...further.map((value) => amount(value, currency ?? price?.currency))];
  return prices.reduce<Amount | null>(
    (most, price) =>
      most === null || price === null || price.currency !== most.currency
        ? null
        : compareAmounts(price, most) > 0
          ? price
          : most,
    prices[0] ?? null,
  );
}

/** When the quote ends, in UTC ms: the earliest instant that it names; null where the first of its words names none. */
function endOf(body: unknown): number | null {
  const [end = null, ...further] = statedUnder(body, ENDS).map(instant);
  return end === null ? null : Math.min(end, ...further.filter((other) => other !== null));
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
