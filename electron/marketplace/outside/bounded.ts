import { isObject } from '#shared/json.ts';

/** Larger schemas are rejected before anything processes them. */
const SCHEMA = { nodes: 20_000, characters: 1_000_000 };
const DEEPEST = 100;

/**
 * Whether a foreign value is small enough for the process that checks it, for the page or the cache. Stops at the bound, so that a large
 * value costs no more.
 */
export function bounded(value: unknown, most = SCHEMA): boolean {
  let nodes = 0;
  let characters = 0;
  const fits = (part: unknown, depth: number): boolean => {
    nodes += 1;
    if (typeof part === 'string') characters += part.length;
    if (ArrayBuffer.isView(part)) characters += part.byteLength;
    if (nodes > most.nodes || characters > most.characters || depth > DEEPEST) return false;
    if (typeof part !== 'object' || part === null || ArrayBuffer.isView(part)) return true;
    if (Array.isArray(part)) return part.every((item) => fits(item, depth + 1));
    for (const name of Object.keys(part)) {
      characters += name.length;
      if (!fits((part as Record<string, unknown>)[name], depth + 1)) return false;
    }
    return true;
  };
  return fits(value, 0);
}

/** A part of an answer that is taken over as it is; only objects of so many names are looked into for larger ones. */
const PART = { nodes: 5_000, characters: 100_000 };
const MOST_NAMES = 500;
const DEEPEST_PART = 6;
export const LEFT_OUT = {
  leftOut: 'It is too large to be here. A paid answer is stored whole with the outputs.',
};

/** A value with something else in the place of its large parts, as the output of a Call: it is read from the stored bytes. */
export function withoutLargeParts(value: unknown, deepest = DEEPEST_PART): unknown {
  if (bounded(value, PART)) return value;
  if (deepest < 0 || !isObject(value) || Object.keys(value).length > MOST_NAMES) return LEFT_OUT;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withoutLargeParts(part, deepest - 1)]),
  );
}
