/** The best plan of two days, for trips of two legs. */
import { type BestPlan, bestOfKind, type PlansRequest } from './best-plans.ts';
import { affordablePlaces, bestPlan } from './search.ts';
import { weightsOf } from './weights.ts';

/**
 * Plans again with two days (since 1970-01-01): by the same order, with the same means; null where no pair is stored or the
 * nights do not fit.
 */
export function planOfDays(
  request: PlansRequest,
): (outbound: number, back: number) => Omit<BestPlan, 'kinds'> | null {
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
  return (outbound, back) => {
    const [out, home] = [byDay[0]?.get(outbound), byDay[1]?.get(back)];
    if (out === undefined || home === undefined) return null;
    return bestOfKind(request, (means) =>
      bestPlan({ world, weights, means, places: affordablePlaces(world, means, [out, home]) }),
    );
  };
}
