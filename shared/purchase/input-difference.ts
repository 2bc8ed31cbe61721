/** One member that the service will execute otherwise than it was asked. `undefined` stands for "not there". */
export type InputDifference = { name: string; requested: unknown; executed: unknown };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Equal as JSON, whatever the order of members. */
export function sameJson(a: unknown, b: unknown): boolean {
  return sameBy(a, b, Object.is);
}

function sameBy(a: unknown, b: unknown, same: (a: unknown, b: unknown) => boolean): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => sameBy(item, b[index], same));
  if (isRecord(a) && isRecord(b)) {
    const names = Object.keys(a);
    return (
      names.length === Object.keys(b).length &&
      names.every((name) => Object.hasOwn(b, name) && sameBy(a[name], b[name], same))
    );
  }
  return same(a, b);
}

function differencesBy(
  requested: unknown,
  executed: unknown,
  same: (a: unknown, b: unknown) => boolean,
): InputDifference[] {
  if (!isRecord(requested) || !isRecord(executed))
    return same(requested, executed) ? [] : [{ name: 'the whole request', requested, executed }];
  const own = (value: Record<string, unknown>, name: string) =>
    Object.hasOwn(value, name) ? value[name] : undefined;
  return [...new Set([...Object.keys(requested), ...Object.keys(executed)])]
    .map((name) => ({ name, requested: own(requested, name), executed: own(executed, name) }))
    .filter((one) => !same(one.requested, one.executed));
}

/** Where the quote's normalised input differs from what the user asked, member by member. */
export const inputDifferences = (requested: unknown, executed: unknown): InputDifference[] =>
  differencesBy(requested, executed, sameJson);

/** A code such as an airport's or a carrier's; a list of numbers is none, since their order may matter (coordinates). */
const CODE = /^(?=.*[a-z])[a-z0-9]{2,4}$/u;

/** A value without what is mere spelling: case, white space, the order of a list of codes, a number or flag as text. */
function spelled(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return value;
  const text = value.normalize('NFC').trim().toLowerCase().replace(/\s+/gu, ' ');
  const items = text.split(',').map((item) => item.trim());
  return items.length > 1 && items.every((item) => CODE.test(item))
    ? items.toSorted().join(',')
    : text.replace(/\s*,\s*/gu, ',');
}

const sameSpelled = (a: unknown, b: unknown): boolean =>
  sameBy(a, b, (one, other) => Object.is(spelled(one), spelled(other)));

/**
 * Where the service will execute something else than what was asked. Only spelling is no difference (`spelled`), and a
 * member that was left away and is filled in with exactly the default that the Tool's description declares for it: that
 * is what leaving it away means. Any other default that the service adds is a difference.
 * @param defaults the declared defaults by their members' names
 */
export function differencesBeyondSpelling(
  requested: unknown,
  executed: unknown,
  defaults: Readonly<Record<string, unknown>> = {},
): InputDifference[] {
  const absent = (value: unknown) => value === undefined || value === null;
  return differencesBy(requested, executed, sameSpelled).filter(
    (one) =>
      !(absent(one.requested) && absent(one.executed)) &&
      !(
        one.requested === undefined &&
        Object.hasOwn(defaults, one.name) &&
        sameJson(one.executed, defaults[one.name])
      ),
  );
}

/** A value of a request in words; `not set` where it is not there. */
export function valueLabel(value: unknown): string {
  if (value === undefined) return 'not set';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
