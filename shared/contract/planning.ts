import { z } from 'zod';
import { CABINS } from '../award-search/request.ts';
import { PRICE_BASES } from '../insights/price-rank.ts';
import { amountSchema } from '../money.ts';
import { tripQuestionSchema } from '../planning/question.ts';
import { recordRowSchema } from './awards.ts';
import { request } from './define.ts';
import { transferLineSchema } from './wallet.ts';

/** What a plan is the best of: fewest of the wallet, of hours, of what may have been removed since; or the next one. */
const PLAN_KINDS = ['cheapest', 'fewest_hours', 'most_certain', 'next'] as const;

/** How well stored runs know what a figure stands on: all of it was read, some of it, or nothing. */
const READ_EXTENTS = ['all', 'part', 'none'] as const;
const readExtent = z.enum(READ_EXTENTS);

/** Of `of` like it, how many were still there at that age; `like` as in the insights. */
const oddsSchema = z.object({
  least: z.int(),
  most: z.int(),
  of: z.int(),
  like: z.enum(['programme', 'route']),
});

const planLegSchema = z.object({
  /** With the version to show or to save, the cabin, airlines, seats and when it was last seen. */
  record: recordRowSchema,
  /** Miles of its programme for one seat and for all travellers. */
  milesEach: z.number(),
  milesAll: z.number(),
  /** Whose account pays for it; null where no balance does. */
  paidBy: z.string().nullable(),
  /** Taxes and surcharges for one seat, as the trip details state them; null: not known. */
  taxesEach: amountSchema.nullable(),
  /** Minutes of its shortest way that meets the question's stops; null without trip details. */
  minutes: z.number().nullable(),
  /** Null with too few dates like it. */
  odds: oddsSchema.nullable(),
});
export type PlanLeg = z.infer<typeof planLegSchema>;

/** A transfer that a plan needs, by the line that is used. */
const planTransferSchema = z.object({
  owner: z.string(),
  line: transferLineSchema,
  /** Points that leave the bank, and miles that arrive. */
  points: z.number(),
  miles: z.number(),
});

/** Miles moved between two programmes that share their points, such as Avios, one to one. */
const planMoveSchema = z.object({
  owner: z.string(),
  from: z.string(),
  to: z.string(),
  /** Another account of the household, where the programme pools them; otherwise the same owner. */
  toOwner: z.string(),
  miles: z.number(),
});

const warningSchema = z.discriminatedUnion('code', [
  /** Each leg is a booking of its own: a missed flight is not protected by the other. */
  z.object({ code: z.literal('separate_tickets'), tickets: z.int() }),
  /**
   * Leg `leg` (from 0) departs from another airport than the one before landed at, or the last lands at another than the
   * first departed from; where neither is given, departs or lands elsewhere than the trip names. `to` instead of `from`.
   */
  z.object({
    code: z.literal('other_airport'),
    leg: z.int(),
    at: z.enum(['departs', 'lands']),
    from: z.string(),
    to: z.string(),
    km: z.int().nullable(),
  }),
  /** Leg `leg` departs on the same day as the one before, or with one night between. */
  z.object({ code: z.literal('same_day'), leg: z.int() }),
  z.object({ code: z.literal('night_between'), leg: z.int() }),
  /** The source states no seat count. */
  z.object({ code: z.literal('seats_not_stated'), leg: z.int() }),
  /** The record has enough seats, but each flight in its trip details states at most so many. */
  z.object({ code: z.literal('fewer_seats_on_flight'), leg: z.int(), seats: z.int() }),
  /** Part of the way is flown in other cabins: percent of the distance, null where airports have no known place. */
  z.object({
    code: z.literal('mixed_cabin'),
    leg: z.int(),
    cabins: z.array(z.string()),
    percent: z.int().nullable(),
  }),
  z.object({ code: z.literal('taxes_not_known'), legs: z.array(z.int()) }),
  /** Programmes without a value of their miles: they come after those with one. */
  z.object({ code: z.literal('no_mile_value'), programmes: z.array(z.string()) }),
  /** What holds for how it is paid, in words. */
  z.object({ code: z.literal('payment'), words: z.string() }),
]);
export type PlanWarning = z.infer<typeof warningSchema>;

const planTotalsSchema = z.object({
  miles: z.array(z.object({ programme: z.string(), each: z.number(), all: z.number() })),
  /** All programmes' miles for all travellers: a figure for order and comparison, never a price. */
  milesAll: z.number(),
  transfers: z.array(planTransferSchema),
  moves: z.array(planMoveSchema),
  /** What the plan's accounts and banks have left, where the plan uses them. */
  left: z.array(
    z.object({
      owner: z.string(),
      kind: z.enum(['programme', 'bank']),
      name: z.string(),
      points: z.number(),
    }),
  ),
  /** Miles that are missing after every transfer and pooling; empty where the wallet pays. */
  short: z.array(z.object({ programme: z.string(), by: z.number() })),
  /** `own`, `pooled`, `transfer`: the wallet pays; `short`: it does not; `no_wallet`: it holds nothing. */
  pays: z.enum(['own', 'pooled', 'transfer', 'short', 'no_wallet']),
  /** For all travellers, by currency; `legsNotKnown`: legs without stated taxes. */
  taxes: z.array(amountSchema),
  legsNotKnown: z.int(),
  /** Miles at the user's values and taxes of that currency, for all travellers; null without values. */
  value: amountSchema.nullable(),
});
export type PlanTotals = z.infer<typeof planTotalsSchema>;

const planSchema = z.object({
  /** The versions of its legs: stable while nothing changes. */
  key: z.string(),
  /** What it is best of; only `next` where it fills the list. */
  kinds: z.array(z.enum(PLAN_KINDS)),
  legs: z.array(planLegSchema),
  totals: planTotalsSchema,
  /** Minutes of all legs; null unless every leg has trip details. */
  minutes: z.number().nullable(),
  /**
   * Percent of chances that all legs are still there, at least and at most, whatever one has to do with another;
   * null unless every leg has odds.
   */
  odds: z.object({ least: z.int(), most: z.int() }).nullable(),
  warnings: z.array(warningSchema),
});
export type Plan = z.infer<typeof planSchema>;

const matrixCellSchema = z.object({
  /** Miles of all travellers; null where no pair is stored. */
  miles: z.number().nullable(),
  /** At the user's values, with taxes; null without values. */
  value: amountSchema.nullable(),
  programmes: z.array(z.string()),
  pays: planTotalsSchema.shape.pays.nullable(),
  /** Owners whose miles pay, pooled ones too. */
  paidBy: z.array(z.string()),
  /** `part`: the figure is "at most", a dash otherwise; `none`: never read. */
  read: readExtent,
  /** Whether a record of the pair states no seats. */
  isUnstated: z.boolean(),
  /** The pair's versions, to show or to save; empty without a pair. */
  versionIds: z.array(z.int()),
});
export type MatrixCell = z.infer<typeof matrixCellSchema>;

const matrixSchema = z.object({
  /** Whether the trip's window is longer than these days, which are those around its best plan. */
  isPart: z.boolean(),
  outbound: z.array(z.string()),
  back: z.array(z.string()),
  /** By outbound day, then by return day; null where the nights do not fit. */
  cells: z.array(z.array(matrixCellSchema.nullable())),
});
export type Matrix = z.infer<typeof matrixSchema>;

/** What is stored of a leg's question. */
const legReadSchema = z.object({
  /** Records that can be this leg. */
  candidates: z.int(),
  /** Whether no airport that it departs from is within the hop of one where the leg before lands. */
  isApart: z.boolean(),
  /** Route-days of the accepted cabins that were read completely, and how many there are. */
  read: z.int(),
  of: z.int(),
  /** UTC ms of the oldest and newest of these readings; null where nothing was read. */
  oldestAt: z.number().nullable(),
  newestAt: z.number().nullable(),
  /**
   * Records left out: departed, fewer seats than travellers, more stops than accepted or of unknown stops, without
   * readable miles, removed.
   */
  leftOut: z.object({
    departed: z.int(),
    seats: z.int(),
    stops: z.int(),
    unreadable: z.int(),
    removed: z.int(),
  }),
});

const plansSchema = z.object({
  /** At most three that differ in more than a date. */
  plans: z.array(planSchema),
  /** Ordered by the user's values of a mile, or by miles. */
  ranking: z.enum(['value', 'miles']),
  /** For trips of two legs. */
  matrix: matrixSchema.nullable(),
  legs: z.array(legReadSchema),
  /** Whether a plan that is short of miles may be payable after all: there were too many ways to pay to try each. */
  payingCut: z.boolean(),
  /** Why there is no plan; null where there is one. `flights_apart`: no records can make one, whatever is read. */
  noPlan: z
    .enum(['past', 'flights_apart', 'nothing_stored', 'leg_without_records', 'nothing_fits'])
    .nullable(),
});
export type Plans = z.infer<typeof plansSchema>;

const changeSchema = z.discriminatedUnion('kind', [
  /** The first departure so many days later (negative: earlier). */
  z.object({ kind: z.literal('days'), days: z.int() }),
  /** One end of the trip at another airport. */
  z.object({
    kind: z.literal('airport'),
    leg: z.int(),
    end: z.enum(['origin', 'destination']),
    code: z.string(),
    km: z.int(),
  }),
  /** Airports may be changed between flights, within so many kilometres. */
  z.object({ kind: z.literal('hop'), hopKm: z.int() }),
  z.object({ kind: z.literal('stops'), stopsMax: z.int().nullable() }),
  z.object({ kind: z.literal('cabin'), cabin: z.enum(CABINS) }),
  /** One traveller books apart, after the others, with what they leave. */
  z.object({ kind: z.literal('one_apart') }),
]);

const whatIfLineSchema = z.object({
  change: changeSchema,
  /** Miles of the best plan with this change, for all travellers; null where what is stored makes none. */
  total: z.number().nullable(),
  /** The difference to the best plan as it is, negative where it saves; null without one of the two. */
  miles: z.number().nullable(),
  /** At the user's values, with taxes; null without values. */
  value: amountSchema.nullable(),
  /**
   * What its plan is worse in than the best plan as it is, and comes after it for, whatever it saves: the wallet does not
   * pay for it, records state no seats, or a cabin is liked less.
   */
  worse: z.array(z.enum(['short', 'unstated', 'cabin'])),
  /** But for `all`, less may be found for it: it saves at least that, or costs at most that more. */
  read: readExtent,
  /** The changed question: a click away. */
  question: tripQuestionSchema,
});
export type WhatIfLine = z.infer<typeof whatIfLineSchema>;

const ADVICE_KINDS = ['unread', 'stale', 'neighbour'] as const;

const adviceSchema = z.object({
  kind: z.enum(ADVICE_KINDS),
  leg: z.int(),
  /** Its cabin, where the trip accepts several; otherwise null. */
  cabin: z.string().nullable(),
  /**
   * Where the best plan has a cabin that the trip likes less: of `of` dates like its best one, so many had space in this
   * one. Null for any other search, and where nothing is known.
   */
  space: z.object({ had: z.int(), of: z.int() }).nullable(),
  /** A request of §2.1, as it would be sent. */
  input: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  origins: z.array(z.string()),
  destinations: z.array(z.string()),
  from: z.string(),
  until: z.string(),
  /** An estimate; `atLeast` where stored runs only show a part. */
  pages: z.int(),
  atLeast: z.boolean(),
  /** The most that its pages cost; null where no price is known. */
  cost: amountSchema.nullable(),
  /** Departure days of the leg that it would read or read again. */
  days: z.int(),
  /** UTC ms of the oldest reading that it would renew; null for what was never read. */
  seenAt: z.number().nullable(),
  /** Of `of` like it, how many were removed by that age; null with too few. */
  changed: z.object({ least: z.int(), most: z.int(), of: z.int() }).nullable(),
  /**
   * What it promises, from dates read before; null: nothing known. Figures are for all travellers, in `unit`: miles, or
   * millionths of the currency of the user's values.
   */
  promise: z
    .object({
      unit: z.string(),
      /** The expected saving over the best plan. */
      expected: z.number(),
      /** The saving at what the cheapest quarter of `dates` cost; null: fewer had space. */
      atQuarter: z.number().nullable(),
      dates: z.int(),
      basis: z.enum(PRICE_BASES),
    })
    .nullable(),
});
export type Advice = z.infer<typeof adviceSchema>;

const closedAirportSchema = z.object({
  code: z.string(),
  /** The last day with scheduled flights. */
  last: z.string(),
  /** Where its flights went. */
  airports: z.array(z.string()),
  /** That what is said of it is past its date; empty while it is in date. */
  note: z.string(),
});
export type ClosedAirport = z.infer<typeof closedAirportSchema>;

const worthSchema = z.object({
  tripId: z.string().nullable(),
  searchId: z.int().nullable(),
  /** Of the trip or the search. */
  title: z.string(),
  /** How many travel. */
  seats: z.int(),
  /** Null for a watched search whose promise cannot be counted: it names no days, or only some carriers. */
  advice: adviceSchema.nullable(),
});
export type WorthNext = z.infer<typeof worthSchema>;

/** Plans over everything stored, and what is worth reading next. Nothing of it is sent anywhere. */
export const planningRequests = {
  plans: request(z.object({ question: tripQuestionSchema }), plansSchema),
  whatIf: request(z.object({ question: tripQuestionSchema }), z.array(whatIfLineSchema)),
  /** At most three, the most promising for its price first. */
  advice: request(
    z.object({ question: tripQuestionSchema }),
    z.object({
      items: z.array(adviceSchema),
      /** Whether the user's values say that they promise less than they cost; null where that cannot be said. */
      settled: z.boolean().nullable(),
      /** Airports of the question that closed before its window begins: no search of them is worth reading. */
      closed: z.array(closedAirportSchema),
    }),
  ),
  /**
   * What is worth reading next of every trip with a form, and of every watched search that is due, in one list; what
   * each promises is by one rule and in one unit. Exactly one of `tripId` and `searchId` is set.
   */
  worthReading: request(z.undefined(), z.array(worthSchema)),
};
