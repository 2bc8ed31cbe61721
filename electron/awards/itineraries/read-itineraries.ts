import type { Itinerary, Segment, Taxes } from '#shared/contract/itinerary.ts';
import { instant, integer, membersOf, otherMembers } from '../../marketplace/answers/reading.ts';
import { hasWords, line, lines, type NamedMember, namedMembers, readMember } from './read-members.ts';
import { currencyBeside, minutesOf, taxesOf, writtenTime } from './read-values.ts';

/**
 * Reads the itineraries that an answer with trip details lists for a record. The contract only states that they exist
 * (§2.1 `include_trips`), so they are recognised by shape: lists of objects with flight data, anywhere among the members
 * that §2.3 does not name. What cannot be read remains in the raw record.
 */

/** Raise this whenever answers are read differently: stored answers are then read again. */
export const READER_VERSION = 3;

const MOST_ITINERARIES = 40;
const MOST_SEGMENTS = 8;
const MOST_STOPS = 9;

/** Members of §2.3, which are no trip details. */
const CONTRACT_MEMBERS = [
  'ID',
  'Source',
  'Date',
  'JAvailable',
  'JMileageCost',
  'JRemainingSeats',
  'JDirect',
  'JAirlines',
  'Route',
];

/** Names of lists with the parts of one itinerary. */
const PARTS = ['segments', 'segment', 'legs', 'leg'];

const FLIGHT_NUMBER = /^(?:[A-Z][A-Z0-9]|[0-9][A-Z]) ?\d{1,4}[A-Z]?$/;
const AIRPORT = /^[A-Z]{3}$/;

const flightOf = (value: unknown): string | null => {
  const text = line(value)?.toUpperCase() ?? '';
  return FLIGHT_NUMBER.test(text) ? text.replace(' ', '') : null;
};

/** Flight numbers of the operating airline are not those of the booked flight. */
const OPERATOR_WORDS = ['operating', 'operated', 'operator'];

/** Words in the names of members that may hold the digits of a flight number; others hold a length, a count or the like. */
const FLIGHT_NUMBER_WORDS = ['flight', 'number', 'no', 'num', 'marketing', 'carrier', 'airline'];

/** The flight of a segment, from its number alone or with its carrier. */
function flightIn(members: readonly NamedMember[]): string | null {
  const carrierExcept = (without: readonly string[]) =>
    readMember(members, hasWords(['carrier', 'airline'], ['name', ...without]), (value) =>
      membersOf(value) === null
        ? line(value)
        : readMember(namedMembers(value), hasWords(['code', 'iata']), line),
    );
  const carrier = carrierExcept(OPERATOR_WORDS) ?? carrierExcept([]);
  return readMember(members, hasWords(['flight', 'number'], OPERATOR_WORDS), (part, words) => {
    const whole = flightOf(part);
    if (whole !== null || carrier === null || !words.every((word) => FLIGHT_NUMBER_WORDS.includes(word)))
      return whole;
    return typeof part === 'number' || typeof part === 'string' ? flightOf(`${carrier}${part}`) : null;
  });
}

const flightsOf = (value: unknown): string[] | null => {
  const flights = isList(value)
    ? value.slice(0, MOST_SEGMENTS).map((part) => flightIn(namedMembers(part)))
    : (lines(value)?.map(flightOf) ?? []);
  return flights.length > 0 && flights.every((flight) => flight !== null) ? flights : null;
};

/** An airport's code, plain or nested in up to two objects. */
function airportOf(value: unknown, depth = 0): string | null {
  if (membersOf(value) !== null)
    return depth > 1
      ? null
      : readMember(namedMembers(value), hasWords(['code', 'iata', 'airport']), (part) =>
          airportOf(part, depth + 1),
        );
  const text = line(value)?.toUpperCase() ?? '';
  return AIRPORT.test(text) ? text : null;
}

const DEPARTS = ['departs', 'departure', 'departing', 'depart', 'dep'];
const ARRIVES = ['arrives', 'arrival', 'arriving', 'arrive', 'arr'];

/** Times named UTC are skipped, because the screen shows local times of the airport. */
const UTC_WORDS = ['utc', 'gmt'];

function timeIn(members: readonly NamedMember[], some: readonly string[]): string | null {
  const isTime = hasWords(some, ['airport', 'terminal', ...UTC_WORDS]);
  const whole = readMember(members, isTime, (value) =>
    membersOf(value) === null
      ? writtenTime(value)
      : readMember(
          namedMembers(value),
          hasWords(['at', 'time', 'scheduled', 'local'], UTC_WORDS),
          writtenTime,
        ),
  );
  if (whole !== null) return whole;
  const [day, time] = ['date', 'time'].map((part) =>
    readMember(members, (words) => isTime(words) && words.includes(part), line),
  );
  return writtenTime(`${day}T${time}`);
}

const nameIn = (members: readonly NamedMember[], some: readonly string[]): string | null =>
  readMember(members, hasWords(some, ['code', 'id']), (value) =>
    membersOf(value) === null ? line(value) : readMember(namedMembers(value), hasWords(['name']), line),
  ) ?? readMember(members, hasWords(some, ['id']), line);

const cabinIn = (members: readonly NamedMember[]): string | null =>
  readMember(members, hasWords(['cabin', 'cabins']), line) ??
  readMember(members, (words) => words.join(' ') === 'class', line);

function segmentOf(value: unknown): Segment | null {
  const members = namedMembers(value);
  const segment: Segment = {
    flight: flightIn(members),
    origin: readMember(members, hasWords(['origin', 'from', ...DEPARTS]), (part) => airportOf(part)),
    destination: readMember(members, hasWords(['destination', 'to', ...ARRIVES]), (part) => airportOf(part)),
    departs: timeIn(members, [...DEPARTS, 'std']),
    arrives: timeIn(members, [...ARRIVES, 'sta']),
    aircraft: nameIn(members, ['aircraft', 'equipment', 'plane']),
    cabin: cabinIn(members),
  };
  const facts = [segment.flight, segment.origin && segment.destination, segment.departs, segment.arrives];
  return facts.filter((part) => part !== null).length >= 2 ? segment : null;
}

/** A list of segments, or of legs with one segment each; null if it contains anything else. */
function segmentsOf(list: unknown, mayBeLegs: boolean): Segment[] | null {
  if (!Array.isArray(list) || list.length === 0 || list.length > MOST_SEGMENTS) return null;
  const segments = list.flatMap((part): (Segment | null)[] => {
    const inLeg = mayBeLegs ? segmentsIn(namedMembers(part), false) : [];
    return inLeg.length > 0 ? inLeg : [segmentOf(part)];
  });
  return segments.length <= MOST_SEGMENTS && segments.every((segment) => segment !== null) ? segments : null;
}

/** The only list of segments; empty if there is none or several. */
function segmentsIn(members: readonly NamedMember[], mayBeLegs: boolean): Segment[] {
  const lists = members.map(({ value }) => segmentsOf(value, mayBeLegs)).filter((list) => list !== null);
  return lists.length === 1 ? (lists[0] ?? []) : [];
}

const distinct = (texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.filter((text) => text !== null)),
];

const stopsOf = (value: unknown): number | null => {
  const stops = integer(value);
  return stops !== null && stops >= 0 && stops <= MOST_STOPS ? stops : null;
};
const countOf = (value: unknown): number | null => {
  const isGrouped = typeof value === 'string' && /^\d{1,3}(?:,\d{3})+$/.test(value);
  const count = integer(isGrouped ? value.replaceAll(',', '') : value);
  return count !== null && count > 0 ? count : null;
};

/** Members, with those of nested price objects added. */
const withPrice = (members: readonly NamedMember[]): readonly NamedMember[] => [
  ...members,
  ...members.flatMap(({ words, value }) => (isPrice(words) ? namedMembers(value) : [])),
];
const isPrice = hasWords(['price', 'pricing', 'prices', 'cost', 'costs', 'fare']);

/** Values that apply to all itineraries of a record. */
type Shared = { taxes: Taxes | null; sourceSawAt: number | null };

const taxesIn = (members: readonly NamedMember[]): Taxes | null => {
  const currency = currencyBeside(members);
  return readMember(
    members,
    hasWords(['taxes', 'tax', 'fees', 'surcharges'], ['currency', 'symbol']),
    (value, words) => taxesOf(value, currency, words),
  );
};

const sawIn = (members: readonly NamedMember[]): number | null =>
  readMember(
    members,
    hasWords(['seen', 'updated', 'refreshed', 'checked', 'observed', 'scraped', 'fetched']),
    instant,
  );

const sharedOf = (members: readonly NamedMember[]): Shared => ({
  taxes: taxesIn(withPrice(members)),
  sourceSawAt: sawIn(members),
});

/** Reads one itinerary; null if it has fewer than `least` facts. */
function itineraryOf(members: readonly NamedMember[], shared: Shared, least = 2): Itinerary | null {
  const own = segmentsIn(members, true);
  const segments =
    own.length > 0
      ? own
      : segmentsIn(
          members.flatMap(({ value }) => namedMembers(value)),
          true,
        );
  const of = (part: keyof Segment): string[] => distinct(segments.map((segment) => segment[part]));
  const carriers = readMember(
    members,
    hasWords(['carriers', 'carrier', 'airlines', 'airline'], ['name']),
    lines,
  );
  const cabin = cabinIn(members);
  const aircraft = nameIn(members, ['aircraft', 'equipment', 'plane']);
  const stops = readMember(members, hasWords(['stops', 'stop', 'connections', 'layovers']), stopsOf);
  const flights =
    of('flight').length > 0
      ? of('flight')
      : (readMember(members, hasWords(['flight', 'flights', ...PARTS], OPERATOR_WORDS), flightsOf) ??
        distinct([flightIn(members)]));
  const itinerary: Itinerary = {
    flights,
    carriers: carriers ?? distinct(flights.map((flight) => flight.slice(0, 2))),
    stops: stops ?? (segments.length > 0 ? segments.length - 1 : null),
    minutes: readMember(members, hasWords(['duration', 'elapsed', 'minutes'], ['layover']), minutesOf),
    departs: timeIn(members, DEPARTS) ?? segments[0]?.departs ?? null,
    arrives: timeIn(members, ARRIVES) ?? segments.at(-1)?.arrives ?? null,
    aircraft: of('aircraft').length > 0 || aircraft === null ? of('aircraft') : [aircraft],
    cabins: of('cabin').length > 0 || cabin === null ? of('cabin') : [cabin],
    miles: readMember(
      withPrice(members),
      hasWords(['mileage', 'miles', 'points'], ['distance', 'flown']),
      countOf,
    ),
    seats: readMember(members, hasWords(['seats']), countOf),
    ...shared,
    segments,
  };
  const facts = [
    flights.length > 0 || segments.length > 0,
    // Only segments of its own count: each has airports or times, unlike a bare flight number.
    own.length > 0,
    stops !== null,
    itinerary.minutes !== null,
    itinerary.departs !== null,
    itinerary.arrives !== null,
    itinerary.aircraft.length > 0,
  ];
  return facts.filter(Boolean).length < least ? null : itinerary;
}

/** The first and last airport of an itinerary or record. */
type Endpoints = { origin: string | null; destination: string | null };

const endpointsOf = ({ segments }: Itinerary): Endpoints => ({
  origin: segments[0]?.origin ?? null,
  destination: segments.at(-1)?.destination ?? null,
});

const isRoundTrip = (itinerary: Itinerary): boolean => {
  const { origin, destination } = endpointsOf(itinerary);
  return origin !== null && origin === destination;
};

/**
 * Reads one itinerary, whose members may be nested in an object with fewer facts. From an object with both outbound and
 * return it takes the part in the record's direction, if there is exactly one, without the taxes of both.
 */
function itineraryIn(
  members: readonly NamedMember[],
  shared: Shared,
  endpoints: Endpoints,
): Itinerary | null {
  const own = sharedOf(members);
  const known = { taxes: own.taxes ?? shared.taxes, sourceSawAt: own.sourceSawAt ?? shared.sourceSawAt };
  const inside = members.flatMap(({ value }) => itineraryOf(namedMembers(value), known) ?? []);
  const whole = itineraryOf(members, known);
  const areSeveral = inside.filter(({ segments }) => segments.length > 0).length > 1;
  if (whole !== null && !areSeveral && !isRoundTrip(whole)) return whole;
  if (whole === null && inside.length === 1) return inside[0] ?? null;
  const parts = members
    .flatMap(({ value }) => [value, ...namedMembers(value).map((member) => member.value)])
    .flatMap((value) => (isList(value) ? value : [value]))
    .flatMap((part) => itineraryOf(namedMembers(part), { ...known, taxes: null }, 1) ?? [])
    .filter((part) => {
      const { origin, destination } = endpointsOf(part);
      return origin !== null && origin === endpoints.origin && destination === endpoints.destination;
    });
  return parts.length === 1 ? (parts[0] ?? null) : null;
}

const isParts = hasWords(PARTS);
const isList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.every((item) => membersOf(item) !== null);

/** Maximum nesting depth of trip details. */
const MOST_DEPTH = 4;

/** All lists of objects among members and their nested objects. */
const listsIn = (members: readonly NamedMember[], depth = 1): (readonly unknown[])[] =>
  members.flatMap(({ words, value }) => {
    if (isList(value)) return isParts(words) ? [] : [value];
    if (!isParts(words) && Array.isArray(value) && value.every(isList))
      return [value.map((segments) => ({ segments }))];
    return depth < MOST_DEPTH ? listsIn(namedMembers(value), depth + 1) : [];
  });

/** For an answer that only states the taxes or when the source saw the award. */
const NO_FLIGHTS: Omit<Itinerary, keyof Shared> = {
  flights: [],
  carriers: [],
  stops: null,
  minutes: null,
  departs: null,
  arrives: null,
  aircraft: [],
  cabins: [],
  miles: null,
  seats: null,
  segments: [],
};

/**
 * Reads the itineraries of one element of `data`, in the order received. Null if no member could hold any, in which case
 * the answer does not say that there are none.
 */
export function readItineraries(record: unknown): Itinerary[] | null {
  const beyond = namedMembers(otherMembers(record, CONTRACT_MEMBERS));
  if (beyond.length === 0) return null;
  const shared = sharedOf(beyond);
  const route = membersOf(membersOf(record)?.Route);
  const endpoints = { origin: line(route?.OriginAirport), destination: line(route?.DestinationAirport) };
  const lists = listsIn(beyond);
  const read = lists.map((list) =>
    list
      .slice(0, MOST_ITINERARIES)
      .flatMap((item) => itineraryIn(namedMembers(item), shared, endpoints) ?? []),
  );
  const longest = read.reduce<Itinerary[]>((best, list) => (list.length > best.length ? list : best), []);
  if (longest.length > 0) return longest;
  const only = itineraryIn(beyond, shared, endpoints);
  if (only !== null) return [only];
  if (shared.taxes !== null || shared.sourceSawAt !== null) return [{ ...NO_FLIGHTS, ...shared }];
  return lists.length > 0 ? [] : null;
}
