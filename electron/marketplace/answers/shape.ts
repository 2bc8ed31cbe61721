import { fold } from './fold.ts';
import { flag, label, type Members, member, membersOf, text } from './reading.ts';

/** Members that identify a record; an object without any may be a wrapper around one. */
const REFS = ['quoteRef', 'callRef'];
const CONTENTS = [...REFS, 'items', 'output'];
const OWN = ['kind', ...CONTENTS];
/** Members that records and wrappers both have: `{"status": "success", "data": {…}}`. */
const SHARED = ['state', 'code'];
/** The last is JSON:API's. */
export const WRAPPINGS = ['data', 'result', 'response', 'payload', 'attributes'];
const DEEPEST = 3;
/** An object with more names than this is not a wrapper. */
const MAX_NAMES = 200;

const hasOneOf = (names: readonly string[], value: unknown): boolean =>
  names.some((name) => member(value, name) !== undefined);

/**
 * The record in an answer: the answer itself or what it wraps. A member with the record's own name (`{"kind":
 * "found", "call": {…}}`) is merged with its siblings, as are the siblings of a wrapped record: its charge may be
 * among them. A named record may be the only element of a list.
 */
export function recordOf(body: unknown, ...ownNames: readonly string[]): unknown {
  return recordWithin(body, ownNames, 0);
}

function recordWithin(body: unknown, ownNames: readonly string[], depth: number): unknown {
  const outer = membersOf(onlyOne(body, ownNames));
  if (outer === null || depth > DEEPEST) return body;
  const names = Object.keys(outer).slice(0, MAX_NAMES);
  for (const name of names) {
    const inner = ownNames.includes(fold(name)) ? membersOf(outer[name]) : null;
    if (inner !== null) return { ...inner, ...besideNamed(outer, name, inner) };
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
  // Beside a kind, a Tool's output has the same names: it is no Call record.
  if (kind !== undefined && !(hasOneOf(REFS, inner) || isPlainRecord(inner, kind))) return outer;
  // A record's own state takes precedence: its wrapper's describes the request.
  const beside = names.filter(
    (other) => other !== name && member(inner, other) === undefined && !hasOneOf(SHARED, { [other]: true }),
  );
  const innerKind = member(inner, 'kind');
  return {
    ...membersOf(inner),
    ...Object.fromEntries(beside.map((other) => [other, outer[other]])),
    // Two kinds that differ make an unknown one.
    ...(kind !== undefined && innerKind !== undefined && !sameKind(kind, innerKind)
      ? { kind: `${text(kind)} of ${text(innerKind)}` }
      : {}),
  };
}

const sameKind = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' && fold(one) === fold(other);

/** A record whose reference is a plain `id`: it has an output, or its wrapper's kind is `found`. */
const isPlainRecord = (record: unknown, kind: unknown): boolean =>
  hasOneOf(['id', 'ref'], record) &&
  (hasOneOf(['output'], record) || (sameKind(kind, 'found') && hasOneOf(['state'], record)));

const onlyOne = (value: unknown, ownNames: readonly string[]): unknown =>
  Array.isArray(value) && value.length === 1 && ownNames.length > 0 ? value[0] : value;

/** Of a record and of the answer around it, which may be numbered and successful itself, these are the record's. */
const RECORDS_OWN = [...SHARED, 'id', 'ref'];

/** The members beside a named record, except those that the record states of itself. */
const besideNamed = (outer: Members, name: string, inner: Members): Members =>
  Object.fromEntries(
    Object.entries(outer).filter(
      ([other]) =>
        other !== name &&
        !RECORDS_OWN.some((own) => hasOneOf([own], { [other]: true }) && hasOneOf([own], inner)),
    ),
  );

/** The reference of a record: under its own name, else `id` or `ref`. */
export const referenceIn = (record: unknown, name: string): string | null =>
  label(member(record, name)) ?? label(member(record, 'id', 'ref'));

/** Only a refusal has both of these members. */
export const hasShapeOfRefusal = (record: unknown): boolean =>
  text(member(record, 'code')) !== null && flag(member(record, 'retryable')) !== null;
