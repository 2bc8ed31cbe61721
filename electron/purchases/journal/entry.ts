import { z } from 'zod';
import { type Amount, amountSchema } from '#shared/money.ts';
import { type Authorisation, authorisationSchema } from '#shared/purchase/authorisation.ts';
import { type ChargeOddity, chargeOdditySchema } from '#shared/purchase/charge.ts';
import { PURCHASE_STATES, type PurchaseState } from '#shared/purchase/state.ts';
import type { Interpretation } from '#shared/record-kinds/record-kinds.ts';

/** A purchase in the journal, with its JSON parsed. Times in UTC ms of this machine's clock. */
export type Entry = StoredEntry & {
  /** The fields whose stored values cannot be read; absent where all can. */
  damaged?: readonly StoredField[];
};

type StoredEntry = {
  id: string;
  state: PurchaseState;
  marketplace: string;
  demo: boolean;
  account: string | null;
  keyMark: string;
  toolRef: string;
  /** The capability's id if the Tool has one, else its reference, which changes with the price. */
  toolId: string;
  toolTitle: string;
  providerName: string | null;
  title: string;
  input: Record<string, unknown>;
  requestDigest: string;
  continuesRun: number | null;
  /** How the output becomes records, as known at the quote request; null for Tools without records. */
  interpretation: Interpretation | null;
  quoteRef: string | null;
  toolVersion: string | null;
  price: Amount | null;
  ceiling: Amount | null;
  /** What the listing and the quote authorise; null before the quote. */
  authorisation: Authorisation | null;
  /** The previous quote for the same request. */
  priceBefore: Amount | null;
  /** The standing approval under which it was approved. */
  batchId: string | null;
  grantId: string | null;
  expiresAt: number | null;
  normalizedInput: unknown;
  inputDigest: string | null;
  idempotencyKey: string | null;
  submittedAt: number | null;
  attempts: number;
  callRef: string | null;
  callVersion: string | null;
  chargeState: string | null;
  charged: Amount | null;
  /** An implausible statement about the charge; null if everything was understood. */
  chargeOddity: ChargeOddity | null;
  /** The mark of an unapproved charge that the user has seen. */
  chargeSeen: string | null;
  receipt: unknown;
  refusal: Refusal | null;
  nextPollAt: number | null;
  polls: number;
  /** The end of the wait that the service stated, in UTC ms (§7.1). */
  waitUntil: number | null;
  runId: number | null;
  requestId: string | null;
  createdAt: number;
  updatedAt: number;
};

/** Why there was no quote or no Call. The service's texts are data. */
export type Refusal = {
  code: string;
  words: string;
  retryAfterMs: number | null;
  requiredActions: { title: string; description: string }[];
};

/** A field that has a column. */
export type StoredField = keyof StoredEntry;

/** Each field's column, and how it is stored. */
export const COLUMNS: Record<StoredField, { column: string; kind: 'plain' | 'json' | 'flag' }> = {
  id: { column: 'id', kind: 'plain' },
  state: { column: 'state', kind: 'plain' },
  marketplace: { column: 'marketplace', kind: 'plain' },
  demo: { column: 'demo', kind: 'flag' },
  account: { column: 'account', kind: 'plain' },
  keyMark: { column: 'key_mark', kind: 'plain' },
  toolRef: { column: 'tool_ref', kind: 'plain' },
  toolId: { column: 'tool_id', kind: 'plain' },
  toolTitle: { column: 'tool_title', kind: 'plain' },
  providerName: { column: 'provider_name', kind: 'plain' },
  title: { column: 'title', kind: 'plain' },
  input: { column: 'input', kind: 'json' },
  requestDigest: { column: 'request_digest', kind: 'plain' },
  continuesRun: { column: 'continues_run', kind: 'plain' },
  interpretation: { column: 'interpretation', kind: 'plain' },
  quoteRef: { column: 'quote_ref', kind: 'plain' },
  toolVersion: { column: 'tool_version', kind: 'plain' },
  price: { column: 'price', kind: 'json' },
  ceiling: { column: 'ceiling', kind: 'json' },
  priceBefore: { column: 'price_before', kind: 'json' },
  batchId: { column: 'batch_id', kind: 'plain' },
  grantId: { column: 'grant_id', kind: 'plain' },
  expiresAt: { column: 'expires_at', kind: 'plain' },
  normalizedInput: { column: 'normalized_input', kind: 'json' },
  inputDigest: { column: 'input_digest', kind: 'plain' },
  idempotencyKey: { column: 'idempotency_key', kind: 'plain' },
  submittedAt: { column: 'submitted_at', kind: 'plain' },
  attempts: { column: 'attempts', kind: 'plain' },
  callRef: { column: 'call_ref', kind: 'plain' },
  callVersion: { column: 'call_version', kind: 'plain' },
  chargeState: { column: 'charge_state', kind: 'plain' },
  charged: { column: 'charged', kind: 'json' },
  chargeOddity: { column: 'charge_oddity', kind: 'json' },
  chargeSeen: { column: 'charge_seen', kind: 'plain' },
  authorisation: { column: 'authorisation', kind: 'json' },
  receipt: { column: 'receipt', kind: 'json' },
  refusal: { column: 'refusal', kind: 'json' },
  nextPollAt: { column: 'next_poll_at', kind: 'plain' },
  polls: { column: 'polls', kind: 'plain' },
  waitUntil: { column: 'wait_until', kind: 'plain' },
  runId: { column: 'run_id', kind: 'plain' },
  requestId: { column: 'request_id', kind: 'plain' },
  createdAt: { column: 'created_at', kind: 'plain' },
  updatedAt: { column: 'updated_at', kind: 'plain' },
};
export const FIELDS = Object.keys(COLUMNS) as StoredField[];

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
export const COUNTED_COLUMNS = COUNTED_FIELDS.map((field) => COLUMNS[field].column).join(', ');

const amount = amountSchema.nullable();
/** What a stored value has to be, where SQLite does not see to it; other JSON may be any. */
const SHAPES: Partial<Record<StoredField, z.ZodType>> = {
  state: z.enum(PURCHASE_STATES as readonly [PurchaseState, ...PurchaseState[]]),
  demo: z.union([z.literal(0), z.literal(1)]),
  submittedAt: z.number().positive().nullable(),
  createdAt: z.number().positive(),
  input: z.record(z.string(), z.unknown()),
  price: amount,
  ceiling: amount,
  priceBefore: amount,
  charged: amount,
  chargeOddity: chargeOdditySchema.nullable(),
  authorisation: authorisationSchema.nullable(),
  refusal: z
    .looseObject({ code: z.string(), words: z.string(), requiredActions: z.array(z.looseObject({})) })
    .nullable(),
};

export const fromRow = (row: PurchaseRow): Entry => read(row, FIELDS);
export const fromCountedRow = (row: PurchaseRow): CountedEntry => read(row, COUNTED_FIELDS);

function read(row: PurchaseRow, fields: readonly StoredField[]): Entry {
  const entry: Record<string, unknown> = {};
  const damaged = new Set<StoredField>();
  for (const field of fields) {
    const { column, kind } = COLUMNS[field];
    const value = row[column] ?? null;
    const stored = kind === 'json' ? parsed(String(value)) : value;
    const isRead = SHAPES[field]?.safeParse(stored).success ?? stored !== undefined;
    if (!isRead) damaged.add(field);
    entry[field] = kind === 'flag' ? value === 1 : isRead ? stored : null;
  }
  // Written together, with the order.
  if (entry.idempotencyKey !== null && entry.submittedAt === null) damaged.add('submittedAt');
  // Nothing is ordered without an amount that was approved.
  const isOrdered = entry.idempotencyKey !== null || entry.submittedAt !== null;
  if (isOrdered && entry.price === null && entry.ceiling === null) damaged.add('price').add('ceiling');
  if (damaged.size > 0) entry.damaged = [...damaged];
  return entry as unknown as Entry; // every field of Entry stands in COLUMNS, which its type checks; whoever asks for some takes these
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function toColumn(field: StoredField, value: unknown): unknown {
  const { kind } = COLUMNS[field];
  if (value == null) return null;
  return kind === 'json' ? JSON.stringify(value) : kind === 'flag' ? Number(value) : value;
}

/** The fields of quote, Call and money before there is a quote. */
export const NOT_QUOTED_YET = {
  quoteRef: null,
  toolVersion: null,
  price: null,
  ceiling: null,
  priceBefore: null,
  batchId: null,
  grantId: null,
  expiresAt: null,
  normalizedInput: null,
  inputDigest: null,
  idempotencyKey: null,
  submittedAt: null,
  attempts: 0,
  callRef: null,
  callVersion: null,
  chargeState: null,
  charged: null,
  chargeOddity: null,
  chargeSeen: null,
  authorisation: null,
  receipt: null,
  refusal: null,
  nextPollAt: null,
  polls: 0,
  waitUntil: null,
  runId: null,
  requestId: null,
} as const satisfies Partial<Entry>;
