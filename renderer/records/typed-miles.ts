/** The most miles that a filter can name. */
const MAX_MILES = 999_999_999;

/** Typed miles: a count, nothing, or null where the text is not a number. */
export type TypedMiles = { miles: number | undefined } | null;

/**
 * Thousands with one separator, whichever the reader's: `60,000`, `60.000`, `60 000`, `60’000`, and `1,20,000` in
 * India.
 */
const GROUPED = /^\d{1,3}(?:([.,'’\s])\d{3}(?:\1\d{3})*|(?:,\d\d)+,\d{3})$/u;

/** Reads miles as people type them: `60000`, `60,000`, `60 000`, `60k`, `1.5m`, `1,5m`. Pure. */
export function readMiles(text: string): TypedMiles {
  const plain = text.trim().toLowerCase();
  if (plain === '') return { miles: undefined };
  const short = /^(\d{1,6}(?:\.\d{1,6}|,\d{1,2})?)\s?([km])$/.exec(plain);
  const whole = /^\d+$/.test(plain) || GROUPED.test(plain);
  const miles = short
    ? Math.round(Number(short[1]?.replace(',', '.')) * (short[2] === 'k' ? 1e3 : 1e6))
    : whole
      ? Number(plain.replace(/\D/g, ''))
      : Number.NaN;
  return miles <= MAX_MILES ? { miles } : null;
}
