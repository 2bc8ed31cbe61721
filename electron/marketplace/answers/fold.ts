/**
 * Names compared by their words. Services spell what the contract does not show differently: `toolRef`, `tool_ref`,
 * `ToolReference` and `tool-reference` are the same name.
 */

/** In characters; of a longer name, its beginning: a service may write names of any length. */
const LONGEST_FOLDED = 200;
/** Longer names are sentences, which do not recur. */
const LONGEST_STORED = 60;
const MAX_STORED = 5_000;

/** A function of names that stores its answers: the same few hundred names occur in every record of every answer. */
function perName<Found extends string | boolean | readonly string[]>(
  compute: (name: string) => Found,
): (name: string) => Found {
  const stored = new Map<string, Found>();
  return (name) => {
    const before = stored.get(name);
    if (before !== undefined) return before;
    const found = compute(name);
    if (stored.size >= MAX_STORED) stored.clear();
    if (name.length <= LONGEST_STORED) stored.set(name, found);
    return found;
  };
}

/** A name without case and separators and with its long words shortened. Names that fold alike are equal. */
export const fold = perName((name) =>
  name
    .slice(0, LONGEST_FOLDED)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('reference', 'ref')
    .replaceAll('identifier', 'id'),
);

/** The lower-case words of a name or sentence: `toolRefs`, `/tools/refs` and `Tool refs` give `tool`, `refs`. */
export const wordsOf = perName((name): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter((word) => word !== ''),
);
