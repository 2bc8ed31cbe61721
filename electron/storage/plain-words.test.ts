import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';

let db: Database.Database;

/** A data file as version 9 wrote it, with something in every table and value whose word has changed since. */
const CONTENT = `
  INSERT INTO settings VALUES
    ('views.kept', '[{"viewId":1,"name":"Cheap \\"keptAt\\": view=asked","path":"/compare?view=asked&change=gone&change=cheaper","keptAt":5},{"viewId":2,"name":"b","path":"/results?view=table&folds=all","keptAt":6}]'),
    ('views.lastOfEach', '["/compare?columns=1&view=asked","/results?folds=all","/"]');
  INSERT INTO purchases (id, state, marketplace, demo, key_mark, tool_ref, tool_title, title, input, request_digest,
      refusal, next_look_at, looks, created_at, updated_at)
    VALUES ('p', 'refused', 'm', 0, 'k', 't', 'T', 'x', '{}', 'd', '{"code":"not_told","words":"w"}', 77, 3, 1, 2);
  INSERT INTO purchase_events (id, purchase_id, at, event, actor, state, words, detail) VALUES
    (1, 'p', 1, 'approved', 'person', 'approved', 'You approved', NULL),
    (2, 'p', 2, 'asked_to_wait', 'service', 'submitted', 'wait', '{"code":"a","arrived":{"text":"{}"}}'),
    (3, 'p', 3, 'cancel_asked', 'person', 'pending', 'cancel', '{"code":1.50}');
  INSERT INTO standing_approvals (id, kind, ended_at, end_code, end_words, marketplace, demo, key_mark, tool_ref, tool_id,
      title, input, ceiling, created_at) VALUES
    ('one', 'grant', 4, 'by_person', 'You took it back', 'm', 0, 'k', 't', 't', 'x', '{}', '{}', 1),
    ('two', 'batch', 4, 'ground_changed', 'The key changed', 'm', 0, 'k', 't', 't', 'x', '{}', '{}', 1);
  INSERT INTO standing_approval_events (id, approval_id, at, actor, words) VALUES (1, 'one', 1, 'person', 'given');
  INSERT INTO award_shelves VALUES (7, 'm', 'business');
  INSERT INTO award_searches (id, shelf_id, identity, criteria, title) VALUES (1, 7, 'm', '{}', 'x');
  INSERT INTO award_records (id, shelf_id, record_key, first_page_id) VALUES (1, 7, 'key', 1);
  INSERT INTO award_listings (id, search_id, shelf_id, route_id, records) VALUES (1, NULL, 7, 3, 1);
  INSERT INTO award_listed VALUES (1, 20000, 1, 1, 1, 3, 1, 1, 100, 2, 0, 1, 0, 42);
  INSERT INTO watch_notices (id, search_id, run_id, at, shelf_id, record_key, content) VALUES (1, 1, 1, 9, 7, 'key', '{}');
`;

beforeEach(() => {
  db = new Database(':memory:');
  db.pragma('foreign_keys = ON');
  migrate(
    db,
    ':memory:',
    migrations.filter(({ version }) => version <= 9),
  );
  db.pragma('user_version = 9');
  db.exec(CONTENT);
  // In memory there is no file to copy first.
  for (const { version, sql } of migrations.filter((step) => step.version > 9)) {
    db.transaction(() => db.exec(sql))();
    db.pragma(`user_version = ${version}`);
  }
});
afterEach(() => db.close());

const all = (sql: string) => db.prepare(sql).raw().all();

it('finds everything in a file of version 9 under its new name', () => {
  expect(all('SELECT id, identity, cabin FROM award_partitions')).toEqual([[7, 'm', 'business']]);
  for (const table of ['award_searches', 'award_records', 'award_listings', 'watch_notices'])
    expect(all(`SELECT partition_id FROM ${table}`)).toEqual([[7]]);
  expect(all('SELECT removed FROM award_listed')).toEqual([[42]]);
  expect(all('SELECT next_poll_at, polls, refusal FROM purchases')).toEqual([
    [77, 3, '{"code":"unknown_code","words":"w"}'],
  ]);
  expect(db.pragma('foreign_key_check')).toEqual([]);
});

it('gives events, actors and reasons their new words, and nothing else of the history', () => {
  expect(all('SELECT id, at, event, actor, words, detail FROM purchase_events ORDER BY id')).toEqual([
    [1, 1, 'approved', 'user', 'You approved', null],
    [2, 2, 'wait_requested', 'service', 'wait', '{"code":"a","rawResponse":{"text":"{}"}}'],
    [3, 3, 'cancel_requested', 'user', 'cancel', '{"code":1.50}'],
  ]);
  expect(all('SELECT actor, words FROM standing_approval_events')).toEqual([['user', 'given']]);
  expect(all('SELECT end_code FROM standing_approvals ORDER BY id')).toEqual([
    ['by_user'],
    ['account_changed'],
  ]);
});

it('still never changes or deletes the history', () => {
  for (const table of ['purchase_events', 'standing_approval_events']) {
    expect(() => db.exec(`UPDATE ${table} SET at = 0`)).toThrow('never changed');
    expect(() => db.exec(`DELETE FROM ${table}`)).toThrow('never deleted');
  }
});

it('keeps saved views, their names and their order, and leads them where they led before', () => {
  const value = (name: string): unknown =>
    JSON.parse(
      db.prepare<[string], string>('SELECT value FROM settings WHERE name = ?').pluck().get(name) ?? 'null',
    );
  expect(value('views.saved')).toEqual([
    {
      viewId: 1,
      name: 'Cheap "keptAt": view=asked',
      path: '/compare?view=runs&change=removed&change=cheaper',
      savedAt: 5,
    },
    { viewId: 2, name: 'b', path: '/results?view=table&collapsed=all', savedAt: 6 },
  ]);
  expect(value('views.kept')).toBeNull();
  expect(value('views.lastOfEach')).toEqual(['/compare?columns=1&view=runs', '/results?collapsed=all', '/']);
});
