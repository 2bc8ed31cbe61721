import { type Members, membersOf } from '../answers/reading.ts';

/** A chain of references longer than this leads nowhere. */
const LONGEST_CHAIN = 32;

/**
 * The value at a reference into the document: a pointer (`#/components/schemas/Tool`, RFC 6901), an anchor (`#tool`), or
 * either of these within a schema that names itself (`$id`). Undefined for any other and where nothing is there.
 */
export function atPointer(root: unknown, reference: string): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#')) {
    const [id = '', fragment] = reference.split('#');
    const named = anchorsOf(root).get(id)?.schema;
    return fragment === undefined || named === undefined ? named : atPointer(named, `#${fragment}`);
  }
  if (!reference.startsWith('#/')) return anchorsOf(root).get(reference.slice(1))?.schema;
  let value = root;
  for (const part of reference.slice(2).split('/')) {
    const name = decoded(part);
    if (typeof value !== 'object' || value === null || name === null || !Object.hasOwn(value, name))
      return undefined;
    value = (value as Members)[name];
  }
  return value;
}

/** Where a name leads in a document, and how many `$dynamicAnchor`s bear it. */
type Anchor = { schema: unknown; dynamic: number };

const anchors = new WeakMap<object, ReadonlyMap<string, Anchor>>();

/** Every `$anchor`, `$dynamicAnchor` and `$id` of a document, found once; of two alike the first. */
function anchorsOf(root: unknown): ReadonlyMap<string, Anchor> {
  if (typeof root !== 'object' || root === null) return new Map();
  const known = anchors.get(root);
  if (known !== undefined) return known;
  const found = new Map<string, Anchor>();
  const left: object[] = [root];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    const here = at as Members;
    for (const keyword of ['$anchor', '$dynamicAnchor', '$id']) {
      const name = Object.hasOwn(here, keyword) ? here[keyword] : undefined;
      if (typeof name !== 'string') continue;
      const { schema, dynamic } = found.get(name) ?? { schema: at, dynamic: 0 };
      found.set(name, { schema, dynamic: dynamic + Number(keyword === '$dynamicAnchor') });
    }
    for (const inner of Object.values(at)) if (typeof inner === 'object' && inner !== null) left.push(inner);
  }
  anchors.set(root, found);
  return found;
}

/**
 * The plain reference that a `$dynamicRef` comes to where only one place can be meant: a pointer, or a name that at most
 * one `$dynamicAnchor` bears. Null where which of several is meant depends on the way by which it is reached.
 */
export const plainReference = (root: unknown, reference: string): string | null =>
  reference.startsWith('#') && (anchorsOf(root).get(reference.slice(1))?.dynamic ?? 0) <= 1
    ? reference
    : null;

/** All that a part of a schema refers to, as far as it is one place. */
export const referencesOf = (root: unknown, { $ref, $dynamicRef }: Members): string[] => [
  ...(typeof $ref === 'string' ? [$ref] : []),
  ...(typeof $dynamicRef === 'string' ? [plainReference(root, $dynamicRef) ?? []].flat() : []),
];

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return null;
  }
}

/**
 * The object that `value` is or refers to. Null where it is none, where a reference leads outside the document
 * (nothing outside is ever fetched), or where references only lead to one another.
 */
export function referredTo(root: unknown, value: unknown): Members | null {
  let current = membersOf(value);
  for (let hop = 0; hop < LONGEST_CHAIN; hop++) {
    if (current === null || typeof current.$ref !== 'string') return current;
    current = membersOf(atPointer(root, current.$ref));
  }
  return null;
}
