/**
 * Trip details (§2.1 `include_trips`) in the member `AvailabilityTrips`: the form in which seats.aero gives them
 * (documented by its partner API), which the demo gives as well. Any other form is not read: it stays in the raw record.
 */

import type { AwardRow } from '../award-search/answered-row.ts';
import type { Itinerary, Segment, Taxes } from '../award-search/itinerary.ts';
import { isCalendarDate } from '../dates.ts';
import { isObject } from '../json.ts';
import { formatAmount, parseAmount } from '../money.ts';
import { plainText } from '../plain-text.ts';

const MEMBER = 'AvailabilityTrips';
/** When the source last read the award from its programme, beside the trips or in each. */
const SEEN = 'UpdatedAt';

const MAX_TRIPS = 40;
const MAX_SEGMENTS = 8;
const LONGEST_TEXT = 60;

type Members = Readonly<Record<string, unknown>>;

const own = (members: Members, name: string): unknown =>
  Object.hasOwn(members, name) ? members[name] : undefined;

const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? plainText(value.slice(0, 1_000), LONGEST_TEXT) || null : null;
/** Texts from a list, or from one text with commas between them. */
const textsOf = (value: unknown): string[] => {
  const parts = typeof value === 'string' ? value.slice(0, 1_000).split(',') : value;
  return Array.isArray(parts) ? parts.slice(0, MAX_SEGMENTS).flatMap((part) => textOf(part) ?? []) : [];
};
const countOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
/** A count of which 0 means that it is not known. */
const positive = (value: unknown): number | null => countOf(value) || null;

const WRITTEN_TIME =
  /^(\d{4}-\d\d-\d\d)T((?:[01]\d|2[0-3]):[0-5]\d)(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?$/;
/** A time as written, to the minute: the times are local, whatever zone they name. */
function timeOf(value: unknown): string | null {
  const [, day = '', clock] = WRITTEN_TIME.exec(textOf(value) ?? '') ?? [];
  return clock === undefined || !isCalendarDate(day) ? null : `${day}T${clock}`;
}

/** RFC 3339 with a zone, in UTC ms. */
function instantOf(value: unknown): number | null {
  const written = textOf(value) ?? '';
  const at =
    timeOf(written) !== null && /(?:Z|[+-]\d\d:\d\d)$/.test(written) ? Date.parse(written) : Number.NaN;
  return Number.isFinite(at) ? at : null;
}

/** Hundredths as a number, or a decimal text; a number with decimals is neither. */
function taxesOf(value: unknown, currency: unknown): Taxes | null {
  const code = textOf(currency);
  if (code === null || !/^[A-Z]{3}$/.test(code)) return null;
  const hundredths = countOf(value);
  const amount =
    hundredths !== null
      ? { currency: code, units: String(hundredths), exponent: 2 }
      : typeof value === 'string' && /^\d{1,9}\.\d{2}$/.test(value)
        ? parseAmount(value, code, 2)
        : undefined;
  return amount === undefined ? null : { amount, text: formatAmount(amount) };
}

const FLIGHT = /^(?:[A-Z][A-Z0-9]|[0-9][A-Z])\d{1,4}[A-Z]?$/;
const flightOf = (value: unknown): string | null => {
  const flight = textOf(value)?.replace(' ', '') ?? '';
  return FLIGHT.test(flight) ? flight : null;
};
const airportOf = (value: unknown): string | null => {
  const code = textOf(value) ?? '';
  return /^[A-Z]{3}$/.test(code) ? code : null;
};

const segmentOf = (segment: Members): Segment => ({
  flight: flightOf(own(segment, 'FlightNumber')),
  origin: airportOf(own(segment, 'OriginAirport')),
  destination: airportOf(own(segment, 'DestinationAirport')),
  departs: timeOf(own(segment, 'DepartsAt')),
  arrives: timeOf(own(segment, 'ArrivesAt')),
  aircraft: textOf(own(segment, 'AircraftName')) ?? textOf(own(segment, 'AircraftCode')),
  cabin: textOf(own(segment, 'Cabin')),
});

/** The flights of a trip in their order; null where the trip lists anything else in their place. */
function segmentsOf(trip: Members): Segment[] | null {
  const list = own(trip, 'AvailabilitySegments') ?? own(trip, 'Segments') ?? [];
  if (!Array.isArray(list) || list.length > MAX_SEGMENTS || !list.every(isObject)) return null;
  const place = (segment: Members) => countOf(own(segment, 'Order'));
  const isOrdered = list.every((segment) => place(segment) !== null);
  return (isOrdered ? list.toSorted((a, b) => (place(a) ?? 0) - (place(b) ?? 0)) : list).map(segmentOf);
}

const each = (texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.filter((text) => text !== null)),
];

/** One trip; null where neither its flights nor its duration, stops or times can be read. */
function tripOf(trip: unknown, seenAt: number | null): Itinerary | null {
  const segments = isObject(trip) ? segmentsOf(trip) : null;
  if (!isObject(trip) || segments === null) return null;
  const numbers = textsOf(own(trip, 'FlightNumbers')).map(flightOf);
  const listed = numbers.length > 0 ? numbers : segments.map(({ flight }) => flight);
  const read: Itinerary = {
    flights: listed.every((flight) => flight !== null) ? listed : [],
    carriers: each(textsOf(own(trip, 'Carriers'))),
    // The source's own count was seen to be wrong of nonstop flights.
    stops: segments.length > 0 ? segments.length - 1 : countOf(own(trip, 'Stops')),
    minutes: positive(own(trip, 'TotalDuration')),
    departs: timeOf(own(trip, 'DepartsAt')) ?? segments[0]?.departs ?? null,
    arrives: timeOf(own(trip, 'ArrivesAt')) ?? segments.at(-1)?.arrives ?? null,
    aircraft: each([...segments.map(({ aircraft }) => aircraft), ...textsOf(own(trip, 'Aircraft'))]),
    cabins: each([...segments.map(({ cabin }) => cabin), textOf(own(trip, 'Cabin'))]),
    miles: positive(own(trip, 'MileageCost')),
    seats: positive(own(trip, 'RemainingSeats')),
    taxes: taxesOf(own(trip, 'TotalTaxes'), own(trip, 'TaxesCurrency')),
    sourceSawAt: instantOf(own(trip, SEEN)) ?? seenAt,
    segments,
  };
  const { flights, minutes, stops, departs } = read;
  return flights.length === 0 && minutes === null && stops === null && departs === null ? null : read;
}

/**
 * A row with its trips, in the order received. The member is one that the contract does not know only where some of it
 * cannot be read; `null` gives no details, and an empty list says that there are none.
 */
export function withAvailabilityTrips(row: AwardRow): AwardRow {
  const value = isObject(row.raw) ? own(row.raw, MEMBER) : undefined;
  if (!isObject(row.raw) || value === undefined) return row;
  const seenAt = instantOf(own(row.raw, SEEN));
  const list = Array.isArray(value) ? value.slice(0, MAX_TRIPS) : null;
  const trips = list?.flatMap((trip) => tripOf(trip, seenAt) ?? []) ?? [];
  const itineraries = trips.length > 0 || list?.length === 0 ? trips : null;
  if (value !== null && trips.length !== list?.length) return { ...row, itineraries };
  const added = row.added.filter((name) => name !== MEMBER);
  const isOtherwiseValid = row.quality === 'added' && added.length + row.remarks.length === 0;
  return { ...row, added, itineraries, quality: isOtherwiseValid ? 'valid' : row.quality };
}
