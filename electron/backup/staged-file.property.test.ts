/** Whatever form a stranger gives a backup, it is a copy of one, or refused in words before any of its SQL runs. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ContractFailure } from '#shared/contract/failure.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { proves } from '#shared/testing/proves.ts';
import { migrations } from '../storage/migrations/index.ts';
import { emptyDataFile } from '../storage/testing/empty-data-file.ts';
import { openStaged } from './staged-file.ts';

/** Takes several seconds wherever SQLite evaluates it: each of half a million places is compared to its end. */
const ENDLESS = "(instr(zeroblob(1000000), CAST(zeroblob(500000) || x'01' AS BLOB)) > 0)";

const tables = emptyDataFile()
  .db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
  .pluck()
  .all();

/** What stands beside or within a table of Milepost; `T` is the table, and `X` an expression without end. */
const FOREIGN = [
  'CREATE VIEW strange AS SELECT X FROM T',
  'CREATE VIEW sqlitestrange AS SELECT a.*, X FROM T a, T b, T c',
  'CREATE TRIGGER strange AFTER UPDATE ON T BEGIN SELECT X; END',
  'CREATE TRIGGER strange BEFORE INSERT ON T BEGIN INSERT INTO T SELECT * FROM T; END',
  'CREATE INDEX strange ON T (X)',
  'CREATE INDEX strange ON T (rowid + X)',
  'CREATE INDEX strange ON T (1) WHERE X',
  'ALTER TABLE T ADD COLUMN strange AS (X)',
  'ALTER TABLE T ADD COLUMN strange INTEGER CHECK (NOT X)',
  "ALTER TABLE T ADD COLUMN strange TEXT DEFAULT ('a')",
  'CREATE TABLE strange (a INTEGER, b AS (X) STORED, CHECK (NOT X))',
  'CREATE TABLE strange (a INTEGER REFERENCES T)',
  'CREATE VIRTUAL TABLE strange USING fts5(a)',
  'CREATE VIRTUAL TABLE strange USING rtree(a, b, c)',
];

const form = fc.record({
  encoding: fc.constantFrom('UTF-8', 'UTF-8', 'UTF-8', 'UTF-16le', 'UTF-16be'),
  pageSize: fc.constantFrom(512, 4_096, 65_536),
  vacuum: fc.constantFrom('NONE', 'FULL', 'INCREMENTAL'),
  journal: fc.constantFrom('WAL', 'DELETE'),
  table: fc.constantFrom(...tables),
  foreign: fc.option(fc.constantFrom(...FOREIGN)),
});

it('a backup of any form is opened as what it is, or refused in words and in no time', () => {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-forms-'));
  const file = join(folder, 'staged.sqlite');
  proves(
    0.9,
    [form],
    ({ encoding, pageSize, vacuum, journal, table, foreign }) => {
      rmSync(file, { force: true });
      const made = new Database(file);
      made.unsafeMode(true);
      made.exec(
        `PRAGMA encoding = '${encoding}'; PRAGMA page_size = ${pageSize}; PRAGMA auto_vacuum = ${vacuum}`,
      );
      for (const { sql } of migrations) made.exec(sql);
      made.pragma('application_id = 0x4d696c65');
      made.pragma(`user_version = ${migrations.at(-1)?.version ?? 0}`);
      made.pragma(`journal_mode = ${journal}`);
      let isForeign = false;
      if (foreign !== null)
        try {
          made.exec(foreign.replaceAll('T', table).replaceAll('X', ENDLESS));
          isForeign = true;
        } catch {
          // SQLite itself takes no such thing of this table.
        }
      made.close();
      const before = process.cpuUsage();
      let opened: Database.Database | null = null;
      let failure: unknown;
      try {
        opened = openStaged(file, [], () => {});
      } catch (error) {
        failure = error;
      }
      const { user } = process.cpuUsage(before);
      expect(user / 1_000).toBeLessThan(2_000);
      if (isForeign || encoding !== 'UTF-8') {
        expect(failure).toBeInstanceOf(ContractFailure);
        expect((failure as ContractFailure).failure.code).toBe('damaged_backup');
      } else expect(failure).toBeUndefined();
      opened?.close();
      if (opened !== null) {
        const here = emptyDataFile();
        here.db.prepare('ATTACH DATABASE ? AS other').run(file);
        expect(here.db.prepare(`SELECT count(*) FROM other.${table}`).pluck().get()).toBe(0);
        here.close();
      }
      expect(readdirSync(folder)).toEqual(['staged.sqlite']);
      return foreign !== null || encoding !== 'UTF-8' || journal === 'WAL' || pageSize !== 4_096;
    },
    { numRuns: propertyRuns(40, 600) },
  );
  rmSync(folder, { recursive: true });
}, 300_000);
