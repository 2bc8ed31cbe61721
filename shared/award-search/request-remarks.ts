/** What a search cannot find although the service accepts it (§2.1). Pure. */
import { type CalendarDate, isCalendarDate } from '../dates.ts';
import { splitCodes } from './request.ts';

const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Why nothing can be found on the requested days any more; null where something can. */
function pastRemark(earliest: string, latest: string, today: CalendarDate): string | null {
  if (!isCalendarDate(latest) || latest >= today) return null;
  return isCalendarDate(earliest)
    ? 'Both dates are past: every flight asked for has departed.'
    : 'The latest departure is past: every flight asked for has departed.';
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

/**
 * Warnings for the form and the quote sheet; none of them prevents the search. @param today in the user’s own calendar
 */
export function requestRemarks(request: Readonly<Record<string, unknown>>, today: CalendarDate): string[] {
  return [
    sameRemark(splitCodes(textIn(request.origin_airport)), splitCodes(textIn(request.destination_airport))),
    pastRemark(textIn(request.start_date), textIn(request.end_date), today),
  ].filter((remark) => remark !== null);
}
