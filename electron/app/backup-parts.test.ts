import Database from 'better-sqlite3';
import { beforeEach, expect, it } from 'vitest';
import type { WatchMatch } from '#shared/contract/watchlist.ts';
import type { TripQuestion } from '#shared/planning/question.ts';
import { chosenRecord } from '#shared/trips/testing/chosen-record.ts';
import { columnsOf } from '../backup/rows.ts';
import { invalidRows } from '../backup/valid-rows.ts';
import { migrations } from '../storage/migrations/index.ts';
import type { DatabaseConnection } from '../storage/open.ts';
import { backupParts } from './backup-parts.ts';

const CHOSEN = chosenRecord({ seats: null, cabin: null });
const MATCH: WatchMatch = {
  date: '2027-03-01',
  origin: 'JFK',
  destination: 'LHR',
  programme: 'united',
  airlines: 'UA',
  miles: null,
  seats: 2,
  direct: false,
};

const QUESTION: TripQuestion = {
  adults: 2,
  children: 0,
  legs: [{ origins: ['LHR'], destinations: ['HND'], nights: null, connects: 'hop' }],
  returns: false,
  window: { from: '2027-03-01', until: '2027-03-31' },
  cabins: ['business'],
  stopsMax: null,
  hopKm: 0,
  owners: null,
  milesMax: null,
  perDayMax: null,
  inAllMax: null,
};

/** One row of each kind that a user can add. */
const ROWS = `
  INSERT INTO trips (id, title, notes, starts, ends, question, created_at, updated_at)
    VALUES ('t', 'Spring', '', '2027-03-01', NULL, '${JSON.stringify(QUESTION)}', 1, 2);
  INSERT INTO trip_items VALUES ('r', 't', 'record', 1, 'i', '', 'k', '${JSON.stringify(CHOSEN)}', '', NULL, 1, 2, NULL);
  INSERT INTO trip_items VALUES ('n', 't', 'note', 2, NULL, NULL, NULL, NULL, 'Kim decides', NULL, 1, 2, 3);
  INSERT INTO trip_items VALUES ('l', 't', 'link', 3, NULL, NULL, NULL, NULL, '', 'https://example.org/', 1, 2, NULL);
  INSERT INTO booking_sheets VALUES ('i', '', 'k', '{"fields":{"reference":"ABC123"}}', 1, 2);
  INSERT INTO booking_answers VALUES ('i', '', 'k', 1, 2, 'booked', '${JSON.stringify(CHOSEN)}', 'ABC123', 60000, NULL, NULL,
    NULL, 3, NULL);
  INSERT INTO watched_searches (search_id, watched) VALUES (1, 0);
  INSERT INTO watch_rules VALUES (1, 50000, NULL, 0, 1, NULL);
  INSERT INTO watch_notices VALUES (1, 1, 0, 1, 1, 'k', '${JSON.stringify(MATCH)}', NULL);
  INSERT INTO notice_outbox (channel, event, at, state, next_at) VALUES ('system', 'charge-p', 1, 'waiting', 1);
  INSERT INTO wallet_balances VALUES ('b', 'You', 'bank', 'amex', 120000, '2027-12-31', 1, 2);
  INSERT INTO wallet_transfers VALUES ('amex', 'aeroplan', 1, 1, 1000, 1000, 0, 0, 20, NULL, 1, 2);
  INSERT INTO record_marks VALUES ('i', '', 'k', 1, '["honeymoon"]', '', 1)`;

let db: DatabaseConnection;
beforeEach(() => {
  db = new Database(':memory:');
  for (const { sql } of migrations) db.exec(sql);
  db.pragma('foreign_keys = OFF');
  db.exec(ROWS);
});

/** Tables that each machine fills itself and must not accept from another. */
const LEFT_BEHIND = [
  // Derived from the records and counted again.
  'award_price_groups',
  'award_search_costs',
  'award_run_changes',
  'award_runs_written',
  'award_first_seen',
  'award_searches_brought',
  'award_searches_written',
  'award_price_standings',
  'award_search_routes',
  'award_route_records',
  // Derived from the purchases and counted again.
  'purchase_months',
  'purchase_months_changed',
  'assistant_connections',
  'assistant_reads',
  'award_itineraries',
  'search_proposals',
  'catalogue_answers',
  'catalogue_tools',
  'named_waits',
  'service_documents',
  // What could not be read of this file.
  'damaged_rows',
  // Derived from the wallet and written again after a merge.
  'wallet_reach',
];

it('has one part for each table of the data file that a backup is read for', () => {
  const tables = db
    .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .pluck()
    .all();
  const backedUp = backupParts.flatMap((part) => part.tables.map(({ name }) => name));
  expect([...backedUp, ...LEFT_BEHIND].sort()).toEqual(tables.sort());
});

it('knows the columns that it names', () => {
  for (const { name, json = {}, marketplace, runs = [] } of backupParts.flatMap(({ tables }) => tables))
    expect(columnsOf(db, name)).toEqual(
      expect.arrayContaining([
        ...Object.keys(json),
        ...runs,
        ...(marketplace === undefined ? [] : [marketplace]),
      ]),
    );
});

it('accepts what Milepost writes', () => {
  expect(invalidRows(db, backupParts)).toBeNull();
});

it.each([
  ['an answer about a booking', `booking_answers SET miles = -1`],
  ['an answer about a booking', `booking_answers SET record = '{}'`],
  ['an answer about a booking', `booking_answers SET updated_at = 9000000000000000`],
  ['the sheet of a booking', `booking_sheets SET sheet = '{}'`],
  ['a trip', `trips SET ends = '2027-02-01'`],
  ['a trip', `trips SET starts = '2027-02-31'`],
  ['a trip', `trips SET title = ''`],
  ['a trip', `trips SET question = '{}'`],
  ['a trip', `trips SET question = json_set(question, '$.adults', 0)`],
  ['a trip', `trips SET updated_at = 9000000000000000`],
  ['an item of a trip', `trip_items SET chosen = json_remove(chosen, '$.origin') WHERE id = 'r'`],
  ['an item of a trip', `trip_items SET chosen = json_set(chosen, '$.miles', 'x') WHERE id = 'r'`],
  ['an item of a trip', `trip_items SET chosen = '{' WHERE id = 'r'`],
  ['an item of a trip', `trip_items SET record_key = NULL WHERE id = 'r'`],
  ['an item of a trip', `trip_items SET url = 'javascript:alert(1)' WHERE id = 'l'`],
  ['an item of a trip', `trip_items SET text = hex(zeroblob(500000)) WHERE id = 'n'`],
  ['a setting of a watched search', 'watched_searches SET watched = 2'],
  ['a rule of a watched search', 'watch_rules SET seats_min = -1'],
  ['a rule of a watched search', 'watch_rules SET miles_below = NULL'],
  ['a rule of a watched search', 'watch_rules SET cheapest_percent = 101'],
  ['a notice of a watched search', `watch_notices SET content = json_remove(content, '$.programme')`],
  ['a notice of a watched search', `watch_notices SET content = '{'`],
  ['a message', 'notice_outbox SET at = 9000000000000000'],
  ['a balance of the wallet', 'wallet_balances SET points = -1'],
  ['a balance of the wallet', `wallet_balances SET kind = 'card'`],
  ['a balance of the wallet', `wallet_balances SET expires = '2027-02-31'`],
  ['a transfer of the wallet', 'wallet_transfers SET step = 0'],
  ['a transfer of the wallet', 'wallet_transfers SET offered = 2'],
  ['a transfer of the wallet', `wallet_transfers SET bonus_until = 'soon'`],
  ['a mark on a record', `record_marks SET tags = '[1]'`],
  ['a mark on a record', `record_marks SET starred = 2`],
  ['a text that is too long', `trips SET notes = hex(zeroblob(5000000))`],
])('%s that Milepost would not write is found: %s', (called, change) => {
  db.exec(`UPDATE ${change}`);
  expect(invalidRows(db, backupParts)).toBe(called);
});
