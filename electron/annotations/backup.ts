import { z } from 'zod';
import { NOTE_MAX, TAG_MAX } from '#shared/contract/annotations.ts';
import type { BackupPart } from '../backup/part.ts';
import { countRows, mergeNewest } from '../backup/rows.ts';
import { storedFlag, storedJson, storedMoment } from '../backup/valid-rows.ts';

const mark = z.object({
  starred: storedFlag,
  tags: storedJson(z.array(z.string().min(1).max(TAG_MAX))),
  note: z.string().max(NOTE_MAX),
  updated_at: storedMoment,
});

export const annotationsBackup: BackupPart = {
  tables: [
    {
      name: 'record_marks',
      marketplace: 'identity',
      recordKey: 'o.identity',
      row: { schema: mark, called: 'a mark on a record' },
    },
  ],
  contents: (db) => ({ marks: countRows(db, 'other.record_marks') }),
  merge({ db, report }) {
    report('What you added of your own', 0, 1);
    return { restored: { marks: mergeNewest(db, 'record_marks', ['identity', 'cabin', 'record_key']) } };
  },
};
