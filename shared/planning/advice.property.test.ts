import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAmounts } from '../money.ts';
import { propertyRuns } from '../testing/property-runs.ts';
import { proves } from '../testing/proves.ts';
import {
  expectedSaving,
  nextPurchase,
  type Prospect,
  ratedOffers,
  type SearchOffer,
  worthReading,
} from './advice.ts';

const RUNS = { numRuns: propertyRuns(300, 10_000) };
const NONE = Number.POSITIVE_INFINITY;

const prospect: fc.Arbitrary<Prospect> = fc.record({
  outlook: fc
    .array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(NONE)), { minLength: 1, maxLength: 4 })
    .map((costs) => ({ basis: 'all' as const, costs: costs.sort((a, b) => a - b) })),
  rest: fc.constantFrom(0, 2, 5, NONE),
  renewed: fc.constantFrom(1, 0.5, 0.25),
});

/** Every combination of what each date may turn out to cost, with its chance. */
function savingByHand(best: number, prospects: readonly Prospect[]): number {
  const [first, ...others] = prospects;
  if (first === undefined) return 0;
  const cases = (at: readonly Prospect[], cheapest: number): number => {
    const [one, ...rest] = at;
    if (one === undefined) return Math.max(0, best - cheapest);
    const { costs } = one.outlook;
    const known = costs.reduce(
      (sum, cost) => sum + (one.renewed / costs.length) * cases(rest, Math.min(cheapest, one.rest + cost)),
      0,
    );
    return known + (1 - one.renewed) * cases(rest, cheapest);
  };
  return cases([first, ...others], best);
}

it('expects what the average over every case saves', () => {
  proves(
    0.2,
    [fc.integer({ min: 1, max: 14 }), fc.array(prospect, { maxLength: 4 })],
    (best, prospects) => {
      const expected = expectedSaving(best, prospects);
      expect(expected).toBeCloseTo(savingByHand(best, prospects), 9);
      return expected > 0;
    },
    RUNS,
  );
});

const offer: fc.Arbitrary<SearchOffer> = fc.record({
  prospects: fc.array(prospect, { maxLength: 2 }),
  unknownDays: fc.nat(9),
  completes: fc.boolean(),
  lifts: fc.constant(false),
  cost: fc.constantFrom(null, 1, 2, 3),
  pages: fc.integer({ min: 1, max: 3 }),
});

describe('the next purchase', () => {
  it('never costs more than is left, and is the most promising that fits', () => {
    proves(
      0.3,
      [fc.array(offer, { maxLength: 5 }), fc.nat(4), fc.boolean()],
      (offers, left, inMoney) => {
        const rated = ratedOffers(12, offers);
        const next = nextPurchase(rated, left, inMoney);
        if (next.kind === 'stop') return false;
        expect(next.offer.cost).not.toBeNull();
        expect(next.offer.cost ?? 9).toBeLessThanOrEqual(left);
        const place = rated.findIndex((one) => one.offer === next.offer);
        for (const before of rated.slice(0, place))
          expect((before.offer.cost ?? 9) > left || before.saving === 0).toBe(true);
        return offers.length > 1;
      },
      RUNS,
    );
  });

  it('stops where the best promise less than they cost, and where nothing could change the plan', () => {
    const cheap = { basis: 'all' as const, costs: [1] };
    const promising = (rest: number, cost: number): SearchOffer => ({
      prospects: [{ outlook: cheap, rest, renewed: 1 }],
      unknownDays: 0,
      completes: true,
      lifts: false,
      cost,
      pages: 1,
    });
    const stop = (offers: readonly SearchOffer[], left: number) =>
      nextPurchase(ratedOffers(10, offers), left, true);
    expect(stop([promising(5, 2)], 9)).toMatchObject({ kind: 'buy' });
    expect(stop([promising(8, 2)], 9)).toEqual({ kind: 'stop', why: 'settled' });
    expect(stop([promising(9, 2)], 9)).toEqual({ kind: 'stop', why: 'nothing_left' });
    expect(stop([promising(5, 2)], 1)).toEqual({ kind: 'stop', why: 'amount' });
    expect(stop([{ ...promising(5, 2), cost: null }], 1)).toEqual({ kind: 'stop', why: 'no_price' });
  });

  it('of several trips and watched searches, takes those that save most for the price while they fit into the amount', () => {
    const usd = (units: number, exponent = 6) => ({ currency: 'USD', units: String(units), exponent });
    const cost = fc.oneof(
      fc
        .record({ units: fc.nat(90_000_000), exponent: fc.nat(9) })
        .map((one) => usd(one.units, one.exponent)),
      fc.constantFrom(null, { currency: 'EUR', units: '1', exponent: 2 }),
    );
    const promise = fc.record({ unit: fc.constant('miles'), expected: fc.nat(1_000_000) });
    const common = fc.record({ cost, promise: fc.option(promise, { nil: null }), days: fc.nat(9) });
    proves(
      0.25,
      [fc.array(common, { maxLength: 12 }), fc.nat(50_000_000)],
      (offers, amount) => {
        const { chosen, cost: all, useless, unpriced, beyond } = worthReading(offers, usd(amount));
        expect(compareAmounts(all, usd(amount))).toBeLessThanOrEqual(0);
        const priced = offers.filter((one) => one.cost?.currency === 'USD');
        expect(unpriced).toBe(offers.length - priced.length);
        expect(useless).toBe(priced.filter(({ promise: of }) => of?.expected === 0).length);
        expect(beyond).toBe(priced.length - useless - chosen.length);
        expect(chosen.every(({ promise: of }) => of?.expected !== 0)).toBe(true);
        expect(chosen.filter(({ promise: of }) => of === null).length).toBeLessThanOrEqual(3);
        return chosen.length > 0;
      },
      RUNS,
    );
    const of = (expected: number, unit = 'miles') => ({
      cost: usd(22, 3),
      promise: { unit, expected },
      days: 1,
    });
    const offers = Array.from({ length: 80 }, (_, place) => of(((place * 37) % 80) * 10_000));
    expect(
      worthReading(offers, usd(110, 2)).chosen.map(({ promise: { expected } }) => expected / 10_000),
    ).toEqual(Array.from({ length: 50 }, (_, place) => 79 - place));
    // What nothing is known of comes after a figure, by its days.
    const unknown = [1, 5, 3, 4].map((days) => ({ cost: usd(22, 3), promise: null, days }));
    const mixed = worthReading([...unknown, of(1)], usd(1, 0)).chosen;
    expect(mixed.map(({ promise: known, days }) => known?.expected ?? `${days} days`)).toEqual([
      1,
      '5 days',
      '4 days',
      '3 days',
    ]);
    // In money, what promises less than it costs is not worth it.
    const inMoney = [of(21_999, 'USD'), of(22_000, 'USD')];
    expect(worthReading(inMoney, usd(110, 2)).chosen).toEqual([inMoney[1]]);
  });
});
