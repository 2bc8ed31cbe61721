import { z } from 'zod';
import { PRICE_BASES } from '../insights/price-rank.ts';
import { amountSchema } from '../money.ts';
import { request } from './define.ts';

/** The run and the paid Call behind a figure. */
const sourceSchema = z.object({
  runId: z.int(),
  purchaseId: z.string(),
  callRef: z.string().nullable(),
});
export type InsightSource = z.infer<typeof sourceSchema>;

/** The subject of an insight: one or several routes, a programme, and the requested cabin. */
const subjectSchema = z.object({
  origin: z.string(),
  destination: z.string(),
  programme: z.string(),
  /** '' where none was requested. */
  cabin: z.string(),
});

const priceInsightSchema = z.object({
  subject: subjectSchema,
  /** Why there is no price to rate; null where there is one. */
  missing: z.enum(['no_space', 'no_miles', 'no_date']).nullable(),
  miles: z.number().nullable(),
  /** What it is compared with; null with too few dates. */
  basis: z.enum(PRICE_BASES).nullable(),
  /** Dates that are cheaper, the same and dearer; `dates` is their sum, or without a basis the number there are. */
  dates: z.number(),
  cheaper: z.number(),
  same: z.number(),
  dearer: z.number(),
  /** What was seen but not compared: dates without miles or with too few seats, and other spellings of the programme. */
  leftOut: z.object({ dates: z.number(), spellings: z.number() }),
  /** UTC ms of the earliest of the sightings that count. */
  since: z.number().nullable(),
  /** Each date once, with the fewest miles seen for it, cheapest first. */
  points: z.array(
    z.object({
      date: z.string(),
      miles: z.number(),
      /** UTC ms. */
      at: z.number(),
      versionId: z.int(),
      source: sourceSchema,
    }),
  ),
});
export type PriceInsight = z.infer<typeof priceInsightSchema>;

const cellSchema = z.object({ lead: z.number(), seen: z.number(), none: z.number() });

const spaceInsightSchema = z.object({
  /** Dates of travel that any run read or saw, per route, and those on which space was seen. */
  dates: z.number(),
  seen: z.number(),
  /** Days before departure between which space appeared on the middle half of the dates; see space-pattern.ts. */
  appears: z.object({ from: z.number().nullable(), until: z.number(), within: z.number() }).nullable(),
  /** Days after which space was removed on half of the dates. */
  stays: z.object({ least: z.number(), most: z.number().nullable(), dates: z.number() }).nullable(),
  /** When to refresh, where it can be estimated and a date was given: YYYY-MM-DD, and so many days before departure. */
  refresh: z.object({ lead: z.number(), from: z.string() }).nullable(),
  /** 7 rows from Sunday, and 12 from January; a day before departure without a cell was not read. */
  weekdays: z.array(z.array(cellSchema)),
  months: z.array(z.array(cellSchema)),
  /** The runs behind it, newest first, with the days that each proves; null where it does not prove missing space. */
  runs: z.array(
    z.object({
      source: sourceSchema,
      at: z.number(),
      covers: z.object({ from: z.string(), until: z.string() }).nullable(),
    }),
  ),
});
export type SpaceInsight = z.infer<typeof spaceInsightSchema>;

const LIKE_IT = ['programme', 'route'] as const;

const stillThereInsightSchema = z.object({
  subject: subjectSchema,
  /** Why there is nothing to say: no award space, no date, departed, or not returned by a later run. */
  missing: z.enum(['no_space', 'no_date', 'departed', 'removed']).nullable(),
  /** UTC ms: when it was seen last. */
  seenAt: z.number(),
  /** What counts as similar: its route, programme and cabin, or any programme of its route and cabin. */
  like: z.enum(LIKE_IT),
  /** How many similar dates were read again at that age or later. */
  dates: z.number(),
  /** How many of them were still there; null with too few. */
  bounds: z.object({ least: z.number(), most: z.number() }).nullable(),
  /** The number and cost of the pages of the run that last saw it. */
  refresh: z.object({ pages: z.number(), cost: z.array(amountSchema) }),
  evidence: z.array(
    z.object({
      date: z.string(),
      programme: z.string(),
      standing: z.enum(['there', 'removed', 'either']),
      /** The run that saw it first. */
      first: sourceSchema,
      /** The runs on both sides of that age. */
      last: sourceSchema,
      next: sourceSchema,
    }),
  ),
});
export type StillThereInsight = z.infer<typeof stillThereInsightSchema>;

const broughtSchema = z.object({
  runs: z.number(),
  pages: z.number(),
  paid: z.array(amountSchema),
  records: z.number(),
  /** Records that were in no earlier run of any search. */
  newRecords: z.number(),
  /** Rows that could not be read. */
  broken: z.number(),
  /** Runs after the first of their search, how many of them found no change, and the changed records of the others. */
  refreshes: z.number(),
  nothingNew: z.number(),
  changes: z.number(),
  /** What one change cost, rounded up; null with too few refreshes, or without a change. */
  perChange: z.array(amountSchema).nullable(),
});

const allBroughtSchema = z.object({
  tools: z.array(broughtSchema.extend({ toolId: z.string(), title: z.string() })),
  /** The search with the latest run first. */
  searches: z.array(broughtSchema.extend({ searchId: z.int(), title: z.string(), lastRunAt: z.number() })),
});
export type AllBrought = z.infer<typeof allBroughtSchema>;

/** What earlier runs show about a record or a route; all of it is read from this machine. */
export const insightRequests = {
  /** How a record's price ranks among the other dates seen; rejects with `not_found`. */
  price: request(z.object({ versionId: z.int() }), priceInsightSchema),
  /** When space appears and how long it stays, for up to 25 routes. `cabin` is '' where none was requested. */
  space: request(
    z.object({
      origins: z.array(z.string()).min(1).max(5),
      destinations: z.array(z.string()).min(1).max(5),
      programme: z.string(),
      cabin: z.string(),
      /** Absent: the award search of the contract. */
      source: z.string().optional(),
      /** The first day of travel that a refresh is suggested for. */
      travelFrom: z.iso.date().optional(),
    }),
    spaceInsightSchema,
  ),
  /** How many similar records were still there when they were `age` ms old; rejects with `not_found`. */
  stillThere: request(z.object({ versionId: z.int(), age: z.int().min(0) }), stillThereInsightSchema),
  /** What every run cost and brought, by Tool and by saved search. */
  brought: request(z.undefined(), allBroughtSchema),
};
