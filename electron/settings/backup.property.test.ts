import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { proves } from '#shared/testing/proves.ts';
import { mergeBackup } from '../backup/merge.ts';
import { openDataFile } from '../storage/testing/empty-data-file.ts';
import { settingsBackup } from './backup.ts';
import { MILE_VALUES } from './mile-values.ts';

/** What is stored as settings: limits, what is shared with assistants, approvals, allowed addresses, channels, whatever is added. */
const name = fc.oneof(
  fc.constantFrom('limits', 'assistant', 'approvals', 'allowedOrigins', MILE_VALUES),
  fc.string({ minLength: 1, maxLength: 12 }),
);
const settings = fc.dictionary(name, fc.jsonValue(), { maxKeys: 6 });

it('no backup changes what may be spent or shared here: of its settings the values of miles alone are taken', () => {
  proves(
    0.25,
    [settings, settings],
    (here, there) => {
      const folder = mkdtempSync(join(tmpdir(), 'milepost-settings-'));
      const opened = (file: string, values: typeof here) => {
        const storage = openDataFile(join(folder, file));
        const insert = storage.db.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)');
        for (const [key, value] of Object.entries(values)) insert.run(key, JSON.stringify(value));
        return storage;
      };
      const storage = opened('here.sqlite', here);
      const read = () =>
        storage.db
          .prepare<[], { name: string; value: string }>('SELECT name, value FROM settings ORDER BY name')
          .all();
      const before = read();
      try {
        opened('other.sqlite', there).close();
        storage.db.prepare('ATTACH DATABASE ? AS other').run(join(folder, 'other.sqlite'));
        const deps = { storage, now: () => 0, report: () => {}, madeAt: null, demoFiledUnder: null };
        mergeBackup([settingsBackup], { ...deps, mayLower: 0 });
        const isOther = ({ name: of }: { name: string }) => of !== MILE_VALUES;
        expect(read().filter(isOther)).toEqual(before.filter(isOther));
        if (Object.hasOwn(here, MILE_VALUES)) expect(read()).toEqual(before);
        return Object.hasOwn(there, MILE_VALUES);
      } finally {
        storage.close();
        rmSync(folder, { recursive: true });
      }
    },
    { numRuns: 30 },
  );
});
