/** Money in the books: millionths of the currency's unit. */
export type Charge = { currency: string; units: number };

/** The state of a Call from a moment on, in true time. */
export type CallState = {
  from: number;
  kind: 'pending' | 'completed' | 'outcome_unknown' | 'refused' | 'cancelled';
  /** The service's own word for it. */
  state: string;
  /** The charge for it from then on; null where there is none. */
  charge: Charge | null;
  chargeState: string;
  /** Where the answer states the charge. */
  statedIn: 'usage' | 'receipt' | 'both';
};

export type BookedQuote = {
  quoteRef: string;
  account: string;
  origin: string;
  toolRef: string;
  /** As it would be carried out, whatever was requested. */
  input: Record<string, unknown>;
  price: Charge;
  /** The most that it may charge. */
  most: Charge;
  /** Whether it may exceed what the listing and the quote itself authorise, so that it needs a second confirmation. */
  above: boolean;
  /** Whether another request would be carried out than requested, beyond its spelling. */
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
  /** What the Tool answered to it. */
  output: unknown;
  /** In the order of their times; the last one whose time has come counts. */
  states: CallState[];
  /** The largest charge that an answer which reached the program stated; null where none has. */
  statedCharge: Charge | null;
  /** The charges that such answers stated since the oracle's last check, and whether in an unknown state. */
  justStated: { charge: Charge; inUnseenState: boolean }[];
  /** Whether such an answer stated that it is over. */
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

/** What the services really did, whatever anybody received. The program never sees them. */
export type Books = {
  /** By `quoteOf`. */
  quotes: Map<string, BookedQuote>;
  calls: BookedCall[];
  others: OthersCall[];
};

/** A quote's name in the books: two services may issue the same reference. */
export const quoteOf = (origin: string, quoteRef: unknown): string => `${origin} ${String(quoteRef)}`;

export const stateAt = (call: BookedCall, now: number): CallState =>
  call.states.findLast(({ from }) => from <= now) ?? (call.states[0] as CallState);

export const chargeAt = (call: BookedCall, now: number): Charge | null => stateAt(call, now).charge;
