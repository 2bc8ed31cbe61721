import { z } from 'zod';
import { request } from '../define.ts';

/** Bytes in one piece of a file, before base64: a request to the browser host can be a megabyte. */
export const SENT_PIECE = 600 * 1024;
export const READ_PIECE = 2 * 1024 * 1024;

const backup = z.object({ backupId: z.string() });
const restore = z.object({ restoreId: z.string() });
const base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/);

/**
 * A complete copy of the data file in one file, read in pieces. It does not contain the access key, because the data
 * file does not.
 */
export const backupRequests = {
  /** Begins to make the copy, of the data at this moment, whatever happens meanwhile. */
  begin: request(z.undefined(), backup),
  /** How far it is, in bytes; fails where it could not be made. */
  progress: request(
    backup,
    z.object({
      state: z.enum(['making', 'ready']),
      done: z.number(),
      of: z.number(),
      fileName: z.string(),
    }),
  ),
  piece: request(
    backup.extend({ offset: z.int().min(0) }),
    z.object({ data: z.string(), next: z.number(), done: z.boolean() }),
  ),
  /** Deletes the copy, finished or not. */
  end: request(backup, z.undefined()),
};

/** How many; of what no part of a backup counts, there are none. */
const count = z.number().default(0);

/** What a backup contains, and what restoring it here would do. Times in UTC ms. */
export const backupContentsSchema = z.object({
  /** Null for a data file that was copied by hand. */
  madeAt: z.number().nullable(),
  searches: count,
  runs: count,
  records: count,
  /** What was ordered, and the quotes that were not, as Purchases counts them. */
  purchases: count,
  quotes: count,
  /** Purchases that are unsettled in it: they are restored as such. */
  unresolved: count,
  trips: count,
  marks: count,
  balances: count,
  /** Answers about bookings. */
  answers: count,
  /** How many of each are not here yet. */
  newPurchases: count,
  newQuotes: count,
  newPages: count,
  newTrips: count,
  newBalances: count,
  newAnswers: count,
  /** Purchases that cost less according to the backup than counts as spent here. */
  lowered: count,
  /** Permissions that are valid in it: they end here. */
  permissions: count,
  /** Whose purchases and searches are in it, and whether that is the marketplace in use now. */
  marketplaces: z
    .array(z.object({ name: z.string(), demo: z.boolean(), inUse: z.boolean(), purchases: z.number() }))
    .default([]),
});
export type BackupContents = z.infer<typeof backupContentsSchema>;

/** What a restore did. */
export const restoredSchema = z.object({
  purchases: count,
  quotes: count,
  /** Purchases that were unresolved here and settled there. */
  settled: count,
  /** Restored purchases whose outcome is still open: they count as spent until it is known. */
  unresolved: count,
  /** Of these, orders from another machine's demo marketplace, which cannot be polled from here. */
  unresolvedDemo: count,
  /** Quotes that were waiting for approval: they are void here. */
  voided: count,
  /** Purchases left unchanged because less would count as spent and the user did not confirm it. */
  heldBack: count,
  permissionsEnded: count,
  pages: count,
  records: count,
  /** Pages whose paid answer is not in the backup, so that their records cannot be derived. */
  pagesWithoutAnswer: count,
  /** Whether runs were renumbered, because those of the backup lie between those here. */
  renumbered: z.boolean().default(false),
  marks: count,
  balances: count,
  answers: count,
  trips: count,
  watched: count,
});
export type Restored = z.infer<typeof restoredSchema>;

export const RESTORE_PHASES = ['receiving', 'checking', 'checked', 'merging', 'done'] as const;

/**
 * Merges a backup with the data here. The file is sent in pieces, checked, described, and merged only at the user's
 * request, in one transaction, so that all of it happens or nothing. Nothing here is lost.
 */
export const restoreRequests = {
  /** Begins to receive a file of so many bytes; fails with `disk_full` where there is no space for it. */
  begin: request(z.object({ bytes: z.int().min(0) }), restore),
  send: request(
    restore.extend({ offset: z.int().min(0), data: base64.max(Math.ceil(SENT_PIECE / 3) * 4) }),
    z.object({ received: z.number() }),
  ),
  /** Fails with `not_a_backup`, `damaged_backup`, `newer_backup` or `incomplete`, and then nothing is changed. */
  check: request(restore, backupContentsSchema),
  /**
   * Where less would count as spent afterwards, the user is asked outside the page; without their consent those
   * purchases stay unchanged until the service itself reports their state.
   */
  merge: request(restore, restoredSchema),
  /** Progress of the work, in steps of its phase; null where nothing is in progress. */
  progress: request(
    z.undefined(),
    z
      .object({
        restoreId: z.string(),
        phase: z.enum(RESTORE_PHASES),
        words: z.string(),
        done: z.number(),
        of: z.number(),
        contents: backupContentsSchema.nullable(),
        restored: restoredSchema.nullable(),
      })
      .nullable(),
  ),
  /** Discards the file. A merge in progress is rolled back, unless it had finished. */
  cancel: request(restore, z.undefined()),
};
