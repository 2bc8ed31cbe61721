import type { CalendarDate } from '#shared/dates.ts';

type Days = { from?: CalendarDate | undefined; until?: CalendarDate | undefined };

/** The first of some days of travel that has not departed; null where unknown, or where all of them have. */
export function firstFutureDay({ from, until }: Days, today: CalendarDate): CalendarDate | null {
  if (from === undefined || (until !== undefined && until < today)) return null;
  return from < today ? today : from;
}
