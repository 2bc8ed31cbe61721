import { z } from 'zod';
import type { BackupPart } from '../backup/part.ts';
import { mergeNewest } from '../backup/rows.ts';
import { flag, moment } from '../backup/valid-rows.ts';

const privateNote = z.object({
  kind: z.enum(['record', 'trip', 'item']),
  identity: z.string(),
  cabin: z.string(),
  key: z.string(),
  private: flag,
  updated_at: moment,
});

/**
 * What is private stays so on another machine. What assistants read and proposed there is that machine's own: nothing in
 * a file becomes a proposal here.
 */
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
