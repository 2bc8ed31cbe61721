import { mileValueOf } from '#shared/award-analysis/value.ts';
import { type MileValues, mileValueSchema } from '#shared/contract/mile-values.ts';
import { readDecimal } from '#shared/formats.ts';

export type ReadMileValues = {
  values: MileValues | null;
  /** By `currency` or `programme NAME`. */
  problems: Record<string, string>;
};

/** Reads what was typed, cents by programme; an empty field sets no value. */
export function readMileValues(
  currencyText: string,
  typed: Readonly<Record<string, string>>,
): ReadMileValues {
  const problems: Record<string, string> = {};
  const currency = currencyText.trim().toUpperCase();
  const isCurrency = /^[A-Z0-9]{2,16}$/.test(currency);
  if (!isCurrency) problems.currency = 'Type a currency code, such as USD.';
  const values = Object.entries(typed).flatMap(([programme, text]) => {
    if (text.trim() === '') return [];
    const value = mileValueSchema.safeParse({
      programme,
      perMile: mileValueOf(readDecimal(text) ?? text, isCurrency ? currency : 'NONE'),
    });
    if (value.success) return [value.data];
    problems[`programme ${programme}`] = 'Type cents below 1,000, such as 1.45.';
    return [];
  });
  return { values: Object.keys(problems).length > 0 ? null : { currency, values }, problems };
}
