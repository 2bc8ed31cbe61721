import { createHash } from 'node:crypto';
import type { Storage } from '../../storage/open.ts';
import { list } from '../answers/reading.ts';

/** A service's OpenAPI document as it came, cached so that Milepost works from it offline. */
export type CachedDocument = {
  hash: string;
  fetchedAt: number;
  requestId: string | null;
  /** Its bytes, deflated: a large document is written in milliseconds. */
  packed: Uint8Array;
  /** What its last change was, in sentences, and when it was noticed. */
  changes: string[];
  changedAt: number | null;
};

export type DocumentCache = {
  read(): CachedDocument | null;
  write(document: CachedDocument): void;
};

type Row = {
  hash: string;
  fetched_at: number;
  request_id: string | null;
  packed: Buffer | null;
  changes: string;
  changed_at: number | null;
};

/** The document cached for one marketplace. */
export function documentCache(storage: Storage, identity: string): DocumentCache {
  // One stored by a version before lies there as text; it is read again from the service.
  const select = storage.db.prepare<[string], Row>(
    'SELECT hash, fetched_at, request_id, packed, changes, changed_at FROM service_documents WHERE identity = ?',
  );
  const upsert = storage.db.prepare(
    `INSERT INTO service_documents (identity, hash, fetched_at, request_id, body, packed, changes, changed_at)
     VALUES (@identity, @hash, @fetchedAt, @requestId, '', @packed, @changes, @changedAt)
     ON CONFLICT (identity) DO UPDATE SET hash = excluded.hash, fetched_at = excluded.fetched_at,
       request_id = excluded.request_id, body = '', packed = excluded.packed, changes = excluded.changes,
       changed_at = excluded.changed_at`,
  );
  return {
    read: () => {
      const row = select.get(identity);
      if (row === undefined || row.packed === null) return null;
      return {
        hash: row.hash,
        fetchedAt: row.fetched_at,
        requestId: row.request_id,
        packed: row.packed,
        changes: list(JSON.parse(row.changes)).map(String),
        changedAt: row.changed_at,
      };
    },
    write: (document) => {
      upsert.run({ ...document, identity, changes: JSON.stringify(document.changes) });
    },
  };
}

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
