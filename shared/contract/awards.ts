import { z } from 'zod';
import { amountSchema } from '../money.ts';
import { postureSchema, toolSchema } from './catalogue.ts';
import { request } from './define.ts';

export {
  type Mark,
  RECORD_SORTS,
  type RecordRow,
  type RecordSort,
  recordRowSchema,
  recordSortSchema,
} from './record-row.ts';

/** An award search Tool of the catalogue, recognised by its capability name. */
export const awardToolSchema = z.object({
  tool: toolSchema,
  provider: z.string(),
  version: z.string().nullable(),
  posture: postureSchema,
  /** The listed price of a request, where it can be read. */
  price: amountSchema.nullable(),
  /** Which data is sent to whom, in sentences; empty where its description is not stored. */
  dataUse: z.array(z.string()),
  /**
   * How it deviates from the contract (§1.7 version 1, §2.1), so that only its own form fits it; null where it does
   * not.
   */
  drift: z
    .object({
      version: z.string().nullable(),
      otherVersion: z.boolean(),
      words: z.string(),
      /** The input's properties as expected and as described. */
      rows: z.array(
        z.object({
          property: z.string(),
          expected: z.string().nullable(),
          described: z.string().nullable(),
          changes: z.array(z.string()),
        }),
      ),
    })
    .nullable(),
});

/**
 * What to show: a saved search, one run of it, several together, or everything stored for the criteria of a request.
 */
export const scopeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('search'), searchId: z.int() }),
  z.object({ kind: z.literal('run'), runId: z.int() }),
  /** Any set of runs: the named ones, and every run of the named searches. */
  z.object({
    kind: z.literal('several'),
    searchIds: z.array(z.int()).max(500),
    runIds: z.array(z.int()).max(500),
    /** Only what was searched in this cabin; '' for searches without one. */
    cabin: z.string().optional(),
  }),
  z.object({
    kind: z.literal('matching'),
    origins: z.array(z.string()),
    destinations: z.array(z.string()),
    /** Only what was searched in this cabin; '' for searches without one. */
    cabin: z.string().optional(),
    /** Only of this source; '' for the award search of the contract. */
    source: z.string().optional(),
    from: z.string().optional(),
    until: z.string().optional(),
  }),
]);
export type Scope = z.infer<typeof scopeSchema>;

/** Every filter is optional; an absent one filters nothing. Ranges include both ends. */
export const recordFilterSchema = z.object({
  available: z.boolean().optional(),
  milesMin: z.int().min(0).optional(),
  milesMax: z.int().min(0).optional(),
  seatsMin: z.int().min(0).optional(),
  /**
   * Award space with a seat for each traveller, as the user set their number, or without a seat count. What has no award
   * space passes.
   */
  enoughSeats: z.literal(true).optional(),
  /** With `seatsMin`: whether award space whose count is not given passes. */
  seatsNotGiven: z.boolean().optional(),
  direct: z.boolean().optional(),
  airlines: z.array(z.string()).optional(),
  programmes: z.array(z.string()).optional(),
  /** As stored with records: '' for the first award search of the contract. */
  sources: z.array(z.string()).optional(),
  /** 0 = Sunday … 6 = Saturday. */
  weekdays: z.array(z.int().min(0).max(6)).optional(),
  from: z.iso.date().optional(),
  until: z.iso.date().optional(),
  origins: z.array(z.string()).optional(),
  destinations: z.array(z.string()).optional(),
  flagged: z.boolean().optional(),
  originRegions: z.array(z.string()).optional(),
  destinationRegions: z.array(z.string()).optional(),
  /** UTC ms: only records first received at or after this. */
  newSince: z.int().optional(),
  /** Whether the user starred it. */
  starred: z.boolean().optional(),
  /** Among the cheapest so many per cent of the dates that a record is compared with. */
  cheapest: z.int().min(1).max(100).optional(),
  /** How the wallet can pay: from the programme's own miles, or also with points transferred from banks. */
  wallet: z.enum(['bookable', 'transfer']).optional(),
  /** Records that carry any of these tags. */
  tags: z.array(z.string()).optional(),
  /** Whether trip details of it are stored. */
  tripDetails: z.boolean().optional(),
  /**
   * At least one way to fly it has at most so many stops, takes at most so many minutes, and contains all these words
   * in its flights, airlines, aircraft or cabins.
   */
  stopsMax: z.int().min(0).optional(),
  minutesMax: z.int().min(1).optional(),
  flown: z.string().optional(),
  /** Words that must all occur in route, programme or airlines. */
  text: z.string().optional(),
});
export type RecordFilter = z.infer<typeof recordFilterSchema>;

export const RECORD_GROUPS = ['date', 'route', 'programme'] as const;
export type RecordGroup = (typeof RECORD_GROUPS)[number];

/** A Call that returned a page of records: links a figure to the payment for it. */
const runCallSchema = z.object({
  purchaseId: z.string(),
  callRef: z.string().nullable(),
  requestId: z.string().nullable(),
  at: z.number(),
  cost: amountSchema.nullable(),
});

export const runSchema = z.object({
  runId: z.int(),
  searchId: z.int(),
  ranAt: z.number(),
  updatedAt: z.number(),
  pages: z.number(),
  records: z.number(),
  flagged: z.number(),
  broken: z.number(),
  /** Total charged for its pages. */
  cost: z.array(amountSchema),
  /** The Calls of its pages, in the order of the pages. */
  calls: z.array(runCallSchema),
  /**
   * Whether every page was read; this does not mean that every airline was searched. Null where the last answer did not
   * say.
   */
  exhausted: z.boolean().nullable(),
  /** What its pages contain that is not documented or does not fit together, in sentences. */
  remarks: z.array(z.string()),
  /** The next page's request, where there is one. */
  next: z.object({ toolRef: z.string(), input: z.record(z.string(), z.unknown()) }).nullable(),
});
export type Run = z.infer<typeof runSchema>;

/**
 * What a saved search still offers: award space for all travellers from today on, too few seats for them, none in what is stored, no record at all, only rows that
 * are set aside, or only past days.
 */
export const offerSchema = z.enum(['space', 'few_seats', 'none', 'no_record', 'set_aside', 'departed']);
export type Offer = z.infer<typeof offerSchema>;

export const savedSearchSchema = z.object({
  searchId: z.int(),
  title: z.string(),
  /** The user's name for it; null where the title is made from its criteria. */
  name: z.string().nullable(),
  criteria: z.record(z.string(), z.unknown()),
  /** Results per page that its last run requested; null where it requested none. */
  take: z.number().nullable(),
  runs: z.number(),
  records: z.number(),
  lastRunAt: z.number(),
  lastRunId: z.number(),
  /** Pages of its last run, and whether more remain. */
  lastPages: z.number(),
  partial: z.boolean(),
  offer: offerSchema,
  /** The fewest miles of award space from today on; null where there is none, or none of it states miles. */
  cheapest: z.number().nullable(),
  /** Total charged for all pages of all its runs. */
  cost: z.array(amountSchema),
});
export type SavedSearch = z.infer<typeof savedSearchSchema>;

/** How many pages a request may need, estimated from the cache. */
const estimateSchema = z.object({
  pages: z.number(),
  records: z.number(),
  /** Results per page that the estimate assumes: as requested, otherwise as in the last page requested without it. */
  take: z.number(),
  /** True where complete runs cover only part of the request: the rest is unknown. */
  atLeast: z.boolean(),
  /** With `atLeast`: how many routes were read completely, of how many, and between which days where not all. */
  read: z
    .object({
      routes: z.number(),
      of: z.number(),
      from: z.string().nullable(),
      until: z.string().nullable(),
    })
    .nullable(),
  /** What a page cost the last time one was bought here. */
  lastPrice: amountSchema.nullable(),
  /** UTC ms of the newest of the records. */
  seenAt: z.number(),
});
export type Estimate = z.infer<typeof estimateSchema>;

export const awardRequests = {
  /** The award search Tools in the cached catalogue, and what an empty list proves (§1.4). */
  tools: request(
    z.object({ refresh: z.boolean() }),
    z.object({
      tools: z.array(awardToolSchema),
      absence: z.object({ proven: z.boolean(), words: z.string() }).nullable(),
      /**
       * Other Tools that answer award searches, each in its own way; `kind` is their id in the registry of record
       * kinds.
       */
      others: z.array(
        z.object({
          toolRef: z.string(),
          title: z.string(),
          provider: z.string(),
          kind: z.string(),
          price: amountSchema.nullable(),
        }),
      ),
    }),
  ),
  /** Checks a request against §2.1 and shows what the cache already has for it; sends nothing. */
  preview: request(
    z.object({
      input: z.record(z.string(), z.unknown()),
      /** The Tool that would run it: the estimate is for its source. Absent: the first one. */
      toolRef: z.string().optional(),
    }),
    z.object({
      /** The request as it would be sent; null where it is invalid. */
      request: z.record(z.string(), z.unknown()).nullable(),
      problems: z.record(z.string(), z.string()),
      saved: z.object({
        records: z.number(),
        newestAt: z.number().nullable(),
        scope: scopeSchema.nullable(),
        /** The request's carriers and direct flights, which narrow these records further. */
        filter: recordFilterSchema,
      }),
      /** How many pages it may need, estimated from the cache; null where the cache has nothing comparable. */
      estimate: estimateSchema.nullable(),
    }),
  ),
};
