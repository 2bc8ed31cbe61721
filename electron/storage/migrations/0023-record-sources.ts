/**
 * Which source the records of a partition are of: '' for the award search of the contract. Records of two sources are never
 * one record, so the source belongs to what makes a partition unique; a table's unique key cannot be changed in place.
 */
export const recordSources = {
  version: 23,
  name: 'record sources',
  sql: `
    -- Searches refer to partitions all the while: that is looked at when the step is done.
    PRAGMA defer_foreign_keys = ON;
    CREATE TABLE partitions_before AS SELECT id, identity, cabin FROM award_partitions;
    DROP TABLE award_partitions;
    CREATE TABLE award_partitions (
      id INTEGER PRIMARY KEY,
      identity TEXT NOT NULL,
      cabin TEXT NOT NULL,
      source TEXT NOT NULL DEFAULT '',
      UNIQUE (identity, cabin, source)
    ) STRICT;
    INSERT INTO award_partitions (id, identity, cabin) SELECT id, identity, cabin FROM partitions_before ORDER BY id;
    DROP TABLE partitions_before;
  `,
};
