import type { BackupPart } from '../backup/part.ts';
import { MILE_VALUES } from './mile-values.ts';

/** Settings stay on their machine, except the values of miles, which are merged if none are set here. */
export const settingsBackup: BackupPart = {
  tables: [{ name: 'settings', json: { value: 'any' }, damaged: 'kept' }],
  merge({ db }) {
    db.prepare(
      'INSERT OR IGNORE INTO main.settings (name, value) SELECT name, value FROM other.settings WHERE name = ?',
    ).run(MILE_VALUES);
    return {};
  },
};
