import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { jsonOfColumn } from '../../storage/json-of-column.ts';
import type { Storage } from '../../storage/open.ts';
import { list } from '../answers/reading.ts';

/** A service's OpenAPI document as received, cached for use offline. */
export type CachedDocument = {
  hash: string;
  fetchedAt: number;
  requestId: string | null;
  /** The deflated bytes. */
  packed: Uint8Array;
  /** The last change, in sentences, and when it was noticed. */
  changes: string[];
  changedAt: number | null;
};

export type DocumentCache = {
  /** Whether the document came with a request id (§7.2); null without one. */
  hadRequestId(): boolean | null;
  read(): CachedDocument | null;
  /** Replaces the document as its last step; until then the previous one remains. Rejects with the database error. */
  write(document: CachedDocument): Promise<void>;
};

/** Writing a part of this size blocks the process for a few milliseconds. */
const PART_BYTES = 512 * 1024;

type Row = {
  hash: string;
  fetched_at: number;
  request_id: string | null;
  parts: number;
  changes: string;
  changed_at: number | null;
};

/** The document cache of one marketplace. */
export function documentCache({ db }: Storage, identity: string): DocumentCache {
  const select = db.prepare<[string], Row>(
    'SELECT hash, fetched_at, request_id, parts, changes, changed_at FROM service_documents WHERE identity = ?',
  );
  const upsert = db.prepare(
    `INSERT INTO service_documents (identity, hash, fetched_at, request_id, parts, changes, changed_at)
     VALUES (@identity, @hash, @fetchedAt, @requestId, @parts, @changes, @changedAt)
     ON CONFLICT (identity) DO UPDATE SET hash = excluded.hash, fetched_at = excluded.fetched_at,
       request_id = excluded.request_id, parts = excluded.parts, changes = excluded.changes,
       changed_at = excluded.changed_at`,
  );
  const selectParts = db
    .prepare<[string, string, number], Buffer>(
      'SELECT bytes FROM service_document_parts WHERE identity = ? AND hash = ? AND part < ? ORDER BY part',
    )
    .pluck();
  const countParts = db
    .prepare<[string, string, number], number>(
      'SELECT count(*) FROM service_document_parts WHERE identity = ? AND hash = ? AND part < ?',
    )
    .pluck();
  const insertPart = db.prepare(
    'INSERT OR REPLACE INTO service_document_parts (identity, hash, part, bytes) VALUES (?, ?, ?, ?)',
  );
  const deleteOther = db.prepare(
    `DELETE FROM service_document_parts WHERE rowid =
       (SELECT rowid FROM service_document_parts WHERE identity = ? AND hash <> ? LIMIT 1)`,
  );

  return {
    hadRequestId: () => {
      const row = select.get(identity);
      return row === undefined ? null : row.request_id !== null;
    },
    read: () => {
      const row = select.get(identity);
      if (row === undefined) return null;
      const parts = selectParts.all(identity, row.hash, row.parts);
      // Another program on the data file may have deleted some.
      if (parts.length !== row.parts) return null;
      return {
        hash: row.hash,
        fetchedAt: row.fetched_at,
        requestId: row.request_id,
        packed: Buffer.concat(parts),
        changes: list(jsonOfColumn(row.changes)).map(String),
        changedAt: row.changed_at,
      };
    },
    write: async ({ packed, ...document }) => {
      const { hash } = document;
      const parts = Math.ceil(packed.byteLength / PART_BYTES);
      const before = select.get(identity);
      const isStored =
        before?.hash === hash && before.parts === parts && countParts.get(identity, hash, parts) === parts;
      if (!isStored)
        for (let part = 0; part < parts; part++) {
          await nextTurn();
          insertPart.run(identity, hash, part, packed.subarray(part * PART_BYTES, (part + 1) * PART_BYTES));
        }
      await nextTurn();
      upsert.run({ ...document, identity, parts, changes: JSON.stringify(document.changes) });
      do await nextTurn();
      while (deleteOther.run(identity, hash).changes > 0);
    },
  };
}

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
