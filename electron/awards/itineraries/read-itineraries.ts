import type { Itinerary, Segment, Taxes } from '#shared/contract/itinerary.ts';
import { addDays } from '#shared/dates.ts';
import { wordsOf } from '../../marketplace/answers/fold.ts';
import { instant, integer, membersOf, otherMembers } from '../../marketplace/answers/reading.ts';
import {
  hasWords,
  line,
  lines,
  type NamedMember,
  namedMembers,
  readMember,
  withTextsOpened,
} from './read-members.ts';
import { clockOf, currencyBeside, minutesOf, taxesOf, writtenDay, writtenTime } from './read-values.ts';

/**
 * Reads the itineraries that an answer with trip details lists for a record. The contract only states that they exist
 * (§2.1 `include_trips`), so they are recognised by shape: lists of objects with flight data, anywhere among the members
 * that §2.3 does not name. What cannot be read remains in the raw record.
 */

/** Raise this whenever answers are read differently: stored answers are then read again. */
export const READER_VERSION = 5;

const MAX_ITINERARIES = 40;
const MAX_SEGMENTS = 8;
const MAX_STOPS = 9;

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

const isList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.every((item) => membersOf(item) !== null);

const KEY_SEPARATORS = /[,;+/&|>-]/;
/** Names of aircraft and references look like flights of airlines such as A3 and U2: `A320`, `P10`. */
const DOUBTFUL_KEY = /^[A-Z]\d+$/;
const DOUBTFUL_AIRLINE = /^[A-Z]\d$/;

/**
 * Returns a function that writes flights in names of members as `U2 1` where the record names their airline, so that they
 * are not doubtful. A3 and B7 with two digits stay, since their airlines fly the A320 and may fly the B777.
 */
function nameWithFlights(record: unknown): ((name: string) => string) | undefined {
  const airlines = namedMembers(record)
    .filter(({ words }) => hasWords(['carriers', 'airlines'])(words))
    .flatMap(({ value }) => lines(value)?.filter((airline) => DOUBTFUL_AIRLINE.test(airline)) ?? []);
  return airlines.length === 0
    ? undefined
    : (name) =>
        name.replace(/\b([A-Z]\d)(\d{1,4})\b/g, (flight, airline: string, number: string) =>
          airlines.includes(airline) && !/^(?:A3|B7)\d\d$/.test(flight) ? `${airline} ${number}` : flight,
        );
}

/** Objects that are members with flights for names, `{"NH211": {…}}`, each with its flight; null for anything else. */
function keyedByFlight(value: unknown): readonly unknown[] | null {
  const objects = namedMembers(value).filter((part) => membersOf(part.value) !== null);
  const items = objects.map(({ name, value: item }) => {
    const flights = name.split(KEY_SEPARATORS).map((part) => part.trim());
    if (!flights.every((flight) => FLIGHT_NUMBER.test(flight) && !DOUBTFUL_KEY.test(flight))) return null;
    return { ...(flights.length > 1 ? { flights } : { flight: name }), ...membersOf(item) };
  });
  return items.length > 0 && items.every((item) => item !== null) ? items : null;
}

/** Objects in a list, or in an object with their places for names: `{"0": {…}, "1": {…}}`. */
const listOf = (value: unknown): readonly unknown[] | null => {
  const members = namedMembers(value);
  const list = members.every(({ name }, place) => name === `${place}`)
    ? members.map((part) => part.value)
    : null;
  return isList(value) ? value : list !== null && list.length > 0 && isList(list) ? list : null;
};

const flightsOf = (value: unknown): string[] | null => {
  const flights = isList(value)
    ? value.slice(0, MAX_SEGMENTS).map((part) => flightIn(namedMembers(part)))
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

const DEPARTS = ['departs', 'departure', 'departing', 'depart', 'dep', 'std'];
const ARRIVES = ['arrives', 'arrival', 'arriving', 'arrive', 'arr', 'sta'];
/** Names of a flight's day of departure, beside its times. */
const DEPARTURE_DAYS = ['date', 'flight date', 'travel date'];

/** Times named UTC are skipped, because the screen shows local times of the airport. */
const UTC_WORDS = ['utc', 'gmt'];
const DAY_WORDS = ['date', 'day'];
const LATER_WORDS = ['offset', 'change', 'difference', 'plus', 'later'];
const CLOCK_WORDS = ['at', 'time', 'scheduled', 'local'];

/** Whether a member counts the days from the departure to the arrival: `arrival_day_offset`, `plusDays`. */
const isDaysLater = (words: readonly string[]): boolean =>
  [['day', 'days'], LATER_WORDS].every((some) => hasWords(some)(words)) &&
  words.every((word) => ['day', 'days', ...LATER_WORDS, ...ARRIVES].includes(word));
const daysLater = (value: unknown): number | null =>
  typeof value !== 'boolean' && /^(?:\+?[0-3]|-1)$/.test(String(value)) ? Number(value) : null;

/** A time of a departure or arrival, whole or as a time of day with the date beside it. */
function timeIn(members: readonly NamedMember[], some: readonly string[]): string | null {
  const isTime = hasWords(some, ['airport', 'terminal', ...UTC_WORDS]);
  const isDay = (words: readonly string[]) => isTime(words) && hasWords(DAY_WORDS, ['time'])(words);
  const isClock = (words: readonly string[]) =>
    isTime(words) && words.every((word) => some.includes(word) || CLOCK_WORDS.includes(word));
  const inside = members.flatMap(({ words, value }) => (isTime(words) ? namedMembers(value) : []));
  const departs = some === DEPARTS;
  const day =
    readMember(members, isDay, writtenDay) ??
    readMember(inside, hasWords(DAY_WORDS, ['time', ...UTC_WORDS]), writtenDay) ??
    (departs ? readMember(members, (words) => DEPARTURE_DAYS.includes(words.join(' ')), writtenDay) : null);
  const isInside = hasWords(CLOCK_WORDS, UTC_WORDS);
  const asClock = (value: unknown, words: readonly string[]) => clockOf(value, words.includes('time'));
  const clock = readMember(members, isClock, asClock) ?? readMember(inside, isInside, asClock);
  const stated = departs ? null : readMember([...members, ...inside], isDaysLater, daysLater);
  const later = clock?.later ?? (day === null ? stated : null);
  if (clock !== null && later === null && day !== null) return `${day}T${clock.text}`;
  if (clock !== null && later !== null) {
    const departure = departs || (stated ?? later) !== later ? null : timeIn(members, DEPARTS)?.slice(0, 10);
    const counted = departure == null ? null : addDays(departure, later);
    return counted === null || (day !== null && day !== counted) ? null : `${counted}T${clock.text}`;
  }
  // A day alone is often written as its midnight.
  const whole = (value: unknown, words: readonly string[]) => {
    const time = writtenTime(value);
    return time?.endsWith('T00:00') && hasWords(DAY_WORDS, ['time'])(words) ? null : time;
  };
  return readMember(members, isTime, whole) ?? readMember(inside, isInside, whole);
}

const nameIn = (members: readonly NamedMember[], some: readonly string[]): string | null =>
  readMember(members, hasWords(some, ['code', 'id']), (value) =>
    membersOf(value) === null ? line(value) : readMember(namedMembers(value), hasWords(['name']), line),
  ) ?? readMember(members, hasWords(some, ['id']), line);

const cabinIn = (members: readonly NamedMember[]): string | null =>
  readMember(members, hasWords(['cabin', 'cabins']), line) ??
  readMember(members, (words) => words.join(' ') === 'class', line);

const segmentMembers = (members: readonly NamedMember[]): Segment => ({
  flight: flightIn(members),
  origin: readMember(members, hasWords(['origin', 'from', ...DEPARTS]), (part) => airportOf(part)),
  destination: readMember(members, hasWords(['destination', 'to', ...ARRIVES]), (part) => airportOf(part)),
  departs: timeIn(members, DEPARTS),
  arrives: timeIn(members, ARRIVES),
  aircraft: nameIn(members, ['aircraft', 'equipment', 'plane']),
  cabin: cabinIn(members),
});

function segmentOf(value: unknown): Segment | null {
  const segment = segmentMembers(namedMembers(value));
  const facts = [segment.flight, segment.origin && segment.destination, segment.departs, segment.arrives];
  return facts.filter((part) => part !== null).length >= 2 ? segment : null;
}

const flightsIn = (members: readonly NamedMember[]): string[] | null =>
  readMember(members, hasWords(['flight', 'flights', ...PARTS], OPERATOR_WORDS), flightsOf);

/** Words for the stays between flights. */
const STAY_WORDS = [
  ...['stop', 'stops', 'stopover', 'stopovers', 'connection', 'connections', 'layover', 'layovers'],
  ...['transfer', 'transfers', 'ground'],
];
const isStayName = hasWords(STAY_WORDS);
const isStopsName = (words: readonly string[]): boolean =>
  isStayName(words) && words.every((word) => STAY_WORDS.includes(word) || COUNT_WORDS.includes(word));
const COUNT_WORDS = ['number', 'of', 'count', 'num', 'total', 'airports', 'list'];

/** Whether an object names no flight, no two airports and no parts, so that it may be a stay between flights. */
function mayBeStay(value: unknown): boolean {
  const members = namedMembers(value);
  const { flight, origin, destination } = segmentMembers(members);
  return (
    flight === null &&
    (origin === null || destination === null) &&
    flightsIn(members) === null &&
    members.every((part) => keyedByFlight(part.value) === null && (listOf(part.value) ?? []).length === 0)
  );
}

/** The same for an object that says so, in a name or a value: `{type: "layover", airport: "FRA"}`. */
const isStay = (value: unknown): boolean =>
  namedMembers(value).some(
    ({ words, value: part }) => isStayName(words) || (typeof part === 'string' && isStayName(wordsOf(part))),
  ) && mayBeStay(value);

/** Segments without the stays between them; null if anything else is among them. */
function withoutStays(parts: readonly (Segment | 'stay' | null)[]): Segment[] | null {
  const segments = parts.flatMap((part, place) => {
    if (part !== 'stay') return [part];
    const [before, after] = [parts[place - 1], parts[place + 1]];
    const areJoined =
      before != null &&
      after != null &&
      before !== 'stay' &&
      after !== 'stay' &&
      before.destination !== null &&
      before.destination === after.origin;
    return areJoined ? [] : [null];
  });
  return segments.every((segment) => segment !== null) ? segments : null;
}

/** Segments in the order in which their airports follow each other; null if they do not. */
function chained(segments: readonly Segment[] | null): Segment[] | null {
  if (segments === null || segments.length < 2) return segments === null ? null : [...segments];
  const order = segments.filter(({ origin }) => !segments.some(({ destination }) => destination === origin));
  while (order.length > 0 && order.length < segments.length) {
    const last = order.at(-1)?.destination ?? null;
    const next = segments.filter((segment) => !order.includes(segment) && segment.origin === last);
    if (last === null || next.length !== 1) return null;
    order.push(...next);
  }
  return order.length === segments.length &&
    order.slice(1).every(({ origin }, place) => origin === order[place]?.destination)
    ? order
    : null;
}

/** A list of segments, or of legs with one segment each; null if it contains anything else. */
function segmentsOf(value: unknown, mayBeLegs: boolean): Segment[] | null {
  const keyed = keyedByFlight(value);
  const list = keyed ?? listOf(value);
  if (list === null || list.length === 0 || list.length > 2 * MAX_SEGMENTS) return null;
  const segments = withoutStays(
    list.flatMap((part): (Segment | 'stay' | null)[] => {
      const inLeg = mayBeLegs ? segmentsIn(namedMembers(part), false) : [];
      if (inLeg.length > 0) return inLeg;
      const segment = segmentOf(part);
      return [(segment === null || segment.flight === null) && isStay(part) ? 'stay' : segment];
    }),
  );
  if (segments === null || segments.length > MAX_SEGMENTS) return null;
  // Names have no order in JSON.
  return keyed === null ? segments : chained(segments);
}

/** The only list of segments; empty if there is none or several. */
function segmentsIn(members: readonly NamedMember[], mayBeLegs: boolean): Segment[] {
  const lists = members
    .filter(({ words, value }) => !(isStayName(words) && listOf(value)?.every(mayBeStay)))
    .map(({ value }) => segmentsOf(value, mayBeLegs))
    .filter((list) => list !== null);
  return lists.length === 1 ? (lists[0] ?? []) : [];
}

const distinct = (texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.filter((text) => text !== null)),
];

/** A number of stops, or of those in a list, none of which may be an end of the journey. */
function stopsOf(value: unknown, ends: readonly (string | null)[]): number | null {
  const stops =
    integer(value) ?? (typeof value === 'string' ? stopsIn(value, ends) : stopsListed(value, ends));
  return stops !== null && stops >= 0 && stops <= MAX_STOPS ? stops : null;
}

/** `Nonstop`, `1 stop`, `FRA, MUC`. */
function stopsIn(text: string, ends: readonly (string | null)[]): number | null {
  const words = line(text)?.toLowerCase() ?? '';
  if (/^non-?stop$/.test(words)) return 0;
  const [, count] = /^(\d) (?:stops?|connections?|layovers?)$/.exec(words) ?? [];
  return count === undefined ? stopsListed(words.toUpperCase().split(/, ?/), ends) : Number(count);
}

function stopsListed(value: unknown, ends: readonly (string | null)[]): number | null {
  const list = Array.isArray(value) ? value : listOf(value);
  if (list === null)
    return readMember(namedMembers(value), hasWords(COUNT_WORDS), (part) =>
      membersOf(part) === null ? stopsOf(part, ends) : null,
    );
  // Without its ends, a list may be that of all airports.
  const isBetween = (airport: string) => ends.some((end) => end !== null) && !ends.includes(airport);
  const areStops = list.every((part) => {
    const airport = airportOf(part);
    return airport === null
      ? membersOf(part) !== null && mayBeStay(part)
      : isBetween(airport) && (membersOf(part) === null || mayBeStay(part));
  });
  return areStops ? list.length : null;
}
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
function itineraryOf(
  members: readonly NamedMember[],
  shared: Shared,
  endpoints: Endpoints,
  least = 2,
): Itinerary | null {
  if (members.length === 0) return null;
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
  const flights =
    of('flight').length > 0 ? of('flight') : (flightsIn(members) ?? distinct([flightIn(members)]));
  const ends = [
    ...[endpoints.origin, endpoints.destination],
    ...[segments[0]?.origin ?? null, segments.at(-1)?.destination ?? null],
  ];
  const stops = readMember(members, isStopsName, (value) =>
    // An empty list beside several flights is a list that was not filled.
    Array.isArray(value) && value.length === 0 && flights.length !== 1 ? null : stopsOf(value, ends),
  );
  const itinerary: Itinerary = {
    flights,
    carriers: carriers ?? distinct(flights.map((flight) => flight.slice(0, 2))),
    stops: stops ?? (segments.length > 0 ? segments.length - 1 : null),
    minutes: readMember(members, hasWords(['duration', 'elapsed', 'minutes'], STAY_WORDS), minutesOf),
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

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The facts of an itinerary that are known. */
const saidIn = (itinerary: Itinerary): Partial<Itinerary> =>
  Object.fromEntries(
    Object.entries(itinerary).filter(
      ([, fact]) => fact !== null && !(Array.isArray(fact) && fact.length === 0),
    ),
  );

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
  const inside = members.flatMap(({ value }) => itineraryOf(namedMembers(value), known, endpoints) ?? []);
  const whole = itineraryOf(members, known, endpoints);
  const areSeveral = inside.filter(({ segments }) => segments.length > 0).length > 1;
  const [only] = inside.length === 1 ? inside : [];
  if (whole !== null && !areSeveral && !isRoundTrip(whole))
    // Its flights may be those of an object within, which says more of them.
    return only !== undefined && isSame(only.segments, whole.segments)
      ? { ...whole, ...saidIn(only) }
      : whole;
  if (whole === null && only !== undefined) return only;
  const parts = members
    .flatMap(({ value }) => [value, ...namedMembers(value).map((member) => member.value)])
    .flatMap((value) => (isList(value) ? value : [value]))
    .flatMap((part) => itineraryOf(namedMembers(part), { ...known, taxes: null }, endpoints, 1) ?? [])
    .filter((part) => {
      const { origin, destination } = endpointsOf(part);
      return origin !== null && origin === endpoints.origin && destination === endpoints.destination;
    });
  return parts.length === 1 ? (parts[0] ?? null) : null;
}

const isParts = hasWords(PARTS);

/** Maximum nesting depth of trip details. */
const MAX_DEPTH = 4;

/** Whether the flights of a list follow each other from one end of the record's route to the other. */
function isOneWay(list: unknown, { origin, destination }: Endpoints): boolean {
  const segments = chained(segmentsOf(list, false));
  return (
    segments !== null &&
    segments.length > 1 &&
    segments[0]?.origin === origin &&
    segments.at(-1)?.destination === destination
  );
}

/** All lists of ways to fly among members and their nested objects. */
const listsIn = (members: readonly NamedMember[], endpoints: Endpoints, depth = 1): (readonly unknown[])[] =>
  members.flatMap(({ words, value }) => {
    const list = keyedByFlight(value) ?? listOf(value);
    if (list !== null)
      return isParts(words) || (isStayName(words) && list.every(mayBeStay)) || isOneWay(list, endpoints)
        ? []
        : [list];
    if (!isParts(words) && Array.isArray(value) && value.every(isList))
      return [value.map((segments) => ({ segments }))];
    return depth < MAX_DEPTH ? listsIn(namedMembers(value), endpoints, depth + 1) : [];
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
  const other = withTextsOpened(otherMembers(record, CONTRACT_MEMBERS), nameWithFlights(record));
  const beyond = namedMembers(other);
  if (beyond.length === 0) return null;
  const shared = sharedOf(beyond);
  const route = membersOf(membersOf(record)?.Route);
  const endpoints = { origin: line(route?.OriginAirport), destination: line(route?.DestinationAirport) };
  const keyed = keyedByFlight(other);
  const lists = [...(keyed === null ? [] : [keyed]), ...listsIn(beyond, endpoints)];
  const read = lists.map((list) =>
    list
      .slice(0, MAX_ITINERARIES)
      .flatMap((item) => itineraryIn(namedMembers(item), shared, endpoints) ?? []),
  );
  const longest = read.reduce<Itinerary[]>((best, list) => (list.length > best.length ? list : best), []);
  const only = longest.length > 1 ? null : itineraryIn(beyond, shared, endpoints);
  const [one] = longest;
  // The only flight may be listed alone, with what is said of the way beside the list.
  if (one !== undefined && only !== null && isSame(one.flights, only.flights) && lists.flat().length === 1)
    return [{ ...only, ...saidIn(one) }];
  if (one !== undefined) return longest;
  if (only !== null) return [only];
  if (shared.taxes !== null || shared.sourceSawAt !== null) return [{ ...NO_FLIGHTS, ...shared }];
  return lists.length > 0 ? [] : null;
}

type RowWithMembers = { raw: unknown; added: readonly string[] };

/**
 * The members beyond the contract that hold trip details (§2.1 `include_trips`) in any of a page's records: there, an
 * empty list says that there are none.
 */
export function tripDetailMembers(rows: readonly RowWithMembers[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { raw, added } of rows)
    for (const name of added) {
      const { Route, [name]: value } = membersOf(raw) ?? {};
      if (found.has(name) || typeof withTextsOpened(value) !== 'object') continue;
      if ((readItineraries({ Route, [name]: value }) ?? []).length > 0) found.add(name);
    }
  return found;
}
