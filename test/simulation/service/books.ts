/** Money as the books have it: millionths of the currency's unit. */
export type Charge = { currency: string; units: number };

/** How a Call stands from a moment on, in true time. */
export type CallState = {
  from: number;
  kind: 'pending' | 'completed' | 'outcome_unknown' | 'refused' | 'cancelled';
  /** The service's own word for it. */
  state: string;
  /** What is charged for it from then on; null where nothing is. */
  charge: Charge | null;
  chargeState: string;
  /** Where the answer tells the charge. */
  statedIn: 'usage' | 'receipt' | 'both';
};

export type BookedQuote = {
  quoteRef: string;
  account: string;
  origin: string;
  toolRef: string;
  /** As it would be carried out, whatever was asked for. */
  input: Record<string, unknown>;
  price: Charge;
  /** The most that it may charge. */
  most: Charge;
  /** Whether it is not surely within what the listing and the quote itself authorise, so that it takes an act of its own. */
  above: boolean;
  /** Whether another request would be carried out than was asked for, beyond its spelling. */
  differs: boolean;
  madeAt: number;
  expiresAt: number;
};

export type BookedCall = {
  callRef: string;
  account: string;
  origin: string;
  idempotencyKey: string;
  quote: BookedQuote;
  madeAt: number;
  /** In the order of their times; the last one whose time has come counts. */
  states: CallState[];
  /** What an answer that reached the program has told of the charge, the largest of it; null where none has. */
  statedCharge: Charge | null;
  /** The charges that such answers told since the oracle last looked, and whether in a state that nobody has ever seen. */
  justStated: { charge: Charge; inUnseenState: boolean }[];
  /** Whether such an answer told that it is over. */
  statedOver: boolean;
};

/** A Call that another program made with a key of the same account. */
export type OthersCall = {
  callRef: string;
  account: string;
  origin: string;
  toolRef: string;
  input: Record<string, unknown>;
  madeAt: number;
};

/** What the services really did, whatever anybody was told. The program never sees them. */
export type Books = {
  /** By `quoteOf`. */
  quotes: Map<string, BookedQuote>;
  calls: BookedCall[];
  others: OthersCall[];
};

/** A quote's name in the books: two services may give the same reference. */
export const quoteOf = (origin: string, quoteRef: unknown): string => `${origin} ${String(quoteRef)}`;

export const stateAt = (call: BookedCall, now: number): CallState =>
  call.states.findLast(({ from }) => from <= now) ?? (call.states[0] as CallState);

export const chargeAt = (call: BookedCall, now: number): Charge | null => stateAt(call, now).charge;
