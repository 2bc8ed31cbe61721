/** Lays days out as months of weeks. Pure; dates are days of the calendar without a zone. */
import {
  addDays,
  type CalendarDate,
  datesBetween,
  isCalendarDate,
  lastOfMonth,
  monthAfter,
  weekday,
} from '#shared/dates.ts';
import { firstDayOfWeek } from '#shared/formats.ts';

export type Month = {
  /** `2027-03`. */
  id: string;
  /** `March 2027`. */
  title: string;
  /** Weeks of seven places, from the reader's first day on; a place outside the month is null. */
  weeks: (CalendarDate | null)[][];
};

/** The days of the reader's week in order, as weekday numbers of the contract (0 = Sunday). */
export const weekOrder = (): number[] =>
  Array.from({ length: 7 }, (_, place) => (firstDayOfWeek() + place) % 7);

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

export function monthTitle(id: string): string {
  return `${MONTHS[Number(id.slice(5, 7)) - 1] ?? id} ${id.slice(0, 4)}`;
}

function monthOf(id: string): Month {
  const first = `${id}-01`;
  const days: (CalendarDate | null)[] = datesBetween(first, lastOfMonth(id));
  const lead = (weekday(first) - firstDayOfWeek() + 7) % 7;
  const places = [...Array<null>(lead).fill(null), ...days];
  while (places.length % 7 !== 0) places.push(null);
  const weeks = [];
  for (let place = 0; place < places.length; place += 7) weeks.push(places.slice(place, place + 7));
  return { id, title: monthTitle(id), weeks };
}

/** Every month from the one of `from` to the one of `until`, both included, at most `most`. */
export function monthsBetween(from: CalendarDate, until: CalendarDate, most: number): Month[] {
  const months: Month[] = [];
  const last = until.slice(0, 7);
  for (let id = from.slice(0, 7); id <= last && months.length < most; id = monthAfter(id)) {
    months.push(monthOf(id));
    // There is no month after the last that can be written.
    if (id === last) break;
  }
  return months;
}

type Range = { from: CalendarDate | undefined; until: CalendarDate | undefined };

/**
 * The days that a calendar spans: the filter's where it has them, otherwise the requested and the read days together,
 * so that a requested month without results is shown as such. Null where no day is known.
 */
export function calendarRange(
  filter: Range,
  requested: Range,
  seen: readonly CalendarDate[],
): { from: CalendarDate; until: CalendarDate } | null {
  const days = [requested.from, requested.until, ...seen]
    .filter((day) => day !== undefined && isCalendarDate(day))
    .sort();
  const from = filter.from ?? days[0] ?? filter.until;
  const until = filter.until ?? days.at(-1) ?? filter.from;
  if (from === undefined || until === undefined || !isCalendarDate(from) || !isCalendarDate(until))
    return null;
  return { from, until: until < from ? from : until };
}

/** Months counted from the year 0. */
const monthNumber = (date: CalendarDate): number =>
  Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;

const firstOfMonth = (number: number): CalendarDate =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}-01`;

export type CalendarSheet = {
  months: Month[];
  /** The sheets before and after it that have content; null where there is none. */
  earlier: number | null;
  later: number | null;
};

/**
 * Some months of a range. Sheet 0 begins with the month of `begin`, negative ones are before it; without a `begin`
 * sheet 0 ends with the range. Empty sheets are left out, so a day far from all others, such as one of the year 1, is
 * one sheet away.
 * @param known days that the range has content for
 * @param size how many months a sheet has
 */
export function sheetOf(
  range: { from: CalendarDate; until: CalendarDate },
  begin: CalendarDate | null,
  known: readonly CalendarDate[],
  sheet: number,
  size: number,
): CalendarSheet {
  const first = monthNumber(range.from);
  const last = monthNumber(range.until);
  const within = (month: number, least: number, most: number) => Math.min(most, Math.max(least, month));
  const base = begin === null ? Math.max(first, last - size + 1) : within(monthNumber(begin), first, last);
  const sheetWith = (month: number) => Math.floor((month - base) / size);
  const shown = within(sheet, sheetWith(first), sheetWith(last));
  const start = Math.max(first, base + shown * size);
  const end = Math.min(last, base + shown * size + size - 1);
  const held = [range.from, range.until, ...known]
    .map(monthNumber)
    .filter((month) => month >= first && month <= last);
  const before = held.filter((month) => month < start);
  const after = held.filter((month) => month > end);
  return {
    months: monthsBetween(firstOfMonth(start), firstOfMonth(end), size),
    earlier: before.length === 0 ? null : sheetWith(before.reduce((a, b) => Math.max(a, b))),
    later: after.length === 0 ? null : sheetWith(after.reduce((a, b) => Math.min(a, b))),
  };
}

/**
 * Where an arrow key leads from a day, limited to `first` and `last`; null for any other key. Home and End go to the
 * first and the last day of the week, Page Up and Page Down to the same day of the previous and the next month.
 */
export function movedDay(
  date: CalendarDate,
  key: string,
  first: CalendarDate,
  last: CalendarDate,
): CalendarDate | null {
  const intoWeek = (weekday(date) - firstDayOfWeek() + 7) % 7;
  const target = ((): CalendarDate | null => {
    switch (key) {
      case 'ArrowLeft':
        return addDays(date, -1);
      case 'ArrowRight':
        return addDays(date, 1);
      case 'ArrowUp':
        return addDays(date, -7);
      case 'ArrowDown':
        return addDays(date, 7);
      case 'Home':
        return addDays(date, -intoWeek);
      case 'End':
        return addDays(date, 6 - intoWeek);
      case 'PageUp':
        return sameDayOf(addDays(`${date.slice(0, 7)}-01`, -1).slice(0, 7), date);
      case 'PageDown':
        return sameDayOf(monthAfter(date.slice(0, 7)), date);
      default:
        return null;
    }
  })();
  if (target === null) return null;
  return target < first ? first : target > last ? last : target;
}

/** The same day of the month `id`, or its last day where it is shorter. */
function sameDayOf(id: string, date: CalendarDate): CalendarDate {
  const end = lastOfMonth(id);
  const same = `${id}-${date.slice(8)}`;
  return same > end ? end : same;
}

/**
 * How cheap a day or a route is among the others, from 1 (fewer than a fifth of them are cheaper) to 5; equal costs
 * have equal shades. By rank, so that one very dear one does not make all others look the same.
 * @param all the miles of all, in ascending order
 */
export function shadeOf(miles: number, all: readonly number[]): 1 | 2 | 3 | 4 | 5 {
  const cheaper = all.findIndex((other) => other >= miles);
  const fifth = Math.floor((Math.max(0, cheaper) / Math.max(1, all.length)) * 5) + 1;
  return Math.min(5, fifth) as 1 | 2 | 3 | 4 | 5;
}
