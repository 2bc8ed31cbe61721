import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  deflateRawSync,
  inflateRawSync,
} from 'node:zlib';
import { readCallResult } from '../marketplace/answers/call-result.ts';
import { readCallStatus } from '../marketplace/answers/call-status.ts';
import { parseJson } from '../marketplace/http/json-body.ts';
import type { Storage } from '../storage/open.ts';

/** Which answer brought an output: the Call's own, or a later read of its status. */
export type Via = 'call' | 'status';

export type StoredOutput = { via: Via; bytes: Uint8Array; receivedAt: number; interpreted: boolean };

export type Outputs = ReturnType<typeof openOutputs>;

/**
 * More than a page of a thousand records weighs (some 310 kB). What is larger is packed in the fastest way: the main
 * process waits for it.
 */
const USUAL_PAGE = 1024 * 1024;
/** About ten times smaller for pages of records, in three milliseconds; lossless, so that the bytes are as they came. */
const packed = (bytes: Uint8Array): Buffer =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: bytes.length > USUAL_PAGE ? 1 : 7,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });
/** Answers that were not understood are few: a large one is stored as it is. */
const deflated = (bytes: Uint8Array): Buffer =>
  deflateRawSync(bytes, { level: bytes.length > USUAL_PAGE ? 0 : 6 });
/** More than any answer that is taken in: one that came in a file and unpacks without end costs no more memory than that. */
const LARGEST_STORED = 64 * 1024 * 1024;

/** What is stored was packed in one of two ways: earlier versions knew the first alone. */
const unpacked = (encoding: string, bytes: Buffer, maxOutputLength: number): Buffer =>
  encoding === 'br'
    ? brotliDecompressSync(bytes, { maxOutputLength })
    : inflateRawSync(bytes, { maxOutputLength });

/** What was paid for, byte for byte as it came. Records are derived from it and can be rebuilt. */
export function openOutputs(storage: Storage) {
  const { db } = storage;
  const insert = db.prepare(
    `INSERT INTO outputs (purchase_id, via, encoding, bytes, received_at) VALUES (?, ?, 'br', ?, ?)
     ON CONFLICT (purchase_id) DO NOTHING`,
  );
  const select = db.prepare<
    [string],
    { via: Via; encoding: string; bytes: Buffer; received_at: number; interpreted: number }
  >('SELECT via, encoding, bytes, received_at, interpreted FROM outputs WHERE purchase_id = ?');

  const selectReceivedAt = db
    .prepare<[string], number>('SELECT received_at FROM outputs WHERE purchase_id = ?')
    .pluck();

  const selectToInterpret = db
    .prepare<[], string>('SELECT purchase_id FROM outputs WHERE interpreted = 0 ORDER BY received_at')
    .pluck();
  // The newest answer that was not understood; a completed Call's own output stands beside it and wins.
  const insertCandidate = db.prepare(
    `INSERT INTO output_candidates (purchase_id, via, bytes, received_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (purchase_id) DO UPDATE SET via = excluded.via, bytes = excluded.bytes, received_at = excluded.received_at`,
  );
  const selectCandidate = db.prepare<[string], { bytes: Buffer; received_at: number }>(
    'SELECT bytes, received_at FROM output_candidates WHERE purchase_id = ?',
  );
  const setInterpreted = db.prepare('UPDATE outputs SET interpreted = 1 WHERE purchase_id = ?');

  function bytesOf(purchaseId: string, largest = LARGEST_STORED): StoredOutput | null {
    const row = select.get(purchaseId);
    if (row === undefined) return null;
    return {
      via: row.via,
      bytes: unpacked(row.encoding, row.bytes, largest),
      receivedAt: row.received_at,
      interpreted: row.interpreted === 1,
    };
  }

  return {
    /** Stores the whole answer; called inside the transaction that marks the purchase complete. */
    store(purchaseId: string, via: Via, bytes: Uint8Array, receivedAt: number): void {
      insert.run(purchaseId, via, packed(bytes), receivedAt);
    },

    bytesOf,

    /** Stores the bytes of an answer to a Call that was not understood: what was paid for may be in them. */
    storeCandidate(purchaseId: string, via: Via, bytes: Uint8Array, receivedAt: number): void {
      insertCandidate.run(purchaseId, via, deflated(bytes), receivedAt);
    },

    /** What an answer that was not understood holds: its JSON, or its text where it is none; null where there is no such answer. */
    candidateOf(purchaseId: string): { value: unknown; receivedAt: number } | null {
      const row = selectCandidate.get(purchaseId);
      if (row === undefined) return null;
      const bytes = inflateRawSync(row.bytes, { maxOutputLength: LARGEST_STORED });
      const parsed = parseJson(bytes);
      return { value: parsed.ok ? parsed.value : bytes.toString('utf8'), receivedAt: row.received_at };
    },

    /** When the output came, in UTC ms; null where there is none. */
    receivedAtOf: (purchaseId: string): number | null => selectReceivedAt.get(purchaseId) ?? null,

    /**
     * The output as the Tool gave it, read again from the stored answer; null where there is none.
     * @param largest the most bytes of an answer; one of more is not unpacked, and throws a RangeError
     */
    outputOf(purchaseId: string, largest?: number): unknown {
      const stored = bytesOf(purchaseId, largest);
      if (stored === null) return null;
      const body: unknown = JSON.parse(Buffer.from(stored.bytes).toString('utf8'));
      const status = stored.via === 'status' ? readCallStatus(body) : null;
      const result = status === null ? readCallResult(body) : status.kind === 'found' ? status.result : null;
      return result?.kind === 'completed' ? result.output : null;
    },

    /** Purchases whose output was stored but whose records were not yet derived: what a crash may leave. */
    toInterpret: (): string[] => selectToInterpret.all(),

    markInterpreted(purchaseId: string): void {
      setInterpreted.run(purchaseId);
    },
  };
}
