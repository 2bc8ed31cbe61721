import { useElementSize } from '@mantine/hooks';
import { geoGraticule10, geoPath } from 'd3-geo';
import { useId, useMemo } from 'react';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import landShapes from 'world-atlas/land-110m.json';
import { plural } from '#shared/formats.ts';
import type { GeoPoint } from '#shared/geo-point.ts';
import { type CityRoute, priceOf } from './city-routes.ts';
import classes from './map.module.css';
import { naming, placeLabels } from './map-labels.ts';
import { projectionFor } from './map-projection.ts';

type RouteMapProps = {
  lines: readonly CityRoute[];
  /** From the cheapest, 1, to the dearest, 5. */
  shade: (miles: number) => number;
  isChosen: (line: CityRoute) => boolean;
  onLine: (line: CityRoute) => void;
  /** Cities that are pointed at, here or in the list: their names are always shown. */
  named: readonly string[];
  onNamed: (cities: readonly string[]) => void;
};

const topology = landShapes as unknown as Topology<{ land: GeometryCollection }>;
const land = feature(topology, topology.objects.land);

type Placed = CityRoute & { from: GeoPoint; to: GeoPoint };
const isPlaced = (line: CityRoute): line is Placed => line.from !== null && line.to !== null;

type City = { code: string; x: number; y: number; routes: number; withSpace: number };

/**
 * Great circles over land shapes, one for each pair of cities, in the colour of its price. A click on a line chooses
 * it; the list beside it does the same by keyboard. The cities with most routes are labelled as space permits; others
 * when they are pointed at.
 */
export function RouteMap({ lines: all, shade, isChosen, onLine, named, onNamed }: RouteMapProps) {
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const id = useId();
  const placed = useMemo(() => all.filter(isPlaced), [all]);
  const rendered = useMemo(() => {
    if (width < 1 || height < 1) return null;
    const projection = projectionFor(placed, { width, height });
    const path = geoPath(projection);
    const byCode = new Map<string, City>();
    for (const route of placed) {
      for (const [code, place] of [
        [route.origin, route.from],
        [route.destination, route.to],
      ] as const) {
        const point = projection([place.longitude, place.latitude]);
        if (point === null) continue;
        const city = byCode.get(code) ?? { code, x: point[0], y: point[1], routes: 0, withSpace: 0 };
        city.routes += 1;
        city.withSpace += route.withSpace;
        byCode.set(code, city);
      }
    }
    const cities = [...byCode.values()].sort(
      (a, b) => b.routes - a.routes || b.withSpace - a.withSpace || (a.code < b.code ? -1 : 1),
    );
    return {
      land: path(land) ?? '',
      lattice: path(geoGraticule10()) ?? '',
      lines: placed.map((route) => ({
        route,
        path:
          path({
            type: 'LineString',
            coordinates: [
              [route.from.longitude, route.from.latitude],
              [route.to.longitude, route.to.latitude],
            ],
          }) ?? '',
      })),
      cities,
      labels: placeLabels(cities, { width, height }),
    };
  }, [placed, width, height]);

  // What is rendered last is on top, where three hundred others do not hide it.
  const lines =
    rendered?.lines.toSorted((a, b) => Number(isChosen(a.route)) - Number(isChosen(b.route))) ?? [];
  const labels =
    rendered === null
      ? []
      : naming(
          rendered.labels,
          rendered.cities.filter(({ code }) => named.includes(code)),
          { width, height },
        );
  const withSpace = placed.filter((route) => route.withSpace > 0).length;
  const missing = all.length - placed.length;
  return (
    <div ref={ref} className={classes.map}>
      {rendered && (
        <svg
          role="img"
          aria-labelledby={`${id}title`}
          aria-describedby={`${id}desc`}
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
        >
          <title id={`${id}title`}>Route map</title>
          <desc id={`${id}desc`}>
            {`${plural(placed.length, 'route')} as great circles, ${withSpace} of them with award space${missing > 0 ? `; ${plural(missing, 'route')} whose place is not known` : ''}. The list beside the map names each.`}
          </desc>
          <path className={classes.lattice} d={rendered.lattice} />
          <path className={classes.land} d={rendered.land} />
          {lines.map(({ route, path }) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: an image's parts take no focus; the list beside it does the same by keyboard.
            <g
              key={`${route.origin}-${route.destination}`}
              className={classes.line}
              data-shade={route.cheapest === null ? undefined : shade(route.cheapest)}
              data-space={route.withSpace > 0 || undefined}
              data-chosen={isChosen(route) || undefined}
              data-named={(named[0] === route.origin && named[1] === route.destination) || undefined}
              onClick={() => onLine(route)}
              onPointerEnter={() => onNamed([route.origin, route.destination])}
              onPointerLeave={() => onNamed([])}
            >
              <path className={classes.target} d={path} />
              <path className={classes.casing} d={path} />
              <path className={classes.stroke} d={path} />
              <title>{`${route.origin} to ${route.destination}: ${priceOf(route)}`}</title>
            </g>
          ))}
          {rendered.cities.map(({ code, x, y }) => (
            <circle
              key={code}
              className={classes.airport}
              cx={x}
              cy={y}
              r={3.2}
              onPointerEnter={() => onNamed([code])}
              onPointerLeave={() => onNamed([])}
            />
          ))}
          {labels.map(({ code, x, y, anchor }) => (
            <text
              key={code}
              className={classes.label}
              data-named={named.includes(code) || undefined}
              x={x}
              y={y}
              textAnchor={anchor}
            >
              {code}
            </text>
          ))}
        </svg>
      )}
    </div>
  );
}
