/** One member that the service will execute otherwise than it was asked. `undefined` stands for "not there". */
export type InputDifference = { name: string; asked: unknown; executed: unknown };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Equal as JSON, whatever the order of members. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  if (isRecord(a) && isRecord(b)) {
    const names = Object.keys(a);
    return (
      names.length === Object.keys(b).length &&
      names.every((name) => Object.hasOwn(b, name) && sameJson(a[name], b[name]))
    );
  }
  return false;
}

/** Where the quote's normalised input differs from what the person asked, member by member. */
export function inputDifferences(asked: unknown, executed: unknown): InputDifference[] {
  if (!isRecord(asked) || !isRecord(executed))
    return sameJson(asked, executed) ? [] : [{ name: 'the whole request', asked, executed }];
  const names = new Set([...Object.keys(asked), ...Object.keys(executed)]);
  return [...names]
    .filter((name) => !sameJson(asked[name], executed[name]))
    .map((name) => ({ name, asked: asked[name], executed: executed[name] }));
}

/** A value of a request as a person reads it; `not set` where it is not there. */
export function valueWords(value: unknown): string {
  if (value === undefined) return 'not set';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
