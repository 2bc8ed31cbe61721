import { text } from './reading.ts';

/** Durations as services write them: a number with its unit in the name or text, or ISO 8601. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** ISO 8601 with weeks, or days, hours, minutes and seconds. Months have no fixed length. */
const ISO =
  /^P(?=\d|T\d)(?:(?<w>\d+)W)?(?:(?<d>\d+)D)?(?:T(?=\d)(?:(?<h>\d+)H)?(?:(?<m>\d+(?:\.\d+)?)M)?(?:(?<s>\d+(?:\.\d+)?)S)?)?$/i;
/** Clock notation: `00:01:30`, or `01:30` for minutes and seconds. */
const CLOCK = /^(?:(?<h>\d+):)?(?<m>[0-5]?\d):(?<s>[0-5]\d(?:\.\d+)?)$/;
/** A number with an optional unit: `"30s"`, `"1e3 ms"`. */
const WRITTEN = /^(\d+(?:\.\d+)?(?:e\+?\d+)?) ?([a-z]+)?$/i;
/** Several units, largest first: `1m30s`. */
const COMPOUND =
  /^(?:(?<d>\d+) ?d(?:ays?)? ?)?(?:(?<h>\d+) ?h(?:ours?|rs?)? ?)?(?:(?<m>\d+) ?m(?:in(?:ute)?s?)? ?)?(?:(?<s>\d+(?:\.\d+)?) ?s(?:ec(?:ond)?s?)?)?$/i;
const UNITS: readonly [RegExp, number][] = [
  [/^(?:ms|millis|milliseconds?)$/, 1],
  [/^(?:s|secs?|seconds?)$/, SECOND],
  [/^(?:m|mins?|minutes?)$/, MINUTE],
  [/^(?:h|hours?)$/, HOUR],
  [/^(?:d|days?)$/, DAY],
];

/** The milliseconds in the unit that a folded word names; null if none. */
export const unitNamed = (word: string): number | null =>
  UNITS.find(([unit]) => unit.test(word))?.[1] ?? null;

/**
 * A duration in whole milliseconds, rounded up; null if unreadable.
 * @param unit milliseconds per unit if the value has no unit of its own; null if unknown
 */
export function lengthOf(value: unknown, unit: number | null): number | null {
  const written = text(value) ?? '';
  const {
    w = 0,
    d = 0,
    h = 0,
    m = 0,
    s = 0,
  } = (ISO.exec(written) ?? CLOCK.exec(written) ?? COMPOUND.exec(written))?.groups ?? {};
  const iso = (7 * Number(w) + Number(d)) * DAY + Number(h) * HOUR + Number(m) * MINUTE + Number(s) * SECOND;
  if (iso > 0) return Math.ceil(iso);
  const [, digits, named = ''] = WRITTEN.exec(written) ?? [];
  const number = digits === undefined ? value : Number(digits);
  const each = named === '' ? unit : unitNamed(named.toLowerCase());
  return typeof number === 'number' && number >= 0 && each !== null ? Math.ceil(number * each) : null;
}
