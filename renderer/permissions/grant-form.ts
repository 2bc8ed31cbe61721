import { addDays, type CalendarDate, isCalendarDate } from '#shared/dates.ts';
import { type Amount, amountLabel, compareAmounts, multiplyAmount, readAmount } from '#shared/money.ts';

/** A permission as typed. */
export type GrantForm = { searchId: string; pages: string; every: string; perDay: string; until: string };
export type GrantProblems = Partial<Record<keyof GrantForm, string>>;

/** A longer permission is too easily forgotten. */
const LONGEST_DAYS = 366;

/** As many as the contract allows. */
const MOST_PAGES = 50;

/** A number of pages as typed; null where it is none. */
function readPages(text: string): number | null {
  const pages = /^\d{1,2}$/u.test(text.trim()) ? Number(text) : 0;
  return pages >= 1 && pages <= MOST_PAGES ? pages : null;
}

/** A time as typed, in hours: `6`, `6 days`, `12 h`; null where it is none, or longer than a permission. */
export function readHours(text: string): number | null {
  const read = /^(\d{1,4}) ?(d|days?|h|hours?)?$/iu.exec(text.trim());
  const hours = Number(read?.[1] ?? 0) * (read?.[2]?.toLowerCase().startsWith('h') === true ? 1 : 24);
  return hours >= 1 && hours <= LONGEST_DAYS * 24 ? hours : null;
}

type GrantTerms = {
  searchId: number;
  pages: number;
  everyHours: number;
  perDay: Amount;
  until: CalendarDate;
};

/**
 * Reads the permission exactly, or returns an error for each invalid field.
 * @param pagePrice of one page, in the currency of the amount; null where it is not known
 * @param today the user’s own calendar day
 */
export function readGrant(
  form: GrantForm,
  { currency, pagePrice }: { currency: string; pagePrice: Amount | null },
  today: CalendarDate,
): { ok: true; value: GrantTerms } | { ok: false; problems: GrantProblems } {
  const problems: GrantProblems = {};
  if (form.searchId === '') problems.searchId = 'Choose the search.';
  const pages = readPages(form.pages);
  if (pages === null) problems.pages = `A number from 1 to ${MOST_PAGES}.`;
  const everyHours = readHours(form.every);
  if (everyHours === null) problems.every = 'Type a time, such as 6 days or 12 h.';
  const perDay = readAmount(form.perDay, currency);
  const refresh = pagePrice === null || pages === null ? null : multiplyAmount(pagePrice, pages);
  if (!perDay) problems.perDay = 'Type an amount, such as 0.10.';
  else if (BigInt(perDay.units) === 0n) problems.perDay = 'More than nothing.';
  else if (refresh !== null && compareAmounts(perDay, refresh) < 0)
    problems.perDay = `One refresh may cost ${amountLabel(refresh)}.`;
  if (!isCalendarDate(form.until)) problems.until = 'Type a date.';
  else if (form.until < today) problems.until = 'That day is over.';
  else if (form.until > addDays(today, LONGEST_DAYS - 1)) problems.until = 'At most a year ahead.';
  if (!perDay || pages === null || everyHours === null || Object.keys(problems).length > 0)
    return { ok: false, problems };
  return {
    ok: true,
    value: { searchId: Number(form.searchId), pages, everyHours, perDay, until: form.until },
  };
}
