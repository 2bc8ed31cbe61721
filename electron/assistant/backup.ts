import { z } from 'zod';
import type { BackupPart } from '../backup/part.ts';
import { storedFlag, storedMoment } from '../backup/valid-rows.ts';

const privateNote = z.object({
  kind: z.enum(['record', 'trip', 'item']),
  identity: z.string(),
  cabin: z.string(),
  key: z.string(),
  private: storedFlag,
  updated_at: storedMoment,
});

/** Backs up private marks only. Reads and proposals stay on their machine: no file can create a proposal here. */
export const assistantsBackup: BackupPart = {
  tables: [
    {
      name: 'private_notes',
      marketplace: 'identity',
      row: { schema: privateNote, called: 'a private note' },
    },
  ],
  merge({ db }) {
    // What is private anywhere is private afterwards: a file must not show assistants what the user hid from them here.
    db.exec(`INSERT INTO main.private_notes (kind, identity, cabin, key, private, updated_at)
      SELECT kind, identity, cabin, key, private, updated_at FROM other.private_notes WHERE true
      ON CONFLICT (kind, identity, cabin, key) DO UPDATE SET
        private = max(private, excluded.private), updated_at = max(updated_at, excluded.updated_at)`);
    return {};
  },
};
