/**
 * Documents of services are kept deflated, and what a Call answered is kept where nobody understood it. `packed` is
 * null for a document of a version before, which lies in `body` and is read again from the service.
 */
export const packedDocuments = {
  version: 12,
  name: 'packed documents and candidates of outputs',
  sql: `
    ALTER TABLE service_documents ADD COLUMN packed BLOB;

    CREATE TABLE output_candidates (
      purchase_id TEXT PRIMARY KEY REFERENCES purchases (id),
      via TEXT NOT NULL,
      bytes BLOB NOT NULL,
      received_at INTEGER NOT NULL
    ) STRICT;
  `,
};
