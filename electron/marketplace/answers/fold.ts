/**
 * Names compared by their words. What the contract does not show is called by other names on other marketplaces:
 * `toolRef`, `tool_ref`, `ToolReference` and `tool-reference` all say the same.
 */

/** A name without case and separators, with the long forms of its words shortened. Two names that fold alike mean the same. */
export function fold(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('reference', 'ref')
    .replaceAll('identifier', 'id');
}

export const sameName = (a: string, b: string): boolean => a === b || fold(a) === fold(b);

/** The words of a name or a sentence, in lower case: `toolRefs`, `/tools/refs` and `Tool refs` give `tool`, `refs`. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
