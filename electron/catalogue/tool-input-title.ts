const LONGEST = 80;

/** The values of an input in the order in which they stand, as far as a few of them go. */
function* valuesIn(value: unknown, depth: number): Generator<string> {
  if (depth > 4) return;
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) yield* valuesIn(inner, depth + 1);
  } else if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value).replaceAll(/\s+/g, ' ').trim();
    if (text !== '') yield text;
  }
}

/** What was asked of a Tool in a few words, so that two purchases of it can be distinguished: `Airport facts: LHR, JFK`. */
export function inputTitle(toolTitle: string, input: unknown): string {
  let said = '';
  for (const value of valuesIn(input, 0)) {
    const next = said === '' ? value : `${said}, ${value}`;
    if (next.length > LONGEST) {
      said = said === '' ? `${value.slice(0, LONGEST - 1)}…` : `${said}, …`;
      break;
    }
    said = next;
  }
  return said === '' ? toolTitle : `${toolTitle}: ${said}`;
}
