import { type Members, membersOf } from '../answers/reading.ts';

/** A longer chain of references is treated as broken. */
const LONGEST_CHAIN = 32;

/** The value at a reference in the document: a pointer (`#/components/schemas/Tool`, RFC 6901). Undefined for any other. */
export function atPointer(root: unknown, reference: string): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let value = root;
  for (const part of reference.slice(2).split('/')) {
    const name = decoded(part);
    if (typeof value !== 'object' || value === null || name === null || !Object.hasOwn(value, name))
      return undefined;
    value = (value as Members)[name];
  }
  return value;
}

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
