import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrate } from '../../storage/migrate.ts';
import { migrations } from '../../storage/migrations/index.ts';
import { plainMigration } from './plain-migration.ts';

function schemaOf(steps: typeof migrations): unknown {
  const db = new Database(':memory:');
  migrate(db, ':memory:', steps);
  const schema = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all();
  db.close();
  return schema;
}

it('a data file of the bundled migrations is the same to the letter', () => {
  const plain = migrations.map((step) => ({ ...step, sql: plainMigration(step.sql) }));
  const removed = migrations.reduce(
    (sum, { sql }, place) => sum + sql.length - (plain[place]?.sql.length ?? 0),
    0,
  );
  expect(removed).toBeGreaterThan(1_000);
  expect(schemaOf(plain)).toEqual(schemaOf(migrations));
});

it.each([
  // Their lines stay, so that what follows is found in its source.
  ['\n  -- One.\n  -- Two.\n  CREATE TABLE a (b);', '\n\n\n  CREATE TABLE a (b);'],
  ['DELETE FROM a;\n-- One.\nDELETE FROM b;', 'DELETE FROM a;\n\nDELETE FROM b;'],
  ['CREATE TABLE a (\n  -- One.\n  b);', 'CREATE TABLE a (\n  -- One.\n  b);'],
])('comments go only between statements: %j', (sql, plain) => {
  expect(plainMigration(sql)).toBe(plain);
});
