/** The most miles that a filter can name. */
const MOST_MILES = 999_999_999;

/** What is typed as a number of miles: a count, nothing at all, or null where it says no number. */
export type TypedMiles = { miles: number | undefined } | null;

/** Reads miles as people write them: `60000`, `60,000`, `60 000`, `60k`, `1.5m`. Pure. */
export function readMiles(text: string): TypedMiles {
  const plain = text.trim().toLowerCase();
  if (plain === '') return { miles: undefined };
  const short = /^(\d{1,6}(?:\.\d{1,6})?)\s?([km])$/.exec(plain);
  const whole = /^(?:\d{1,3}(?:[, ]\d{3})+|\d+)$/.test(plain);
  const miles = short
    ? Math.round(Number(short[1]) * (short[2] === 'k' ? 1e3 : 1e6))
    : whole
      ? Number(plain.replace(/[, ]/g, ''))
      : Number.NaN;
  return miles <= MOST_MILES ? { miles } : null;
}
