import { dateOfEpochDay } from '#shared/dates.ts';
import { ownEntry } from '#shared/own-entry.ts';
import { greatCircleKm } from '../../places/distance.ts';
import type { DemoAirport } from './airports.ts';
import type { AwardDay } from './award-day.ts';
import { mix } from './random.ts';
import { connectingHub, type DemoCabin } from './route-offer.ts';

type Segment = {
  FlightNumber: string;
  OriginAirport: string;
  DestinationAirport: string;
  /** UTC. */
  DepartsAt: string;
  ArrivesAt: string;
  AircraftName: string;
  Cabin: DemoCabin;
};

/** One itinerary of a record. Times are UTC, durations in minutes. */
export type DemoTrip = {
  FlightNumbers: string;
  Carriers: string;
  Stops: number;
  TotalDuration: number;
  DepartsAt: string;
  ArrivesAt: string;
  /** A decimal amount. */
  TotalTaxes: string;
  TaxesCurrency: string;
  /** When the programme was last read, UTC. */
  UpdatedAt: string;
  Segments: Segment[];
};

const MINUTE = 60_000;
const CRUISE_KM_PER_MINUTE = 14.2;
/** Added for taxiing, climbing and landing. */
const TAXI_MINUTES = 35;
const STEP_MINUTES = 10;
/** The longest flight of a short-haul aircraft, in minutes. */
const SHORT_HAUL_MINUTES = 270;
const AIRCRAFT = {
  short: ['Airbus A320neo', 'Boeing 737-800', 'Airbus A321'],
  long: ['Airbus A350-900', 'Boeing 787-9', 'Boeing 777-300ER', 'Airbus A330-300'],
} as const;
/** On short flights of a long way, a lower cabin may be all that is free: out of a hundred. */
const MIXED_IN_A_HUNDRED = 40;
const BELOW: Record<DemoCabin, DemoCabin> = {
  economy: 'economy',
  premium: 'economy',
  business: 'economy',
  first: 'business',
};
/** What programmes add to airport taxes on long ways, in dollars; others add nothing. */
const SURCHARGES: Readonly<Record<string, number>> = {
  british_airways: 380,
  emirates: 290,
  etihad: 210,
  flyingblue: 190,
  qantas: 160,
  virginatlantic: 430,
};
const SURCHARGE_KM = 3_500;
/** The oldest that a reading of a programme can be, in minutes. */
const LONGEST_AGE_MINUTES = 240;

const minutesBetween = (from: DemoAirport, to: DemoAirport): number =>
  Math.round((TAXI_MINUTES + greatCircleKm(from, to) / CRUISE_KM_PER_MINUTE) / 5) * 5;

/** Whole dollars: what airports take, and what the programme passes on of its carrier's surcharge. */
function taxesOf({ origin, destination, programme, cabin }: AwardDay['offer'], draw: number): number {
  const airports = 15 + (mix(draw, 41) % 120);
  if (greatCircleKm(origin, destination) < SURCHARGE_KM) return airports;
  const full = ownEntry(SURCHARGES, programme.source) ?? 0;
  return airports + Math.round(cabin === 'economy' ? full * 0.4 : full);
}

/**
 * The trips of a record: one for each itinerary with award space.
 * @param asOf UTC ms
 */
export function awardTrips(
  { offer, day, itineraries }: AwardDay,
  airports: ReadonlyMap<string, DemoAirport>,
  asOf: number,
): DemoTrip[] {
  return itineraries.flatMap((itinerary, index) => {
    const hub = itinerary.direct ? null : connectingHub(itinerary.airline, offer, airports);
    if (hub === undefined) return [];
    const stops = hub === null ? [offer.origin, offer.destination] : [offer.origin, hub, offer.destination];
    const draw = mix(mix(offer.seed, day), index + 31);
    let at = Date.parse(`${dateOfEpochDay(day)}T06:00:00Z`) + (draw % 96) * STEP_MINUTES * MINUTE;
    const Segments = stops.slice(1).map((to, place): Segment => {
      const from = stops[place] as DemoAirport;
      if (place > 0) at += (60 + (mix(draw, place) % 15) * STEP_MINUTES) * MINUTE;
      const departs = at;
      const minutes = minutesBetween(from, to);
      at += minutes * MINUTE;
      const fleet = AIRCRAFT[minutes <= SHORT_HAUL_MINUTES ? 'short' : 'long'];
      return {
        FlightNumber: `${itinerary.airline}${1 + (mix(draw, 7 + place) % 899)}`,
        OriginAirport: from.code,
        DestinationAirport: to.code,
        DepartsAt: new Date(departs).toISOString(),
        ArrivesAt: new Date(at).toISOString(),
        AircraftName: fleet[mix(draw, 19 + place) % fleet.length] ?? fleet[0],
        Cabin:
          stops.length > 2 && minutes <= SHORT_HAUL_MINUTES && mix(draw, 61) % 100 < MIXED_IN_A_HUNDRED
            ? BELOW[offer.cabin]
            : offer.cabin,
      };
    });
    const [first] = Segments;
    const last = Segments.at(-1);
    if (first === undefined || last === undefined) return [];
    return {
      FlightNumbers: Segments.map(({ FlightNumber }) => FlightNumber).join(', '),
      Carriers: itinerary.airline,
      Stops: Segments.length - 1,
      TotalDuration: (Date.parse(last.ArrivesAt) - Date.parse(first.DepartsAt)) / MINUTE,
      DepartsAt: first.DepartsAt,
      ArrivesAt: last.ArrivesAt,
      TotalTaxes: `${taxesOf(offer, draw)}.${String(mix(draw, 43) % 100).padStart(2, '0')}`,
      TaxesCurrency: 'USD',
      UpdatedAt: new Date(asOf - (mix(draw, 47) % LONGEST_AGE_MINUTES) * MINUTE).toISOString(),
      Segments,
    };
  });
}
