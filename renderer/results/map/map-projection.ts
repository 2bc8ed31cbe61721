/** Positions of routes and airports on a map of a given size. Pure. */

import { type GeoProjection, geoEqualEarth, geoInterpolate } from 'd3-geo';
import type { GeoPoint } from '#shared/geo-point.ts';

/** Pixels. */
export type Size = { width: number; height: number };

type Position = [longitude: number, latitude: number];

const PADDING = 44;
/** At most this many times the whole world: beyond it the coasts are shapeless. */
const MAX_ZOOM = 16;
/** Points along a great circle, by which the map contains all of it. */
const STEPS = 48;
/** From the map's edge, in degrees: on it, a point would be at either side. */
const AT_EDGE = 0.01;
/** Pixels by which a line may differ from its great circle: the default shows kinks. */
const PRECISION = 0.05;

const turned = (longitude: number): number => ((((longitude + 180) % 360) + 360) % 360) - 180;

/**
 * The longitude opposite the widest gap: routes over the Pacific are centred on the Pacific, and as few as possible run
 * off the map's edge.
 */
export function middleLongitude(longitudes: readonly number[]): number {
  const sorted = longitudes.map(turned).sort((one, other) => one - other);
  let widest = { from: 180, width: -1 };
  for (const [place, from] of sorted.entries()) {
    const next = sorted[place + 1] ?? (sorted[0] ?? from) + 360;
    if (next - from > widest.width) widest = { from, width: next - from };
  }
  return widest.width < 0 ? 0 : turned(widest.from + widest.width / 2 + 180);
}

/** The great circle between two places as points close to each other. */
function pointsAlong({ from, to }: { from: GeoPoint; to: GeoPoint }): Position[] {
  const along = geoInterpolate([from.longitude, from.latitude], [to.longitude, to.latitude]);
  return Array.from({ length: STEPS + 1 }, (_, step) => along(step / STEPS));
}

/** Where a line crosses the map's edge: a point on either side, so that both are on the map. */
function edgesOf(line: readonly Position[], middle: number): Position[] {
  return line.flatMap(([longitude, latitude], place): Position[] => {
    const before = line[place - 1];
    if (before === undefined || Math.abs(turned(longitude - middle) - turned(before[0] - middle)) < 180)
      return [];
    return [
      [middle + 180 - AT_EDGE, latitude],
      [middle - 180 + AT_EDGE, latitude],
    ];
  });
}

/** A projection that is centred on the routes and contains their entire great circles. */
export function projectionFor(
  routes: readonly { from: GeoPoint; to: GeoPoint }[],
  size: Size,
): GeoProjection {
  const { width, height } = size;
  const lines = routes.map(pointsAlong);
  const middle = middleLongitude(lines.flat().map(([longitude]) => longitude));
  const points = lines.flatMap((line) => [...line, ...edgesOf(line, middle)]);
  const projection = geoEqualEarth().rotate([-middle, 0]).precision(PRECISION);
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
