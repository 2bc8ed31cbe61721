import { instant, label, member, membersOf, text } from '../../marketplace/answers/reading.ts';
import type { Entry } from '../journal/entry.ts';
import { surelyDiffer } from './surely-differ.ts';

/** What a list's item, or a Call's status, says of whose Call it is. Stamps in UTC ms of the service's clock. */
export type CallEvidence = {
  /** The Tool by whichever of its names the service gives: its reference, or its capability's ID. */
  toolRef: string | null;
  quoteRef: string | null;
  idempotencyKey: string | null;
  /** The ID of the request that made it (§7.2). */
  requestId: string | null;
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
    toolRef: label(of('toolRef')),
    quoteRef: text(of('quoteRef')),
    idempotencyKey: label(of('idempotencyKey')),
    requestId: text(of('requestId')),
    input: membersOf(of('normalizedInput', 'normalisedInput', 'input')),
    stamp: instant(of('createdAt')) ?? (stamps.length === 0 ? null : Math.min(...stamps)),
  };
}

/** What both say: of each thing what the first says, else the second. */
export const both = (one: CallEvidence, other: CallEvidence): CallEvidence => ({
  toolRef: one.toolRef ?? other.toolRef,
  quoteRef: one.quoteRef ?? other.quoteRef,
  idempotencyKey: one.idempotencyKey ?? other.idempotencyKey,
  requestId: one.requestId ?? other.requestId,
  input: one.input ?? other.input,
  stamp: one.stamp ?? other.stamp,
});

/** The Call that is looked for. */
export type Sought = {
  entry: Pick<Entry, 'toolRef' | 'toolId' | 'quoteRef' | 'idempotencyKey' | 'input' | 'normalizedInput'>;
  /** IDs of the requests that carried its order, as far as they are known. */
  requestIds: ReadonlySet<string>;
  /** Whether the reference of its quote came more than once: then it proves nothing. */
  quoteShared: boolean;
  /** The earliest that it can have been made, by the service's clock; null where that clock is not known. */
  madeFrom: number | null;
};

/**
 * Whose Call it is. `own` takes what only its own order can have: its key, its request, its quote. That Tool, time,
 * price and even input are the same says nothing: another program may buy the same with the same account in the same
 * seconds. `another` where anything that is said of it cannot be true of this purchase.
 */
export type Place = 'own' | 'another' | 'not_stated';

export function placeCall(known: CallEvidence, sought: Sought): Place {
  const { entry, quoteShared, madeFrom } = sought;
  if (known.idempotencyKey !== null) return known.idempotencyKey === entry.idempotencyKey ? 'own' : 'another';
  if (known.requestId !== null && sought.requestIds.has(known.requestId)) return 'own';
  if (known.quoteRef !== null && known.quoteRef !== entry.quoteRef) return 'another';
  if (known.quoteRef !== null && !quoteShared) return 'own';
  if (!couldBeTool(entry, known.toolRef)) return 'another';
  if (known.input !== null && !couldBeRequestOf(entry, known.input)) return 'another';
  if (known.stamp !== null && madeFrom !== null && known.stamp < madeFrom) return 'another';
  return 'not_stated';
}

/** Whether a Call is of a purchase's Tool, by whichever of its names the service gives, or does not say it. */
export const couldBeTool = (
  { toolRef, toolId }: Pick<Entry, 'toolRef' | 'toolId'>,
  known: string | null,
): boolean => known === null || known === toolRef || known === toolId;

/** Only a member that both name can contradict: either may leave members away, fill them in, or write them otherwise. */
const couldBeRequestOf = (
  { input, normalizedInput }: Pick<Entry, 'input' | 'normalizedInput'>,
  known: Readonly<Record<string, unknown>>,
): boolean =>
  [input, normalizedInput].some((one) => {
    const members = membersOf(one) ?? {};
    return !Object.keys(known).some(
      (name) => Object.hasOwn(members, name) && surelyDiffer(members[name], known[name]),
    );
  });
