import { addDays, type CalendarDate, isCalendarDate } from '#shared/dates.ts';
import { type Amount, readAmount } from '#shared/money.ts';

/** A permission as typed. */
export type GrantForm = { searchId: string; perDay: string; until: string };
export type GrantProblems = Partial<Record<keyof GrantForm, string>>;

/** A longer permission is too easily forgotten. */
const LONGEST_DAYS = 366;

/** Reads the permission exactly, or returns an error for each invalid field. `today` is the user’s own calendar day. */
export function readGrant(
  form: GrantForm,
  currency: string,
  today: CalendarDate,
):
  | { ok: true; value: { searchId: number; perDay: Amount; until: CalendarDate } }
  | { ok: false; problems: GrantProblems } {
  const problems: GrantProblems = {};
  if (form.searchId === '') problems.searchId = 'Choose the search.';
  const perDay = readAmount(form.perDay, currency);
  if (!perDay) problems.perDay = 'Type an amount, such as 0.10.';
  else if (BigInt(perDay.units) === 0n) problems.perDay = 'More than nothing.';
  if (!isCalendarDate(form.until)) problems.until = 'Type a date.';
  else if (form.until < today) problems.until = 'That day is over.';
  else if (form.until > addDays(today, LONGEST_DAYS - 1)) problems.until = 'At most a year ahead.';
  if (!perDay || Object.keys(problems).length > 0) return { ok: false, problems };
  return { ok: true, value: { searchId: Number(form.searchId), perDay, until: form.until } };
}
