import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  brotliDecompressSync,
  constants,
} from 'node:zlib';
import { fail } from '#shared/contract/failure.ts';
import { type JsonMember, membersAt, pathTo, valueAtPath } from '#shared/json-source.ts';
import { fold } from '../marketplace/answers/fold.ts';
import type { Answer } from '../marketplace/http/answer.ts';
import { parseJson } from '../marketplace/http/json-body.ts';
import type { Path } from '../marketplace/service/answer-map.ts';
import { valueAt } from '../marketplace/service/read-answer.ts';
import type { Storage } from '../storage/open.ts';

/** The answer that contained an output: that of the Call, or a later read of its status. */
export type Via = 'call' | 'status';

export type Outputs = ReturnType<typeof openOutputs>;

/** More than a page of a thousand records (310 kB). A larger answer is packed and stored in turns. */
const USUAL_PAGE = 1024 * 1024;
/** What is stored of a large answer in one turn, as the disk takes it at once. */
const PIECE = 2 * 1024 * 1024;
/** Lossless; shrinks pages of records about tenfold in three milliseconds. */
const packing = (quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
});
const packedInTurns = promisify(brotliCompress);
const unpackedInTurns = promisify(brotliDecompress);
/** More than any accepted answer; bounds the memory of a decompression bomb in a received file. */
const LARGEST_STORED = 64 * 1024 * 1024;

/** An answer as it is stored: packed bytes, or the name of their pieces. */
type Packed = { pieces: string | null; bytes: Buffer };
const NOTHING = new Uint8Array(0);

/** The answer that an output was read from, and where its lists stand in it, for as long as somebody holds the output. */
const answers = new WeakMap<
  object,
  { bytes: Uint8Array; root: unknown; text?: string; lists: Map<object, JsonMember[]> }
>();

/**
 * The text of an item of a list in an output from `outputOf`, as it came; null where it cannot be told. The answer is
 * searched once, however many items are asked for.
 */
export function textAsItCame(output: unknown, list: unknown, place: number): string | null {
  const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null;
  const answer = isTree(output) ? answers.get(output) : undefined;
  if (answer === undefined || !isTree(list)) return null;
  answer.text ??= new TextDecoder().decode(answer.bytes);
  let items = answer.lists.get(list);
  if (items === undefined) {
    const path = pathTo(answer.root, list);
    const found = path === null ? null : valueAtPath(answer.text, path);
    items = (found === null ? null : membersAt(answer.text, found.start)) ?? [];
    answer.lists.set(list, items);
  }
  const item = items[place];
  return item === undefined ? null : answer.text.slice(item.start, item.end);
}

/** Stores paid outputs exactly as received. Records are derived from them and can be rebuilt. */
export function openOutputs(storage: Storage) {
  const { db } = storage;
  const insert = db.prepare(
    `INSERT INTO outputs (purchase_id, via, received_at, output_at, pieces, bytes) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (purchase_id) DO NOTHING`,
  );
  type Row = { via: Via; received_at: number; interpreted: number; output_at: string } & Packed;
  const select = db.prepare<[string], Row>(
    'SELECT via, received_at, interpreted, output_at, pieces, bytes FROM outputs WHERE purchase_id = ?',
  );
  const insertPiece = db.prepare('INSERT INTO output_pieces (answer, position, bytes) VALUES (?, ?, ?)');
  const selectPieces = db
    .prepare<[string], Buffer>('SELECT bytes FROM output_pieces WHERE answer = ? ORDER BY position')
    .pluck();
  const countPieces = db
    .prepare<[string], number>('SELECT count(*) FROM output_pieces WHERE answer = ?')
    .pluck();
  const deleteUnused = db.prepare(
    `DELETE FROM output_pieces WHERE answer NOT IN (SELECT pieces FROM outputs WHERE pieces IS NOT NULL
       UNION ALL SELECT pieces FROM output_candidates WHERE pieces IS NOT NULL UNION ALL SELECT value FROM json_each(?))`,
  );
  /** Large answers that are being settled, and the names of their pieces. */
  const ahead = new Map<Uint8Array, { answer: string; count: number }>();

  const selectReceivedAt = db
    .prepare<[string], number>('SELECT received_at FROM outputs WHERE purchase_id = ?')
    .pluck();

  const selectToInterpret = db
    .prepare<[], string>('SELECT purchase_id FROM outputs WHERE interpreted = 0 ORDER BY received_at')
    .pluck();
  // The latest unreadable answer; a completed Call's output takes precedence.
  const insertCandidate = db.prepare(
    `INSERT INTO output_candidates (purchase_id, received_at, pieces, bytes) VALUES (?, ?, ?, ?)
     ON CONFLICT (purchase_id) DO UPDATE SET received_at = excluded.received_at, pieces = excluded.pieces,
       bytes = excluded.bytes`,
  );
  const selectCandidate = db.prepare<[string], Packed>(
    'SELECT pieces, bytes FROM output_candidates WHERE purchase_id = ?',
  );
  const setInterpreted = db.prepare('UPDATE outputs SET interpreted = 1 WHERE purchase_id = ?');

  /** As it is stored: the name of its pieces where they are all there, else its bytes. */
  function packed(bytes: Uint8Array): [pieces: string | null, bytes: Uint8Array] {
    const known = ahead.get(bytes);
    if (known !== undefined && countPieces.get(known.answer) === known.count) return [known.answer, NOTHING];
    return [null, brotliCompressSync(bytes, packing(bytes.length > USUAL_PAGE ? 1 : 7))];
  }

  const packedOf = ({ pieces, bytes }: Packed): Buffer =>
    pieces === null ? bytes : Buffer.concat(selectPieces.all(pieces));

  /** A backup may have brought anything. */
  const damaged = (error: unknown): never => {
    if (error instanceof RangeError) throw error;
    return fail('output_unreadable', 'The stored answer of this purchase is damaged, and cannot be read.');
  };

  function unpacked(row: Packed, maxOutputLength: number): Buffer {
    try {
      return brotliDecompressSync(packedOf(row), { maxOutputLength });
    } catch (error) {
      return damaged(error);
    }
  }

  /** The answer with an output, and where in it the Tool's output is. */
  function bytesOf(
    purchaseId: string,
    largest = LARGEST_STORED,
  ): { bytes: Uint8Array; outputAt: Path } | null {
    const row = select.get(purchaseId);
    return row === undefined ? null : { bytes: unpacked(row, largest), outputAt: JSON.parse(row.output_at) };
  }

  return {
    /**
     * Stores a large answer in turns, so that it holds nothing up, and settles what it answers; `store` and `storeCandidate`
     * then only name its pieces. If neither of them took it, nothing of it stays. Does not settle once the file is closed.
     */
    async whileStored(bytes: Uint8Array | undefined, settle: () => void): Promise<void> {
      if (bytes === undefined || bytes.byteLength <= USUAL_PAGE) return settle();
      const all = await packedInTurns(bytes, packing(1));
      const stored = { answer: randomUUID(), count: 0 };
      ahead.set(bytes, stored);
      try {
        for (let at = 0; at < all.length && db.open; at += PIECE) {
          insertPiece.run(stored.answer, stored.count, all.subarray(at, at + PIECE));
          stored.count += 1;
          await nextTurn();
        }
        if (db.open) settle();
      } finally {
        ahead.delete(bytes);
        if (db.open) deleteUnused.run(JSON.stringify([...ahead.values()].map(({ answer }) => answer)));
      }
    },

    /** Stores the answer, and where its output is; must be called in the transaction that completes the purchase. */
    store(
      purchaseId: string,
      via: Via,
      { bytes, receivedAt }: Pick<Answer, 'bytes' | 'receivedAt'>,
      outputAt: Path,
    ): void {
      insert.run(purchaseId, via, receivedAt, JSON.stringify(outputAt), ...packed(bytes));
    },

    bytesOf,

    /** What is stored of an answer with an output, and its SHA-256; in turns, however large it is. Null if there is none. */
    async evidenceOf(purchaseId: string) {
      const row = select.get(purchaseId);
      if (row === undefined) return null;
      const bytes = await unpackedInTurns(packedOf(row), { maxOutputLength: LARGEST_STORED }).catch(damaged);
      return {
        via: row.via,
        bytes: bytes.byteLength,
        sha256: Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex'),
        receivedAt: row.received_at,
        interpreted: row.interpreted === 1,
      };
    },

    /** Stores an unreadable answer to a Call, which may contain the paid output. */
    storeCandidate(purchaseId: string, bytes: Uint8Array, receivedAt: number): void {
      insertCandidate.run(purchaseId, receivedAt, ...packed(bytes));
    },

    /** The output's text as it came, or that of an answer that was not understood; null if there is neither. */
    textOf(purchaseId: string): string | null {
      const stored = bytesOf(purchaseId);
      if (stored === null) {
        const row = selectCandidate.get(purchaseId);
        return row === undefined ? null : unpacked(row, LARGEST_STORED).toString('utf8');
      }
      const text = new TextDecoder().decode(stored.bytes);
      const found = valueAtPath(text, stored.outputAt, (name, step) => fold(`${name}`) === fold(`${step}`));
      return found === null ? 'null' : text.slice(found.start, found.end);
    },

    /** When the output was received, in UTC ms; null if there is none. */
    receivedAtOf: (purchaseId: string): number | null => selectReceivedAt.get(purchaseId) ?? null,

    /**
     * The Tool's output, read from the stored answer; null if there is none.
     * @param largest most decompressed bytes and values; throws a RangeError or `output_unreadable` beyond
     */
    outputOf(purchaseId: string, largest?: { bytes: number; values: number }): unknown {
      const stored = bytesOf(purchaseId, largest?.bytes);
      if (stored === null) return null;
      // By the decoder that read it when it was received: what could be read then can be read now.
      const parsed = parseJson(stored.bytes, largest?.values);
      if (!parsed.ok)
        fail('output_unreadable', `The stored answer of this purchase cannot be read: ${parsed.why}.`, {
          purchaseId,
        });
      const output = valueAt(parsed.value, stored.outputAt, true) ?? null;
      if (typeof output === 'object' && output !== null)
        answers.set(output, { bytes: stored.bytes, root: parsed.value, lists: new Map() });
      return output;
    },

    /** Purchases whose output is stored but whose records are not derived, as after a crash. */
    toInterpret: (): string[] => selectToInterpret.all(),

    markInterpreted(purchaseId: string): void {
      setInterpreted.run(purchaseId);
    },
  };
}
