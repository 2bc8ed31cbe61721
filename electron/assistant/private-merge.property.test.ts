import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { proves } from '#shared/testing/proves.ts';
import { mergeBackup } from '../backup/merge.ts';
import { openDataFile } from '../storage/testing/empty-data-file.ts';
import { assistantsBackup } from './backup.ts';

const NOW = Date.UTC(2026, 10, 26);
const note = fc.record({
  key: fc.constantFrom('a', 'b', 'c'),
  isPrivate: fc.boolean(),
  at: fc.oneof(fc.integer({ min: 0, max: NOW }), fc.integer({ min: NOW, max: Number.MAX_SAFE_INTEGER })),
});
const notes = fc.uniqueArray(note, { selector: ({ key }) => key });

it('no backup shows assistants a note that is private here, whatever it says and however late it says so', () => {
  proves(
    0.55,
    [notes, fc.array(notes, { minLength: 1, maxLength: 3 })],
    (here, backups) => {
      const folder = mkdtempSync(join(tmpdir(), 'milepost-private-'));
      const opened = (name: string, rows: typeof here) => {
        const storage = openDataFile(join(folder, name));
        const insert = storage.db.prepare(
          "INSERT INTO private_notes (kind, identity, cabin, key, private, updated_at) VALUES ('trip', '', '', ?, ?, ?)",
        );
        for (const { key, isPrivate, at } of rows) insert.run(key, isPrivate ? 1 : 0, at);
        return storage;
      };
      const storage = opened(
        'here.sqlite',
        here.map((one) => ({ ...one, at: Math.min(one.at, NOW) })),
      );
      try {
        for (const [number, rows] of backups.entries()) {
          opened(`other-${number}.sqlite`, rows).close();
          storage.db.prepare('ATTACH DATABASE ? AS other').run(join(folder, `other-${number}.sqlite`));
          mergeBackup([assistantsBackup], {
            storage,
            now: () => NOW,
            report: () => {},
            madeAt: null,
            demoFiledUnder: null,
            mayLower: 0,
          });
          storage.db.exec('DETACH DATABASE other');
        }
        const after = new Map(
          storage.db
            .prepare<[], { key: string; private: number; updated_at: number }>(
              'SELECT key, private, updated_at FROM private_notes',
            )
            .all()
            .map((row) => [row.key, row]),
        );
        for (const { key, isPrivate } of [here, ...backups].flat())
          if (isPrivate) expect(after.get(key)?.private).toBe(1);
        for (const { updated_at } of after.values()) expect(updated_at).toBeLessThanOrEqual(NOW);
        return here.some(({ isPrivate }) => isPrivate);
      } finally {
        storage.close();
        rmSync(folder, { recursive: true });
      }
    },
    { numRuns: 25 },
  );
});
