/**
 * Names compared by their words. Services spell what the contract does not show differently: `toolRef`, `tool_ref`,
 * `ToolReference` and `tool-reference` are the same name.
 */

/** The same few hundred names are folded for every record of every answer. */
const folded = new Map<string, string>();
const MAX_FOLDED = 5_000;
const LONGEST_FOLDED = 40;

/** A name without case and separators and with its long words shortened. Names that fold alike are equal. */
export function fold(name: string): string {
  const before = folded.get(name);
  if (before !== undefined) return before;
  const after = name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('reference', 'ref')
    .replaceAll('identifier', 'id');
  if (name.length <= LONGEST_FOLDED && folded.size < MAX_FOLDED) folded.set(name, after);
  return after;
}

export const sameName = (a: string, b: string): boolean => a === b || fold(a) === fold(b);

/** The lower-case words of a name or sentence: `toolRefs`, `/tools/refs` and `Tool refs` give `tool`, `refs`. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
