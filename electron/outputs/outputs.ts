import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  deflateRawSync,
  inflateRawSync,
} from 'node:zlib';
import { fail } from '#shared/contract/failure.ts';
import type { Answer } from '../marketplace/http/answer.ts';
import { parseJson } from '../marketplace/http/json-body.ts';
import type { Path } from '../marketplace/service/answer-map.ts';
import { valueAt } from '../marketplace/service/read-answer.ts';
import type { Storage } from '../storage/open.ts';
import { pathTo, sourceAt } from './json-source.ts';

/** The answer that contained an output: that of the Call, or a later read of its status. */
export type Via = 'call' | 'status';

export type StoredOutput = {
  via: Via;
  bytes: Uint8Array;
  receivedAt: number;
  interpreted: boolean;
  /** Where the Tool's output is in the answer. */
  outputAt: Path;
};

export type Outputs = ReturnType<typeof openOutputs>;

/** More than a page of a thousand records (310 kB). Larger outputs are compressed at the fastest level, as this blocks. */
const USUAL_PAGE = 1024 * 1024;
/** Lossless; shrinks pages of records about tenfold in three milliseconds. */
const packed = (bytes: Uint8Array): Buffer =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: bytes.length > USUAL_PAGE ? 1 : 7,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });
/** Unreadable answers are rare, so a large one is stored uncompressed. */
const deflated = (bytes: Uint8Array): Buffer =>
  deflateRawSync(bytes, { level: bytes.length > USUAL_PAGE ? 0 : 6 });
/** More than any accepted answer; bounds the memory of a decompression bomb in a received file. */
const LARGEST_STORED = 64 * 1024 * 1024;

/** Decompresses either encoding; earlier versions wrote only the first. */
const unpacked = (encoding: string, bytes: Buffer, maxOutputLength: number): Buffer =>
  encoding === 'br'
    ? brotliDecompressSync(bytes, { maxOutputLength })
    : inflateRawSync(bytes, { maxOutputLength });

/** The answer that an output was read from, for as long as somebody holds the output. */
const answers = new WeakMap<object, { bytes: Uint8Array; root: unknown }>();

/**
 * The text of a part of an output from `outputOf`, as it came; null where it cannot be told.
 * @param within a list or an object of the output, or itself
 * @param place of an item of that list
 */
export function textAsItCame(output: unknown, within: unknown, place?: number): string | null {
  const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null;
  const answer = isTree(output) ? answers.get(output) : undefined;
  const path = answer === undefined || !isTree(within) ? null : pathTo(answer.root, within);
  if (answer === undefined || path === null) return null;
  return sourceAt(new TextDecoder().decode(answer.bytes), place === undefined ? path : [...path, place]);
}

/** Stores paid outputs exactly as received. Records are derived from them and can be rebuilt. */
export function openOutputs(storage: Storage) {
  const { db } = storage;
  const insert = db.prepare(
    `INSERT INTO outputs (purchase_id, via, encoding, bytes, received_at, output_at) VALUES (?, ?, 'br', ?, ?, ?)
     ON CONFLICT (purchase_id) DO NOTHING`,
  );
  const select = db.prepare<
    [string],
    { via: Via; encoding: string; bytes: Buffer; received_at: number; interpreted: number; output_at: string }
  >('SELECT via, encoding, bytes, received_at, interpreted, output_at FROM outputs WHERE purchase_id = ?');

  const selectReceivedAt = db
    .prepare<[string], number>('SELECT received_at FROM outputs WHERE purchase_id = ?')
    .pluck();

  const selectToInterpret = db
    .prepare<[], string>('SELECT purchase_id FROM outputs WHERE interpreted = 0 ORDER BY received_at')
    .pluck();
  // The latest unreadable answer; a completed Call's output takes precedence.
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
      outputAt: JSON.parse(row.output_at),
    };
  }

  return {
    /** Stores the answer, and where its output is; must be called in the transaction that completes the purchase. */
    store(
      purchaseId: string,
      via: Via,
      { bytes, receivedAt }: Pick<Answer, 'bytes' | 'receivedAt'>,
      outputAt: Path,
    ): void {
      insert.run(purchaseId, via, packed(bytes), receivedAt, JSON.stringify(outputAt));
    },

    bytesOf,

    /** Stores an unreadable answer to a Call, which may contain the paid output. */
    storeCandidate(purchaseId: string, via: Via, bytes: Uint8Array, receivedAt: number): void {
      insertCandidate.run(purchaseId, via, deflated(bytes), receivedAt);
    },

    /** An unreadable answer as JSON, or as text if it is not JSON; null if there is none. */
    candidateOf(purchaseId: string): { value: unknown; text: string; receivedAt: number } | null {
      const row = selectCandidate.get(purchaseId);
      if (row === undefined) return null;
      const bytes = inflateRawSync(row.bytes, { maxOutputLength: LARGEST_STORED });
      const parsed = parseJson(bytes);
      const text = bytes.toString('utf8');
      return { value: parsed.ok ? parsed.value : text, text, receivedAt: row.received_at };
    },

    /** When the output was received, in UTC ms; null if there is none. */
    receivedAtOf: (purchaseId: string): number | null => selectReceivedAt.get(purchaseId) ?? null,

    /**
     * The Tool's output, read from the stored answer; null if there is none.
     * @param largest most decompressed bytes; throws a RangeError beyond
     */
    outputOf(purchaseId: string, largest?: number): unknown {
      const stored = bytesOf(purchaseId, largest);
      if (stored === null) return null;
      // By the decoder that read it when it was received: what could be read then can be read now.
      const parsed = parseJson(stored.bytes);
      if (!parsed.ok)
        fail('output_unreadable', `The stored answer of this purchase cannot be read: ${parsed.why}.`, {
          purchaseId,
        });
      const output = valueAt(parsed.value, stored.outputAt, true) ?? null;
      if (typeof output === 'object' && output !== null)
        answers.set(output, { bytes: stored.bytes, root: parsed.value });
      return output;
    },

    /** Purchases whose output is stored but whose records are not derived, as after a crash. */
    toInterpret: (): string[] => selectToInterpret.all(),

    markInterpreted(purchaseId: string): void {
      setInterpreted.run(purchaseId);
    },
  };
}
