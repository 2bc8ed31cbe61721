import type { Plans, WhatIfLine } from '#shared/contract/planning.ts';
import { type Amount, addAmounts, multiplyAmount } from '#shared/money.ts';
import { bestOfKind, bestPlans, type PlansRequest } from '#shared/planning/best-plans.ts';
import type { Purses } from '#shared/planning/paying.ts';
import { type Payment, paymentOf } from '#shared/planning/payment.ts';
import { affordablePlaces, bestPlan } from '#shared/planning/search.ts';
import { cabinsIn, unstatedIn, weightsOf } from '#shared/planning/weights.ts';
import { type ChangedQuestion, nearbyQuestions } from '#shared/planning/what-if.ts';
import type { PlanningRequest } from '#shared/records/planning-request.ts';
import type { Reader } from '../../storage/sql.ts';
import { searchIdentity } from '../coverage/search-identity.ts';
import type { PurchaseOf } from '../query/runs.ts';
import { lastPrice, unfinishedRun } from '../views/estimate.ts';
import { type AdviceContext, adviceFor, wholeAdvice } from './advice-read.ts';
import { extentOfAll, rowsPerDay } from './leg-coverage.ts';
import { createOddsReader, writeDoubts } from './leg-odds.ts';
import type { LegRows } from './leg-rows.ts';
import { matrixCells } from './matrix-cells.ts';
import { knownTaxes, needsOf, type PlanWithWays, planDetails, worthAll } from './plan-details.ts';
import { createHistoryReader } from './route-history.ts';
import { createWorldReader, type TripWorld } from './trip-world.ts';

const QUARTER_HOUR = 900_000;

export type PlansRead = Omit<Plans, 'plans'> & { plans: PlanWithWays[] };

/** The reads of the planner over everything stored, on the reading thread. */
export function planningReads(reader: Reader, purchaseOf: PurchaseOf) {
  const worlds = createWorldReader(reader);
  const history = createHistoryReader(reader);
  const odds = createOddsReader(history);
  const doubted = new WeakMap<LegRows, number>();

  const requestOf = (trip: TripWorld, { question, now }: PlanningRequest): PlansRequest => ({
    world: trip.world,
    payer: trip.payer,
    milesMax: question.milesMax,
    worth: trip.worth,
    now,
  });

  function plans(request: PlanningRequest): PlansRead {
    const { question, now, today, identity } = request;
    const trip = worlds.read(request);
    for (const rows of trip.legs) {
      // The same rows have the same odds for a quarter of an hour.
      const quarter = Math.floor(now / QUARTER_HOUR);
      if (doubted.get(rows) === quarter) continue;
      doubted.set(rows, quarter);
      writeDoubts(odds, rows, { identity, cabins: question.cabins }, worlds.airports, worlds.programmes, now);
    }
    const context = { reader, question, trip, odds, now };
    const best = bestPlans(requestOf(trip, request));
    const found = best.flatMap((plan) => planDetails(context, plan) ?? []);
    const bestDays = best[0]?.choice.map((place, leg) => trip.world.legs[leg]?.day[place] ?? 0) ?? [];
    const legs = trip.legs.map(({ candidates, leftOut }, leg) => {
      const coverage = trip.coverage(leg);
      return {
        candidates: candidates.count,
        isApart: isApart(trip, leg),
        read: coverage.read.reduce((sum, each) => sum + each, 0),
        of: coverage.perDay * coverage.read.length,
        oldestAt: coverage.oldestAt,
        newestAt: coverage.newestAt,
        leftOut,
      };
    });
    return {
      plans: found,
      ranking: trip.worth === null ? 'miles' : 'value',
      matrix: matrixCells(trip, requestOf(trip, request), bestDays),
      legs,
      payingCut: trip.payer.isCut(),
      noPlan: found.length > 0 ? null : whyNone(legs, question.window.until < today),
    };
  }

  /** The best plan of a trip by cost, with its figures for all travellers; null where there is none. */
  function cheapest(trip: TripWorld, request: PlanningRequest): Cheapest | null {
    const { world, worth } = trip;
    const weights = world.legs.map((leg) => weightsOf(leg, 'cheapest', worth, request.now));
    const found = bestOfKind(requestOf(trip, request), (means) => bestPlan({ world, weights, means }));
    return found === null ? null : costOf(trip, found);
  }

  /** One change planned again over what is stored, against the best plan as it is. */
  function whatIf(request: PlanningRequest, { change, question }: ChangedQuestion): WhatIfLine {
    const base = cheapest(worlds.read(request), request);
    const changed = { ...request, question };
    const trip = worlds.read(changed);
    const read = trip.legs.map((_, leg) => extentOfAll(trip.coverage(leg)));
    const plan = change.kind === 'one_apart' ? oneApart(changed, request) : cheapest(trip, changed);
    return {
      change,
      total: plan?.miles ?? null,
      worse: plan === null ? [] : worseIn(plan, base),
      miles: plan === null || base === null ? null : plan.miles - base.miles,
      value: plan?.value && base?.value ? addAmounts(plan.value, multiplyAmount(base.value, -1)) : null,
      read: read.every((each) => each === 'all')
        ? 'all'
        : read.every((each) => each === 'none')
          ? 'none'
          : 'part',
      question,
    };
  }

  /** The others together, then one with the seats and balances that they leave. */
  function oneApart(together: PlanningRequest, all: PlanningRequest): Cheapest | null {
    const others = cheapest(worlds.read(together), together);
    if (others === null) return null;
    const alone: PlanningRequest = {
      ...together,
      question: { ...together.question, adults: 1, children: 0 },
      purses: others.payment === null ? together.purses : without(together.purses, others.payment),
    };
    const trip = worlds.read(alone);
    const enoughForAll = worlds
      .read(all)
      .legs.map(({ candidates }) => new Set(candidates.id.subarray(0, candidates.count)));
    const weights = trip.world.legs.map((leg) => weightsOf(leg, 'cheapest', trip.worth, alone.now));
    const places = trip.legs.map(({ candidates }, leg) => {
      const taken = others.versions[leg] ?? -1;
      const isFree = enoughForAll[leg]?.has(taken) === true;
      return Int32Array.from({ length: candidates.count }, (_, place) => place).filter(
        (place) => isFree || candidates.id[place] !== taken,
      );
    });
    const found = bestOfKind(
      requestOf(trip, { ...alone, question: { ...alone.question, milesMax: null } }),
      (means) =>
        bestPlan({ world: trip.world, weights, means, places: affordablePlaces(trip.world, means, places) }),
    );
    if (found === null) return null;
    const one = costOf(trip, found);
    return {
      ...others,
      isShort: others.isShort || one.isShort,
      unstated: Math.max(others.unstated, one.unstated),
      cabins: Math.max(others.cabins, one.cabins),
      miles: others.miles + one.miles,
      value: one.value === null || others.value === null ? null : addAmounts(others.value, one.value),
    };
  }

  function adviceContext(request: PlanningRequest): AdviceContext {
    const { question, identity, now } = request;
    const trip = worlds.read(request);
    const perPage = lastPrice(reader, purchaseOf, identity, '');
    return {
      ...{ question, trip, request: requestOf(trip, request), history, perPage, now, nearby: [] },
      rowsPerDay: (coverage, cabin) => rowsPerDay(reader, identity, coverage, cabin),
      pagesBegun: (input) => unfinishedRun(reader, identity, searchIdentity(input).criteria)?.pages ?? 0,
    };
  }

  /** What is worth reading next for a trip. */
  const advice = (request: PlanningRequest) =>
    adviceFor({
      ...adviceContext(request),
      nearby: nearbyQuestions(request.question, request.near).map(({ question, ...near }) => ({
        ...near,
        trip: worlds.read({ ...request, question }),
      })),
    });

  /** What reading all of a question of one flight would promise. */
  const wholeOf = (request: PlanningRequest) => wholeAdvice(adviceContext(request));

  return { plans, whatIf, advice, wholeAdvice: wholeOf };
}

/** Whether no airport where the leg before lands is within the hop of one where a leg departs. */
function isApart({ world, rowSubjects }: TripWorld, leg: number): boolean {
  const landed = rowSubjects[leg - 1]?.destinations;
  const origins = rowSubjects[leg]?.origins ?? [];
  const number = (code: string) => world.airports.indexOf(code);
  return (
    landed !== undefined &&
    !landed.some((from) => origins.some((to) => world.connects(leg, number(from), number(to))))
  );
}

type Cheapest = {
  versions: number[];
  miles: number;
  value: Amount | null;
  payment: Payment | null;
  /** What comes before cost: the wallet does not pay for it; how many records state no seats; the places of its cabins. */
  isShort: boolean;
  unstated: number;
  cabins: number;
};

/** What a plan costs all travellers. */
function costOf(
  trip: TripWorld,
  { choice, weight: [rank], paid }: NonNullable<ReturnType<typeof bestOfKind>>,
): Cheapest {
  const needs = needsOf(trip, choice);
  return {
    isShort: !paid && !trip.payer.isEmpty,
    unstated: unstatedIn(rank),
    cabins: cabinsIn(rank),
    versions: choice.map((place, leg) => trip.world.legs[leg]?.id[place] ?? 0),
    miles: needs.reduce((sum, { miles }) => sum + miles, 0),
    value: worthAll(trip, needs, knownTaxes(trip, choice)),
    payment: paid ? paymentOf(trip.purses, needs) : null,
  };
}

const worseIn = (plan: Cheapest, base: Cheapest | null): WhatIfLine['worse'] => [
  ...(plan.isShort && base?.isShort !== true ? ['short' as const] : []),
  ...(plan.cabins > (base?.cabins ?? 0) ? ['cabin' as const] : []),
  ...(plan.unstated > (base?.unstated ?? 0) ? ['unstated' as const] : []),
];

function whyNone(
  legs: readonly Pick<Plans['legs'][number], 'candidates' | 'isApart' | 'read'>[],
  isPast: boolean,
): NonNullable<Plans['noPlan']> {
  if (isPast) return 'past';
  if (legs.some((leg) => leg.isApart)) return 'flights_apart';
  if (legs.every(({ candidates, read }) => candidates === 0 && read === 0)) return 'nothing_stored';
  return legs.some(({ candidates }) => candidates === 0) ? 'leg_without_records' : 'nothing_fits';
}

/** The balances after a payment: what it left replaces the accounts that it used. */
function without(purses: Purses, { left }: Payment): Purses {
  const isUsed = (owner: string, kind: string, name: string) =>
    left.some((one) => one.owner === owner && one.kind === kind && one.name === name);
  return {
    ...purses,
    balances: [
      ...purses.balances.filter(({ owner, kind, name }) => !isUsed(owner, kind, name)),
      ...left.map((one) => ({ ...one, expires: null })),
    ],
  };
}
