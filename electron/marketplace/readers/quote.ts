import type { Amount } from '#shared/money.ts';
import { amount, instant, kindOf, label, member, text, unknownKind } from '../reading.ts';
import { type Refusal, readRefusal } from './refusal.ts';

export type QuoteReading =
  | {
      kind: 'committed';
      quoteRef: string;
      /** Null where the quote does not repeat it. */
      toolRef: string | null;
      /** Empty where the quote does not tell it. */
      toolVersion: string;
      price: Amount;
      /** The quote's own maximum where it names one in a readable amount. */
      ceiling: Amount | null;
      /** UTC ms on the service's clock. */
      expiresAt: number;
      /** The input as the service will execute it; undefined where the quote does not repeat it. */
      normalizedInput: unknown;
    }
  | ({ kind: 'refused' } & Refusal)
  | { kind: 'unreadable'; why: string };

/** Reads the answer to a quote. Without a reference, a price and an end a quote is nothing that could be approved. */
export function readQuote(body: unknown): QuoteReading {
  const kind = kindOf(body);
  if (kind?.folded === 'refused') return { kind: 'refused', ...readRefusal(body) };
  if (kind?.folded !== 'committed') return { kind: 'unreadable', why: unknownKind('quote', kind) };
  const quoteRef = text(member(body, 'quoteRef'));
  const price = amount(member(body, 'price'));
  const expiresAt = instant(member(body, 'expiresAt'));
  if (quoteRef === null) return { kind: 'unreadable', why: 'The quote carries no reference.' };
  if (price === null) return { kind: 'unreadable', why: 'The quote carries no exact price.' };
  if (expiresAt === null) return { kind: 'unreadable', why: 'The quote does not say when it ends.' };
  return {
    kind: 'committed',
    quoteRef,
    toolRef: text(member(body, 'toolRef')),
    toolVersion: label(member(body, 'toolVersion')) ?? '',
    price,
    ceiling: amount(member(body, 'ceiling', 'maximumPrice', 'maximumCharge', 'maximumAmount')),
    expiresAt,
    normalizedInput: member(body, 'normalizedInput', 'normalisedInput'),
  };
}
