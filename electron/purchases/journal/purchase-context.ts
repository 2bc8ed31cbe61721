import { fail } from '#shared/contract/failure.ts';
import type { Amount } from '#shared/money.ts';
import type { AccountContext } from '#shared/purchase/approval.ts';
import type { ApprovalChoice } from '#shared/purchase/approval-choice.ts';
import type { ListedAmount } from '#shared/purchase/authorisation.ts';
import type { Limits } from '#shared/purchase/limits.ts';
import type { Interpretation } from '#shared/record-kinds/record-kinds.ts';
import type { Marketplace } from '../../marketplace/http/answer.ts';
import type { Outputs } from '../../outputs/outputs.ts';
import type { Storage } from '../../storage/open.ts';
import type { Journal } from './journal.ts';

/**
 * The marketplace, account and key used now; `demo` if nothing is really charged. `scopes`: the key's scopes; null if
 * unknown.
 */
export type CurrentAccount = AccountContext & {
  demo: boolean;
  scopes: readonly string[] | null;
  /** That the service refused the key when it was sent last, in words; absent or null if it did not. */
  refused?: string | null;
};

/** §5.3: the scope needed for protected Calls. */
const CALL_SCOPE = 'market_tools:call';

/** Throws `no_key`, or `scope_missing` if the key is known to lack the scope for Calls. Unknown scopes pass. */
export function requireCallKey({ keyMark, scopes }: CurrentAccount): void {
  if (keyMark === 'none') fail('no_key', 'Quotes and Calls need an access key. Store one in Settings.');
  if (scopes !== null && !scopes.includes(CALL_SCOPE))
    fail(
      'scope_missing',
      `The access key has no scope ${CALL_SCOPE}, so nothing is quoted or bought with it. Connect in the browser with that scope, or store another key, in Settings.`,
    );
}

/** What the catalogue knows about a Tool, as needed for a purchase. */
export type ToolFacts = {
  /** The capability's id if the Tool has one, else its reference. */
  toolId: string;
  /** How its outputs become records; null if they do not. */
  interpretation: Interpretation | null;
  /** The listed price, if exact. */
  listedPrice: Amount | null;
  /** The listing's total authorisation for one request (§1.7, §8); null if unstated. */
  listedAuthorisation: Exclude<ListedAmount, 'not_read'>;
  /** Defaults from the Tool's description, by member of the input. */
  declaredDefaults: Readonly<Record<string, unknown>>;
  title: string;
  providerName: string | null;
  /** `undescribed`: not described by the service yet, so it is unknown whether it can be called. */
  callable: { ok: true } | { ok: false; words: string; undescribed?: boolean };
  dataUse: string[];
  effects: string[];
};

export type CheckedInput =
  | { ok: true; input: Record<string, unknown>; title: string }
  | { ok: false; problems: Record<string, string> };

/** Derives records from an output; returns their run, or null for Tools without records. */
type Interpret = (page: {
  purchaseId: string;
  interpretation: Interpretation | null;
  /** The marketplace where it was bought, which need not be the current one. */
  marketplace: string;
  runId: number | null;
  toolRef: string;
  /** The capability's id if the Tool has one, else its reference. */
  toolId: string;
  input: Record<string, unknown>;
  /** The request that the quote states will be executed; null if unstated. */
  executed: unknown;
  output: unknown;
  receivedAt: number;
}) => number | null;

/** What a purchase needs to know of trips. */
export type TripSearching = {
  /** The most that searching for a trip may cost, as its question says; fails with `not_found`. */
  most: (tripId: string) => { perDay: Amount | null; inAll: Amount | null };
  /** The searches that promise most for a trip now, the best first; none where they promise less than they cost. */
  next: (
    tripId: string,
  ) => Promise<readonly { input: Record<string, unknown>; pages: number; why: string }[]>;
};

export type PurchasesDeps = {
  storage: Storage;
  /** UTC ms. */
  clock: () => number;
  /** Milliseconds that only increase, whatever happens to the clock. */
  monotonic: () => number;
  /** Runs `run` after `ms`; returns a function that cancels it. */
  after: (ms: number, run: () => void) => () => void;
  /** At least 0, below 1. */
  random: () => number;
  newId: () => string;
  publishChange: () => void;
  marketplace: () => Marketplace;
  /** Identifies the key's account if still unknown, then returns the account context. */
  learnAccount: () => Promise<CurrentAccount>;
  /** The account context known now. */
  accountContext: () => CurrentAccount;
  limits: () => Limits;
  /** Which approvals are confirmed outside the page; if absent, only bursts. */
  approvals?: () => ApprovalChoice;
  /**
   * Whether the user clicked or typed just now, with no approval using that act yet. Absent if only the page knows.
   */
  actedByHand?: () => boolean;
  toolFacts: (toolRef: string) => ToolFacts | null;
  /** Requests the description of a listed Tool. Returns why that failed, as words, or null. */
  describeTool?: (toolRef: string) => Promise<string | null>;
  checkInput: (toolRef: string, input: Record<string, unknown>) => CheckedInput | Promise<CheckedInput>;
  interpret: Interpret;
  /** Absent where nothing is read for trips. */
  trips?: TripSearching;
  /** The request for the next page of a run; null if there is none. */
  nextPageOf: (runId: number) => NextPageInput | null;
  /** Why a run's last page does not fit the earlier ones, as a sentence; null if it does. */
  whyUnfit: (runId: number) => string | null;
  /** The run whose last page this purchase bought; null if it is not a last page. */
  runEndingWith: (purchaseId: string) => number | null;
  /** Called with each error of the data file that background work meets. */
  onStorageFailed?: (error: unknown) => void;
  /**
   * Tells the user, outside the page if possible, of a charge that differs from what was approved: once for each `mark` of a
   * purchase, however often it is called.
   */
  notifyCharge: (notice: { purchaseId: string; mark: string; title: string; words: string }) => void;
  /**
   * Asks the user outside the page, by a system dialog or on the terminal. Throws `confirmation_unavailable` if
   * nobody can be asked.
   */
  confirm: (question: Question) => Promise<boolean>;
};

/** A question to the user. An array of `words` has one line each. */
export type Question = {
  title: string;
  words: string | readonly string[];
  detail: string;
  /** What the user can do instead if nobody can be asked; the program's own sentence. */
  instead?: string;
};

/**
 * The page after a run's last, with the purchase of that last page: a run's number changes when histories are merged,
 * a purchase's id never.
 */
type NextPageInput = {
  toolRef: string;
  input: Record<string, unknown>;
  after: string;
};

/** A pending approval: the most that it may cost. */
export type UserAct = { title: string; most: Amount };

export type UserActs = {
  /** Throws `not_confirmed`, `too_many_approvals` or `confirmation_unavailable`; then nothing is bought. */
  allow(act: UserAct): Promise<void>;
};

/** Shared by all parts of this feature. */
export type PurchaseContext = PurchasesDeps & {
  journal: Journal;
  outputs: Outputs;
  /** Decides whether an approval from the page counts as the user's. */
  acts: UserActs;
  /** Purchases that this process exchanges with the service now, with the end of each exchange. */
  busy: Map<string, Promise<void>>;
  /**
   * When each quote of this process was received, in monotonic ms: setting the clock back does not extend a quote.
   */
  quotedAt: Map<string, number>;
  /**
   * The last plan of this run for each purchase, stored or not: journal times, and monotonic ones that setting the
   * clock does not change.
   */
  plans: Map<string, { nextPollAt: number; pollEnds: number; waitUntil: number | null; waitEnds: number }>;
  /** When a time ahead of the clock was first seen, in monotonic ms. */
  firstSeen: Map<number, number>;
  /** Whether the feature is closed: nothing more is written, and the next start continues from the journal. */
  closed: () => boolean;
  /** Resolves after `ms`, or at once if the feature is closed. */
  pause: (ms: number) => Promise<void>;
  /** Called when the data file refuses a write: background work then waits before retrying. */
  storageFailed: (error: unknown) => void;
  /** Answers to orders that came and could not be stored yet, by purchase: they are held in memory. */
  unstored: Set<string>;
  /** Outputs that could not be interpreted in this run of the program; their bytes are stored. */
  uninterpretable: Set<string>;
};

/** What a function uses of it. */
export type Uses<Names extends keyof PurchaseContext> = Pick<PurchaseContext, Names>;

/** Runs an exchange about a purchase once no other exchange of this process is running for it. */
export async function withExchangeLock<Result>(
  context: Uses<'busy' | 'publishChange'>,
  id: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const { promise, resolve } = Promise.withResolvers<void>();
  context.busy.set(id, promise);
  try {
    return await work();
  } finally {
    context.busy.delete(id);
    resolve();
    context.publishChange();
  }
}

/** The pause before retrying a write that the data file refused, in ms. */
export const STORE_AGAIN_MS = 2_000;

/** The most that a quote may charge. */
export const ceilingOf = (quote: { price: Amount; ceiling: Amount | null }): Amount =>
  quote.ceiling ?? quote.price;
