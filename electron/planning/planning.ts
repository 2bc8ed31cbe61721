import type { ContractHandlers } from '#shared/contract/index.ts';
import type { MileValues } from '#shared/contract/mile-values.ts';
import type { Advice, ClosedAirport, Plan, Plans, WhatIfLine, WorthNext } from '#shared/contract/planning.ts';
import type { Trip } from '#shared/contract/trips.ts';
import type { Wallet } from '#shared/contract/wallet.ts';
import type { Watched } from '#shared/contract/watchlist.ts';
import { HOP_KM_MAX, seatsOf, type TripQuestion } from '#shared/planning/question.ts';
import { questionOfSearch } from '#shared/planning/watched-question.ts';
import { type ChangedQuestion, changedQuestions, type NearAirports } from '#shared/planning/what-if.ts';
import { paymentNotes } from '#shared/records/payment-labels.ts';
import type { PlanningRequest } from '#shared/records/planning-request.ts';
import { pursesOf } from '#shared/records/wallet-labels.ts';
import { mixedCabins } from './mixed-cabins.ts';

type Airport = { code: string; closed: string | null; replacedBy: string[]; note: string };

type Part = { cabin: string | null; origin: string | null; destination: string | null };
type PlansRead = Omit<Plans, 'plans'> & { plans: (Plan & { ways: (readonly Part[] | null)[] })[] };

type AdviceRead = { items: Advice[]; settled: boolean | null };

export type PlanningDeps = {
  reads: {
    plans(request: PlanningRequest): PlansRead | Promise<PlansRead>;
    whatIf(request: PlanningRequest, changed: ChangedQuestion): WhatIfLine | Promise<WhatIfLine>;
    advice(request: PlanningRequest): AdviceRead | Promise<AdviceRead>;
    /** The one search that reads all of a question; null where all was read lately. */
    wholeAdvice(request: PlanningRequest): Advice | null | Promise<Advice | null>;
  };
  identity: () => string;
  today: () => string;
  /** UTC ms. */
  clock: () => number;
  trips(): Promise<readonly Pick<Trip, 'tripId' | 'title' | 'question'>[]>;
  /** Saved searches. */
  searches(): Promise<readonly Watched[]>;
  wallet(): Promise<Wallet>;
  values: () => MileValues;
  /** Airports near each of some, within kilometres. */
  within(codes: readonly string[], km: number): Promise<NearAirports>;
  /** The last day of each airport that closed, and where its flights went. */
  airports(codes: readonly string[]): Promise<readonly Airport[]>;
  kilometres(from: string, to: string): Promise<number | null>;
};

const codesOf = ({ legs }: TripQuestion): string[] => [
  ...new Set(legs.flatMap(({ origins, destinations }) => [...origins, ...destinations])),
];

/** Plans of trips over what is stored: gathers what a question depends on and adds what needs the map. */
export function createPlanning(deps: PlanningDeps): ContractHandlers['planning'] {
  /** The airports of a question that were closed on every day on which it may depart. */
  async function closedFor(question: TripQuestion): Promise<ClosedAirport[]> {
    const airports = await deps.airports(codesOf(question));
    const first = question.window.from < deps.today() ? deps.today() : question.window.from;
    return airports.flatMap(({ code, closed, replacedBy, note }) =>
      closed !== null && closed < first ? { code, last: closed, airports: replacedBy, note } : [],
    );
  }

  async function requestFor(question: TripQuestion): Promise<PlanningRequest> {
    const wallet = await deps.wallet();
    const values = deps.values();
    return {
      question,
      identity: deps.identity(),
      today: deps.today(),
      now: deps.clock(),
      purses: pursesOf(wallet),
      values: values.values.length === 0 ? null : values,
      near: await deps.within(codesOf(question), HOP_KM_MAX),
      closed: (await closedFor(question)).map(({ code }) => code),
    };
  }

  async function withWarnings({ ways, ...plan }: PlansRead['plans'][number], wallet: Wallet): Promise<Plan> {
    const mixed = await Promise.all(
      plan.legs.map(({ record }, leg) =>
        mixedCabins(leg, record.cabin ?? '', ways[leg] ?? [], deps.kilometres),
      ),
    );
    return {
      ...plan,
      warnings: [
        ...plan.warnings,
        ...mixed.flatMap((warning) => warning ?? []),
        ...paymentNotes(plan.totals, wallet).map((words) => ({ code: 'payment' as const, words })),
      ],
    };
  }

  return {
    async plans({ question }) {
      const wallet = await deps.wallet();
      const read = await deps.reads.plans(await requestFor(question));
      return { ...read, plans: await Promise.all(read.plans.map((plan) => withWarnings(plan, wallet))) };
    },
    /** One read a line: others are answered between two. The lines that save most come first. */
    async whatIf({ question }) {
      const request = await requestFor(question);
      const lines: WhatIfLine[] = [];
      for (const changed of changedQuestions(question, request.near, request.today))
        lines.push(await deps.reads.whatIf(request, changed));
      return lines.sort((a, b) => (a.total ?? Number.MAX_VALUE) - (b.total ?? Number.MAX_VALUE));
    },
    advice: async ({ question }) => ({
      ...(await deps.reads.advice(await requestFor(question))),
      closed: await closedFor(question),
    }),
    async worthReading() {
      const found: WorthNext[] = [];
      for (const { tripId, title, question } of await deps.trips()) {
        if (question === null || question.window.until < deps.today()) continue;
        const { items } = await deps.reads.advice(await requestFor(question));
        const seats = seatsOf(question);
        found.push(...items.map((advice) => ({ tripId, searchId: null, title, seats, advice })));
      }
      const { travellers } = await deps.wallet();
      for (const { searchId, title, watched, next, refresh } of await deps.searches()) {
        if (!watched || next.kind === 'over' || next.at > deps.clock()) continue;
        const question = questionOfSearch(refresh.input, travellers);
        const advice = question === null ? null : await deps.reads.wholeAdvice(await requestFor(question));
        found.push({ tripId: null, searchId, title, seats: travellers, advice });
      }
      return found;
    },
  };
}
