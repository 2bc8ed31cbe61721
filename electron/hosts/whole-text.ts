/**
 * Whether every text and name within `input` is whole. Half of a character that takes two code units, as a cut emoji
 * leaves it, has no form in UTF-8: it cannot be sent, digested or stored as it is. Takes any depth, and circles.
 */
export function hasWholeTexts(input: unknown): boolean {
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
