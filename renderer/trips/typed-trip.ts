/** What a trip is for, as the user types it, and the question that the planner takes. Pure. */
import { CABINS, type Cabin, splitCodes } from '#shared/award-search/request.ts';
import { isCalendarDate } from '#shared/dates.ts';
import { formatNumber } from '#shared/formats.ts';
import { type Amount, decimalText, readAmount } from '#shared/money.ts';
import { placesLabel } from '#shared/places/names.ts';
import {
  LEGS_MAX,
  SEATS_MAX,
  type TripLeg,
  type TripQuestion,
  tripQuestionSchema,
} from '#shared/planning/question.ts';
import { AIRPORT_CODE, unclearAirport } from '../places/typed-codes.ts';
import { readMiles } from '../records/typed-miles.ts';

/** `none`: a board alone. */
export const SHAPES = ['return', 'one_way', 'open_jaw', 'several', 'none'] as const;
export type Shape = (typeof SHAPES)[number];

export type TypedLeg = {
  origins: readonly string[];
  destinations: readonly string[];
  /** Nights before it, `10 to 16` or `12`; unused for the first. */
  nights: string;
  /** Whether the traveller gets to where it departs on their own. */
  ownWay: boolean;
};

/** Always with all possible legs: a change of shape keeps what was typed for the others. */
export type TypedTrip = {
  shape: Shape;
  /** Legs in use where the shape is `several`. */
  several: number;
  adults: number;
  children: number;
  legs: readonly TypedLeg[];
  earliest: string;
  latest: string;
  cabins: readonly Cabin[];
  /** Empty for any number. */
  stops: string;
  hopKm: number;
  /** Empty for everybody's balances. */
  owners: readonly string[];
  milesMax: string;
  perDay: string;
  inAll: string;
  currency: string;
};

/** Problems by field; those of a leg by its place: `origins 1`. */
export type TripProblems = Readonly<Record<string, string>>;

const NO_LEG: TypedLeg = { origins: [], destinations: [], nights: '7 to 14', ownWay: false };

export const NO_TRIP: TypedTrip = {
  shape: 'return',
  several: 3,
  adults: 1,
  children: 0,
  legs: Array.from({ length: LEGS_MAX }, () => NO_LEG),
  earliest: '',
  latest: '',
  cabins: ['business'],
  stops: '',
  hopKm: 0,
  owners: [],
  milesMax: '',
  perDay: '',
  inAll: '',
  currency: 'USD',
};

/** How many legs are shown and read; the second of a return is the first reversed. */
export function legsShown({ shape, several }: Pick<TypedTrip, 'shape' | 'several'>): number {
  if (shape === 'none') return 0;
  if (shape === 'several') return several;
  return shape === 'open_jaw' ? 2 : 1;
}

const isEmpty = ({ origins, destinations }: TypedLeg): boolean =>
  origins.length === 0 && destinations.length === 0;

const reversed = ({ origins, destinations }: TypedLeg) => ({ origins: destinations, destinations: origins });

/** The trip in another shape: nothing typed is lost, and a way back that nobody typed is the way out reversed. */
export function inShape(trip: TypedTrip, shape: Shape): TypedTrip {
  const [first = NO_LEG, second = NO_LEG, ...rest] = trip.legs;
  const needsSecond = (shape === 'open_jaw' || shape === 'several') && isEmpty(second);
  if (!needsSecond) return { ...trip, shape };
  return {
    ...trip,
    shape,
    legs: [first, { ...second, ...reversed(first), ownWay: shape === 'open_jaw' }, ...rest],
  };
}

/** The trip with one leg changed. */
export const withLeg = (trip: TypedTrip, place: number, change: Partial<TypedLeg>): TypedTrip => ({
  ...trip,
  legs: trip.legs.map((leg, at) => (at === place ? { ...leg, ...change } : leg)),
});

/** The trip without one of several legs: those after it move up. */
export const withoutLeg = (trip: TypedTrip, place: number): TypedTrip => ({
  ...trip,
  several: Math.max(2, trip.several - 1),
  legs: [...trip.legs.filter((_leg, at) => at !== place), NO_LEG],
});

/** `10 to 16`, `10-16` or `12`; null where it is neither. */
export function readStay(text: string): { min: number; max: number } | null {
  const match = /^(\d{1,3})(?:\s{0,3}(?:to|-|–)\s{0,3}(\d{1,3}))?$/u.exec(text.trim().toLowerCase());
  if (match === null) return null;
  const min = Number(match[1]);
  return { min, max: Number(match[2] ?? match[1]) };
}

const nightsText = ({ min, max }: { min: number; max: number }): string =>
  min === max ? String(min) : `${min} to ${max}`;

/** Where each problem of the question stands in the form. */
function fieldOf(path: readonly PropertyKey[]): string {
  const [name, place, part] = path.map(String);
  if (name === 'legs' && part === 'nights') return `nights ${place}`;
  if (name === 'legs' && (part === 'origins' || part === 'destinations')) return `${part} ${place}`;
  if (name === 'window') return place === 'from' ? 'earliest' : 'latest';
  return name ?? 'other';
}

/** The question of a form, or the problem of each field; `question` is null without problems for a board alone. */
export function readTrip(trip: TypedTrip): { question: TripQuestion | null; problems: TripProblems } {
  if (trip.shape === 'none') return { question: null, problems: {} };
  const problems: Record<string, string> = {};
  const legs = readLegs(trip, problems);
  for (const field of ['earliest', 'latest'] as const)
    if (!isCalendarDate(trip[field])) problems[field] = trip[field] === '' ? 'Choose a day.' : 'Not a date.';
  const miles = readMiles(trip.milesMax);
  if (miles === null || miles.miles === 0)
    problems.milesMax = `Type whole miles, such as ${formatNumber(120_000)}.`;
  const amounts = { perDay: readMost(trip, 'perDay', problems), inAll: readMost(trip, 'inAll', problems) };
  const checked = tripQuestionSchema.safeParse({
    adults: trip.adults,
    children: trip.children,
    legs,
    returns: isRoundTrip(legs),
    window: { from: trip.earliest, until: trip.latest },
    cabins: trip.cabins,
    stopsMax: trip.stops === '' ? null : Number(trip.stops),
    hopKm: trip.hopKm,
    owners: trip.owners.length === 0 ? null : trip.owners,
    milesMax: miles?.miles ?? null,
    perDayMax: amounts.perDay,
    inAllMax: amounts.inAll,
  });
  for (const { path, message } of checked.success ? [] : checked.error.issues)
    problems[fieldOf(path)] ??= message;
  if (!checked.success || Object.keys(problems).length > 0) return { question: null, problems };
  return { question: checked.data, problems };
}

function readLegs(trip: TypedTrip, problems: Record<string, string>): TripLeg[] {
  const typed = trip.legs.slice(0, legsShown(trip));
  const [first = NO_LEG, second = NO_LEG] = trip.legs;
  if (trip.shape === 'return') typed.push({ ...reversed(first), nights: second.nights, ownWay: false });
  return typed.map(({ origins, destinations, nights, ownWay }, place) => {
    for (const [end, codes] of [
      ['origins', origins],
      ['destinations', destinations],
    ] as const) {
      const unclear = codes.find((code) => !AIRPORT_CODE.test(code));
      if (unclear !== undefined) problems[`${end} ${place}`] = unclearAirport(unclear);
    }
    const stay = place === 0 ? null : readStay(nights);
    if (place > 0 && stay === null) problems[`nights ${place}`] = 'Type nights, such as 10 to 16.';
    return {
      origins: [...origins],
      destinations: [...destinations],
      nights: stay,
      connects: place > 0 && ownWay ? 'own_way' : 'hop',
    };
  });
}

/** Whether the last leg ends where the first begins. */
function isRoundTrip(legs: readonly Pick<TripLeg, 'origins' | 'destinations'>[]): boolean {
  const home = new Set(legs[0]?.origins);
  return legs.length > 1 && (legs.at(-1)?.destinations ?? []).some((code) => home.has(code));
}

function readMost(
  trip: TypedTrip,
  field: 'perDay' | 'inAll',
  problems: Record<string, string>,
): Amount | null {
  if (trip[field].trim() === '') return null;
  const amount = readAmount(trip[field], trip.currency);
  if (amount === undefined) problems[field] = 'Type an amount, such as 0.30.';
  return amount ?? null;
}

const sameCodes = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join() === other.toSorted().join();

function shapeOf(legs: readonly TripLeg[]): Shape {
  const [first, second] = legs;
  if (first === undefined || second === undefined) return 'one_way';
  if (legs.length > 2) return 'several';
  const isBack =
    sameCodes(first.origins, second.destinations) && sameCodes(first.destinations, second.origins);
  return isBack && second.connects === 'hop' ? 'return' : 'open_jaw';
}

/** A stored question as the form shows it; `null` for a board alone. */
export function typedTrip(question: TripQuestion | null): TypedTrip {
  if (question === null) return { ...NO_TRIP, shape: 'none' };
  const { legs, perDayMax, inAllMax } = question;
  return {
    shape: shapeOf(legs),
    several: Math.max(2, legs.length),
    adults: question.adults,
    children: question.children,
    legs: NO_TRIP.legs.map((empty, place): TypedLeg => {
      const leg = legs[place];
      if (leg === undefined) return empty;
      const { origins, destinations, nights, connects } = leg;
      return {
        origins,
        destinations,
        nights: nights === null ? empty.nights : nightsText(nights),
        ownWay: connects === 'own_way',
      };
    }),
    earliest: question.window.from,
    latest: question.window.until,
    cabins: question.cabins,
    stops: question.stopsMax === null ? '' : String(question.stopsMax),
    hopKm: question.hopKm,
    owners: question.owners ?? [],
    milesMax: question.milesMax === null ? '' : String(question.milesMax),
    perDay: perDayMax === null ? '' : decimalText(perDayMax),
    inAll: inAllMax === null ? '' : decimalText(inAllMax),
    currency: (perDayMax ?? inAllMax)?.currency ?? NO_TRIP.currency,
  };
}

/** A new trip from what stands in the search form (§2.1). */
export function tripOfRequest(request: Readonly<Record<string, unknown>>): TypedTrip {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const codes = (value: unknown): string[] => splitCodes(text(value));
  const cabin = CABINS.find((each) => each === request.cabin);
  const filled: TypedTrip = {
    ...NO_TRIP,
    earliest: text(request.start_date),
    latest: text(request.end_date),
    cabins: cabin === undefined ? NO_TRIP.cabins : [cabin],
    stops: request.only_direct_flights === true ? '0' : '',
  };
  return withLeg(filled, 0, {
    origins: codes(request.origin_airport),
    destinations: codes(request.destination_airport),
  });
}

/** A form as it was stored in the tab; an empty one where it is not one. */
export function storedTrip(text: string): TypedTrip {
  try {
    const stored = JSON.parse(text) as TypedTrip;
    return stored.legs.length === LEGS_MAX ? { ...NO_TRIP, ...stored } : NO_TRIP;
  } catch {
    return NO_TRIP;
  }
}

/** Whom it can be for, at most. */
export const ADULTS = Array.from({ length: SEATS_MAX }, (_, place) => place + 1);
export const CHILDREN = Array.from({ length: SEATS_MAX }, (_, place) => place);

/**
 * A title where none was typed: `London to Tokyo and back`, `Lisbon to Tokyo, home from Seoul`, `New York to London, Paris to
 * Boston`.
 */
export function titleOf({ legs, returns }: Pick<TripQuestion, 'legs' | 'returns'>): string {
  const parts = legs.map(({ origins, destinations }, place) => {
    const before = legs[place - 1];
    const leg = `${placesLabel(origins)} to ${placesLabel(destinations)}`;
    if (before === undefined) return leg;
    const goesOn = sameCodes(before.destinations, origins);
    if (returns && place === legs.length - 1)
      return goesOn ? ' and back' : `, home from ${placesLabel(origins)}`;
    return goesOn ? ` to ${placesLabel(destinations)}` : `, ${leg}`;
  });
  return parts.join('');
}
