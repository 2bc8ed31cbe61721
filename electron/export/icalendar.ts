/** Departures as iCalendar (RFC 5545). Pure. */
import { addDays } from '#shared/calendar-date.ts';
import type { RecordRow } from '#shared/contract/awards.ts';

const NUMBERS = new Intl.NumberFormat('en-US');

/** §3.3.11: backslash, semicolon, comma and line ends are escaped in a text. */
export const calendarText = (text: string): string =>
  text
    .replace(/[\\;,]/g, (mark) => `\\${mark}`)
    .replace(/\r\n|\r|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a calendar's text may hold no control characters.
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');

/** §3.1: no line is longer than 75 octets; it goes on after a line end and a space. No character is cut in two. */
export function foldedLine(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > 75) {
      parts.push(part);
      part = '';
      octets = 1; // the space that the next line begins with
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n ');
}

const lines = (all: readonly string[]): string => all.map((line) => `${foldedLine(line)}\r\n`).join('');
const compact = (date: string): string => date.replaceAll('-', '');

/** `20270301T101112Z`. */
const stamp = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '');

export const CALENDAR_HEAD = lines([
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Milepost//Award research//EN',
  'CALSCALE:GREGORIAN',
  'METHOD:PUBLISH',
  'X-WR-CALNAME:Award space',
]);
export const CALENDAR_END = lines(['END:VCALENDAR']);

/**
 * One departure as an event of a whole day, which takes no time of the person's: the date is a day of the calendar
 * without a zone. Empty where the date is no such day.
 * @param at UTC ms of the export
 */
export function calendarEvent(row: RecordRow, at: number): string {
  if (row.date === null) return '';
  const miles = row.miles === null ? 'miles not given' : `${NUMBERS.format(row.miles)} miles`;
  const space = row.available ? miles : 'no award space';
  const seats =
    row.seats === null ? (row.available ? 'count not given' : 'none told') : NUMBERS.format(row.seats);
  const told = [
    `Programme: ${row.programme}`,
    `Cabin asked for: ${row.cabin ?? 'not stated'}`,
    `Award space: ${row.available ? 'yes' : 'no'}`,
    `Miles: ${row.miles === null ? 'not given' : NUMBERS.format(row.miles)}`,
    `Remaining seats: ${seats}`,
    `Direct: ${row.direct ? 'yes' : 'no'}`,
    `Airlines: ${row.airlines || 'none told'}`,
    `Last seen: ${new Date(row.seenAt).toISOString()}`,
    ...(row.mark?.note ? [`Note: ${row.mark.note}`] : []),
  ];
  return lines([
    'BEGIN:VEVENT',
    `UID:record-${row.versionId}-${compact(row.date)}@milepost.invalid`,
    `DTSTAMP:${stamp(at)}`,
    `DTSTART;VALUE=DATE:${compact(row.date)}`,
    `DTEND;VALUE=DATE:${compact(addDays(row.date, 1))}`,
    `SUMMARY:${calendarText(`${row.origin} → ${row.destination}: ${space}, ${row.programme}`)}`,
    `DESCRIPTION:${calendarText(told.join('\n'))}`,
    ...(row.mark && row.mark.tags.length > 0
      ? [`CATEGORIES:${row.mark.tags.map(calendarText).join(',')}`]
      : []),
    'TRANSP:TRANSPARENT',
    'STATUS:TENTATIVE',
    'END:VEVENT',
  ]);
}
