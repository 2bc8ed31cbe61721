/**
 * An origin's waits stand beside each other: one that a wrong clock says is over holds again once the clock is put
 * right, so a shorter one that is named meanwhile must not take its place.
 */
export const severalWaits = {
  version: 19,
  name: 'several waits',
  sql: `
    CREATE TABLE named_waits (
      origin TEXT NOT NULL,
      named_at INTEGER NOT NULL,
      until INTEGER NOT NULL,
      PRIMARY KEY (origin, until)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO named_waits (origin, named_at, until) SELECT origin, asked_at, until FROM origin_waits;
    DROP TABLE origin_waits;
  `,
};
