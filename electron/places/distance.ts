import type { Airport } from './airport.ts';

const EARTH_RADIUS_KM = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance. */
export function kilometresBetween(
  [, , , , fromLat, fromLon]: Airport,
  [, , , , toLat, toLon]: Airport,
): number {
  const half =
    Math.sin(radians(toLat - fromLat) / 2) ** 2 +
    Math.cos(radians(fromLat)) * Math.cos(radians(toLat)) * Math.sin(radians(toLon - fromLon) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(half)));
}
