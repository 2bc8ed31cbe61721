import { differencesBeyondSpelling } from '#shared/purchase/input-difference.ts';
import { instant, label, member, membersOf, text } from '../../marketplace/answers/reading.ts';
import type { Entry } from '../journal/entry.ts';

/** What a list's item, or a Call's status, says of whose Call it is. Stamps in UTC ms of the service's clock. */
export type CallEvidence = {
  toolRef: string | null;
  quoteRef: string | null;
  idempotencyKey: string | null;
  input: Readonly<Record<string, unknown>> | null;
  /** When it was made, or, where that is not known, the earliest that it is said to have been there. */
  stamp: number | null;
};

export function evidenceIn(value: unknown): CallEvidence {
  const result = member(value, 'result');
  const of = (...names: string[]) => member(value, ...names) ?? member(result, ...names);
  const stamps = [
    of('updatedAt'),
    member(of('usage'), 'observedAt'),
    member(of('receipt'), 'issuedAt'),
  ].flatMap((known) => instant(known) ?? []);
  return {
    toolRef: text(of('toolRef')),
    quoteRef: text(of('quoteRef')),
    idempotencyKey: label(of('idempotencyKey')),
    input: membersOf(of('normalizedInput', 'normalisedInput', 'input')),
    stamp: instant(of('createdAt')) ?? (stamps.length === 0 ? null : Math.min(...stamps)),
  };
}

/** What both say: of each thing what the first says, else the second. */
export const both = (one: CallEvidence, other: CallEvidence): CallEvidence => ({
  toolRef: one.toolRef ?? other.toolRef,
  quoteRef: one.quoteRef ?? other.quoteRef,
  idempotencyKey: one.idempotencyKey ?? other.idempotencyKey,
  input: one.input ?? other.input,
  stamp: one.stamp ?? other.stamp,
});

/** The Call that is looked for. */
export type Sought = {
  entry: Pick<Entry, 'toolRef' | 'quoteRef' | 'idempotencyKey' | 'input' | 'normalizedInput'>;
  /** Whether another order was made by the same quote's reference: then the reference proves nothing. */
  quoteShared: boolean;
  /** When it can have been made, by the service's clock; null where that clock is not known. */
  made: { from: number; until: number } | null;
};

/**
 * Whose Call it is: `own` by its quote or key, `another` where anything that is said of it does not fit, `fits` where
 * Tool and time do, and `not_stated` where too little is said to know.
 */
export type Place = 'own' | 'another' | 'fits' | 'unknown_code';

export function placeCall(known: CallEvidence, { entry, quoteShared, made }: Sought): Place {
  if (known.idempotencyKey !== null) return known.idempotencyKey === entry.idempotencyKey ? 'own' : 'another';
  if (known.quoteRef !== null && known.quoteRef !== entry.quoteRef) return 'another';
  if (known.quoteRef !== null && !quoteShared) return 'own';
  if (known.toolRef !== null && known.toolRef !== entry.toolRef) return 'another';
  if (known.input !== null && !isRequestOf(entry, known.input)) return 'another';
  if (known.stamp !== null && made !== null && known.stamp < made.from) return 'another';
  const inTime = known.stamp !== null && made !== null && known.stamp <= made.until;
  return known.toolRef !== null && inTime ? 'fits' : 'unknown_code';
}

const isRequestOf = (
  { input, normalizedInput }: Pick<Entry, 'input' | 'normalizedInput'>,
  known: Readonly<Record<string, unknown>>,
): boolean => [input, normalizedInput].some((one) => differencesBeyondSpelling(one, known).length === 0);
