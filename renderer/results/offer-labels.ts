/** The headline of a selection in words. Pure. */
import type { RecordFilter, RecordRow } from '#shared/contract/awards.ts';
import { type CalendarDate, weekday } from '#shared/dates.ts';
import { formatNumber, plural, shortDay, WEEKDAY_NAMES } from '#shared/formats.ts';
import { airportLabel } from '#shared/places/names.ts';
import { programmeShort } from '#shared/places/programmes.ts';
import { USUAL_FILTER } from '../addresses/results-address.ts';
import { dateLabel } from '../records/award-labels.ts';

/** `Wed 3 Mar`: the year is in the title. */
const dayLabel = (date: CalendarDate): string => `${WEEKDAY_NAMES[weekday(date)]} ${shortDay(date)}`;

/**
 * One record in a line: `Virgin Atlantic, Wed 3 Mar, Gatwick to Haneda, 2 seats, for 2: 120,000`. For several travellers
 * it says where no seat count is given, since there may be fewer.
 */
export const offerLine = (row: RecordRow, travellers: number): string =>
  [
    programmeShort(row.programme),
    row.date === null ? dateLabel(row) : dayLabel(row.date),
    `${airportLabel(row.origin)} to ${airportLabel(row.destination)}`,
    ...(row.seats !== null ? [plural(row.seats, 'seat')] : travellers > 1 ? ['seats not given'] : []),
    ...(row.cabin === null ? ['any cabin'] : []),
    ...(travellers > 1 && row.miles !== null
      ? [`for ${travellers}: ${formatNumber(row.miles * travellers)}`]
      : []),
  ].join(', ');

/** Why there is no best price. @param isPartial whether pages were left unread */
export function nothingAhead(filter: RecordFilter, isPartial: boolean, travellers: number): string {
  const seats = travellers > 1 ? ` for ${travellers}` : '';
  const isNarrowed = Object.keys(filter).some((name) => !Object.hasOwn(USUAL_FILTER, name));
  if (isNarrowed) return `No award space${seats} ahead passes these filters.`;
  return isPartial ? `No award space${seats} in what was read so far.` : `No award space${seats} ahead.`;
}
