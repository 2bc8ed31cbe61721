/**
 * Whether every string and member name in `input` is well-formed. A lone surrogate, such as half of an emoji, cannot be
 * encoded in UTF-8, so it cannot be sent, hashed or stored. Handles any depth and cycles.
 */
export function hasValidUnicode(input: unknown): boolean {
  const seen = new Set<unknown>();
  const open: unknown[] = [input];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string' && !value.isWellFormed()) return false;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    for (const [name, member] of Object.entries(value)) open.push(name, member);
  }
  return true;
}
