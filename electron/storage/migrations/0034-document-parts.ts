/**
 * A service's document is stored in parts, so that no statement writes many megabytes. One that lies as text, of a
 * version long before, is read again from the service.
 */
export const documentParts = {
  version: 34,
  name: 'parts of documents',
  sql: `
    CREATE TABLE service_document_parts (
      identity TEXT NOT NULL,
      hash TEXT NOT NULL,
      part INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (identity, hash, part)
    ) STRICT;

    INSERT INTO service_document_parts (identity, hash, part, bytes)
      SELECT identity, hash, 0, packed FROM service_documents WHERE packed IS NOT NULL;
    DELETE FROM service_documents WHERE packed IS NULL;

    ALTER TABLE service_documents DROP COLUMN body;
    ALTER TABLE service_documents DROP COLUMN packed;
    ALTER TABLE service_documents ADD COLUMN parts INTEGER NOT NULL DEFAULT 1;
  `,
};
