import type { Amount } from '#shared/money.ts';
import type { PurchaseGround } from '#shared/purchase/approval.ts';
import type { Limits } from '#shared/purchase/limits.ts';
import type { Marketplace } from '../marketplace/answer.ts';
import type { Storage } from '../storage/open.ts';
import type { Interpretation } from './entry.ts';
import type { Journal } from './journal.ts';
import type { Outputs } from './outputs.ts';

/** Where and as whom purchases are made now; `demo` where nothing is really charged. */
export type Ground = PurchaseGround & { demo: boolean };

/** What the catalogue knows of a Tool, as far as a purchase needs it. */
export type ToolFacts = {
  /** The capability's id where the Tool names one, else its reference. */
  toolId: string;
  /** How its outputs become records. */
  interpretation: Interpretation | null;
  /** The price as it is listed, where that is an exact amount. */
  listedPrice: Amount | null;
  title: string;
  providerName: string | null;
  callable: { ok: true } | { ok: false; words: string };
  dataUse: string[];
  effects: string[];
};

export type CheckedInput =
  | { ok: true; input: Record<string, unknown>; title: string }
  | { ok: false; problems: Record<string, string> };

/** Derives records from an output; returns the run that they belong to, null for Tools without records. */
export type Interpret = (page: {
  purchaseId: string;
  interpretation: Interpretation | null;
  /** The marketplace that it was bought from, whichever is in use now. */
  marketplace: string;
  runId: number | null;
  toolRef: string;
  input: Record<string, unknown>;
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
  newId: () => string;
  publishChange: () => void;
  marketplace: () => Marketplace;
  /** Reads whom the key is for where that is not known yet, then tells the ground. */
  learnGround: () => Promise<Ground>;
  /** The ground as known at this moment. */
  ground: () => Ground;
  limits: () => Limits;
  toolFacts: (toolRef: string) => ToolFacts | null;
  checkInput: (toolRef: string, input: Record<string, unknown>) => CheckedInput;
  interpret: Interpret;
  /** The request for the page after the last of a run; null where there is none. */
  nextPageOf: (runId: number) => NextPage | null;
  /** The run that ends with the page that a purchase gave; null where it gave none, or not the last. */
  runEndingWith: (purchaseId: string) => number | null;
  /**
   * Asks the person outside the page: a dialog of the system, or the terminal. Fails with `confirmation_unavailable`
   * where nobody can be asked.
   */
  confirm: (question: Question) => Promise<boolean>;
};

export type Question = { title: string; words: string; detail: string };

/**
 * The page after the last of a run, with the purchase that gave the last: the numbers of runs change when histories
 * are put together, the names of purchases never.
 */
export type NextPage = { toolRef: string; input: Record<string, unknown>; after: string };

/** What the parts of this feature share. */
export type Room = PurchasesDeps & {
  journal: Journal;
  outputs: Outputs;
  /** Purchases whose command or status this process is exchanging with the service at this moment, until when. */
  busy: Map<string, Promise<void>>;
  /** When each quote of this process came, in monotonic ms: a clock set back does not lengthen a quote. */
  quotedAt: Map<string, number>;
  /** True once the feature was closed: nothing is written any more, the journal of the next start goes on. */
  closed: () => boolean;
  /** Resolves after `ms`, or at once when the feature is closed. */
  pause: (ms: number) => Promise<void>;
  /** The data file refused a write: the background waits before it tries again. */
  storageFailed: () => void;
  /** Outputs that could not be interpreted in this run of the program; their bytes are kept. */
  uninterpretable: Set<string>;
};

/** Exchanges something about a purchase with the service while nothing else of this process does. */
export async function exchanging<Result>(
  room: Room,
  id: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const { promise, resolve } = Promise.withResolvers<void>();
  room.busy.set(id, promise);
  try {
    return await work();
  } finally {
    room.busy.delete(id);
    resolve();
    room.publishChange();
  }
}

/** How long to wait before trying again to write to a data file that refused, in ms. */
export const STORE_AGAIN_MS = 2_000;

/** The most that a quote may charge. */
export const ceilingOf = (quote: { price: Amount; ceiling: Amount | null }): Amount =>
  quote.ceiling ?? quote.price;
