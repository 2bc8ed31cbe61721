import type { NearAirport } from '#shared/geo-point.ts';
import type { Airport } from './airport.ts';
import type { City } from './cities.ts';
import { kilometresBetween } from './distance.ts';

/** Reaches other airports of the same city: Stansted from Heathrow, Newark from Kennedy. */
const NEAR_KM = 100;
const MOST = 8;

/** Large airports near another that a trip may use instead. */
const MOST_INSTEAD = 6;

/**
 * For each code, every other one of them and the nearest large airports, within so many kilometres (rounded), the nearest
 * first. Unknown codes are near nothing.
 */
export function airportsWithin(
  codes: readonly string[],
  km: number,
  airports: ReadonlyMap<string, Airport>,
): Record<string, { code: string; km: number }[]> {
  const large = [...airports.values()].filter((airport) => airport[7] === 1 && airport[6] === 0);
  const named = codes.map((code) => airports.get(code)).filter((airport) => airport !== undefined);
  const near = (centre: Airport, others: readonly Airport[]) =>
    others
      .filter((other) => other[0] !== centre[0])
      .map((other) => ({ code: other[0], km: Math.round(kilometresBetween(centre, other)) }))
      .filter((other) => other.km <= km)
      .sort((a, b) => a.km - b.km || (a.code < b.code ? -1 : 1));
  return Object.fromEntries(
    named.map((centre) => {
      const own = near(centre, named);
      const more = near(centre, large).filter(({ code }) => !codes.includes(code));
      return [centre[0], [...own, ...more.slice(0, MOST_INSTEAD)]] as const;
    }),
  );
}

/**
 * An airport, the others of its city, and large ones near it, by distance. A city code stands for its airports. An unknown
 * code is returned alone.
 */
export function airportsNear(
  typed: string,
  airports: ReadonlyMap<string, Airport>,
  cities: readonly City[],
): NearAirport[] {
  const code = typed.trim().toUpperCase();
  const area = cities.find((city) => city.code === code);
  const centre = airports.get(code) ?? airports.get(area?.airports[0] ?? '');
  if (centre === undefined) return [{ code, name: code, kilometres: null }];
  const city = area ?? cities.find((each) => each.airports.includes(centre[0]));
  const found = [...airports.values()].flatMap((airport) => {
    const kilometres = kilometresBetween(centre, airport);
    const isOfCity = city?.airports.includes(airport[0]) ?? false;
    const isLarge = airport[7] === 1 && airport[6] === 0;
    return airport === centre || isOfCity || (isLarge && kilometres <= NEAR_KM)
      ? [{ code: airport[0], name: airport[1], kilometres: Math.round(kilometres) }]
      : [];
  });
  return found.sort((a, b) => a.kilometres - b.kilometres || (a.code < b.code ? -1 : 1)).slice(0, MOST);
}
