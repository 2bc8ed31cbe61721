import type { BackupPart } from '../backup/part.ts';
import { MILE_VALUES } from './mile-values.ts';

/** Settings are each machine's own; what miles are worth to the user is taken over where nothing is set here. */
export const settingsBackup: BackupPart = {
  tables: [{ name: 'settings', json: { value: 'any' } }],
  merge({ db }) {
    db.prepare(
      'INSERT OR IGNORE INTO main.settings (name, value) SELECT name, value FROM other.settings WHERE name = ?',
    ).run(MILE_VALUES);
    return {};
  },
};
