import { z } from 'zod';
import { type Amount, amountSchema } from '#shared/money.ts';
import { type Authorisation, authorisationSchema } from '#shared/purchase/authorisation.ts';
import { type ChargeOddity, chargeOdditySchema } from '#shared/purchase/charge.ts';
import { PURCHASE_STATES, type PurchaseState } from '#shared/purchase/state.ts';
import type { Interpretation } from '#shared/record-kinds/record-kinds.ts';
import type { StatedMoney } from '../../marketplace/service/vocabulary.ts';

/** A field as it is stored, and what its value has to be where SQLite does not see to it; other JSON may be any. */
type Field<Value> = { kind: 'plain' | 'json' | 'flag'; shape?: z.ZodType; holds?: Value };

const plain = <Value>(shape?: z.ZodType): Field<Value> => ({ kind: 'plain', ...(shape && { shape }) });
const json = <Value>(shape?: z.ZodType): Field<Value> => ({ kind: 'json', ...(shape && { shape }) });
const flag: Field<boolean> = { kind: 'flag', shape: z.union([z.literal(0), z.literal(1)]) };
const amount = json<Amount | null>(amountSchema.nullable());
const word = z.string().nullable();
const receipt = z.looseObject({
  ...{ receiptRef: word, state: word, refundState: word, lossState: word, transactionRef: word },
  ...{ total: amountSchema.nullable(), refund: amountSchema.nullable(), misfits: z.looseObject({}) },
});

/** What is known of a purchase when its quote is asked for. */
const REQUESTED = {
  id: plain<string>(),
  state: plain<PurchaseState>(z.enum(PURCHASE_STATES as readonly [PurchaseState, ...PurchaseState[]])),
  marketplace: plain<string>(),
  demo: flag,
  account: plain<string | null>(),
  keyMark: plain<string>(),
  toolRef: plain<string>(),
  /** The capability's id if the Tool has one, else its reference, which changes with the price. */
  toolId: plain<string>(),
  toolTitle: plain<string>(),
  providerName: plain<string | null>(),
  title: plain<string>(),
  input: json<Record<string, unknown>>(z.record(z.string(), z.unknown())),
  requestDigest: plain<string>(),
  continuesRun: plain<number | null>(),
  /** How the output becomes records, as known at the quote request; null for Tools without records. */
  interpretation: plain<Interpretation | null>(),
  createdAt: plain<number>(z.number().positive()),
  updatedAt: plain<number>(),
};

/** What its quote, its Call and its money add: nothing before there is a quote. */
const ADDED = {
  quoteRef: plain<string | null>(),
  toolVersion: plain<string | null>(),
  price: amount,
  ceiling: amount,
  /** What the listing and the quote authorise. */
  authorisation: json<Authorisation | null>(authorisationSchema.nullable()),
  /** The previous quote for the same request. */
  priceBefore: amount,
  /** The standing approval under which it was approved. */
  batchId: plain<string | null>(),
  grantId: plain<string | null>(),
  expiresAt: plain<number | null>(),
  normalizedInput: json<unknown>(),
  inputDigest: plain<string | null>(),
  idempotencyKey: plain<string | null>(),
  submittedAt: plain<number | null>(z.number().positive().nullable()),
  attempts: plain<number>(),
  callRef: plain<string | null>(),
  callVersion: plain<string | null>(),
  chargeState: plain<string | null>(),
  charged: amount,
  /** An implausible statement about the charge; null if everything was understood. */
  chargeOddity: json<ChargeOddity | null>(chargeOdditySchema.nullable()),
  /** The mark of an unapproved charge that the user has seen. */
  chargeSeen: plain<string | null>(),
  /** What was read of a receipt, and as much of it as came as a line of the timeline keeps. */
  receipt: json<StatedMoney['receipt']>(receipt.nullable()),
  refusal: json<Refusal | null>(
    z
      .looseObject({ code: z.string(), words: z.string(), requiredActions: z.array(z.looseObject({})) })
      .nullable(),
  ),
  nextPollAt: plain<number | null>(),
  polls: plain<number>(),
  /** The end of the wait that the service stated, in UTC ms (§7.1). */
  waitUntil: plain<number | null>(),
  runId: plain<number | null>(),
  requestId: plain<string | null>(),
};
const STORED = { ...REQUESTED, ...ADDED };

type Held<Fields> = { [Name in keyof Fields]: Fields[Name] extends Field<infer Value> ? Value : never };

/** A purchase in the journal, with its JSON parsed. Times in UTC ms of this machine's clock. */
export type Entry = Held<typeof STORED> & {
  /** The fields whose stored values cannot be read; absent where all can. */
  damaged?: readonly StoredField[];
};

/** What may change of a purchase besides its state: what was requested never does. */
export type Changes = Partial<Held<typeof ADDED>>;

/** Why there was no quote or no Call. The service's texts are data. */
export type Refusal = {
  code: string;
  words: string;
  retryAfterMs: number | null;
  requiredActions: { title: string; description: string }[];
};

/** A field that has a column. */
export type StoredField = keyof typeof STORED;
export const FIELDS = Object.keys(STORED) as StoredField[];

/** Each field's column: its name in SQL's spelling. */
export const COLUMNS = Object.fromEntries(
  FIELDS.map((field) => [field, field.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)]),
) as Readonly<Record<StoredField, string>>;

/** The columns that hold JSON. */
export const JSON_COLUMNS = FIELDS.filter((field) => STORED[field].kind === 'json').map(
  (field) => COLUMNS[field],
);

export type PurchaseRow = Record<string, string | number | null>;

/** The fields that totals need. */
const COUNTED_FIELDS = [
  'id',
  'toolId',
  'toolTitle',
  'state',
  'marketplace',
  'demo',
  'createdAt',
  'idempotencyKey',
  'submittedAt',
  'price',
  'ceiling',
  'charged',
  'chargeState',
  'chargeOddity',
] as const satisfies StoredField[];
export type CountedEntry = Pick<Entry, (typeof COUNTED_FIELDS)[number] | 'damaged'>;
export const COUNTED_COLUMNS = COUNTED_FIELDS.map((field) => COLUMNS[field]).join(', ');

export const fromRow = (row: PurchaseRow): Entry => read(row, FIELDS);
export const fromCountedRow = (row: PurchaseRow): CountedEntry => read(row, COUNTED_FIELDS);

function read(row: PurchaseRow, fields: readonly StoredField[]): Entry {
  const entry: Record<string, unknown> = {};
  const damaged = new Set<StoredField>();
  for (const field of fields) {
    const { kind, shape }: Field<unknown> = STORED[field];
    const value = row[COLUMNS[field]] ?? null;
    const stored = kind === 'json' ? parsed(String(value)) : value;
    const isRead = shape?.safeParse(stored).success ?? stored !== undefined;
    if (!isRead) damaged.add(field);
    entry[field] = kind === 'flag' ? value === 1 : isRead ? stored : null;
  }
  // Written together, with the order.
  if (entry.idempotencyKey !== null && entry.submittedAt === null) damaged.add('submittedAt');
  // Nothing is ordered without an amount that was approved.
  const isOrdered = entry.idempotencyKey !== null || entry.submittedAt !== null;
  if (isOrdered && entry.price === null && entry.ceiling === null) damaged.add('price').add('ceiling');
  if (damaged.size > 0) entry.damaged = [...damaged];
  return entry as unknown as Entry; // whoever asks for some fields takes these
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function toColumn(field: StoredField, value: unknown): unknown {
  const { kind } = STORED[field];
  if (value == null) return null;
  return kind === 'json' ? JSON.stringify(value) : kind === 'flag' ? Number(value) : value;
}

/** The fields of quote, Call and money before there is a quote. */
export const NOT_QUOTED_YET = {
  ...Object.fromEntries(Object.keys(ADDED).map((field) => [field, null])),
  attempts: 0,
  polls: 0,
} as Held<typeof ADDED>;
