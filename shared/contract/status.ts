import { z } from 'zod';
import { catalogueFreshnessSchema } from '../catalogue/freshness.ts';
import { amountSchema } from '../money.ts';
import { approvalChoiceSchema } from '../purchase/approval-choice.ts';
import { limitsSchema } from '../purchase/limits.ts';
import { request } from './define.ts';
import { licenceNoticeSchema } from './program/updates.ts';

const none = z.undefined();

/** What the renderer may know about the key: never the key. */
const keyStatusSchema = z.object({
  /**
   * `keychain`: stored by the system. `memory`: held for this run only, because there is no keychain. `unread`: the
   * keychain could not be read, so that whether there is a key is not known; `keychain.words` says why.
   */
  state: z.enum(['keychain', 'memory', 'none', 'unread']),
  /** The exact origin that the key was given for. */
  origin: z.string().nullable(),
  /** Scopes as the account read returned them; null while not known. */
  scopes: z.array(z.string()).nullable(),
  account: z.string().nullable(),
  /** That the service refused the key when it was sent last, and what to do; absent where it did not. */
  refused: z.string().optional(),
  /** Whether this system has a working keychain; if not, why. */
  keychain: z.object({ works: z.boolean(), words: z.string() }),
  /** Whether "Store key from clipboard" can work here; if not, what to do instead, and the command for it. */
  clipboard: z.object({ works: z.boolean(), instead: z.string(), command: z.string().optional() }),
  /**
   * What happened to the previous key at the service, in words, where it was removed or replaced just now and the
   * service itself had issued it.
   */
  before: z.string().optional(),
});
export type KeyStatus = z.infer<typeof keyStatusSchema>;

export const spendingSchema = z.object({
  limits: limitsSchema,
  /** Settled charges and the full price of everything unresolved. */
  today: z.array(amountSchema),
  month: z.array(amountSchema),
  unresolved: z.number(),
  /** Standing approvals in force, shown while they are; absent where there are none. */
  standing: z.object({ batches: z.number(), grants: z.number() }).optional(),
});

/** What the top bar shows. */
const statusSchema = z.object({
  /** Whether the data file could be opened; if not, the program still opens to report it. */
  storage: z.discriminatedUnion('state', [
    z.object({ state: z.literal('ready') }),
    z.object({ state: z.literal('unusable'), code: z.string(), words: z.string(), path: z.string() }),
  ]),
  marketplace: z.object({
    name: z.string(),
    address: z.string(),
    /** True on the embedded marketplace, which takes demo money. */
    demo: z.boolean(),
  }),
  /** Why nothing from outside was opened at this start; absent where all was. `marketplace.open` opens it. */
  safeStart: z.object({ words: z.string() }).optional(),
  network: z.object({
    state: z.enum(['online', 'offline', 'unknown']),
    /** UTC ms of the last request that showed it. */
    since: z.number().nullable(),
    words: z.string(),
    /** Something in between answers in the marketplace's place; `state` is then `offline`. */
    instead: z.literal(true).optional(),
  }),
  freshness: catalogueFreshnessSchema.nullable(),
  /** What the user should know of the stored data, each once: what could not be read, or could not be stored. */
  dataProblems: z.array(z.object({ words: z.string(), path: z.string(), action: z.string() })).optional(),
  key: keyStatusSchema,
  spending: spendingSchema,
});
export type Status = z.infer<typeof statusSchema>;

/** One line of the setup checklist (§1.6, §5.8: access needs setup before use). */
const setupItemSchema = z.object({
  id: z.enum(['marketplace', 'catalogue', 'key', 'scope', 'tool']),
  label: z.string(),
  state: z.enum(['met', 'unmet', 'unknown']),
  detail: z.string(),
  /** How to meet it, in words; empty where it is met. */
  remedy: z.string(),
});
export type SetupItem = z.infer<typeof setupItemSchema>;

export const statusRequests = {
  /** Everything the frame shows; local, at once. */
  read: request(none, statusSchema),
  /** The setup checklist from what is known; `refresh` asks the service first. */
  setup: request(
    z.object({ refresh: z.boolean() }),
    z.object({ ready: z.boolean(), items: z.array(setupItemSchema) }),
  ),
};

export const keyRequests = {
  status: request(none, keyStatusSchema),
  /** The main process reads the clipboard, checks, stores and empties it; the key never crosses. */
  storeFromClipboard: request(none, keyStatusSchema),
  forget: request(none, keyStatusSchema),
  /** Asks the service which account the key is for and which scopes it has. */
  check: request(none, keyStatusSchema),
  /**
   * A random mark that changes whenever a key is stored or removed, also from a terminal; does not access the keychain.
   */
  mark: request(none, z.object({ mark: z.string() })),
};

const settingsSchema = z.object({
  /** Address as typed; null for the embedded marketplace. */
  marketplaceAddress: z.string().nullable(),
  limits: limitsSchema,
  /** Which approvals are confirmed outside the page; absent: only those of a burst. */
  approvals: approvalChoiceSchema.optional(),
  dataFolder: z.string(),
});

export const settingsRequests = {
  read: request(none, settingsSchema),
  /** `null` returns to the embedded marketplace. */
  setMarketplace: request(z.object({ address: z.string().nullable() }), settingsSchema),
  /**
   * Lowering a limit takes effect at once. Raising one, giving a currency its first one or removing a Tool's is
   * confirmed by the user outside the page: fails with `not_confirmed`, or with `confirmation_unavailable` where nobody
   * can be asked (the message then explains how). `others` and `perTool` stay unchanged where absent.
   */
  setLimits: request(z.object({ limits: limitsSchema }), settingsSchema),
  /**
   * Which approvals are confirmed outside the page. Confirming more takes effect at once; confirming fewer is itself
   * confirmed there, and fails as raising a limit does.
   */
  setApprovals: request(z.object({ choice: approvalChoiceSchema }), settingsSchema),
  /** The complete command that sets these limits from a terminal; null where this program has no such command. */
  limitsCommand: request(z.object({ limits: limitsSchema }), z.object({ command: z.string().nullable() })),
  /** What could not be read of the data file: settings by name, and rows that were set aside with all their content. */
  damaged: request(
    none,
    z.object({
      settings: z.array(z.string()),
      rows: z.array(
        z.object({
          id: z.number(),
          foundAt: z.number(),
          called: z.string(),
          readable: z.string(),
          content: z.string(),
        }),
      ),
    }),
  ),
  /** Forgets the rows that were set aside. Only what the user has seen: `last` is the newest shown. */
  forgetDamaged: request(z.object({ last: z.int() }), none),
  /** Derives every record again from the stored answers of purchases: the same records, at no cost. */
  rebuildRecords: request(none, z.object({ pages: z.number(), records: z.number() })),
};

export const aboutRequests = {
  read: request(
    none,
    z.object({
      version: z.string(),
      /** The version before, in the first run after an update and until that is dismissed; otherwise null. */
      updatedFrom: z.string().nullable(),
      /** Data sets and libraries that ask for credit. */
      credits: z.array(
        z.object({
          name: z.string(),
          what: z.string(),
          licence: z.string(),
          holder: z.string(),
          url: z.string(),
        }),
      ),
    }),
  ),
  /** The user has seen that Milepost was updated. */
  dismissUpdate: request(none, none),
  /** The licence notices of everything in the bundles; fails with `no_notices` where the build left none. */
  notices: request(none, z.array(licenceNoticeSchema)),
};
