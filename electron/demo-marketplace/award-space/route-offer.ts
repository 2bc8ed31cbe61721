import { type DemoAirport, distanceKm } from './airports.ts';
import { carrierByCode, type DemoCarrier, fliesDirect } from './carriers.ts';
import { PROGRAMMES, type Programme } from './programmes.ts';
import { hashText } from './random.ts';

export type DemoCabin = 'economy' | 'premium' | 'business' | 'first';

type Itinerary = { airline: string; direct: boolean };

/** What one programme could sell on one route in one cabin, on any day. */
export type RouteOffer = {
  origin: DemoAirport;
  destination: DemoAirport;
  programme: Programme;
  cabin: DemoCabin;
  /** The seed of everything that is random about this offer. */
  seed: number;
  itineraries: readonly Itinerary[];
  /** Lowest miles in this cabin. */
  baseMiles: number;
};

/** A connection may be this much longer than the straight way. */
const DETOUR = 1.42;
const CABIN_FACTOR: Record<DemoCabin, number> = { economy: 0.42, premium: 0.68, business: 1, first: 1.62 };

/** Business miles by great-circle miles: the steps of a common award chart. */
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
  const straight = distanceKm(origin, destination);
  return carrier.hubs
    .map((code) => airports.get(code))
    .find((hub) => {
      if (!hub || hub.code === origin.code || hub.code === destination.code) return false;
      if (distanceKm(origin, hub) + distanceKm(hub, destination) > straight * DETOUR + 250) return false;
      return fliesDirect(carrier, origin, hub) && fliesDirect(carrier, hub, destination);
    });
}

/** The hub by which a carrier connects a route; undefined where it does not. */
export function connectingHub(
  airline: string,
  route: Pick<RouteOffer, 'origin' | 'destination'>,
  airports: ReadonlyMap<string, DemoAirport>,
): DemoAirport | undefined {
  const carrier = carrierByCode(airline);
  return carrier && hubBetween(carrier, route, airports);
}

type Ways = ReadonlyMap<string, { direct: boolean; connecting: boolean }>;
const waysOf = new Map<string, Ways>();
const REMEMBERED_ROUTES = 2_000;

/** How each carrier could fly a route at all. Remembered, since every programme asks for the same carriers. */
function ways(
  origin: DemoAirport,
  destination: DemoAirport,
  airports: ReadonlyMap<string, DemoAirport>,
): Ways {
  const key = `${origin.code}-${destination.code}`;
  const remembered = waysOf.get(key);
  if (remembered) return remembered;
  const found = new Map<string, { direct: boolean; connecting: boolean }>();
  for (const code of new Set(PROGRAMMES.flatMap(({ carriers }) => carriers.map((carrier) => carrier.code)))) {
    const carrier = carrierByCode(code);
    if (!carrier) continue;
    const direct = fliesDirect(carrier, origin, destination);
    const connecting = hubBetween(carrier, { origin, destination }, airports) !== undefined;
    if (direct || connecting) found.set(code, { direct, connecting });
  }
  if (waysOf.size >= REMEMBERED_ROUTES) waysOf.clear();
  waysOf.set(key, found);
  return found;
}

/** Every programme's offer on a route; none where no carrier could fly it. */
export function routeOffers(
  origin: DemoAirport,
  destination: DemoAirport,
  cabin: DemoCabin,
  airports: ReadonlyMap<string, DemoAirport>,
): RouteOffer[] {
  if (origin.code === destination.code) return [];
  const km = distanceKm(origin, destination);
  const possible = ways(origin, destination, airports);
  const miles = km / 1.609_344;
  const step = CHART.find(([upTo]) => miles <= upTo)?.[1] ?? 115_000;
  const offers: RouteOffer[] = [];
  for (const programme of PROGRAMMES) {
    const itineraries = programme.carriers.flatMap((carrier) => {
      const way = sells(carrier, cabin, km) ? possible.get(carrier.code) : undefined;
      if (!way) return [];
      const airline = carrier.code;
      return [
        ...(way.direct ? [{ airline, direct: true }] : []),
        ...(way.connecting ? [{ airline, direct: false }] : []),
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
