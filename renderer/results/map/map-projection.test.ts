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

  it('contains both ends of every route', () => {
    const projection = projectionFor([{ from: SFO, to: NRT }], size);
    for (const place of [SFO, NRT]) {
      const [x, y] = projection([place.longitude, place.latitude]) ?? [Number.NaN, Number.NaN];
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(size.width);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(size.height);
    }
  });

  it('centres a short flight without filling the map with it', () => {
    const projection = projectionFor([{ from: LHR, to: AMS }], size);
    const [ax, ay] = projection([LHR.longitude, LHR.latitude]) ?? [0, 0];
    const [bx, by] = projection([AMS.longitude, AMS.latitude]) ?? [0, 0];
    expect((ax + bx) / 2).toBeCloseTo(size.width / 2, 0);
    expect((ay + by) / 2).toBeCloseTo(size.height / 2, 0);
    expect(bx - ax).toBeLessThan(200);
  });

  it('shows the world where there is no route with known places', () => {
    expect(projectionFor([], size).scale()).toBeGreaterThan(0);
  });
});
