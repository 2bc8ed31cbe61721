import type { Matrix, MatrixCell } from '#shared/contract/planning.ts';
import type { PlansRequest } from '#shared/planning/best-plans.ts';
import { planOfDays } from '#shared/planning/matrix.ts';
import { type Payment, paymentOf } from '#shared/planning/payment.ts';
import { unstatedIn } from '#shared/planning/weights.ts';
import { dateOf } from '../coverage/day.ts';
import { extentOn, type LegCoverage } from './leg-coverage.ts';
import { knownTaxes, needsOf, paysOf, worthAll } from './plan-details.ts';
import type { TripWorld } from './trip-world.ts';

/** Days of either axis: more are not looked through, and would hold up the page. */
const MOST_DAYS = 70;

/**
 * The cheapest total of each pair of days of a trip of two legs; null for other trips, or where no day is left. Of a long
 * window, the days around a plan.
 * @param around the days of the best plan; empty where there is none
 */
export function matrixCells(
  trip: TripWorld,
  request: PlansRequest,
  around: readonly number[],
): Matrix | null {
  if (trip.world.legs.length !== 2) return null;
  const [allOut = [], allBack = []] = [0, 1].map((leg) => daysOf(trip.coverage(leg)));
  const [outbound, back] = [part(allOut, around[0]), part(allBack, around[1])];
  if (outbound.length === 0 || back.length === 0) return null;
  const { min, max } = trip.world.nights[1] ?? { min: 0, max: 0 };
  const planOf = planOfDays(request);
  return {
    isPart: outbound.length < allOut.length || back.length < allBack.length,
    outbound: outbound.map((day) => dateOf(day) ?? ''),
    back: back.map((day) => dateOf(day) ?? ''),
    cells: outbound.map((first) =>
      back.map((last): MatrixCell | null => {
        if (last - first < min || last - first > max) return null;
        const read = together(extentOn(trip.coverage(0), first), extentOn(trip.coverage(1), last));
        const plan = planOf(first, last);
        if (plan === null)
          return {
            ...{ miles: null, value: null, programmes: [], pays: null, paidBy: [], read },
            ...{ isUnstated: false, versionIds: [] },
          };
        const { choice, paid, weight } = plan;
        const needs = needsOf(trip, choice);
        const payment = paid ? paymentOf(trip.purses, needs) : null;
        return {
          miles: needs.reduce((sum, { miles }) => sum + miles, 0),
          value: worthAll(trip, needs, knownTaxes(trip, choice)),
          programmes: [...new Set(needs.map(({ programme }) => programme))],
          pays: paysOf(trip, payment),
          paidBy: payersOf(payment),
          read,
          isUnstated: unstatedIn(weight[0]) > 0,
          versionIds: choice.map((place, leg) => trip.world.legs[leg]?.id[place] ?? 0),
        };
      }),
    ),
  };
}

/** Of pooled miles it is those that they are taken from, whoever's account books the flight. */
const payersOf = (payment: Payment | null): string[] => [
  ...new Set((payment?.left ?? []).flatMap(({ kind, owner }) => (kind === 'programme' ? owner : []))),
];

/** The days of a leg that have not departed. */
const daysOf = ({ from, read }: LegCoverage): number[] => [...read].map((_, day) => from + day);

function part(days: readonly number[], around: number | undefined): number[] {
  const middle = Math.max(0, days.indexOf(around ?? 0));
  const first = Math.max(0, Math.min(middle - MOST_DAYS / 2, days.length - MOST_DAYS));
  return days.slice(first, first + MOST_DAYS);
}

function together(one: MatrixCell['read'], other: MatrixCell['read']): MatrixCell['read'] {
  return one === other ? one : 'part';
}
