import type { Amount } from '#shared/money.ts';
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
  const price = amount(member(body, 'price'), member(body, 'currency'));
  // Where no kind is named, a price and a reference make a quote, a code and whether to repeat it a refusal.
  const known =
    kind?.folded ??
    (price !== null && quoteRef !== null ? 'committed' : hasShapeOfRefusal(body) ? 'refused' : null);
  if (known === 'refused') return { kind: 'refused', ...readRefusal(body) };
  if (known !== 'committed') return { kind: 'unreadable', why: unknownKind('quote', kind) };
  const expiresAt = instant(member(body, 'expiresAt'));
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
