import { greatCircleKm } from '../../places/distance.ts';
import type { DemoAirport } from './airports.ts';
import { carrierByCode, type DemoCarrier, fliesDirect } from './carriers.ts';
import { PROGRAMMES, type Programme } from './programmes.ts';
import { hashText } from './random.ts';

export type DemoCabin = 'economy' | 'premium' | 'business' | 'first';

type Itinerary = { airline: string; direct: boolean };

/** What one programme can sell on one route in one cabin, on any day. */
export type RouteOffer = {
  origin: DemoAirport;
  destination: DemoAirport;
  programme: Programme;
  cabin: DemoCabin;
  /** Seed of the random numbers of this offer. */
  seed: number;
  itineraries: readonly Itinerary[];
  /** Lowest miles in this cabin. */
  baseMiles: number;
};

/** The longest connection, relative to the direct distance. */
const LONGEST_DETOUR = 1.42;
const CABIN_FACTOR: Record<DemoCabin, number> = { economy: 0.42, premium: 0.68, business: 1, first: 1.62 };

/** Second airports of their cities, where the same award costs a little less. */
const SECOND_AIRPORTS = new Set('LGW EWR ORY LIN'.split(' '));
const SECOND_AIRPORT_FACTOR = 0.85;

/** A common award chart: business miles by great-circle miles. */
const CHART: readonly [miles: number, cost: number][] = [
  [500, 12_500],
  [1_150, 20_000],
  [2_000, 30_000],
  [3_000, 45_000],
  [4_000, 60_000],
  [5_500, 70_000],
  [7_000, 80_000],
  [9_000, 95_000],
  [Infinity, 115_000],
];

function sells(carrier: DemoCarrier, cabin: DemoCabin, km: number): boolean {
  if (cabin === 'first') return carrier.first && km > 3_500;
  if (cabin === 'premium') return carrier.premium && km > 3_500;
  return true;
}

function hubBetween(
  carrier: DemoCarrier,
  { origin, destination }: Pick<RouteOffer, 'origin' | 'destination'>,
  airports: ReadonlyMap<string, DemoAirport>,
): DemoAirport | undefined {
  const straight = greatCircleKm(origin, destination);
  return carrier.hubs
    .map((code) => airports.get(code))
    .find((hub) => {
      if (!hub || hub.code === origin.code || hub.code === destination.code) return false;
      if (greatCircleKm(origin, hub) + greatCircleKm(hub, destination) > straight * LONGEST_DETOUR + 250)
        return false;
      return fliesDirect(carrier, origin, hub) && fliesDirect(carrier, hub, destination);
    });
}

/** The hub through which a carrier connects a route; undefined if it does not. */
export function connectingHub(
  airline: string,
  route: Pick<RouteOffer, 'origin' | 'destination'>,
  airports: ReadonlyMap<string, DemoAirport>,
): DemoAirport | undefined {
  const carrier = carrierByCode(airline);
  return carrier && hubBetween(carrier, route, airports);
}

type CarrierOptions = ReadonlyMap<string, { direct: boolean; connecting: boolean }>;
const optionsCache = new Map<string, CarrierOptions>();
const MAX_CACHED_ROUTES = 2_000;

/** How each carrier can fly a route. Cached, since programmes share carriers. */
function carrierOptions(
  origin: DemoAirport,
  destination: DemoAirport,
  airports: ReadonlyMap<string, DemoAirport>,
): CarrierOptions {
  const key = `${origin.code}-${destination.code}`;
  const cached = optionsCache.get(key);
  if (cached) return cached;
  const found = new Map<string, { direct: boolean; connecting: boolean }>();
  for (const code of new Set(PROGRAMMES.flatMap(({ carriers }) => carriers.map((carrier) => carrier.code)))) {
    const carrier = carrierByCode(code);
    if (!carrier) continue;
    const direct = fliesDirect(carrier, origin, destination);
    const connecting = hubBetween(carrier, { origin, destination }, airports) !== undefined;
    if (direct || connecting) found.set(code, { direct, connecting });
  }
  if (optionsCache.size >= MAX_CACHED_ROUTES) optionsCache.clear();
  optionsCache.set(key, found);
  return found;
}

/** Every programme's offer on a route; empty if no carrier flies it. */
export function routeOffers(
  origin: DemoAirport,
  destination: DemoAirport,
  cabin: DemoCabin,
  airports: ReadonlyMap<string, DemoAirport>,
): RouteOffer[] {
  if (origin.code === destination.code) return [];
  const km = greatCircleKm(origin, destination);
  const possible = carrierOptions(origin, destination, airports);
  const miles = km / 1.609_344;
  const isSecond = [origin, destination].some(({ code }) => SECOND_AIRPORTS.has(code));
  const step =
    (CHART.find(([upTo]) => miles <= upTo)?.[1] ?? 115_000) * (isSecond ? SECOND_AIRPORT_FACTOR : 1);
  const offers: RouteOffer[] = [];
  for (const programme of PROGRAMMES) {
    const itineraries = programme.carriers.flatMap((carrier) => {
      const options = sells(carrier, cabin, km) ? possible.get(carrier.code) : undefined;
      if (!options) return [];
      const airline = carrier.code;
      return [
        ...(options.direct ? [{ airline, direct: true }] : []),
        ...(options.connecting ? [{ airline, direct: false }] : []),
      ];
    });
    if (itineraries.length === 0) continue;
    offers.push({
      origin,
      destination,
      programme,
      cabin,
      seed: hashText(`${origin.code}-${destination.code} ${programme.source} ${cabin}`),
      itineraries,
      baseMiles: Math.max(5_000, Math.round((step * programme.level * CABIN_FACTOR[cabin]) / 500) * 500),
    });
  }
  return offers;
}
