import type { Matrix, MatrixCell } from '#shared/contract/planning.ts';
import type { PlansRequest } from '#shared/planning/best-plans.ts';
import { planOfDays } from '#shared/planning/matrix.ts';
import { paymentOf } from '#shared/planning/payment.ts';
import { unstatedIn } from '#shared/planning/weights.ts';
import { dateOf } from '../coverage/day.ts';
import { extentOn, type LegCoverage } from './leg-coverage.ts';
import { knownTaxes, needsOf, paysOf, worthAll } from './plan-details.ts';
import type { TripWorld } from './trip-world.ts';

/** The cheapest total of each pair of days of a trip of two legs; null for other trips, or where no day is left. */
export function matrixCells(trip: TripWorld, request: PlansRequest): Matrix | null {
  if (trip.world.legs.length !== 2) return null;
  const [outbound, back] = [0, 1].map((leg) => daysOf(trip.coverage(leg)));
  if (outbound === undefined || back === undefined || outbound.length === 0 || back.length === 0) return null;
  const { min, max } = trip.world.nights[1] ?? { min: 0, max: 0 };
  const planOf = planOfDays(request);
  return {
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
          paidBy: [...new Set(payment?.paidBy ?? [])],
          read,
          isUnstated: unstatedIn(weight[0]) > 0,
          versionIds: choice.map((place, leg) => trip.world.legs[leg]?.id[place] ?? 0),
        };
      }),
    ),
  };
}

/** The days of a leg that have not departed. */
const daysOf = ({ from, read }: LegCoverage): number[] => [...read].map((_, day) => from + day);

function together(one: MatrixCell['read'], other: MatrixCell['read']): MatrixCell['read'] {
  return one === other ? one : 'part';
}
