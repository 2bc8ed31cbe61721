/** Departures as iCalendar (RFC 5545). Pure. */
import { createHash } from 'node:crypto';
import type { RecordRow } from '#shared/contract/awards.ts';
import { addDays } from '#shared/dates.ts';
import { formatNumber } from '#shared/formats.ts';
import { airlinesTitle } from '#shared/places/airlines.ts';
import { routeNames } from '#shared/places/names.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import { sourceName } from '#shared/record-kinds/record-kinds.ts';
import type { RecordKey } from '#shared/records/record-key.ts';

/** §3.3.11: escapes backslash, semicolon, comma and line ends. */
const calendarText = (text: string): string =>
  text
    .replace(/[\\;,]/g, (mark) => `\\${mark}`)
    .replace(/\r\n|\r|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a calendar's text may hold no control characters.
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');

/** §3.1: folds lines at 75 octets, without splitting characters. */
function foldedLine(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > 75) {
      parts.push(part);
      part = '';
      octets = 1; // the leading space of the next line
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

/** Milepost's namespace for the UIDs of its events (RFC 9562 §5.5). */
const NAMESPACE = Buffer.from('00a3f06bb0354172995f331365e0d0bd', 'hex');

/** A record to become an event, with what identifies it. */
export type Departure = { row: RecordRow; key: RecordKey };

/**
 * A name-based UUID (RFC 7986 §5.3) of the record alone, so that a later export updates its event and no other, in
 * whatever order and beside whatever records it stands. Equal on all machines, and identifying none.
 */
function uidOf({ identity, cabin, recordKey }: RecordKey): string {
  const name = JSON.stringify([identity, cabin, recordKey]);
  const hash = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * The events of a piece of a file. Of several versions of one record, all of which have its UID, only the one seen last
 * is an event.
 * @param at UTC ms of the export
 */
export function calendarEvents(departures: readonly Departure[], at: number): string {
  const newest = new Map<string, RecordRow>();
  for (const { row, key } of departures) {
    const uid = uidOf(key);
    const other = newest.get(uid);
    if (other === undefined || (row.seenAt - other.seenAt || row.versionId - other.versionId) > 0)
      newest.set(uid, row);
  }
  return [...newest].map(([uid, row]) => calendarEvent(row, uid, at)).join('');
}

/**
 * One departure as a transparent all-day event; the date has no time zone. Empty if the date is invalid.
 *
 * Its revision is the minute in which it was last seen, so that a later refresh replaces an earlier one, never the other
 * way round (RFC 5546 §2.1.4). For one refresh, the later file counts, by its DTSTAMP.
 */
function calendarEvent(row: RecordRow, uid: string, at: number): string {
  if (row.date === null) return '';
  const next = addDays(row.date, 1);
  const miles = row.miles === null ? 'miles not given' : `${formatNumber(row.miles)} miles`;
  const space = row.available ? miles : row.removed ? 'removed' : 'no award space';
  const seats = row.seats === null ? (row.available ? 'not given' : 'none') : formatNumber(row.seats);
  const facts = [
    `Programme: ${programmeLabel(row.programme)}`,
    `Cabin searched: ${row.cabin ?? 'any'}`,
    `Award space: ${row.available ? 'yes' : row.removed ? 'no, removed since it was seen' : 'no'}`,
    `Miles: ${row.miles === null ? 'not given' : formatNumber(row.miles)}`,
    `Remaining seats: ${seats}`,
    `Direct: ${row.direct ? 'yes' : 'no'}`,
    `Airlines: ${airlinesTitle(row.airlines, row.seenAt) || 'not given'}`,
    `Source: ${sourceName(row)}`,
    `Last seen: ${new Date(row.seenAt).toISOString()}`,
    ...(row.mark?.note ? [`Note: ${row.mark.note}`] : []),
  ];
  return lines([
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${Math.floor(row.seenAt / 60_000)}`,
    `DTSTAMP:${stamp(at)}`,
    `LAST-MODIFIED:${stamp(row.seenAt)}`,
    `DTSTART;VALUE=DATE:${compact(row.date)}`,
    // Without an end the event is that one day (§3.6.1); the last representable day has no next day.
    ...(next > row.date ? [`DTEND;VALUE=DATE:${compact(next)}`] : []),
    `SUMMARY:${calendarText(`${routeNames(row)}: ${space}, ${programmeLabel(row.programme)}`)}`,
    `DESCRIPTION:${calendarText(facts.join('\n'))}`,
    ...(row.mark && row.mark.tags.length > 0
      ? [`CATEGORIES:${row.mark.tags.map(calendarText).join(',')}`]
      : []),
    'TRANSP:TRANSPARENT',
    'STATUS:TENTATIVE',
    'END:VEVENT',
  ]);
}
