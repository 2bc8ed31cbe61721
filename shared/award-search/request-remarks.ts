/** What a search cannot find although the service accepts it (§2.1). Pure. */
import { addDays, type CalendarDate, daysBetween, isCalendarDate } from '../dates.ts';
import { calendarOfYear, plainDate } from '../formats.ts';
import { splitCodes } from './request.ts';

const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Airlines sell their seats up to about a year ahead, in days; most a few weeks less. */
const SOLD_AHEAD_DAYS = 365;
/** A day that lies further back is no search that was run again, but mistyped. */
const LONG_PAST_DAYS = 365;

/** The last day for which seats can be on sale. */
const lastOnSale = (today: CalendarDate): CalendarDate => addDays(today, SOLD_AHEAD_DAYS);

/**
 * Why a day cannot be one to travel on, as mistyped ones: another calendar's year, a wrong century, years ahead; null
 * where it can, and where it is recently past.
 */
export function dayRemark(day: string, today: CalendarDate): string | null {
  if (!isCalendarDate(day)) return null;
  const isAhead = day > lastOnSale(today);
  if (!isAhead && daysBetween(day, today) <= LONG_PAST_DAYS) return null;
  const [year, thisYear] = [Number(day.slice(0, 4)), Number(today.slice(0, 4))];
  const calendar = calendarOfYear(year, today);
  if (calendar !== null)
    return `${year} is a year of the ${calendar} calendar. Write the day of the common calendar, in ${thisYear} or ${thisYear + 1}.`;
  return isAhead
    ? `No seats are on sale for ${plainDate(day)}: airlines sell about a year ahead, until ${plainDate(lastOnSale(today))}.`
    : `${plainDate(day)} is long past.`;
}

export type DateRemarks = { start_date: string | null; end_date: string | null };

/** What is to be told beside the dates of a request. @param today in the user’s own calendar */
export function dateRemarks(request: Readonly<Record<string, unknown>>, today: CalendarDate): DateRemarks {
  const [start, end] = [textIn(request.start_date), textIn(request.end_date)];
  const remarks = { start_date: dayRemark(start, today), end_date: dayRemark(end, today) };
  const isMistyped = remarks.end_date !== null && calendarOfYear(Number(end.slice(0, 4)), today) !== null;
  if (isMistyped || !isCalendarDate(end) || end >= today) return remarks;
  return {
    ...remarks,
    end_date: isCalendarDate(start)
      ? 'Both dates are past: every flight asked for has departed.'
      : 'The latest departure is past: every flight asked for has departed.',
  };
}

/** Why no flight connects some of the airports; null where each pair is possible. */
function sameRemark(origins: readonly string[], destinations: readonly string[]): string | null {
  const both = origins.filter((code) => destinations.includes(code));
  if (both.length === 0) return null;
  if (origins.length === 1 && destinations.length === 1)
    return `${both[0]} is both origin and destination: no flight goes there.`;
  return both.length === 1
    ? `${both[0]} is both an origin and a destination.`
    : `${both.join(', ')} are both origins and destinations.`;
}

/** What is to be told of the airports of a request; null where nothing is. */
export const routeRemark = (request: Readonly<Record<string, unknown>>): string | null =>
  sameRemark(splitCodes(textIn(request.origin_airport)), splitCodes(textIn(request.destination_airport)));

/**
 * All of it for the quote sheet, each once; none of it prevents the search. @param today in the user’s own calendar
 */
export function requestRemarks(request: Readonly<Record<string, unknown>>, today: CalendarDate): string[] {
  const { start_date: start, end_date: end } = dateRemarks(request, today);
  return [...new Set([routeRemark(request), start, end].filter((remark) => remark !== null))];
}
