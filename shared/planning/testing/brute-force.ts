/** The planner by its definition: every plan is made, and every way to pay for it is tried. For small worlds. */
import { isUsable } from '../../wallet/holdings.ts';
import { milesFor } from '../../wallet/transfer.ts';
import { type Candidates, kindOfLeg, type PlanChoice, type World } from '../candidates.ts';
import type { Need, Purses } from '../paying.ts';
import type { MileWorth, Objective } from '../weights.ts';

/** Every choice of a candidate for each leg that fits in days and airports. */
export function everyPlan(world: World): PlanChoice[] {
  const { legs, nights } = world;
  let plans: number[][] = [[]];
  for (const [leg, candidates] of legs.entries())
    plans = plans.flatMap((plan) =>
      Array.from({ length: candidates.count }, (_, place) => place)
        .filter((place) => {
          const [before, earlier] = [plan.at(-1), legs[leg - 1]];
          if (before === undefined || earlier === undefined) return true;
          const stay = (candidates.day[place] ?? 0) - (earlier.day[before] ?? 0);
          const { min, max } = nights[leg] ?? { min: 0, max: 0 };
          return (
            stay >= min &&
            stay <= max &&
            world.connects(leg, earlier.destination[before] ?? 0, candidates.origin[place] ?? 0)
          );
        })
        .map((place) => [...plan, place]),
    );
  const [first, last] = [legs[0], legs.at(-1)];
  return plans.filter((plan) =>
    world.returnsTo(last?.destination[plan.at(-1) ?? 0] ?? 0, first?.origin[plan[0] ?? 0] ?? 0),
  );
}

export const needsOf = ({ legs, programmes }: World, plan: PlanChoice): Need[] =>
  plan.map((place, leg) => ({
    programme: programmes[legs[leg]?.programme[place] ?? 0] ?? '',
    miles: legs[leg]?.miles[place] ?? 0,
  }));

/**
 * What a plan is ordered by, the weightiest first: what it is worse in whatever it costs, then what the objective asks for.
 * @param now UTC ms
 */
export function orderOf(
  { legs }: World,
  plan: PlanChoice,
  objective: Objective,
  worth: MileWorth | null,
  now: number,
): number[] {
  const sum = (of: (leg: Candidates, place: number) => number | undefined): number =>
    plan.reduce((all, place, at) => all + ((legs[at] && of(legs[at], place)) ?? 0), 0);
  const perMile = (leg: Candidates, place: number) => worth?.[leg.programme[place] ?? 0];
  const miles = sum((leg, place) => leg.miles[place]);
  const cost =
    worth === null
      ? miles
      : sum(
          (leg, place) =>
            (leg.miles[place] ?? 0) * (perMile(leg, place) ?? 0) + Math.max(0, leg.taxes[place] ?? 0),
        );
  const before = [
    sum((leg, place) => leg.cabin[place]),
    sum((leg, place) => leg.seatsUnknown[place]),
    worth === null ? 0 : sum((leg, place) => (perMile(leg, place) === undefined ? 1 : 0)),
  ];
  if (objective === 'fewest_hours') return [...before, sum((leg, place) => leg.minutes[place]), cost];
  if (objective === 'most_certain')
    return [
      ...before,
      sum((leg, place) => leg.doubt[place]),
      sum((leg, place) => (now - (leg.seenAt[place] ?? 0)) / 60_000),
    ];
  const unknown = 1e12;
  const taxes = sum((leg, place) => ((leg.taxes[place] ?? -1) < 0 ? unknown : leg.taxes[place]));
  return [...before, cost, worth === null ? taxes : miles];
}

/** The first in order; null of none. */
export const firstOf = (orders: readonly number[][]): number[] | null =>
  orders.toSorted((one, other) => {
    const at = one.findIndex((value, place) => value !== other[place]);
    return (one[at] ?? 0) - (other[at] ?? 0);
  })[0] ?? null;

export const differ = ({ legs }: World, one: PlanChoice, other: PlanChoice): boolean =>
  legs.some((leg, at) => kindOfLeg(leg, one[at] ?? 0) !== kindOfLeg(leg, other[at] ?? 0));

/**
 * Whether needs can be paid: tries every amount of every transfer, then every owner for each need, then every way to take
 * it mile by mile from the accounts that may pay for it.
 * @param most the points that banks may give in all
 */
export function canPay(purses: Purses, needs: readonly Need[], most = Number.POSITIVE_INFINITY): boolean {
  const accounts = new Map<string, number>();
  const keyOf = (owner: string, kind: string, name: string) => JSON.stringify([owner, kind, name]);
  for (const balance of purses.balances) {
    if (!isUsable(balance, purses.today)) continue;
    const key = keyOf(balance.owner, balance.kind, balance.name);
    accounts.set(key, (accounts.get(key) ?? 0) + balance.points);
  }
  const owners = [...new Set(purses.balances.map(({ owner }) => owner))];
  const transfers = owners.flatMap((owner) => purses.transfers.map((line) => ({ owner, line })));
  const sharing = (programme: string): readonly string[] =>
    purses.pools.find((members) => members.includes(programme)) ?? [programme];

  /** What cannot be paid for with what is left, by transfers still to try or needs still to pay: many ways lead there. */
  const vain = new Set<string>();
  const unlessVain = (step: string, left: ReadonlyMap<string, number>, can: () => boolean): boolean => {
    const state = `${step} ${[...left].sort().join()}`;
    if (vain.has(state)) return false;
    const answer = can();
    if (!answer) vain.add(state);
    return answer;
  };

  const pay = (rest: readonly Need[], left: ReadonlyMap<string, number>): boolean =>
    unlessVain(`pay ${rest.length}`, left, () => payNow(rest, left));

  function payNow(rest: readonly Need[], left: ReadonlyMap<string, number>): boolean {
    const [first, ...others] = rest;
    if (first === undefined) return true;
    return owners.some((owner) => {
      const paying = owners
        .filter((one) => one === owner || purses.households.includes(first.programme))
        .flatMap((one) => sharing(first.programme).map((name) => keyOf(one, 'programme', name)))
        .filter((key) => left.has(key));
      const isAble = paying.length > 0;
      return isAble && take(first.miles, paying, left, (after) => pay(others, after));
    });
  }

  /** Every split of a number of miles over accounts. */
  function take(
    miles: number,
    [first, ...rest]: readonly string[],
    left: ReadonlyMap<string, number>,
    then: (left: ReadonlyMap<string, number>) => boolean,
  ): boolean {
    if (first === undefined) return miles === 0 && then(left);
    if ([first, ...rest].reduce((sum, account) => sum + (left.get(account) ?? 0), 0) < miles) return false;
    const has = left.get(first) ?? 0;
    for (let taken = Math.min(has, miles); taken >= 0; taken--)
      if (take(miles - taken, rest, new Map(left).set(first, has - taken), then)) return true;
    return false;
  }

  const move = (place: number, left: ReadonlyMap<string, number>, budget: number): boolean =>
    unlessVain(`move ${place} of ${budget}`, left, () => moveNow(place, left, budget));

  function moveNow(place: number, left: ReadonlyMap<string, number>, budget: number): boolean {
    const transfer = transfers[place];
    if (transfer === undefined) return pay(needs, left);
    const { owner, line } = transfer;
    const [from, to] = [keyOf(owner, 'bank', line.bank), keyOf(owner, 'programme', line.programme)];
    const has = left.get(from);
    if (has === undefined) return move(place + 1, left, budget);
    for (let points = 0; points <= Math.min(has, budget); points += line.step) {
      if (points > 0 && points < line.minimum) continue;
      const after = new Map(left).set(from, has - points);
      // An account is opened where a bank can send points to it.
      after.set(to, (after.get(to) ?? 0) + milesFor(line, points, purses.today));
      if (move(place + 1, after, budget - points)) return true;
    }
    return false;
  }
  return move(0, accounts, most);
}
