import type { Amount } from '#shared/money.ts';
import type { PurchaseGround } from '#shared/purchase/approval.ts';
import type { Limits } from '#shared/purchase/limits.ts';
import type { Marketplace } from '../marketplace/answer.ts';
import type { Storage } from '../storage/open.ts';
import type { Journal } from './journal.ts';
import type { Outputs } from './outputs.ts';

/** Where and as whom purchases are made now; `demo` where nothing is really charged. */
export type Ground = PurchaseGround & { demo: boolean };

/** What the catalogue knows of a Tool, as far as a purchase needs it. */
export type ToolFacts = {
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
};

/** What the parts of this feature share. */
export type Room = PurchasesDeps & {
  journal: Journal;
  outputs: Outputs;
  /** Purchases whose command or status this process is exchanging with the service at this moment. */
  busy: Set<string>;
  /** When each quote of this process came, in monotonic ms: a clock set back does not lengthen a quote. */
  quotedAt: Map<string, number>;
};

/** The most that a quote may charge. */
export const ceilingOf = (quote: { price: Amount; ceiling: Amount | null }): Amount =>
  quote.ceiling ?? quote.price;
