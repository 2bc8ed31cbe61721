/** Departures as iCalendar (RFC 5545). Pure. */
import { createHash } from 'node:crypto';
import type { Itinerary, Segment } from '#shared/award-search/itinerary.ts';
import type { RecordRow } from '#shared/contract/awards.ts';
import type { ListedAnswer } from '#shared/contract/booking.ts';
import { addDays } from '#shared/dates.ts';
import { formatNumber } from '#shared/formats.ts';
import { amountLabel } from '#shared/money.ts';
import { airlinesTitle } from '#shared/places/airlines.ts';
import { routeNames } from '#shared/places/names.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import { sourceName } from '#shared/record-kinds/record-kinds.ts';
import { MADE_UP } from '#shared/records/made-up.ts';
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

/** A record to become events, with what identifies it, how it is flown and what became of booking it. */
export type Departure = {
  row: RecordRow;
  key: RecordKey;
  /** The only way to fly it; null where trip details list none, or several. */
  way: Itinerary | null;
  booking: ListedAnswer | null;
  /** UTC ms: when an answer about booking it last changed; 0 where none was given. */
  changedAt: number;
};

/**
 * A name-based UUID (RFC 7986 §5.3) of the record alone, or of a flight of it, so that a later export updates its event
 * and no other, in whatever order and beside whatever records it stands. Equal on all machines, and identifying none.
 */
function uidOf({ identity, cabin, recordKey }: RecordKey, flight: readonly string[] = []): string {
  const name = JSON.stringify([identity, cabin, recordKey, ...flight]);
  const hash = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * The events of a piece of a file. Of several versions of one record, all of which have its UID, only the one seen last
 * is exported.
 * @param at UTC ms of the export
 */
export function calendarEvents(departures: readonly Departure[], at: number): string {
  const newest = new Map<string, Departure>();
  for (const departure of departures) {
    const { row, key } = departure;
    const other = newest.get(uidOf(key))?.row;
    if (other === undefined || (row.seenAt - other.seenAt || row.versionId - other.versionId) > 0)
      newest.set(uidOf(key), departure);
  }
  return [...newest.values()].map((departure) => eventsOf(departure, at)).join('');
}

/** Whether the user has its seats: nothing that is seen later changes that. */
const isTaken = ({ booking }: Departure): boolean =>
  booking?.outcome === 'booked' || booking?.outcome === 'held';

type Flight = Segment & { uid: string };

/** A local time as it was written, without a zone. */
const WRITTEN = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})/;
const dayIn = (written: string | null): string | undefined => WRITTEN.exec(written ?? '')?.[1];

/**
 * The flights of a departure, each with its UID; null where not all of their times are known, or are of another day. The
 * flight that leaves the record's airport has the record's own UID, so that it replaces the event that was exported for
 * the whole day before its times were known.
 */
function flightsOf(departure: Departure): Flight[] | null {
  const { row, key, way, booking } = departure;
  const flown = isTaken(departure) ? (booking?.way ?? way) : way;
  if (flown === null) return null;
  const whole: Segment = {
    ...flown,
    flight: flown.flights.join(', ') || null,
    origin: row.origin,
    destination: row.destination,
    aircraft: null,
    cabin: null,
  };
  const parts = flown.segments.length > 0 ? flown.segments : [whole];
  const firsts = parts.filter(({ origin }) => origin === row.origin);
  const first = parts.length === 1 ? parts[0] : firsts.length === 1 ? firsts[0] : undefined;
  const flights = parts.map((part) => ({
    ...part,
    uid:
      part === first
        ? uidOf(key)
        : uidOf(key, [part.flight ?? '', part.origin ?? '', part.destination ?? '']),
  }));
  const areTimed = parts.every(({ departs }) => dayIn(departs) !== undefined);
  const isSameDay = parts.some(({ departs }) => dayIn(departs) === row.date);
  const areDistinct = new Set(flights.map(({ uid }) => uid)).size === flights.length;
  return areTimed && isSameDay && areDistinct ? flights : null;
}

/** `20270301T063000`: a floating time (§3.3.5), since trip details name no zone. */
const floating = (written: string): string => {
  const [, day = '', hours, minutes] = WRITTEN.exec(written) ?? [];
  return `${compact(day)}T${hours}${minutes}00`;
};

/** What the user said of the booking, for the description. */
function bookingFacts(booking: ListedAnswer | null): string[] {
  if (booking === null || (booking.outcome !== 'booked' && booking.outcome !== 'held')) return [];
  return [
    booking.outcome === 'held' && booking.heldUntil !== null
      ? `Held until: ${new Date(booking.heldUntil).toISOString()}`
      : 'Booked: yes',
    ...(booking.reference === '' ? [] : [`Reference: ${booking.reference}`]),
    ...(booking.miles === null ? [] : [`Miles paid: ${formatNumber(booking.miles)}`]),
    ...(booking.taxes === null ? [] : [`Taxes paid: ${amountLabel(booking.taxes)}`]),
  ];
}

/**
 * A departure as one event a flight with its local times, where all of them are known, otherwise as one event of the whole
 * day; the date has no time zone. Empty if the date is invalid.
 *
 * Its revision is the minute in which it was last seen, or its booking last changed, so that a later one replaces an
 * earlier one, never the other way round (RFC 5546 §2.1.4). For one revision, the later file counts, by its DTSTAMP.
 */
function eventsOf(departure: Departure, at: number): string {
  const { row, key, booking, changedAt } = departure;
  if (row.date === null) return '';
  const isMadeUp = row.demo === true;
  const isBooked = booking?.outcome === 'booked';
  const next = addDays(row.date, 1);
  const miles = row.miles === null ? 'miles not given' : `${formatNumber(row.miles)} miles`;
  const seen = row.available ? miles : row.removed ? 'removed' : 'no award space';
  const space = isBooked ? 'booked' : booking?.outcome === 'held' ? 'on hold' : seen;
  const seats = row.seats === null ? (row.available ? 'not given' : 'none') : formatNumber(row.seats);
  const facts = [
    ...(isMadeUp ? [`${MADE_UP}.`] : []),
    ...bookingFacts(booking),
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
  const event = (uid: string, when: readonly string[], title: string, about: readonly string[] = []) =>
    lines([
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `SEQUENCE:${Math.floor(Math.max(row.seenAt, changedAt) / 60_000)}`,
      `DTSTAMP:${stamp(at)}`,
      `LAST-MODIFIED:${stamp(Math.max(row.seenAt, changedAt))}`,
      ...when,
      `SUMMARY:${calendarText(`${title}: ${isMadeUp ? 'demo, ' : ''}${space}, ${programmeLabel(row.programme)}`)}`,
      `DESCRIPTION:${calendarText([...about, ...facts].join('\n'))}`,
      ...(row.mark && row.mark.tags.length > 0
        ? [`CATEGORIES:${row.mark.tags.map(calendarText).join(',')}`]
        : []),
      'TRANSP:TRANSPARENT',
      `STATUS:${isBooked && !isMadeUp ? 'CONFIRMED' : 'TENTATIVE'}`,
      'END:VEVENT',
    ]);
  const flights = flightsOf(departure);
  if (flights === null)
    return event(
      uidOf(key),
      [
        `DTSTART;VALUE=DATE:${compact(row.date)}`,
        // Without an end the event is that one day (§3.6.1); the last representable day has no next day.
        ...(next > row.date ? [`DTEND;VALUE=DATE:${compact(next)}`] : []),
      ],
      routeNames(row),
    );
  return flights
    .map(({ uid, flight, origin, destination, departs, arrives }) => {
      const from = departs ?? '';
      const route = routeNames({ origin: origin ?? row.origin, destination: destination ?? row.destination });
      // Over the date line, local times may go back, which no event can (§3.8.2.2): then it says its start alone.
      const ends = dayIn(arrives) !== undefined && arrives !== null && arrives > from ? arrives : null;
      return event(
        uid,
        [`DTSTART:${floating(from)}`, ...(ends === null ? [] : [`DTEND:${floating(ends)}`])],
        flight === null ? route : `${flight} ${route}`,
        [
          `Departs: ${from.replace('T', ' ')}, local time`,
          ...(arrives === null ? [] : [`Arrives: ${arrives.replace('T', ' ')}, local time`]),
        ],
      );
    })
    .join('');
}
