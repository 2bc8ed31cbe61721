import { instant, label, member, membersOf, text } from '../../marketplace/answers/reading.ts';
import type { Entry } from '../journal/entry.ts';
import { surelyDiffer } from './surely-differ.ts';

/** What a listed item or a status states about a Call's owner. Times in UTC ms of the service's clock. */
export type CallEvidence = {
  /** The Tool by any of its names: its reference, or its capability's id. */
  toolRef: string | null;
  quoteRef: string | null;
  idempotencyKey: string | null;
  /** The ID of the request that made it (§7.2). */
  requestId: string | null;
  input: Readonly<Record<string, unknown>> | null;
  /** Its creation time, or else the earliest time at which it is stated to exist. */
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

/** Merges two pieces of evidence; the first takes precedence. */
export const mergeEvidence = (one: CallEvidence, other: CallEvidence): CallEvidence => ({
  toolRef: one.toolRef ?? other.toolRef,
  quoteRef: one.quoteRef ?? other.quoteRef,
  idempotencyKey: one.idempotencyKey ?? other.idempotencyKey,
  requestId: one.requestId ?? other.requestId,
  input: one.input ?? other.input,
  stamp: one.stamp ?? other.stamp,
});

/** The Call being searched for. */
export type SearchedCall = {
  entry: Pick<Entry, 'toolRef' | 'toolId' | 'quoteRef' | 'idempotencyKey' | 'input' | 'normalizedInput'>;
  /** Known IDs of requests that carried its order. */
  requestIds: ReadonlySet<string>;
  /** Whether its quote reference was issued more than once: then it proves nothing. */
  quoteShared: boolean;
  /** What the service states of Calls made here otherwise than it is known here: there it contradicts nothing. */
  unproven: ReadonlySet<keyof CallEvidence>;
  /** The earliest possible creation, by the service's clock; null if that clock is unknown. */
  madeFrom: number | null;
};

/**
 * The owner of a Call. `own` requires what only its own order can have: its key, its request or its quote. Equal
 * Tool, time, price and even input prove nothing: another program may buy the same with the same account in the same
 * seconds. `another` if any statement contradicts this purchase.
 */
export type Place = 'own' | 'another' | 'not_stated';

export function placeCall(known: CallEvidence, sought: SearchedCall): Place {
  const { entry, quoteShared, madeFrom, unproven } = sought;
  if (known.idempotencyKey !== null && known.idempotencyKey === entry.idempotencyKey) return 'own';
  if (known.requestId !== null && sought.requestIds.has(known.requestId)) return 'own';
  const contradicted = contradictionsOf(known, entry);
  if (contradicted.has('idempotencyKey') && !unproven.has('idempotencyKey')) return 'another';
  if (known.quoteRef !== null && known.quoteRef === entry.quoteRef && !quoteShared) return 'own';
  if ([...contradicted].some((name) => !unproven.has(name))) return 'another';
  if (known.stamp !== null && madeFrom !== null && known.stamp < madeFrom) return 'another';
  return 'not_stated';
}

/** What a Call states that a purchase's own Call could not state. */
export function contradictionsOf(
  known: CallEvidence,
  entry: SearchedCall['entry'],
): ReadonlySet<keyof CallEvidence> {
  const isOther = (name: 'idempotencyKey' | 'quoteRef'): boolean => {
    const [shown, own] = [known[name], entry[name]];
    return shown !== null && shown !== own && !mayBeFormOf(shown, own);
  };
  const contradicted: [keyof CallEvidence, boolean][] = [
    ['idempotencyKey', isOther('idempotencyKey')],
    ['quoteRef', isOther('quoteRef')],
    ['toolRef', !couldBeTool(entry, known.toolRef)],
    ['input', known.input !== null && !couldBeRequestOf(entry, known.input)],
  ];
  return new Set(contradicted.flatMap(([name, is]) => (is ? [name] : [])));
}

const MASK = /[*•…]+|\.{3,}|x{4,}/i;
const DIGEST = /^(?:[\w-]+[:=])*(?:(?:[0-9a-f]{32}|[0-9a-f]{40})(?:[0-9a-f]{24}){0,4}|[\w+/-]{43}=?)$/i;
/** The least that two texts share if one is a part of the other. */
const SHORTEST_PART = 4;

/** Whether a text that is shown may be ours in another form: in other case or signs, cut, masked, or as a digest. */
function mayBeFormOf(shown: string, own: string | null): boolean {
  if (own === null) return false;
  const plain = (value: string) => value.toLowerCase().replace(/[^a-z0-9]/g, '');
  const parts = shown.split(MASK);
  if (parts.length > 1) return parts.every((part) => plain(own).includes(plain(part)));
  const [one, other] = [plain(shown), plain(own)];
  const isPart = one.includes(other) || other.includes(one);
  return (isPart && one.length >= SHORTEST_PART) || (DIGEST.test(shown) && !DIGEST.test(own));
}

/** Whether a Call may be of the purchase's Tool, by any of its names or for lack of one. */
export const couldBeTool = (
  { toolRef, toolId }: Pick<Entry, 'toolRef' | 'toolId'>,
  known: string | null,
): boolean => known === null || known === toolRef || known === toolId;

/** Only members that both have can differ: either may omit members, add defaults, or use another form. */
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
