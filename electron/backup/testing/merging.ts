import type { Storage } from '../../storage/open.ts';
import type { Merging } from '../part.ts';

/** What a feature's part of a merge is given, where nothing is special. @param now UTC ms */
export const merging = (storage: Storage, now = 0): Merging => ({
  storage,
  db: storage.db,
  now: () => now,
  from: 'a backup',
  tables: [],
  demoFiledUnder: null,
  mayLower: 0,
  report: () => {},
});
