import { ownEntry } from '#shared/own-entry.ts';
import { greatCircleKm } from '../../places/distance.ts';
import { airportIndex, type DemoAirport } from '../award-space/airports.ts';
import type { OfferedTool } from '../catalogue/tool.ts';
import type { JsonObject } from '../http/json.ts';
import { BASE_PAYMENT, listTool } from './tool-listing.ts';

const CODE = { type: 'string', pattern: '^[A-Z]{3}$', examples: ['LHR'] };

async function known(codes: readonly string[]): Promise<DemoAirport[]> {
  const airports = await airportIndex();
  return codes.map((code) => airports.get(code)).filter((airport) => airport !== undefined);
}

async function airportFacts(input: JsonObject): Promise<unknown> {
  const requested = input.airports as string[];
  const units = (input.options as { distance_unit?: string } | undefined)?.distance_unit ?? 'kilometres';
  const found = await known(requested);
  const [first] = found;
  return found.map((airport) => ({
    code: airport.code,
    name: airport.name,
    country: airport.country,
    region: airport.region,
    time_zone: airport.timeZone,
    latitude: airport.latitude,
    longitude: airport.longitude,
    runway_feet: airport.runwayFeet,
    distance_from_first: first
      ? Math.round(greatCircleKm(first, airport) / (units === 'miles' ? 1.609_344 : 1))
      : 0,
  }));
}

/** CO2 per passenger relative to economy, by the space that a seat takes. */
const CABIN_SHARE: Record<string, number> = { economy: 1, premium: 1.5, business: 2.9, first: 4 };

async function carbonEstimate(input: JsonObject): Promise<unknown> {
  const journey = input.journey as { from: string; to: string; via?: string[] };
  const stops = await known([journey.from, ...(journey.via ?? []), journey.to]);
  const cabin = String(input.cabin);
  const passengers = Number(input.passengers);
  const legs = stops.slice(1).map((to, index) => {
    const from = stops[index] ?? to;
    const km = greatCircleKm(from, to);
    const kilograms = (km * 0.075 + 45) * (ownEntry(CABIN_SHARE, cabin) ?? 1);
    return { from: from.code, to: to.code, distance_km: Math.round(km), kg_co2: Math.round(kilograms) };
  });
  const total = legs.reduce((sum, leg) => sum + leg.kg_co2, 0) * passengers;
  return {
    journey: { legs, distance_km: legs.reduce((sum, leg) => sum + leg.distance_km, 0) },
    emissions: {
      per_passenger_kg: legs.reduce((sum, leg) => sum + leg.kg_co2, 0),
      total_kg: total,
      cabin,
      passengers,
    },
    method: {
      name: 'distance and cabin share',
      version: '2026.1',
      includes: ['fuel burn', 'climb and descent'],
    },
  };
}

const text = { type: 'string' };
const number = { type: 'number' };

/** Callable Tools that answer from real airport data. */
export const AIRPORT_TOOLS: readonly OfferedTool[] = [
  listTool({
    capabilityId: 'post.aerofacts.v2-airports-batch-lookup',
    title: 'Airport facts for a list of airports',
    description:
      'Name, country, coordinates, time zone and longest runway of each airport of a list, with the great-circle distance of each from the first one.',
    provider: { name: 'AeroFacts', slug: 'aerofacts' },
    units: '1500',
    posture: 'callable',
    healthStatus: 'operational',
    listingTier: 'reviewed',
    checkedMinutesAgo: 4,
    healthyMinutesAgo: 4,
    displayPrice: { currency: 'EUR' },
    payment: BASE_PAYMENT,
    inputJsonSchema: {
      type: 'object',
      properties: {
        airports: {
          type: 'array',
          items: CODE,
          minItems: 1,
          maxItems: 25,
          uniqueItems: true,
          title: 'Airports',
        },
        options: {
          type: 'object',
          title: 'Options',
          properties: {
            distance_unit: { type: 'string', enum: ['kilometres', 'miles'], default: 'kilometres' },
          },
          additionalProperties: false,
        },
      },
      required: ['airports'],
      additionalProperties: false,
      examples: [{ airports: ['LHR', 'JFK', 'SIN'] }],
    },
    outputJsonSchema: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          code: text,
          name: text,
          country: text,
          region: text,
          time_zone: text,
          latitude: number,
          longitude: number,
          runway_feet: number,
          distance_from_first: number,
        },
      },
    },
    run: airportFacts,
  }),
  listTool({
    capabilityId: 'post.greenmiles.api-v1-footprint',
    title:
      'Flight carbon estimate — per passenger, per cabin, with every leg of the journey set out on its own line',
    description:
      'Estimates the carbon dioxide of a journey from its legs, the cabin and the number of passengers, and says how it was worked out.',
    provider: { name: 'GreenMiles Übersicht GmbH & Co. KG', slug: 'greenmiles' },
    units: '4000',
    posture: 'callable',
    healthStatus: 'degraded',
    listingTier: 'listed',
    checkedMinutesAgo: 31,
    healthyMinutesAgo: 240,
    payment: { ...BASE_PAYMENT, network: 'eip155:421614' },
    inputJsonSchema: {
      type: 'object',
      properties: {
        journey: {
          type: 'object',
          title: 'Journey',
          properties: {
            from: { ...CODE, title: 'From' },
            to: { ...CODE, title: 'To' },
            via: { type: 'array', items: CODE, maxItems: 4, title: 'Via' },
          },
          required: ['from', 'to'],
          additionalProperties: false,
        },
        cabin: { type: 'string', enum: ['economy', 'premium', 'business', 'first'], default: 'economy' },
        passengers: { type: 'integer', minimum: 1, maximum: 9, default: 1 },
      },
      required: ['journey'],
      additionalProperties: false,
    },
    outputJsonSchema: {
      type: 'object',
      properties: {
        journey: { type: 'object', properties: { legs: { type: 'array' }, distance_km: number } },
        emissions: { type: 'object', properties: { per_passenger_kg: number, total_kg: number } },
        method: { type: 'object' },
      },
    },
    run: carbonEstimate,
  }),
];
