/**
 * What a person puts on records, and the searches they keep as templates. Marks are theirs alone and cannot be asked
 * for again, so they hang on what survives a rebuild of the records: the marketplace, the cabin asked for and the
 * service's own ID. Records learn the page that had them first, which tells what is new since a day.
 */
export const annotations = {
  version: 6,
  name: 'annotations',
  sql: `
    CREATE TABLE record_marks (
      identity TEXT NOT NULL,
      cabin TEXT NOT NULL,
      record_key TEXT NOT NULL,
      starred INTEGER NOT NULL,
      -- a JSON list
      tags TEXT NOT NULL,
      note TEXT NOT NULL,
      updated_at INTEGER NOT NULL,
      PRIMARY KEY (identity, cabin, record_key)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE search_templates (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE COLLATE NOCASE,
      request TEXT NOT NULL,
      pinned INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;

    ALTER TABLE award_records ADD COLUMN first_page_id INTEGER NOT NULL DEFAULT 0;
    UPDATE award_records SET first_page_id = seen.page_id
      FROM (SELECT record_id, min(page_id) AS page_id FROM award_observations GROUP BY record_id) AS seen
      WHERE seen.record_id = award_records.id;
  `,
};
