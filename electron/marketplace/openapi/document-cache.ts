import type { Storage } from '../../storage/open.ts';

/** A service's OpenAPI document as received, cached for use offline. */
export type CachedDocument = {
  hash: string;
  fetchedAt: number;
  requestId: string | null;
  /** The deflated bytes. */
  packed: Uint8Array;
};

export type DocumentCache = {
  /** Whether the document came with a request id (§7.2); null without one. */
  hadRequestId(): boolean | null;
  read(): CachedDocument | null;
  /** Replaces the document. Throws the database error. */
  write(document: CachedDocument): void;
};

/** The document cache of one marketplace. */
export function documentCache({ db }: Storage, identity: string): DocumentCache {
  const select = db.prepare<[string], CachedDocument>(
    `SELECT hash, fetched_at AS fetchedAt, request_id AS requestId, packed
     FROM service_documents WHERE identity = ?`,
  );
  const selectRequestId = db
    .prepare<[string], string | null>('SELECT request_id FROM service_documents WHERE identity = ?')
    .pluck();
  const upsert = db.prepare(
    `INSERT OR REPLACE INTO service_documents (identity, hash, fetched_at, request_id, packed)
     VALUES (@identity, @hash, @fetchedAt, @requestId, @packed)`,
  );
  return {
    hadRequestId: () => {
      const requestId = selectRequestId.get(identity);
      return requestId === undefined ? null : requestId !== null;
    },
    read: () => select.get(identity) ?? null,
    write: (document) => void upsert.run({ ...document, identity }),
  };
}
