/**
 * Waits that services named (§7.1), in UTC ms: of an origin, and of a purchase. They outlive the program, whatever
 * their length. `asked_at` is when the wait was named, so that a clock set back does not make it longer.
 */
export const waits = {
  version: 11,
  name: 'waits',
  sql: `
    CREATE TABLE origin_waits (
      origin TEXT PRIMARY KEY,
      asked_at INTEGER NOT NULL,
      until INTEGER NOT NULL
    ) STRICT;
    ALTER TABLE purchases ADD COLUMN wait_until INTEGER;
  `,
};
