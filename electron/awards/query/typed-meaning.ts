/** Meanings of a typed filter word besides a name: day, month, weekday, cabin, direct flight. */
import { CABINS } from '#shared/award-search/request.ts';
import type { RecordFilter } from '#shared/contract/awards.ts';
import { MONTH_NAMES, readDate } from '#shared/formats.ts';

export type TypedMeaning =
  | { kind: 'filter'; filter: RecordFilter }
  | { kind: 'cabin'; cabin: string }
  /** A month or day of any year, or a month of one year, in ISO form: `03`, `03-09`, `2027-03`. */
  | { kind: 'days'; format: '%m' | '%m-%d' | '%Y-%m'; days: string };

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const LEAST = 3;

/** A month and a year in either order. */
const MONTH_OF_YEAR = /^(?:([a-z]{3,}) (\d{4})|(\d{4})-(\d{2}))$/u;

const days = (format: '%m' | '%m-%d' | '%Y-%m', text: string): TypedMeaning[] => [
  { kind: 'days', format, days: text },
];
const filterMeaning = (filter: RecordFilter): TypedMeaning[] => [{ kind: 'filter', filter }];

/** The index of the name that begins with `word`; -1 if none. */
const indexOfPrefix = (names: readonly string[], word: string): number =>
  word.length < LEAST ? -1 : names.findIndex((name) => name.startsWith(word));

const monthOf = (word: string): string | null => {
  const place = indexOfPrefix(MONTH_NAMES, word);
  return place < 0 ? null : String(place + 1).padStart(2, '0');
};

/** @param unit one or several words, as typed */
export function typedMeanings(unit: string): TypedMeaning[] {
  const text = unit.toLowerCase().replaceAll('.', '');
  if (text === 'direct' || text === 'nonstop') return filterMeaning({ direct: true });
  const cabin = CABINS.find((cabin) => [cabin, `${cabin} class`, `${cabin} economy`].includes(text));
  if (cabin !== undefined) return [{ kind: 'cabin', cabin }];
  if (/^weekends?$/u.test(text)) return filterMeaning({ weekdays: [0, 6] });
  const weekday = indexOfPrefix(WEEKDAYS, text.replace(/days$/u, 'day'));
  if (weekday >= 0) return filterMeaning({ weekdays: [weekday] });
  const month = monthOf(text);
  if (month !== null) return days('%m', month);
  const [, word = '', year, isoYear, isoMonth] = MONTH_OF_YEAR.exec(text) ?? [];
  const named = monthOf(word);
  if (isoYear !== undefined) return days('%Y-%m', `${isoYear}-${isoMonth}`);
  if (named !== null) return days('%Y-%m', `${year}-${named}`);
  return typedDay(unit);
}

/** A date in words or ISO form; other numeric dates are ambiguous between countries. */
const UNAMBIGUOUS_DATE = /[a-z]{3}|^\d{4}-\d{1,2}-\d{1,2}$/iu;
/** Reference dates in two leap years: a day without a year is read differently with each. */
const [EARLIER, LATER] = ['2000-01-01', '2008-01-01'];

function typedDay(unit: string): TypedMeaning[] {
  if (!UNAMBIGUOUS_DATE.test(unit) || !/\d/u.test(unit)) return [];
  const day = readDate(unit, EARLIER);
  if (day === undefined) return [];
  return day === readDate(unit, LATER)
    ? filterMeaning({ from: day, until: day })
    : days('%m-%d', day.slice(5));
}
