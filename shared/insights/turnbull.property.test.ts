import fc from 'fast-check';
import { expect, it } from 'vitest';
import { proves } from '../testing/proves.ts';
import { shareBy } from './testing/share-by.ts';
import { type CensoredInterval, type Mass, quantile, turnbull } from './turnbull.ts';

const interval: fc.Arbitrary<CensoredInterval> = fc
  .record({
    after: fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 0, max: 12 }) }, fc.constant(-Infinity)),
    width: fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 0, max: 6 }) }, fc.constant(Infinity)),
  })
  .map(({ after, width }) => ({
    after,
    until: width === Infinity ? Infinity : after === -Infinity ? width : after + width,
  }));
const intervals = fc.array(interval, { minLength: 1, maxLength: 25 });

/** Whether a stretch lies within an interval: both ends, the first open unless the two are equal. */
const isWithin = (stretch: CensoredInterval, { after, until }: CensoredInterval): boolean =>
  stretch.until <= until &&
  (after === until ? stretch.after === after && stretch.until === until : stretch.after >= after) &&
  !(stretch.after === stretch.until && after !== until && stretch.after === after);

/** Turnbull's own definition, stretch by stretch and event by event, with nothing saved. */
function reference(data: readonly CensoredInterval[], rounds: number): Mass[] {
  const ends = [...new Set(data.flatMap(({ after, until }) => [after, until]))].sort((a, b) =>
    a < b ? -1 : 1,
  );
  const candidates = ends.flatMap((from) =>
    ends.filter((to) => to >= from).map((to) => ({ after: from, until: to })),
  );
  // Of all stretches between two ends: those that every interval holds or misses whole, and that hold no smaller one.
  const held = candidates.map((stretch) => data.filter((one) => isWithin(stretch, one)));
  const touches = (stretch: CensoredInterval, one: CensoredInterval): boolean => {
    const point = (each: CensoredInterval) => each.after === each.until;
    if (point(stretch) && point(one)) return stretch.after === one.after;
    if (point(stretch)) return stretch.after > one.after && stretch.after <= one.until;
    if (point(one)) return one.after > stretch.after && one.after <= stretch.until;
    return stretch.after < one.until && one.after < stretch.until;
  };
  const innermost = candidates.filter(
    (stretch, at) =>
      (held[at]?.length ?? 0) > 0 &&
      data.every((one) => isWithin(stretch, one) || !touches(stretch, one)) &&
      data.some((one) => one.until === stretch.until) &&
      data.some(
        (one) =>
          one.after === stretch.after && (one.after === one.until) === (stretch.after === stretch.until),
      ),
  );
  let shares = innermost.map(() => 1 / innermost.length);
  for (let round = 0; round < rounds; round += 1)
    shares = shares.map((_, j) => {
      let sum = 0;
      for (const one of data) {
        const total = innermost.reduce(
          (all, each, k) => all + (isWithin(each, one) ? (shares[k] ?? 0) : 0),
          0,
        );
        const own = innermost[j];
        if (own !== undefined && isWithin(own, one)) sum += (shares[j] ?? 0) / total;
      }
      return sum / data.length;
    });
  return innermost.map((stretch, at) => ({ ...stretch, share: shares[at] ?? 0 }));
}

const logLikelihood = (masses: readonly Mass[], data: readonly CensoredInterval[]): number =>
  data.reduce(
    (sum, one) =>
      sum + Math.log(masses.reduce((all, mass) => all + (isWithin(mass, one) ? mass.share : 0), 0)),
    0,
  );

it('explains the data as well as a literal implementation of the definition', () => {
  proves(
    0.6,
    [intervals],
    (data) => {
      const found = turnbull(data);
      const expected = reference(data, 400);
      expect(found.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 5);
      expect(
        found.every((mass) => expected.some((one) => one.after === mass.after && one.until === mass.until)),
      ).toBe(true);
      expect(logLikelihood(found, data)).toBeGreaterThanOrEqual(logLikelihood(expected, data) - 1e-4);
      return found.length > 1;
    },
    { numRuns: 150 },
  );
});

it('is the Kaplan-Meier estimate for exact and right-censored events', () => {
  proves(
    0.55,
    [
      fc.array(fc.record({ moment: fc.integer({ min: 1, max: 9 }), outlasts: fc.boolean() }), {
        minLength: 1,
        maxLength: 30,
      }),
    ],
    (events) => {
      const masses = turnbull(
        events.map(({ moment, outlasts }) => ({ after: moment, until: outlasts ? Infinity : moment })),
      );
      let surviving = 1;
      for (const time of [
        ...new Set(events.filter((event) => !event.outlasts).map(({ moment }) => moment)),
      ].sort()) {
        const atRisk = events.filter(({ moment }) => moment >= time).length;
        const dying = events.filter(({ moment, outlasts }) => moment === time && !outlasts).length;
        surviving *= 1 - dying / atRisk;
        expect(shareBy(masses, time).least).toBeCloseTo(1 - surviving, 4);
      }
      return masses.length > 1;
    },
  );
});

it('bounds a quantile by the shares on both sides', () => {
  proves(0.6, [intervals, fc.double({ min: 0.05, max: 0.95, noNaN: true })], (data, share) => {
    const masses = turnbull(data);
    const found = quantile(masses, share);
    if (found === null) throw new Error('There are data.');
    expect(shareBy(masses, found.until).least).toBeGreaterThanOrEqual(share - 1e-4);
    expect(
      masses
        .filter(({ until }) => until <= found.after && until < found.until)
        .reduce((sum, mass) => sum + mass.share, 0),
    ).toBeLessThanOrEqual(share + 1e-4);
    return masses.length > 1;
  });
});
