/** The best plan of each pair of days, for trips of two legs. */
import { type BestPlan, bestOfKind, type PlansRequest } from './best-plans.ts';
import { affordablePlaces, bestPlan } from './search.ts';
import { weightsOf } from './weights.ts';

export type MatrixDays = {
  /** Departure days of both legs, days since 1970-01-01, in order. */
  outbound: number[];
  back: number[];
  /** By outbound day, then by return day; null where the nights do not fit or no pair is stored. */
  plans: (Omit<BestPlan, 'kinds'> | null)[][];
};

/** Each cell is planning again with these two days: by the same order, with the same means. */
export function matrixOf(
  request: PlansRequest,
  outbound: readonly number[],
  back: readonly number[],
): MatrixDays {
  const { world, worth, now } = request;
  const weights = world.legs.map((leg) => weightsOf(leg, 'cheapest', worth, now));
  const byDay = world.legs.map(({ count, day }) => {
    const places = new Map<number, number[]>();
    for (let place = 0; place < count; place++) {
      const known = places.get(day[place] ?? 0);
      if (known === undefined) places.set(day[place] ?? 0, [place]);
      else known.push(place);
    }
    return new Map([...places].map(([of, some]) => [of, Int32Array.from(some)] as const));
  });
  const { min, max } = world.nights[1] ?? { min: 0, max: 0 };
  const plans = outbound.map((first) =>
    back.map((last) => {
      if (last - first < min || last - first > max) return null;
      const [out, home] = [byDay[0]?.get(first), byDay[1]?.get(last)];
      if (out === undefined || home === undefined) return null;
      return bestOfKind(request, (means) =>
        bestPlan({ world, weights, means, places: affordablePlaces(world, means, [out, home]) }),
      );
    }),
  );
  return { outbound: [...outbound], back: [...back], plans };
}
