import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrations } from '../../storage/migrations/index.ts';

const BEFORE = `
  INSERT INTO award_partitions (id, identity, cabin, source) VALUES
    (1, 'here', 'business', ''), (2, 'here', 'first', ''), (3, 'here', 'first', 'seat_offers'), (4, 'there', '', '');
  INSERT INTO award_searches (id, partition_id, identity, criteria, title) VALUES
    (1, 1, 'here', '{}', ''), (3, 3, 'here', '{"a":1}', ''), (4, 4, 'there', '{}', '');
  INSERT INTO award_runs (id, search_id) VALUES (1, 1), (3, 3), (4, 4)`;

it('what was stored before providers were known is of the one that answered last', () => {
  const db = new Database(':memory:');
  for (const { sql, version } of migrations) if (version < 26) db.exec(sql);
  db.pragma('foreign_keys = OFF');
  db.exec(BEFORE);
  const columns = db
    .prepare<[], { name: string; type: string }>(
      `SELECT name, type FROM pragma_table_info('purchases')
       WHERE name IN ('id', 'tool_id') OR ("notnull" AND dflt_value IS NULL)`,
    )
    .all();
  const bought = (id: string, runId: number, toolId: string) => {
    const values: Record<string, unknown> = { id, tool_id: toolId };
    db.prepare(
      `INSERT INTO purchases (${columns.map(({ name }) => name).join(', ')}) VALUES (${columns.map(({ name }) => `@${name}`).join(', ')})`,
    ).run(
      Object.fromEntries(
        columns.map(({ name, type }) => [name, values[name] ?? (type === 'INTEGER' ? 0 : name)]),
      ),
    );
    db.prepare(
      "INSERT INTO award_pages (run_id, purchase_id, tool_ref, input, received_at, received) VALUES (?, ?, 'tool', '{}', 0, 0)",
    ).run(runId, id);
  };
  bought('p1', 1, 'get.oldatlas.api-awards-search');
  bought('p2', 1, 'capability:get.AwardAtlas.api-awards-search@1');
  bought('p3', 1, 'operation:v1:unnamed');
  bought('p4', 3, 'get.seatledger.v1-award-offers');
  bought('p5', 4, 'operation:v1:unnamed');
  for (const { sql, version } of migrations) if (version >= 26) db.exec(sql);
  expect(db.prepare('SELECT id, provider FROM award_partitions ORDER BY id').raw().all()).toEqual([
    [1, 'awardatlas'],
    [2, 'awardatlas'],
    [3, 'seatledger'],
    [4, ''],
  ]);
});
