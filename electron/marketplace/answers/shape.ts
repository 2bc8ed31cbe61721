import { flag, label, member, membersOf, text } from './reading.ts';

/** Members by which a record is recognised; what has none of them may be a wrapping around the one that does. */
const OWN = ['kind', 'state', 'code', 'quoteRef', 'callRef', 'items', 'output'];
const WRAPPINGS = ['data', 'result', 'response', 'payload'];

/**
 * The record of an answer: the answer itself, or what it wraps alone (`{"data": {…}}`). A part that is called by the
 * record's own name (`{"kind": "found", "call": {…}}`) counts as written beside the rest.
 */
export function recordOf(body: unknown, ...ownNames: readonly string[]): unknown {
  const outer = membersOf(body);
  if (outer === null) return body;
  for (const name of ownNames) {
    const inner = Object.hasOwn(outer, name) ? membersOf(outer[name]) : null;
    if (inner !== null) {
      const { [name]: _, ...rest } = outer;
      return { ...inner, ...rest };
    }
  }
  if (OWN.some((name) => member(body, name) !== undefined)) return body;
  const wrapped = WRAPPINGS.map((name) => membersOf(member(body, name))).filter((inner) => inner !== null);
  return wrapped.length === 1 ? wrapped[0] : body;
}

/** What a reference is called in the record that it names, after its own names. */
export const referenceIn = (record: unknown, name: string): string | null =>
  label(member(record, name)) ?? label(member(record, 'id', 'ref'));

/** Why something was refused stands in these two together; nothing else carries both. */
export const hasShapeOfRefusal = (record: unknown): boolean =>
  text(member(record, 'code')) !== null && flag(member(record, 'retryable')) !== null;
