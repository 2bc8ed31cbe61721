import type { Itinerary, Segment, Taxes } from '#shared/contract/itinerary.ts';
import { instant, integer, membersOf, otherMembers } from '../../marketplace/answers/reading.ts';
import { line, lines, type NamedMember, named, namedMembers, readMember } from './read-members.ts';
import { currencyBeside, minutesOf, taxesOf, writtenTime } from './read-values.ts';

/**
 * The ways to fly that an answer with trip details lists for a record. The contract says only that they exist (§2.1
 * `include_trips`), so they are found by what they look like: a list of objects, anywhere among the members that §2.3
 * does not name, that say something of flights. What cannot be read stays as it came, in the raw record.
 */

/** To be raised with whatever is read otherwise from now on: stored answers are read again then. */
export const READER_VERSION = 3;

const MOST_ITINERARIES = 40;
const MOST_SEGMENTS = 8;
const MOST_STOPS = 9;

/** §2.3: what these say is read elsewhere and is no trip detail. */
const OF_THE_CONTRACT = [
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

/** Names of lists that hold the parts of one way to fly. */
const PARTS = ['segments', 'segment', 'legs', 'leg'];

const FLIGHT_NUMBER = /^(?:[A-Z][A-Z0-9]|[0-9][A-Z]) ?\d{1,4}[A-Z]?$/;
const AIRPORT = /^[A-Z]{3}$/;

const flightOf = (value: unknown): string | null => {
  const text = line(value)?.toUpperCase() ?? '';
  return FLIGHT_NUMBER.test(text) ? text.replace(' ', '') : null;
};

/** What an operating airline calls the flight of another is not the flight that is booked. */
const OF_THE_OPERATOR = ['operating', 'operated', 'operator'];

/** Words of names that digits of a flight number stand under: others are a length, a count or a name of something else. */
const OF_A_NUMBER = ['flight', 'number', 'no', 'num', 'marketing', 'carrier', 'airline'];

/** The flight that a part of a way to fly is, by its number alone or beside its carrier. */
function flightIn(members: readonly NamedMember[]): string | null {
  const carrierBut = (without: readonly string[]) =>
    readMember(members, named(['carrier', 'airline'], ['name', ...without]), (value) =>
      membersOf(value) === null
        ? line(value)
        : readMember(namedMembers(value), named(['code', 'iata']), line),
    );
  const carrier = carrierBut(OF_THE_OPERATOR) ?? carrierBut([]);
  return readMember(members, named(['flight', 'number'], OF_THE_OPERATOR), (part, words) => {
    const whole = flightOf(part);
    if (whole !== null || carrier === null || !words.every((word) => OF_A_NUMBER.includes(word)))
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

/** An airport's code, alone or in an object around it, and that in one around both. */
function airportOf(value: unknown, depth = 0): string | null {
  if (membersOf(value) !== null)
    return depth > 1
      ? null
      : readMember(namedMembers(value), named(['code', 'iata', 'airport']), (part) =>
          airportOf(part, depth + 1),
        );
  const text = line(value)?.toUpperCase() ?? '';
  return AIRPORT.test(text) ? text : null;
}

const DEPARTS = ['departs', 'departure', 'departing', 'depart', 'dep'];
const ARRIVES = ['arrives', 'arrival', 'arriving', 'arrive', 'arr'];

/** A time that is called UTC is not the one on the clocks of the airport, which is shown. */
const ELSEWHERE = ['utc', 'gmt'];

function timeIn(members: readonly NamedMember[], some: readonly string[]): string | null {
  const isTime = named(some, ['airport', 'terminal', ...ELSEWHERE]);
  const whole = readMember(members, isTime, (value) =>
    membersOf(value) === null
      ? writtenTime(value)
      : readMember(namedMembers(value), named(['at', 'time', 'scheduled', 'local'], ELSEWHERE), writtenTime),
  );
  if (whole !== null) return whole;
  const [day, time] = ['date', 'time'].map((part) =>
    readMember(members, (words) => isTime(words) && words.includes(part), line),
  );
  return writtenTime(`${day}T${time}`);
}

const nameIn = (members: readonly NamedMember[], some: readonly string[]): string | null =>
  readMember(members, named(some, ['code', 'id']), (value) =>
    membersOf(value) === null ? line(value) : readMember(namedMembers(value), named(['name']), line),
  ) ?? readMember(members, named(some, ['id']), line);

const cabinIn = (members: readonly NamedMember[]): string | null =>
  readMember(members, named(['cabin', 'cabins']), line) ??
  readMember(members, (words) => words.join(' ') === 'class', line);

function segmentOf(value: unknown): Segment | null {
  const members = namedMembers(value);
  const segment: Segment = {
    flight: flightIn(members),
    origin: readMember(members, named(['origin', 'from', ...DEPARTS]), (part) => airportOf(part)),
    destination: readMember(members, named(['destination', 'to', ...ARRIVES]), (part) => airportOf(part)),
    departs: timeIn(members, [...DEPARTS, 'std']),
    arrives: timeIn(members, [...ARRIVES, 'sta']),
    aircraft: nameIn(members, ['aircraft', 'equipment', 'plane']),
    cabin: cabinIn(members),
  };
  const says = [segment.flight, segment.origin && segment.destination, segment.departs, segment.arrives];
  return says.filter((part) => part !== null).length >= 2 ? segment : null;
}

/** A list of segments, or of legs that each hold one; null where anything else is in it. */
function segmentsOf(list: unknown, mayBeLegs: boolean): Segment[] | null {
  if (!Array.isArray(list) || list.length === 0 || list.length > MOST_SEGMENTS) return null;
  const segments = list.flatMap((part): (Segment | null)[] => {
    const inLeg = mayBeLegs ? segmentsIn(namedMembers(part), false) : [];
    return inLeg.length > 0 ? inLeg : [segmentOf(part)];
  });
  return segments.length <= MOST_SEGMENTS && segments.every((segment) => segment !== null) ? segments : null;
}

/** The only list of segments; none where there is no such list. */
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

/** Members with those of the objects among them that say what a way to fly costs. */
const withPrice = (members: readonly NamedMember[]): readonly NamedMember[] => [
  ...members,
  ...members.flatMap(({ words, value }) => (isPrice(words) ? namedMembers(value) : [])),
];
const isPrice = named(['price', 'pricing', 'prices', 'cost', 'costs', 'fare']);

/** What a record says of all its ways to fly. */
type Shared = { taxes: Taxes | null; sourceSawAt: number | null };

const taxesIn = (members: readonly NamedMember[]): Taxes | null => {
  const currency = currencyBeside(members);
  return readMember(
    members,
    named(['taxes', 'tax', 'fees', 'surcharges'], ['currency', 'symbol']),
    (value, words) => taxesOf(value, currency, words),
  );
};

const sawIn = (members: readonly NamedMember[]): number | null =>
  readMember(
    members,
    named(['seen', 'updated', 'refreshed', 'checked', 'observed', 'scraped', 'fetched']),
    instant,
  );

const sharedOf = (members: readonly NamedMember[]): Shared => ({
  taxes: taxesIn(withPrice(members)),
  sourceSawAt: sawIn(members),
});

/** One way to fly; null where fewer than `least` facts of it are given. */
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
    named(['carriers', 'carrier', 'airlines', 'airline'], ['name']),
    lines,
  );
  const cabin = cabinIn(members);
  const aircraft = nameIn(members, ['aircraft', 'equipment', 'plane']);
  const stops = readMember(members, named(['stops', 'stop', 'connections', 'layovers']), stopsOf);
  const flights =
    of('flight').length > 0
      ? of('flight')
      : (readMember(members, named(['flight', 'flights', ...PARTS], OF_THE_OPERATOR), flightsOf) ??
        distinct([flightIn(members)]));
  const itinerary: Itinerary = {
    flights,
    carriers: carriers ?? distinct(flights.map((flight) => flight.slice(0, 2))),
    stops: stops ?? (segments.length > 0 ? segments.length - 1 : null),
    minutes: readMember(members, named(['duration', 'elapsed', 'minutes'], ['layover']), minutesOf),
    departs: timeIn(members, DEPARTS) ?? segments[0]?.departs ?? null,
    arrives: timeIn(members, ARRIVES) ?? segments.at(-1)?.arrives ?? null,
    aircraft: of('aircraft').length > 0 || aircraft === null ? of('aircraft') : [aircraft],
    cabins: of('cabin').length > 0 || cabin === null ? of('cabin') : [cabin],
    miles: readMember(
      withPrice(members),
      named(['mileage', 'miles', 'points'], ['distance', 'flown']),
      countOf,
    ),
    seats: readMember(members, named(['seats']), countOf),
    ...shared,
    segments,
  };
  const says = [
    flights.length > 0 || segments.length > 0,
    // Its own parts are no bare number: each says its airports or times.
    own.length > 0,
    stops !== null,
    itinerary.minutes !== null,
    itinerary.departs !== null,
    itinerary.arrives !== null,
    itinerary.aircraft.length > 0,
  ];
  return says.filter(Boolean).length < least ? null : itinerary;
}

/** The airports that a way to fly or a record begins and ends at. */
type Way = { origin: string | null; destination: string | null };

const wayOf = ({ segments }: Itinerary): Way => ({
  origin: segments[0]?.origin ?? null,
  destination: segments.at(-1)?.destination ?? null,
});

const isThereAndBack = (itinerary: Itinerary): boolean => {
  const { origin, destination } = wayOf(itinerary);
  return origin !== null && origin === destination;
};

/**
 * One way to fly, where its members may be wrapped in an object that says less of it. An object that holds both the
 * outbound and the return gives the one in the record's direction, if only one is, without the taxes of both.
 */
function itineraryIn(members: readonly NamedMember[], shared: Shared, way: Way): Itinerary | null {
  const own = sharedOf(members);
  const known = { taxes: own.taxes ?? shared.taxes, sourceSawAt: own.sourceSawAt ?? shared.sourceSawAt };
  const inside = members.flatMap(({ value }) => itineraryOf(namedMembers(value), known) ?? []);
  const whole = itineraryOf(members, known);
  const areSeveral = inside.filter(({ segments }) => segments.length > 0).length > 1;
  if (whole !== null && !areSeveral && !isThereAndBack(whole)) return whole;
  if (whole === null && inside.length === 1) return inside[0] ?? null;
  const parts = members
    .flatMap(({ value }) => [value, ...namedMembers(value).map((member) => member.value)])
    .flatMap((value) => (isList(value) ? value : [value]))
    .flatMap((part) => itineraryOf(namedMembers(part), { ...known, taxes: null }, 1) ?? [])
    .filter((part) => {
      const { origin, destination } = wayOf(part);
      return origin !== null && origin === way.origin && destination === way.destination;
    });
  return parts.length === 1 ? (parts[0] ?? null) : null;
}

const isParts = named(PARTS);
const isList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.every((item) => membersOf(item) !== null);

/** Deeper than this an answer holds no trip details. */
const MOST_DEPTH = 4;

/** The lists of objects among some members, and within the objects among them. */
const listsIn = (members: readonly NamedMember[], depth = 1): (readonly unknown[])[] =>
  members.flatMap(({ words, value }) => {
    if (isList(value)) return isParts(words) ? [] : [value];
    if (!isParts(words) && Array.isArray(value) && value.every(isList))
      return [value.map((segments) => ({ segments }))];
    return depth < MOST_DEPTH ? listsIn(namedMembers(value), depth + 1) : [];
  });

/** For an answer that says only what the taxes are or when the source saw it. */
const NOTHING_FLOWN: Omit<Itinerary, keyof Shared> = {
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
 * Reads the trip details of one element of `data`, in the order in which they came. Null where nothing in it could hold any:
 * it then says nothing of them, not that there are none.
 */
export function readItineraries(record: unknown): Itinerary[] | null {
  const beyond = namedMembers(otherMembers(record, OF_THE_CONTRACT));
  if (beyond.length === 0) return null;
  const shared = sharedOf(beyond);
  const route = membersOf(membersOf(record)?.Route);
  const way = { origin: line(route?.OriginAirport), destination: line(route?.DestinationAirport) };
  const lists = listsIn(beyond);
  const read = lists.map((list) =>
    list.slice(0, MOST_ITINERARIES).flatMap((item) => itineraryIn(namedMembers(item), shared, way) ?? []),
  );
  const longest = read.reduce<Itinerary[]>((best, list) => (list.length > best.length ? list : best), []);
  if (longest.length > 0) return longest;
  const only = itineraryIn(beyond, shared, way);
  if (only !== null) return [only];
  if (shared.taxes !== null || shared.sourceSawAt !== null) return [{ ...NOTHING_FLOWN, ...shared }];
  return lists.length > 0 ? [] : null;
}
