const LONGEST = 80;

/** The first few values of an input, in order. */
function* valuesIn(value: unknown, depth: number): Generator<string> {
  if (depth > 4) return;
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) yield* valuesIn(inner, depth + 1);
  } else if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value).replaceAll(/\s+/g, ' ').trim();
    if (text !== '') yield text;
  }
}

/** A short title of a request, so that purchases of one Tool can be distinguished: `Airport facts: LHR, JFK`. */
export function inputTitle(toolTitle: string, input: unknown): string {
  let values = '';
  for (const value of valuesIn(input, 0)) {
    const next = values === '' ? value : `${values}, ${value}`;
    if (next.length > LONGEST) {
      values = values === '' ? `${value.slice(0, LONGEST - 1)}…` : `${values}, …`;
      break;
    }
    values = next;
  }
  return values === '' ? toolTitle : `${toolTitle}: ${values}`;
}
