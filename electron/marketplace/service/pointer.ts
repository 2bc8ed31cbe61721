import { type Members, membersOf } from '../answers/reading.ts';

/** A longer chain of references is treated as broken. */
const LONGEST_CHAIN = 32;

/**
 * The value at a reference in the document: a pointer (`#/components/schemas/Tool`, RFC 6901), an anchor (`#tool`),
 * or either within a schema with an `$id`. Undefined for any other, and if nothing is there.
 */
export function atPointer(root: unknown, reference: string): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#')) {
    const [id = '', fragment] = reference.split('#');
    const named = anchorNamed(root, id)?.schema;
    return fragment === undefined || named === undefined ? named : atPointer(named, `#${fragment}`);
  }
  if (!reference.startsWith('#/')) return anchorNamed(root, reference.slice(1))?.schema;
  let value = root;
  for (const part of reference.slice(2).split('/')) {
    const name = decoded(part);
    if (typeof value !== 'object' || value === null || name === null || !Object.hasOwn(value, name))
      return undefined;
    value = (value as Members)[name];
  }
  return value;
}

/** The target of a name, and how many `$dynamicAnchor`s have it. */
type Anchor = { schema: unknown; dynamic: number };

const anchors = new WeakMap<object, ReadonlyMap<string, Anchor>>();

/** Every `$anchor`, `$dynamicAnchor` and `$id` of a document, collected once; the first of duplicates. */
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

type Definitions = { $defs?: Members; definitions?: Members };
const derived = new WeakMap<object, { root: Members; definitions: Definitions }>();

/** A document as seen from a schema with definitions of its own, which a thousand operations may have. */
export function withDefinitions(root: Members, definitions: Definitions): Members {
  const seen = { ...root, ...definitions };
  derived.set(seen, { root, definitions });
  return seen;
}

/** The anchor of a name: among a schema's own definitions, else anywhere in the document. */
function anchorNamed(root: unknown, name: string): Anchor | undefined {
  const from = typeof root === 'object' && root !== null ? derived.get(root) : undefined;
  if (from === undefined) return anchorsOf(root).get(name);
  const anywhere = anchorsOf(from.root).get(name);
  const own = anchorsOf(from.definitions).get(name);
  return own === undefined ? anywhere : { ...own, dynamic: anywhere?.dynamic ?? own.dynamic };
}

/**
 * The plain reference equal to a `$dynamicRef` if only one target is possible: a pointer, or a name with at most one
 * `$dynamicAnchor`. Null if the target depends on the path taken.
 */
export const plainReference = (root: unknown, reference: string): string | null =>
  reference.startsWith('#') && (anchorNamed(root, reference.slice(1))?.dynamic ?? 0) <= 1 ? reference : null;

/** All references in a schema part with a single target. */
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
 * The object that `value` is or refers to. Null if there is none, if the reference leaves the document (nothing
 * outside is ever fetched), or if references form a loop.
 */
export function referredTo(root: unknown, value: unknown): Members | null {
  let current = membersOf(value);
  for (let hop = 0; hop < LONGEST_CHAIN; hop++) {
    if (current === null || typeof current.$ref !== 'string') return current;
    current = membersOf(atPointer(root, current.$ref));
  }
  return null;
}
