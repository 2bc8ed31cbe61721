/** Positions of routes and airports on a map of a given size. Pure. */

import { type GeoProjection, geoEqualEarth, geoInterpolate } from 'd3-geo';
import type { GeoPoint } from '#shared/geo-point.ts';

/** Pixels. */
export type Size = { width: number; height: number };

const PADDING = 44;
/** At most this many times the whole world, so that one short flight does not fill the map with a shapeless coast. */
const MAX_ZOOM = 7;

/** The mean direction of the longitudes: a set of routes over the Pacific is centred on the Pacific. */
export function middleLongitude(longitudes: readonly number[]): number {
  let x = 0;
  let y = 0;
  for (const longitude of longitudes) {
    x += Math.cos((longitude * Math.PI) / 180);
    y += Math.sin((longitude * Math.PI) / 180);
  }
  return Math.hypot(x, y) < 1e-9 ? 0 : (Math.atan2(y, x) * 180) / Math.PI;
}

/** A projection that is centred on the routes and contains their entire great circles. */
export function projectionFor(
  routes: readonly { from: GeoPoint; to: GeoPoint }[],
  size: Size,
): GeoProjection {
  const { width, height } = size;
  const points = routes.flatMap(({ from, to }) => {
    const along = geoInterpolate([from.longitude, from.latitude], [to.longitude, to.latitude]);
    return [0, 0.25, 0.5, 0.75, 1].map(along);
  });
  const projection = geoEqualEarth().rotate([-middleLongitude(points.map(([longitude]) => longitude)), 0]);
  const world = projection.fitSize([width, height], { type: 'Sphere' }).scale();
  if (points.length === 0) return projection;
  projection.fitExtent(
    [
      [PADDING, PADDING],
      [Math.max(PADDING + 1, width - PADDING), Math.max(PADDING + 1, height - PADDING)],
    ],
    { type: 'MultiPoint', coordinates: points },
  );
  if (projection.scale() > world * MAX_ZOOM) {
    const centre = projection.invert?.([width / 2, height / 2]);
    projection.scale(world * MAX_ZOOM);
    const moved = centre ? projection(centre) : null;
    const [x, y] = projection.translate();
    if (moved) projection.translate([x + width / 2 - moved[0], y + height / 2 - moved[1]]);
  }
  return projection.clipExtent([
    [-1, -1],
    [width + 1, height + 1],
  ]);
}
