import { z } from 'zod';
import type { BackupPart } from '../backup/part.ts';
import { mergeNewest } from '../backup/rows.ts';
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
    mergeNewest(db, 'private_notes', ['kind', 'identity', 'cabin', 'key']);
    return {};
  },
};
