import { z } from 'zod';
import { amountSchema } from '../money.ts';
import { offerSchema } from './awards.ts';
import { changeSchema } from './comparison.ts';
import { request } from './define.ts';
import { priceStandingSchema } from './record-row.ts';

/** What the user wants to be notified of: award space that meets every condition that is set. */
export const watchRuleSchema = z
  .object({
    /** Fewer miles than this; whole miles. */
    milesBelow: z.int().min(1).max(100_000_000).nullable(),
    /** At least so many seats; a missing count does not satisfy it. */
    seatsMin: z.int().min(1).max(99).nullable(),
    direct: z.boolean(),
    /**
     * Among the cheapest so many per cent of the other dates of its route, programme and cabin; a record with too few
     * dates does not satisfy it.
     */
    cheapestPercent: z.int().min(1).max(100).nullable(),
  })
  .refine(({ direct, ...rule }) => direct || Object.values(rule).some((value) => value !== null), {
    message: 'Choose what to be notified of.',
  });
export type WatchRule = z.infer<typeof watchRuleSchema>;

/** A record that satisfied a rule, as it was then. */
export const watchMatchSchema = z.object({
  /** As the service wrote it where it is not a day of the calendar. */
  date: z.string(),
  origin: z.string(),
  destination: z.string(),
  programme: z.string(),
  airlines: z.string(),
  miles: z.number().nullable(),
  /** null: count not given. */
  seats: z.number().nullable(),
  direct: z.boolean(),
});
export type WatchMatch = z.infer<typeof watchMatchSchema>;

/** When the next refresh is worth its price. Times in UTC ms. */
const suggestedRefreshSchema = z.discriminatedUnion('kind', [
  /** Its last date has passed. */
  z.object({ kind: z.literal('over') }),
  z.object({
    kind: z.literal('at'),
    at: z.number(),
    /** The time from the last refresh to this one, in ms. */
    everyMs: z.number(),
    /** In how many of the last refreshes something had changed, and of how many. */
    changes: z.number(),
    of: z.number(),
  }),
]);

/** What the cheapest award space of one run cost. */
const runPriceSchema = z.object({
  /** UTC ms. */
  at: z.number(),
  /** Null where it saw no award space that states its miles. */
  miles: z.number().nullable(),
  /** Whether it is complete, and how many pages it read. */
  complete: z.boolean(),
  pages: z.number(),
});

const watchedSearchSchema = z.object({
  searchId: z.int(),
  title: z.string(),
  criteria: z.record(z.string(), z.unknown()),
  runs: z.number(),
  records: z.number(),
  offer: offerSchema,
  /** The fewest miles of award space from today on; null where there is none, or none of it states miles. */
  cheapest: z.number().nullable(),
  lastRunAt: z.number(),
  lastRunId: z.number(),
  beforeRunId: z.number().nullable(),
  /** Of the last runs, oldest first. */
  prices: z.array(runPriceSchema),
  /** Whether it is on the watchlist: chosen, or given a rule or a standing permission. */
  watched: z.boolean(),
  next: suggestedRefreshSchema,
  /** The request and cost of one refresh. */
  refresh: z.object({
    /** The Tool that would run it; null where the cached catalogue has none. */
    toolRef: z.string().nullable(),
    input: z.record(z.string(), z.unknown()),
    /** At most so many pages. */
    pages: z.number(),
    firstPageOnly: z.boolean(),
    /** Pages of the last complete run, otherwise of the last run. */
    pagesBefore: z.number(),
    /** Whether there is a complete run. */
    full: z.boolean(),
    /** What a page cost the last time; null where that is not known. */
    lastPrice: amountSchema.nullable(),
    /** What a page is listed at now; null where that is not known. */
    listedPrice: amountSchema.nullable(),
    /** Pages times the last price, or else the listed one; null where neither is known. */
    cost: amountSchema.nullable(),
    /** What data is sent and to whom, in sentences. */
    dataUse: z.array(z.string()),
  }),
  /** The permission to refresh automatically, where one is in force. */
  grant: z
    .object({
      grantId: z.string(),
      /** Of one refresh at most so many. */
      pages: z.number(),
      everyHours: z.number(),
      perDay: amountSchema,
      until: z.string(),
      /** UTC ms of the next refresh by itself; null where its last date has passed. */
      nextAt: z.number().nullable(),
      spentToday: z.array(amountSchema),
      unreadToday: z.number(),
    })
    .nullable(),
  /** The last automatic refresh that failed, until one succeeds. */
  trouble: z.object({ at: z.number(), words: z.string() }).nullable(),
  /** An unsettled purchase of the same request: until it is settled, the request is not bought again. */
  openPurchase: z.string().nullable(),
  rule: watchRuleSchema.nullable(),
});
export type Watched = z.infer<typeof watchedSearchSchema>;

/** What became of a record since its notification. Times in UTC ms. */
const sinceNotifiedSchema = z.object({
  /** Its award space as stored now, and how its price ranks among other dates; null where it has none. */
  standing: z.object({ versionId: z.int(), price: priceStandingSchema.nullable() }).nullable(),
  /** The first refresh in which it had no award space; null where, as far as is known, it still has. */
  removedSince: z.number().nullable(),
  /** Its award space in the last refresh; null where none had any since. */
  now: z
    .object({
      miles: z.number().nullable(),
      seats: z.number().nullable(),
      direct: z.boolean(),
      at: z.number(),
    })
    .nullable(),
});
export type SinceNotified = z.infer<typeof sinceNotifiedSchema>;

const digestEntrySchema = z.object({
  searchId: z.int(),
  title: z.string(),
  watched: z.boolean(),
  /** UTC ms of the last refresh. */
  at: z.number(),
  /** The run that the user read last, and the newest: the changes are between them. */
  beforeRunId: z.number(),
  lastRunId: z.number(),
  /**
   * Names the newest refresh for `markRead`: one of its purchases, whose id stays the same when a restore renumbers
   * runs.
   */
  upTo: z.string(),
  /** Refreshes since then. */
  refreshes: z.number(),
  /** Of the last runs, oldest first; as many at the end as there were refreshes are unread. */
  prices: z.array(runPriceSchema),
  /** Unread records that match the user's rule, the last notification first; at most twenty. */
  matches: z.array(watchMatchSchema.extend(sinceNotifiedSchema.shape)),
  matchCount: z.number(),
});
export type DigestEntry = z.infer<typeof digestEntrySchema>;

/**
 * An announcement made once outside the page: award space that the user asked to be notified of, or a charge that
 * differs from its approval. A click leads to `to`, a path of the page.
 */
export const noticeSchema = z.object({
  noticeId: z.string(),
  to: z.string(),
  title: z.string(),
  body: z.string(),
});
export type Notice = z.infer<typeof noticeSchema>;

const one = z.object({ searchId: z.int() });

export const watchlistRequests = {
  /** Every saved search, the one with the latest run first. */
  list: request(z.undefined(), z.array(watchedSearchSchema)),
  /** How many records changed in each way between two runs of a search. */
  changes: request(
    z.object({ pairs: z.array(z.object({ before: z.int(), after: z.int() })).max(60) }),
    z.array(z.object({ counts: z.record(changeSchema, z.number()), records: z.number() })),
  ),
  /** What changed since the user last read it, newest first, and who shows notifications here. */
  digest: request(
    z.undefined(),
    z.object({
      entries: z.array(digestEntrySchema),
      /** `system`: the program itself. `page`: the page, once the user has allowed it there. */
      notifications: z.enum(['system', 'page']),
    }),
  ),
  /** Marks what changed up to these refreshes, as the digest names them, as read. */
  markRead: request(z.object({ upTo: z.array(z.string()).min(1).max(1000) }), z.undefined()),
  /** Whether a search is on the watchlist. */
  watching: request(one, z.object({ watched: z.boolean() })),
  /** The request that repeats a search at its source; null where the cached catalogue has no Tool of it. */
  again: request(one, z.object({ toolRef: z.string(), input: z.record(z.string(), z.unknown()) }).nullable()),
  /** Removes searches from the watchlist or adds them. Their results stay. */
  watch: request(
    z.object({ searchIds: z.array(z.int()).min(1).max(1000), watched: z.boolean() }),
    z.undefined(),
  ),
  /** Whether a refresh reads only the first page instead of as many as the last complete run had. */
  setFirstPageOnly: request(one.extend({ firstPageOnly: z.boolean() }), z.undefined()),
  /** Sets what to notify of; null for nothing. */
  setRule: request(one.extend({ rule: watchRuleSchema.nullable() }), z.undefined()),
};
