import type { GeoPoint } from '#shared/geo-point.ts';
import type { Airport } from './airport.ts';

const EARTH_RADIUS_KM = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance in kilometres. */
export function greatCircleKm(from: GeoPoint, to: GeoPoint): number {
  const half =
    Math.sin(radians(to.latitude - from.latitude) / 2) ** 2 +
    Math.cos(radians(from.latitude)) *
      Math.cos(radians(to.latitude)) *
      Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(half)));
}

const pointOf = ([, , , , latitude, longitude]: Airport): GeoPoint => ({ latitude, longitude });

export const kilometresBetween = (from: Airport, to: Airport): number =>
  greatCircleKm(pointOf(from), pointOf(to));
