import airportData from 'airport-data-js';

/** An airport as far as award space needs it. Data: airport-data-js, CC BY 4.0. */
export type Airport = {
  code: string;
  name: string;
  country: string;
  region: string;
  latitude: number;
  longitude: number;
  timeZone: string;
  runwayFeet: number;
  large: boolean;
};

const MIDDLE_EAST = new Set('AE BH CY IL IQ IR JO KW LB OM PS QA SA SY TR YE'.split(' '));
const REGIONS: Record<string, string> = {
  NA: 'North America',
  SA: 'South America',
  EU: 'Europe',
  AS: 'Asia',
  AF: 'Africa',
  OC: 'Oceania',
};

let index: Promise<ReadonlyMap<string, Airport>> | undefined;

async function load(): Promise<ReadonlyMap<string, Airport>> {
  const airports = new Map<string, Airport>();
  for (const row of await airportData.findAirports({})) {
    const { iata, country_code: country, continent } = row;
    // The data says TRUE in letters.
    if (!/^[A-Z]{3}$/.test(iata) || String(row.scheduled_service).toUpperCase() !== 'TRUE') continue;
    airports.set(iata, {
      code: iata,
      name: row.airport,
      country,
      region: MIDDLE_EAST.has(country) ? 'Middle East' : (REGIONS[continent] ?? 'Other'),
      latitude: Number(row.latitude),
      longitude: Number(row.longitude),
      timeZone: row.time,
      runwayFeet: Number(row.runway_length ?? 0),
      large: row.type === 'large_airport',
    });
  }
  return airports;
}

/** Every airport with scheduled service, by IATA code. Loaded once, at the first use. */
export function airportIndex(): Promise<ReadonlyMap<string, Airport>> {
  index ??= load();
  return index;
}

const RADIANS = Math.PI / 180;

/** Great-circle distance in kilometres. */
export function distanceKm(from: Airport, to: Airport): number {
  const [lat1, lat2] = [from.latitude * RADIANS, to.latitude * RADIANS];
  const dLat = lat2 - lat1;
  const dLon = (to.longitude - from.longitude) * RADIANS;
  const half = Math.sin(dLat / 2) ** 2 + Math.cos(lat1) * Math.cos(lat2) * Math.sin(dLon / 2) ** 2;
  return 12_742 * Math.asin(Math.min(1, Math.sqrt(half)));
}
