import { fold } from './fold.ts';
import { flag, label, type Members, member, membersOf, text } from './reading.ts';

/** Members by which a record is recognised; what has none of them may be a wrapping around the one that does. */
const REFS = ['quoteRef', 'callRef'];
const CONTENTS = [...REFS, 'items', 'output'];
const OWN = ['kind', ...CONTENTS];
/** A record may have these alone, and a wrapping has them of its own: `{"status": "success", "data": {…}}`. */
const SHARED = ['state', 'code'];
export const WRAPPINGS = ['data', 'result', 'response', 'payload'];
const DEEPEST = 3;
/** What has more names than this is no wrapping. */
const MOST_NAMES = 200;

const hasOneOf = (names: readonly string[], value: unknown): boolean =>
  names.some((name) => member(value, name) !== undefined);

/**
 * The record of an answer: the answer itself, or what it wraps. A part that is called by the record's own name
 * (`{"kind": "found", "call": {…}}`) counts as written beside the rest, and so does what stands beside a wrapped record:
 * its charge may. Where the record has a name, a list of one is what it holds.
 */
export function recordOf(body: unknown, ...ownNames: readonly string[]): unknown {
  return recordWithin(body, ownNames, 0);
}

function recordWithin(body: unknown, ownNames: readonly string[], depth: number): unknown {
  const outer = membersOf(onlyOne(body, ownNames));
  if (outer === null || depth > DEEPEST) return body;
  const names = Object.keys(outer).slice(0, MOST_NAMES);
  for (const name of names) {
    const inner = ownNames.includes(fold(name)) ? membersOf(outer[name]) : null;
    if (inner !== null) return { ...inner, ...without(outer, name) };
  }
  const isShared = hasOneOf(SHARED, outer);
  if (hasOneOf(CONTENTS, outer) || (isShared && hasOneOf(['id', 'ref'], outer)) || hasShapeOfRefusal(outer))
    return outer;
  const wrapped = names.filter(
    (name) => WRAPPINGS.includes(fold(name)) && membersOf(onlyOne(outer[name], ownNames)) !== null,
  );
  const [name] = wrapped;
  if (name === undefined || wrapped.length > 1) return outer;
  const inner = recordWithin(outer[name], ownNames, depth + 1);
  if (isShared && !hasOneOf(OWN, inner)) return outer;
  const kind = member(outer, 'kind');
  // Beside a kind, what a Tool gave stands under the same names: it is no record of a Call.
  if (kind !== undefined && !(hasOneOf(REFS, inner) || isPlainRecord(inner, kind))) return outer;
  // What the record says itself of how it stands is not what its wrapping says of the request.
  const beside = names.filter(
    (other) => other !== name && member(inner, other) === undefined && !hasOneOf(SHARED, { [other]: true }),
  );
  const innerKind = member(inner, 'kind');
  return {
    ...membersOf(inner),
    ...Object.fromEntries(beside.map((other) => [other, outer[other]])),
    // Two kinds that differ are none that is known.
    ...(kind !== undefined && innerKind !== undefined && !sameKind(kind, innerKind)
      ? { kind: `${text(kind)} of ${text(innerKind)}` }
      : {}),
  };
}

const sameKind = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' && fold(one) === fold(other);

/** A record that is called by a mere id: it says what came of it, or its wrapping that it is one that was found. */
const isPlainRecord = (record: unknown, kind: unknown): boolean =>
  hasOneOf(['id', 'ref'], record) &&
  (hasOneOf(['output'], record) || (sameKind(kind, 'found') && hasOneOf(['state'], record)));

const onlyOne = (value: unknown, ownNames: readonly string[]): unknown =>
  Array.isArray(value) && value.length === 1 && ownNames.length > 0 ? value[0] : value;

const without = (members: Members, name: string): Members => {
  const { [name]: _, ...rest } = members;
  return rest;
};

/** What a reference is called in the record that it names, after its own names. */
export const referenceIn = (record: unknown, name: string): string | null =>
  label(member(record, name)) ?? label(member(record, 'id', 'ref'));

/** Why something was refused stands in these two together; nothing else carries both. */
export const hasShapeOfRefusal = (record: unknown): boolean =>
  text(member(record, 'code')) !== null && flag(member(record, 'retryable')) !== null;
