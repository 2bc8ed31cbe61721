/** Plain settings by name, each a JSON text. Never a key: that is the keychain's alone. */
export const settings = {
  version: 1,
  name: 'settings',
  sql: `
    CREATE TABLE settings (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};
