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
  toldIn: 'usage' | 'receipt' | 'both';
};

export type BookedQuote = {
  quoteRef: string;
  account: string;
  toolRef: string;
  input: unknown;
  price: Charge;
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
  toldCharge: Charge | null;
  /** Whether such an answer told that it is over. */
  toldOver: boolean;
};

/** What the service really did, whatever anybody was told. The program never sees them. */
export type Books = { quotes: Map<string, BookedQuote>; calls: BookedCall[] };

export const stateAt = (call: BookedCall, now: number): CallState =>
  call.states.findLast(({ from }) => from <= now) ?? (call.states[0] as CallState);

export const chargeAt = (call: BookedCall, now: number): Charge | null => stateAt(call, now).charge;
