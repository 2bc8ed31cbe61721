import { createHash } from 'node:crypto';
import type { Storage } from '../../storage/open.ts';
import { list } from '../reading.ts';

/** A service's OpenAPI document as it came, kept so that Milepost works from it offline. */
export type KeptDocument = {
  hash: string;
  fetchedAt: number;
  requestId: string | null;
  body: string;
  /** What its last change was, in sentences, and when it was noticed. */
  changes: string[];
  changedAt: number | null;
};

export type KeptDocuments = {
  read(): KeptDocument | null;
  write(document: KeptDocument): void;
};

type Row = {
  hash: string;
  fetched_at: number;
  request_id: string | null;
  body: string;
  changes: string;
  changed_at: number | null;
};

/** The document kept for one marketplace. */
export function keptDocuments(storage: Storage, identity: string): KeptDocuments {
  const select = storage.db.prepare<[string], Row>('SELECT * FROM service_documents WHERE identity = ?');
  const upsert = storage.db.prepare(
    `INSERT INTO service_documents (identity, hash, fetched_at, request_id, body, changes, changed_at)
     VALUES (@identity, @hash, @fetchedAt, @requestId, @body, @changes, @changedAt)
     ON CONFLICT (identity) DO UPDATE SET hash = excluded.hash, fetched_at = excluded.fetched_at,
       request_id = excluded.request_id, body = excluded.body, changes = excluded.changes, changed_at = excluded.changed_at`,
  );
  return {
    read: () => {
      const row = select.get(identity);
      if (row === undefined) return null;
      return {
        hash: row.hash,
        fetchedAt: row.fetched_at,
        requestId: row.request_id,
        body: row.body,
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
