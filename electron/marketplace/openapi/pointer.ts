import { type Members, membersOf } from '../answers/reading.ts';

/** A chain of references longer than this leads nowhere. */
const LONGEST_CHAIN = 32;

/**
 * The value at a local reference: a pointer (`#/components/schemas/Tool`, RFC 6901) or an anchor (`#tool`). Undefined
 * for any other and where nothing is there.
 */
export function atPointer(root: unknown, reference: string): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#')) return undefined;
  if (!reference.startsWith('#/')) return anchorsOf(root).get(reference.slice(1));
  let value = root;
  for (const part of reference.slice(2).split('/')) {
    const name = decoded(part);
    if (typeof value !== 'object' || value === null || name === null || !Object.hasOwn(value, name))
      return undefined;
    value = (value as Members)[name];
  }
  return value;
}

const anchors = new WeakMap<object, ReadonlyMap<string, unknown>>();

/** Every `$anchor` of a document, found once; of two alike the first. */
function anchorsOf(root: unknown): ReadonlyMap<string, unknown> {
  if (typeof root !== 'object' || root === null) return new Map();
  const known = anchors.get(root);
  if (known !== undefined) return known;
  const found = new Map<string, unknown>();
  const left: object[] = [root];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    const anchor = Object.hasOwn(at, '$anchor') ? (at as Members).$anchor : undefined;
    if (typeof anchor === 'string' && !found.has(anchor)) found.set(anchor, at);
    for (const inner of Object.values(at)) if (typeof inner === 'object' && inner !== null) left.push(inner);
  }
  anchors.set(root, found);
  return found;
}

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
