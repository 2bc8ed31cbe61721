import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cheapestPairs, type Leg } from './pairing.ts';

/** Processor time that `work` costs this thread, in microseconds. */
function costOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

const legs = fc
  .array(
    fc.record({
      day: fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 100, max: 108 }) },
        fc.constantFrom(0, 2_000_000),
      ),
      programme: fc.integer({ min: 1, max: 3 }),
      miles: fc.constantFrom(50_000, 60_000, 70_000),
      unsure: fc.constantFrom(0 as const, 0 as const, 1 as const),
    }),
    { maxLength: 25 },
  )
  .map((all) => all.map((leg, id): Leg => ({ id, ...leg, weight: leg.miles * leg.programme })));

const choice = fc.record({
  nightsMin: fc.integer({ min: -1, max: 4 }),
  nightsMax: fc.integer({ min: 0, max: 8 }),
  sameProgramme: fc.boolean(),
  limit: fc.integer({ min: 0, max: 12 }),
});

describe('the cheapest pairs', () => {
  it('are the first of all pairs made and sorted one by one', () => {
    fc.assert(
      fc.property(legs, legs, choice, (outbound, back, wanted) => {
        const all = outbound.flatMap((out) =>
          back
            .map((home) => ({ outbound: out, return: home, nights: home.day - out.day }))
            .filter(({ nights }) => nights >= wanted.nightsMin && nights <= wanted.nightsMax)
            .filter((pair) => !wanted.sameProgramme || pair.outbound.programme === pair.return.programme),
        );
        const key = (pair: (typeof all)[number]) =>
          [
            pair.outbound.unsure + pair.return.unsure,
            pair.outbound.weight + pair.return.weight,
            pair.outbound.day,
            pair.return.day,
            pair.outbound.id,
            pair.return.id,
          ].map((part) => String(part).padStart(9, '0'));
        const sorted = all.sort((a, b) => (key(a).join() < key(b).join() ? -1 : 1));
        expect(cheapestPairs(outbound, back, wanted)).toEqual({
          pairs: sorted.slice(0, wanted.limit),
          total: all.length,
        });
      }),
      { numRuns: 500 },
    );
  });

  it('do not depend on the order of the legs', () => {
    fc.assert(
      fc.property(legs, legs, choice, (outbound, back, wanted) => {
        expect(cheapestPairs(outbound.toReversed(), back.toReversed(), wanted)).toEqual(
          cheapestPairs(outbound, back, wanted),
        );
      }),
    );
  });

  it('take a few times as long as grouping a hundred thousand legs a side', () => {
    const side = (miles: (leg: number) => number) =>
      Array.from({ length: 100_000 }, (_, leg): Leg => {
        const each = miles(leg);
        return {
          id: leg,
          day: 20_000 + (leg % 365),
          programme: leg % 18,
          miles: each,
          weight: each,
          unsure: 0,
        };
      });
    const wanted = { nightsMin: 3, nightsMax: 21, sameProgramme: false, limit: 200 };
    for (const miles of [
      () => 70_000,
      (leg: number) => 200_000 - leg,
      (leg: number) => (leg * 7919) % 90_000,
    ]) {
      const legsOfSide = side(miles);
      const grouping = costOf(() => {
        for (let time = 0; time < 10; time++) Map.groupBy(legsOfSide, ({ day }) => day);
      });
      let found: ReturnType<typeof cheapestPairs> | undefined;
      const pairing = costOf(() => {
        found = cheapestPairs(legsOfSide, legsOfSide, wanted);
      });
      // Measured at one to five times; each with each would be thousands.
      expect(pairing).toBeLessThan(40 * grouping);
      const { pairs, total } = found ?? { pairs: [], total: 0 };
      expect(pairs).toHaveLength(200);
      expect(total).toBeGreaterThan(100_000_000);
    }
  });
});
