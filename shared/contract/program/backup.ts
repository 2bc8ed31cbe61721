import { z } from 'zod';
import { request } from '../define.ts';

/** Bytes of one piece of a file, before they are written as base64: a request of the browser host holds a megabyte. */
export const SENT_PIECE = 600 * 1024;
export const READ_PIECE = 2 * 1024 * 1024;

const backup = z.object({ backupId: z.string() });
const restore = z.object({ restoreId: z.string() });
const base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/);

/**
 * A whole copy of the data file in one file, read piece by piece. The access key is not in it, because it is not in the
 * data file.
 */
export const backupRequests = {
  /** Begins to make the copy; it is as things stand at this moment, whatever happens meanwhile. */
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
  /** Takes the copy away, whether it is whole or not. */
  end: request(backup, z.undefined()),
};

/** What a backup holds, and what would come of it here. Times in UTC ms. */
const backupContentsSchema = z.object({
  /** Null for a data file that was copied by hand. */
  madeAt: z.number().nullable(),
  searches: z.number(),
  runs: z.number(),
  records: z.number(),
  purchases: z.number(),
  /** Purchases whose outcome is not settled in it: they are taken over as such. */
  unresolved: z.number(),
  trips: z.number(),
  marks: z.number(),
  templates: z.number(),
  /** How many of each are not here yet. */
  newPurchases: z.number(),
  newPages: z.number(),
  newTrips: z.number(),
  /** Purchases of which it says that they cost less than what counts as spent here. */
  lowered: z.number(),
  /** Permissions that hold in it: they end here. */
  permissions: z.number(),
  /** Whose purchases and searches are in it, and whether that is the marketplace in use now. */
  marketplaces: z.array(
    z.object({ name: z.string(), demo: z.boolean(), inUse: z.boolean(), purchases: z.number() }),
  ),
});
export type BackupContents = z.infer<typeof backupContentsSchema>;

/** What a restore did. */
const restoredSchema = z.object({
  purchases: z.number(),
  /** Purchases that were unresolved here and settled there. */
  settled: z.number(),
  /** Purchases taken over whose outcome is still open: they count as spent until it is known. */
  unresolved: z.number(),
  /** Of these, what was ordered from the demo marketplace of another machine, which cannot be asked from here. */
  unresolvedDemo: z.number(),
  /** Quotes that waited for an approval: they are void here. */
  voided: z.number(),
  /** Purchases that stay as they are here, because less would count as spent and the user did not confirm it. */
  heldBack: z.number(),
  permissionsEnded: z.number(),
  pages: z.number(),
  records: z.number(),
  /** Pages whose paid answer is not in the backup, so that their records cannot be derived. */
  pagesWithoutAnswer: z.number(),
  /** Whether runs had to be numbered anew, because those of the backup lie between those here. */
  renumbered: z.boolean(),
  marks: z.number(),
  templates: z.number(),
  trips: z.number(),
  watched: z.number(),
});
export type Restored = z.infer<typeof restoredSchema>;

export const RESTORE_PHASES = ['receiving', 'checking', 'checked', 'merging', 'done'] as const;

/**
 * Puts a backup together with what is here. The file is sent in pieces, checked, described, and merged only when the
 * user says so: in one transaction, so that all of it happens or nothing. Nothing that is here is lost.
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
   * purchases stay as they are here until the service itself says how they stand.
   */
  merge: request(restore, restoredSchema),
  /** How far the work is, in steps of its phase; null where nothing is under way. */
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
  /** Lets the file go. What is being merged is taken back, unless it was finished before. */
  cancel: request(restore, z.undefined()),
};
