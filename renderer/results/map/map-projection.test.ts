import { geoInterpolate, geoPath } from 'd3-geo';
import { describe, expect, it } from 'vitest';
import { middleLongitude, projectionFor } from './map-projection.ts';

const SFO = { latitude: 37.62, longitude: -122.38 };
const NRT = { latitude: 35.76, longitude: 140.39 };
const LHR = { latitude: 51.47, longitude: -0.46 };
const AMS = { latitude: 52.31, longitude: 4.76 };
const size = { width: 800, height: 480 };

describe('the map', () => {
  it('is centred on the Pacific for routes over the Pacific', () => {
    expect(Math.abs(middleLongitude([SFO.longitude, NRT.longitude]))).toBeGreaterThan(150);
  });

  it('centres a short flight without filling the map with it', () => {
    const projection = projectionFor([{ from: LHR, to: AMS }], size);
    const [ax, ay] = projection([LHR.longitude, LHR.latitude]) ?? [0, 0];
    const [bx, by] = projection([AMS.longitude, AMS.latitude]) ?? [0, 0];
    expect((ax + bx) / 2).toBeCloseTo(size.width / 2, 0);
    expect((ay + by) / 2).toBeCloseTo(size.height / 2, 0);
    expect(bx - ax).toBeLessThan(200);
  });

  const place = (latitude: number, longitude: number) => ({ latitude, longitude });
  const SYD = place(-33.95, 151.18);
  const LAX = place(33.94, -118.41);
  const GRU = place(-23.44, -46.47);
  const JNB = place(-26.14, 28.25);
  const SETS = {
    'over the Pacific': [
      { from: SFO, to: NRT },
      { from: LAX, to: SYD },
    ],
    'around the world': [
      { from: LHR, to: LAX },
      { from: LAX, to: SYD },
      { from: SYD, to: LHR },
      { from: GRU, to: JNB },
      { from: JNB, to: SYD },
    ],
    'over the pole': [
      { from: LHR, to: place(64.8, 177.7) },
      { from: NRT, to: place(70.1, -148.5) },
    ],
    'within Europe': [{ from: LHR, to: AMS }],
  };

  it.each(Object.entries(SETS))('draws every line %s whole and without kinks', (_name, routes) => {
    const projection = projectionFor(routes, size);
    for (const { from, to } of routes) {
      const ends = [from, to].map(({ longitude, latitude }): [number, number] => [longitude, latitude]);
      const d = geoPath(projection)({ type: 'LineString', coordinates: ends }) ?? '';
      const pieces = d
        .split('M')
        .slice(1)
        .map((piece) => piece.split('L').map((pair) => pair.split(',').map(Number)));
      // Every point of the great circle is close to what is drawn.
      const along = geoInterpolate(ends[0] ?? [0, 0], ends[1] ?? [0, 0]);
      for (let step = 0; step <= 100; step += 1) {
        const [x = NaN, y = NaN] = projection(along(step / 100)) ?? [];
        const distance = Math.min(
          ...pieces.flatMap((piece) =>
            piece.slice(1).map(([bx = 0, by = 0], at) => {
              const [ax = 0, ay = 0] = piece[at] ?? [];
              const length = (bx - ax) ** 2 + (by - ay) ** 2;
              const part =
                length === 0
                  ? 0
                  : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
              return Math.hypot(x - ax - part * (bx - ax), y - ay - part * (by - ay));
            }),
          ),
        );
        expect(distance).toBeLessThan(1);
      }
      // One that runs off an edge goes on at the other, at the same height.
      expect(pieces.length).toBeLessThanOrEqual(2);
      for (const [place, piece] of pieces.entries()) {
        const [last, next] = [piece.at(-1) ?? [], pieces[place + 1]?.[0]];
        if (next !== undefined) expect(Math.abs((last[1] ?? 0) - (next[1] ?? NaN))).toBeLessThan(2);
      }
      // No corner that a great circle does not have.
      for (const piece of pieces)
        for (let at = 2; at < piece.length; at += 1) {
          const [a, b, c] = [piece[at - 2] ?? [], piece[at - 1] ?? [], piece[at] ?? []];
          const [one, two] = [
            Math.atan2((b[1] ?? 0) - (a[1] ?? 0), (b[0] ?? 0) - (a[0] ?? 0)),
            Math.atan2((c[1] ?? 0) - (b[1] ?? 0), (c[0] ?? 0) - (b[0] ?? 0)),
          ];
          expect(Math.abs(Math.sin((two - one) / 2))).toBeLessThan(0.12);
        }
    }
  });

  it('fills itself with what is shown', () => {
    const projection = projectionFor(
      [
        { from: LHR, to: place(41.3, 2.08) },
        { from: LHR, to: place(60.19, 11.1) },
      ],
      size,
    );
    const ys = [LHR, place(41.3, 2.08), place(60.19, 11.1)].map(
      ({ longitude, latitude }) => projection([longitude, latitude])?.[1] ?? NaN,
    );
    expect(Math.max(...ys) - Math.min(...ys)).toBeGreaterThan(size.height / 2);
  });

  it('shows the world where there is no route with known places', () => {
    expect(projectionFor([], size).scale()).toBeGreaterThan(0);
  });
});
