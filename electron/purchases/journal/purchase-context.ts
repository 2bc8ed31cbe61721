import { fail } from '#shared/contract/failure.ts';
import type { Amount } from '#shared/money.ts';
import type { AccountContext } from '#shared/purchase/approval.ts';
import type { ApprovalChoice } from '#shared/purchase/approval-choice.ts';
import type { NamedAmount } from '#shared/purchase/authorisation.ts';
import type { Limits } from '#shared/purchase/limits.ts';
import type { Interpretation } from '#shared/record-kinds/record-kinds.ts';
import type { Marketplace, Reply } from '../../marketplace/http/answer.ts';
import type { WaitStore } from '../../marketplace/waits/origin-budget.ts';
import type { Outputs } from '../../outputs/outputs.ts';
import type { Storage } from '../../storage/open.ts';
import type { Journal } from './journal.ts';

/**
 * Where and as whom purchases are made now; `demo` where nothing is really charged.
 * `scopes`: what the key is allowed; null where the service has not said.
 */
export type CurrentAccount = AccountContext & { demo: boolean; scopes: readonly string[] | null };

/** §5.3: what a key must be allowed for protected Calls. */
const CALL_SCOPE = 'market_tools:call';

/**
 * Fails with `no_key`, or with `scope_missing` where the key is known not to be allowed to call: it could buy nothing.
 * Scopes that are not known may well be there.
 */
export function requireCallKey({ keyMark, scopes }: CurrentAccount): void {
  if (keyMark === 'none') fail('no_key', 'Quotes and Calls need an access key. Store one in Settings.');
  if (scopes !== null && !scopes.includes(CALL_SCOPE))
    fail(
      'scope_missing',
      `The access key has no scope ${CALL_SCOPE}, so nothing is quoted or bought with it. Connect in the browser with that scope, or store another key, in Settings.`,
    );
}

/** What the catalogue knows of a Tool, as far as a purchase needs it. */
export type ToolFacts = {
  /** The capability's id where the Tool names one, else its reference. */
  toolId: string;
  /** How its outputs become records. */
  interpretation: Interpretation | null;
  /** The price as it is listed, where that is an exact amount. */
  listedPrice: Amount | null;
  /** The total authorisation of one request as the listing names it (§1.7, §8); null where it names none. */
  listedAuthorisation: NamedAmount;
  /** Members of the input that the Tool's description gives a default. */
  declaredDefaults: Readonly<Record<string, unknown>>;
  title: string;
  providerName: string | null;
  /** `undescribed`: the service has not described it yet, which says neither that it can be called nor that it cannot. */
  callable: { ok: true } | { ok: false; words: string; undescribed?: boolean };
  dataUse: string[];
  effects: string[];
};

export type CheckedInput =
  | { ok: true; input: Record<string, unknown>; title: string }
  | { ok: false; problems: Record<string, string> };

/** Derives records from an output; returns the run that they belong to, null for Tools without records. */
type Interpret = (page: {
  purchaseId: string;
  interpretation: Interpretation | null;
  /** The marketplace that it was bought from, whichever is in use now. */
  marketplace: string;
  runId: number | null;
  toolRef: string;
  /** The capability's id where the Tool names one, else its reference. */
  toolId: string;
  input: Record<string, unknown>;
  /** The request as the quote says that it is carried out; null where it says nothing. */
  executed: unknown;
  output: unknown;
  receivedAt: number;
}) => number | null;

export type PurchasesDeps = {
  storage: Storage;
  /** UTC ms. */
  clock: () => number;
  /** Milliseconds that only ever grow, whatever is done to the clock. */
  monotonic: () => number;
  /** Runs `run` after `ms`; returns how to call it off. */
  after: (ms: number, run: () => void) => () => void;
  /** At least 0, below 1. */
  random: () => number;
  newId: () => string;
  publishChange: () => void;
  marketplace: () => Marketplace;
  /** Reads whom the key is for where that is not known yet, then returns the account context. */
  learnAccount: () => Promise<CurrentAccount>;
  /** The same as known at this moment. */
  accountContext: () => CurrentAccount;
  limits: () => Limits;
  /** Which approvals are confirmed outside the page; those of a burst alone where absent. */
  approvals?: () => ApprovalChoice;
  /**
   * Whether the user did something by hand just before that no approval was taken for yet. Absent where only the page
   * could say it.
   */
  actedByHand?: () => boolean;
  toolFacts: (toolRef: string) => ToolFacts | null;
  /**
   * Lets the service describe a Tool that is listed and was not described yet. Returns why that failed, in words, and null
   * where it did not; then nothing changes.
   */
  describeTool?: (toolRef: string) => Promise<string | null>;
  checkInput: (toolRef: string, input: Record<string, unknown>) => CheckedInput | Promise<CheckedInput>;
  interpret: Interpret;
  /** The request for the page after the last of a run; null where there is none. */
  nextPageOf: (runId: number) => NextPageInput | null;
  /** The run that ends with the page that a purchase gave; null where it gave none, or not the last. */
  runEndingWith: (purchaseId: string) => number | null;
  /** Notifies the user, outside the page where that is possible, of a charge that is not what was approved. */
  notifyCharge: (notice: { purchaseId: string; title: string; words: string }) => void;
  /**
   * Asks the user outside the page: a dialog of the system, or the terminal. Fails with `confirmation_unavailable`
   * where nobody can be asked.
   */
  confirm: (question: Question) => Promise<boolean>;
};

/** What the user is asked. Where `words` are several, each is a line of its own. */
export type Question = {
  title: string;
  words: string | readonly string[];
  detail: string;
  /** What the user can do instead where nobody can be asked; a sentence of the program's own. */
  instead?: string;
};

/**
 * The page after the last of a run, with the purchase that gave the last: the numbers of runs change when histories
 * are put together, the names of purchases never.
 */
type NextPageInput = {
  toolRef: string;
  input: Record<string, unknown>;
  after: string;
  /** How the last page does not fit those before it, in a sentence; absent or null where it does. */
  unfit?: string | null;
};

/** What is about to be approved: the most that it may cost. */
export type UserAct = { title: string; most: Amount };

export type UserActs = {
  /** Fails with `not_confirmed`, `too_many_approvals` or `confirmation_unavailable`; nothing is bought then. */
  allow(act: UserAct): Promise<void>;
};

/** What the parts of this feature share. */
export type PurchaseContext = PurchasesDeps & {
  journal: Journal;
  outputs: Outputs;
  /** Judges whether what the page approves is taken for the user's act. */
  acts: UserActs;
  /** Purchases whose command or status this process is exchanging with the service at this moment, until when. */
  busy: Map<string, Promise<void>>;
  /** When each quote of this process came, in monotonic ms: a clock set back does not lengthen a quote. */
  quotedAt: Map<string, number>;
  /**
   * What this run planned last for a purchase, also where it is not stored: both as it stands in the journal and in
   * monotonic ms, since a clock that is set makes no wait shorter or longer.
   */
  plans: Map<string, { nextPollAt: number; pollEnds: number; waitUntil: number | null; waitEnds: number }>;
  /** The end of the wait that the service named last for a Call in this run, in monotonic ms, also where it is not stored. */
  callWaitEnds: Map<string, number>;
  /** When each instant that lay ahead of the clock was first seen to, in monotonic ms. */
  firstSeen: Map<number, number>;
  /** The waits of Calls that may be another's, which no purchase holds. */
  callWaits: WaitStore;
  /** What Calls that nobody may own yet were last said to be, by their references; `at` by the monotonic clock. */
  statuses: Map<string, { from: Marketplace; at: number; reply: Promise<Reply> }>;
  /** True once the feature was closed: nothing is written any more, the journal of the next start goes on. */
  closed: () => boolean;
  /** Resolves after `ms`, or at once when the feature is closed. */
  pause: (ms: number) => Promise<void>;
  /** The data file refused a write: the background waits before it tries again. */
  storageFailed: () => void;
  /** Outputs that could not be interpreted in this run of the program; their bytes are stored. */
  uninterpretable: Set<string>;
};

/** Exchanges something about a purchase with the service while nothing else of this process does. */
export async function exchanging<Result>(
  context: PurchaseContext,
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

/** How long to wait before trying again to write to a data file that refused, in ms. */
export const STORE_AGAIN_MS = 2_000;

/** The most that a quote may charge. */
export const ceilingOf = (quote: { price: Amount; ceiling: Amount | null }): Amount =>
  quote.ceiling ?? quote.price;
