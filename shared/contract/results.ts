import { z } from 'zod';
import { itinerarySchema } from '../award-search/itinerary.ts';
import { amountSchema } from '../money.ts';
import {
  RECORD_GROUPS,
  recordFilterSchema,
  recordRowSchema,
  recordSortSchema,
  runSchema,
  savedSearchSchema,
  scopeSchema,
} from './awards.ts';
import { request } from './define.ts';
import { extentSchema } from './extent.ts';

/** Characters of a name that a user gives a saved search. */
export const SEARCH_NAME_MAX = 80;

const selection = z.object({ scope: scopeSchema, filter: recordFilterSchema });

/** What one run saw of one route in one cabin. */
const timelineRunSchema = z.object({
  runId: z.int(),
  /** UTC ms. */
  ranAt: z.number(),
  origin: z.string(),
  destination: z.string(),
  /** The requested cabin; '' where none was. */
  cabin: z.string(),
  /** Fewest miles of the records with award space. */
  cheapest: z.number().nullable(),
  withSpace: z.number(),
  records: z.number(),
});
export type TimelineRun = z.infer<typeof timelineRunSchema>;

const answerSchema = z.object({
  /** The cheapest award space of a selection from today on that states its miles, and the cheapest direct. */
  best: recordRowSchema.nullable(),
  bestDirect: recordRowSchema.nullable(),
  /** It has a seat for so many, or gives no seat count. */
  travellers: z.number(),
  /** Of the run, or of a search's newest; null for what is stored of several. */
  extent: extentSchema.nullable(),
});
export type BestAwards = z.infer<typeof answerSchema>;

/** What is stored of award searches; all of it is read from this machine. */
export const resultRequests = {
  searches: request(z.undefined(), z.array(savedSearchSchema)),
  /** Saved searches that are not shown because they belong to another marketplace than the one in use. */
  elsewhere: request(
    z.undefined(),
    z.array(
      z.object({
        /** By which it comes into use; null for the demo. */
        address: z.string().nullable(),
        name: z.string(),
        searches: z.number(),
        records: z.number(),
      }),
    ),
  ),
  /** Runs of a search, newest first, at most twelve at a time, and how many it has in all. */
  runs: request(
    z.object({
      searchId: z.int(),
      /** Only those before this run. */
      beforeRun: z.int().optional(),
      /** Only those that began before this moment, in UTC ms. */
      ranBefore: z.int().optional(),
    }),
    z.object({ total: z.number(), runs: z.array(runSchema) }),
  ),
  /** Names a saved search; null restores the name made from its criteria. */
  rename: request(
    z.object({ searchId: z.int(), name: z.string().trim().min(1).max(SEARCH_NAME_MAX).nullable() }),
    z.undefined(),
  ),
  /** Removes saved searches from the list or returns them. Their records stay, and another run also returns them. */
  setListed: request(
    z.object({ searchIds: z.array(z.int()).min(1).max(500), listed: z.boolean() }),
    z.undefined(),
  ),
  /** What a scope is and as of when; fails with `not_found` where nothing is stored for it. */
  scope: request(
    z.object({ scope: scopeSchema }),
    z.object({
      title: z.string(),
      criteria: z.record(z.string(), z.unknown()).nullable(),
      /** Whether the demo marketplace made its records up. */
      demo: z.boolean(),
      cabin: z.string().nullable(),
      /** The cabins that its records were searched in, '' for none: more than one where it mixes them. */
      cabins: z.array(z.string()),
      /** The same for everything stored, whichever of them the scope chooses. */
      storedCabins: z.array(z.string()),
      newestAt: z.number().nullable(),
      oldestAt: z.number().nullable(),
      records: z.number(),
      flagged: z.number(),
      /** With award space, as far as known; of these, those with fewer seats than there are travellers. */
      withSpace: z.number(),
      fewerSeats: z.number(),
      /** Without it because a later run proves it. */
      removed: z.number(),
      /** How many have trip details; null where counting them would take too long, but some do. */
      tripDetails: z.number().nullable(),
      broken: z.number(),
      /** What all records have in common; a member is absent where they differ or were not checked. */
      alike: z.object({
        available: z.boolean().optional(),
        direct: z.boolean().optional(),
        programme: z.string().optional(),
        route: z.object({ origin: z.string(), destination: z.string() }).optional(),
        /** Whether one page saw all of them last. */
        seenOnce: z.boolean(),
        /** Whether the user marked any of them. */
        marked: z.boolean(),
        /** Whether any price can be compared with others. */
        priced: z.boolean(),
        /** Whether the wallet holds anything. */
        wallet: z.boolean(),
        /** Whether trip details of any of them are stored. */
        flown: z.boolean(),
        /** Whether any of them state taxes. */
        taxed: z.boolean(),
        /** Whether all of them are of one source. */
        oneSource: z.boolean(),
      }),
      /** The run itself; of a search, the last; otherwise null. */
      run: runSchema.nullable(),
      /** Of a search, all its runs: how many, their pages, and what was charged for them; otherwise null. */
      paid: z.object({ runs: z.number(), pages: z.number(), cost: z.array(amountSchema) }).nullable(),
    }),
  ),
  /** The summary shown before the table. */
  answer: request(selection, answerSchema),
  /** A window of rows, filtered and sorted by the file, and how many there are in all. */
  records: request(
    selection.extend({
      sort: z.array(recordSortSchema).max(3),
      offset: z.int().min(0),
      limit: z.int().min(1).max(1000),
    }),
    z.object({ total: z.number(), rows: z.array(recordRowSchema) }),
  ),
  /** What can be filtered on in a scope. */
  facets: request(
    z.object({ scope: scopeSchema }),
    z.object({
      programmes: z.array(z.object({ value: z.string(), count: z.number() })),
      airlines: z.array(z.object({ value: z.string(), count: z.number() })),
      /** With their names; empty where all records are of the first award search of the contract. */
      sources: z.array(z.object({ value: z.string(), name: z.string(), count: z.number() })),
      routes: z.array(z.object({ origin: z.string(), destination: z.string(), count: z.number() })),
      originRegions: z.array(z.object({ value: z.string(), count: z.number() })),
      destinationRegions: z.array(z.object({ value: z.string(), count: z.number() })),
      milesMin: z.number().nullable(),
      milesMax: z.number().nullable(),
      dateMin: z.string().nullable(),
      dateMax: z.string().nullable(),
    }),
  ),
  /**
   * The rows of a selection grouped by date, route or programme, in the order in which `records` returns them when
   * sorted by that first, each group with its number of rows.
   */
  groups: request(
    selection.extend({ by: z.enum(RECORD_GROUPS), descending: z.boolean() }),
    z.array(
      z.object({
        /** A date, `JFK → LHR` or a programme; empty for dates that are not a day of the calendar. */
        title: z.string(),
        records: z.number(),
        withSpace: z.number(),
        cheapest: z.number().nullable(),
      }),
    ),
  ),
  /** The distribution of miles among records with award space, in steps of equal width from the least on. */
  histogram: request(
    selection,
    z.object({
      /** Whole miles; each step contains `from` up to, and not including, the next step's `from`. */
      width: z.number(),
      steps: z.array(z.object({ from: z.number(), records: z.number() })),
      /** Outliers above all steps: where they begin, how many, and the most miles; null where there are none. */
      more: z.object({ from: z.number(), records: z.number(), most: z.number() }).nullable(),
      median: z.number().nullable(),
      /** Records with award space but without miles. */
      withoutMiles: z.number(),
      /** Of the records with miles: those with fewer seats than there are travellers, and without a seat count for several. */
      seatsFor: z.object({ travellers: z.number(), fewer: z.number(), notGiven: z.number() }),
    }),
  ),
  /** What each run saw of each route, oldest run first; with `newest`, the newest so many runs of each search. */
  timeline: request(
    selection.extend({ newest: z.int().min(1).max(1_000_000).optional() }),
    z.array(timelineRunSchema),
  ),
  /** Reads the answer of a purchase again, as an earlier Milepost may have read it. Uses no network. */
  readAgain: request(
    z.object({ purchaseId: z.string() }),
    z.object({ runId: z.int(), records: z.number(), broken: z.number() }),
  ),
  /** The cheapest award space per day. */
  calendar: request(
    selection,
    z.array(
      z.object({
        date: z.string(),
        /** Cheapest miles with award space; null where there is none on that day. */
        miles: z.number().nullable(),
        /** Of the cheapest record; absent where there is none. */
        programme: z.string().optional(),
        origin: z.string().optional(),
        destination: z.string().optional(),
        /** Most seats given among the records with space; null where no count was given. */
        seats: z.number().nullable(),
        withSpace: z.number(),
        /** 0 where the day was read and had no match. */
        records: z.number(),
        /** Reading stopped within this day: it may have more. */
        partly: z.literal(true).optional(),
      }),
    ),
  ),
  /** The routes of a selection with the locations of their airports, for the map. */
  routes: request(
    selection,
    z.array(
      z.object({
        origin: z.string(),
        destination: z.string(),
        withSpace: z.number(),
        cheapest: z.number().nullable(),
        from: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
        to: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
      }),
    ),
  ),
  /** One record with its raw data, its purchase and request id, and where it was seen. */
  record: request(
    z.object({ versionId: z.int() }),
    z.object({
      row: recordRowSchema,
      originRegion: z.string().nullable(),
      destinationRegion: z.string().nullable(),
      /** Undocumented members. */
      added: z.array(z.string()),
      /** Which of its values are ambiguous, in sentences. */
      remarks: z.array(z.string()),
      /** The ways to fly it, as the newest answer with trip details lists them, and when that came (UTC ms). */
      itineraries: z.array(itinerarySchema),
      itinerariesAt: z.number().nullable(),
      /** Ways to fly in that answer which its request excludes, with the reasons. */
      waysApart: z.array(z.object({ way: itinerarySchema, problems: z.array(z.string()) })),
      /** Whether they are from an earlier answer than the rest. */
      areItinerariesEarlier: z.boolean(),
      /** The record as read, and its text exactly as it came; null where that cannot be told. */
      raw: z.unknown(),
      rawText: z.string().nullable(),
      /** The record as last seen, where that is another version than the requested one. */
      newer: recordRowSchema.nullable(),
      seen: z.array(
        z.object({
          runId: z.int(),
          at: z.number(),
          purchaseId: z.string().nullable(),
          callRef: z.string().nullable(),
          requestId: z.string().nullable(),
          cost: amountSchema.nullable(),
        }),
      ),
    }),
  ),
  /** Records that violate the contract: stored raw, listed separately. */
  broken: request(
    z.object({ scope: scopeSchema }),
    z.array(
      z.object({
        purchaseId: z.string(),
        position: z.number(),
        problems: z.array(z.string()),
        readable: z.string(),
        raw: z.unknown(),
        /** As in a record. */
        rawText: z.string().nullable(),
      }),
    ),
  ),
};

type Requests = typeof resultRequests;
export type ResultRequest<Name extends keyof Requests> = z.infer<Requests[Name]['input']>;
export type ResultAnswer<Name extends keyof Requests> = z.infer<Requests[Name]['output']>;
