/** Any field of any row that is damaged in the data file costs that row, never a list, a total or a start. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, expect, it } from 'vitest';
import { ContractFailure } from '#shared/contract/failure.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { chosenRecord } from '#shared/trips/testing/chosen-record.ts';
import type { App } from '../../../electron/app/app-deps.ts';
import { backupParts } from '../../../electron/app/backup-parts.ts';
import { memoryKeychain } from '../../../electron/key/testing/memory-keychain.ts';
import { openAppOn } from '../../support/app-on.ts';
import { filledFolder } from '../assistant/filled-folder.ts';

const FILES = ['milepost.sqlite', 'demo-marketplace.sqlite'];
const MATCH = {
  date: '2027-03-01',
  origin: 'JFK',
  destination: 'LHR',
  programme: 'united',
  airlines: 'UA',
  miles: null,
  seats: 2,
  direct: false,
};
const USD = '{"currency":"USD","units":"1000000","exponent":6}';

let folder: string;
beforeAll(async () => {
  folder = filledFolder();
  // A start fills what a start fills; what a user adds is written beside it.
  await (await open(folder)).close();
  const db = new Database(join(folder, FILES[0] ?? ''));
  db.exec(`
    INSERT INTO trips (id, title, notes, created_at, updated_at) VALUES ('t', 'Spring', '', 1, 2), ('u', 'Autumn', '', 1, 2);
    INSERT INTO trip_items (id, trip_id, kind, position, identity, cabin, record_key, chosen, text, created_at, updated_at)
      VALUES ('r', 't', 'record', 1, 'i', '', 'k', '${JSON.stringify(chosenRecord({ seats: null, cabin: null }))}', '', 1, 2);
    INSERT INTO watched_searches (search_id, watched) SELECT id, 1 FROM award_searches;
    INSERT INTO watch_notices (search_id, run_id, at, partition_id, record_key, content)
      SELECT id, 1, 1, partition_id, 'k', '${JSON.stringify(MATCH)}' FROM award_searches;
    INSERT INTO wallet_balances (id, owner, kind, name, points, created_at, updated_at) VALUES ('b', 'You', 'bank', 'amex', 120000, 1, 2);
    INSERT INTO search_proposals (id, at, client, title, reason, request) VALUES ('p', 1, 'c', 't', 'r', '{}');
    INSERT INTO standing_approvals (id, kind, marketplace, key_mark, tool_ref, tool_id, title, input, ceiling, pages, until, created_at)
      SELECT 'g', 'grant', identity, 'demo', 'x', 'x', 'A search', '{}', '${USD}', 1, '2099-01-01', 1 FROM award_searches LIMIT 1;
    INSERT INTO saved_searches (search_id, name, removed_at, updated_at) SELECT id, 'Named', NULL, 1 FROM award_searches;
    INSERT INTO watch_rules SELECT id, 50000, NULL, 0, 1, NULL FROM award_searches;
    INSERT INTO notice_outbox (channel, event, plain, at, state, next_at) VALUES ('email', 'charge', '{"title":"t","body":"b"}', 1, 'given_up', 1);
    INSERT INTO trip_items (id, trip_id, kind, position, text, url, created_at, updated_at)
      VALUES ('n', 't', 'note', 2, 'Kim decides', NULL, 1, 2), ('l', 'u', 'link', 1, '', 'https://example.org/', 1, 2);
    INSERT INTO booking_sheets VALUES ('i', '', 'k', '{"fields":{"reference":"ABC123"}}', 1, 2);
    INSERT INTO booking_answers VALUES ('i', '', 'k', 1, 2, 'booked', '${JSON.stringify(chosenRecord({ seats: null, cabin: null }))}',
      'ABC123', 60000, '${USD}', NULL, NULL, 3, NULL);
    INSERT INTO wallet_balances (id, owner, kind, name, points, created_at, updated_at) VALUES ('c', 'Kim', 'programme', 'united', 5000, 1, 2);
    INSERT INTO wallet_transfers VALUES ('amex', 'aeroplan', 1, 1, 1000, 1000, 0, 0, 20, '2099-01-01', 1, 2);
    INSERT INTO assistant_connections VALUES ('a', 'An assistant', '1', '2025-06-18', 1);
    INSERT INTO assistant_reads (read_id, connection_id, at, tool, input, rows, bytes) VALUES ('x', 'a', 1, 'search_records', '{}', 1, 1);
    INSERT INTO catalogue_answers SELECT identity, 'search', 'flights', '{"tools":[]}', NULL, 1, NULL FROM award_searches LIMIT 1;
    INSERT INTO catalogue_tools SELECT identity, 'x', '{"tool_ref":"x"}', 1, NULL FROM award_searches LIMIT 1;
    INSERT INTO service_documents SELECT identity, 'h', 1, NULL, x'00' FROM award_searches LIMIT 1;
    INSERT INTO activity (at, role, method, origin, path, status, duration_ms, bytes, attempt, request_id_sent, notices)
      VALUES (1, 'read', 'GET', 'https://x.example', '/', 200, 1, 1, 1, 'r', '[]');
    INSERT INTO purchase_events (purchase_id, at, event, actor, state, words) SELECT id, 1, 'quoted', 'main', 'quoted', 'Quoted.' FROM purchases;
    INSERT INTO outputs SELECT id, 'call', 1, '["output"]', 1, NULL, x'7b7d' FROM purchases LIMIT 1;
    INSERT INTO output_candidates SELECT id, 1, NULL, x'7b7d' FROM purchases LIMIT 1;
    INSERT INTO output_pieces VALUES ('none', 0, x'7b7d');
    INSERT INTO award_added_members VALUES (1, '["X"]');
    INSERT INTO award_broken SELECT id, 9, NULL, '{}', '[]' FROM award_pages LIMIT 1;
    INSERT INTO named_waits VALUES ('https://x.example', 1, 2);
    INSERT INTO standing_approvals (id, kind, marketplace, key_mark, tool_ref, tool_id, title, input, ceiling, pages, until, created_at)
      SELECT 'h', 'batch', identity, 'demo', 'x', 'x', 'A batch', '{}', '${USD}', 1, NULL, 1 FROM award_searches LIMIT 1;
    INSERT INTO settings VALUES ('limits', '{"perCall":${USD},"perDay":${USD},"perMonth":${USD}}'), ('mileValues', '{"currency":"EUR","values":[]}')
      ON CONFLICT DO NOTHING;
  `);
  db.close();
});

const open = (dataDir: string): Promise<App> =>
  // As a start without an address: the stored one decides.
  openAppOn({ dataDir, keychain: memoryKeychain() } as Parameters<typeof openAppOn>[0]);

/** A copy of the folder in which statements were carried out, but for those that the file does not take; false if it takes none. */
function damagedCopy(statements: readonly string[]): string | false {
  const dataDir = mkdtempSync(join(tmpdir(), 'milepost-damaged-'));
  for (const file of FILES) copyFileSync(join(folder, file), join(dataDir, file));
  const db = new Database(join(dataDir, FILES[0] ?? ''));
  db.exec(
    'PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; DROP TRIGGER purchase_events_no_update',
  );
  const taken = statements.filter((statement) => {
    try {
      db.exec(statement);
      return true;
    } catch {
      return false;
    }
  });
  db.close();
  return taken.length > 0 && dataDir;
}

/** What every screen reads first. */
async function readEverything({ handlers }: App): Promise<Record<string, unknown>> {
  const reads: Record<string, () => unknown> = {
    status: () => handlers.status.read(undefined),
    settings: () => handlers.settings.read(undefined),
    damaged: () => handlers.settings.damaged(undefined),
    purchases: () => handlers.purchases.list({}),
    accounts: () => handlers.purchases.accounts({ days: 3 }),
    alarms: () => handlers.purchases.alarms(undefined),
    batches: () => handlers.purchases.batches({}),
    grants: () => handlers.purchases.grants(undefined),
    searches: () => handlers.results.searches(undefined),
    watchlist: () => handlers.watchlist.list(undefined),
    trips: () => handlers.trips.list(undefined),
    wallet: () => handlers.wallet.read(undefined),
    views: () => handlers.views.list(undefined),
    preferences: () => handlers.preferences.read(undefined),
    mileValues: () => handlers.mileValues.read(undefined),
    proposals: () => handlers.assistants.proposals(undefined),
    activity: () => handlers.activity.list({ limit: 20 }),
    insights: () => handlers.insights.brought(undefined),
    outputs: () => handlers.outputs.list({}),
    channels: () => handlers.channels.read(undefined),
    worthReading: () => handlers.planning.worthReading(undefined),
  };
  const results: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(reads)) results[name] = await read();
  const { trips, searches } = results as { trips: { tripId: string }[]; searches: { searchId: number }[] };
  for (const { tripId } of trips) await handlers.trips.show({ tripId });
  for (const { searchId } of searches) {
    const scope = { kind: 'search', searchId } as const;
    const one = async () => {
      await handlers.results.records({ scope, filter: {}, sort: [], offset: 0, limit: 10 });
      await handlers.results.scope({ scope });
      await handlers.results.runs({ searchId });
    };
    // What refers to nothing any more may say that it is not there.
    await one().catch((error: unknown) => {
      if (!(error instanceof ContractFailure)) throw error;
    });
  }
  return results;
}

/**
 * What a damaged field may hold: a text that was cut, none, JSON of another form, no UTF-8, or nested without end; a number
 * that nobody writes, of a time beyond the calendar, or the largest.
 */
const DAMAGE: Readonly<Record<string, readonly string[]>> = {
  TEXT: [
    `'{"damaged'`,
    `''`,
    `'{}'`,
    `'[]'`,
    `'null'`,
    'NULL',
    `CAST(x'ff00fe' AS TEXT)`,
    `replace(hex(zeroblob(60000)), '00', '[')`,
    `'{"currency":"USD","units":"100","exponent":-99999}'`,
    `'9999999999999999'`,
  ],
  INTEGER: ['-1', '9007199254740993', '0', 'NULL', '9223372036854775807', '8640000000000001'],
  BLOB: [`x''`, `x'1f8b08'`, 'zeroblob(300000)'],
};

/** Every way to damage one field, but for keys, in the first row of every table: a statement each, by table. */
function everyDamage(): { table: string; statements: string[] }[] {
  const db = new Database(join(folder, FILES[0] ?? ''), { readonly: true });
  const columns = db
    .prepare<[], { table: string; column: string; type: string }>(
      `SELECT t.name AS "table", c.name AS "column", c.type FROM sqlite_schema t, pragma_table_info(t.name) c
       WHERE t.type = 'table' AND c.pk = 0 AND t.name NOT LIKE 'sqlite_%' ORDER BY 1, c.cid`,
    )
    .all()
    .filter(({ table }) => db.prepare(`SELECT 1 FROM ${table}`).get() !== undefined);
  const keyOf = (table: string) =>
    db
      .prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0')
      .pluck()
      .all(table)
      .map((key) => `${key} = (SELECT ${key} FROM ${table} ORDER BY 1 LIMIT 1)`);
  const found = [...Map.groupBy(columns, ({ table }) => table)].map(([table, own]) => ({
    table,
    statements: own.flatMap(({ column, type }) =>
      (DAMAGE[type] ?? []).map(
        (value) => `UPDATE ${table} SET ${column} = ${value} WHERE ${keyOf(table).join(' AND ') || 'true'}`,
      ),
    ),
  }));
  db.close();
  return found;
}

/** What fails where statements damaged the file; null if nothing does, or if the file does not take them. */
async function failureBy(statements: readonly string[]): Promise<string | null> {
  const dataDir = damagedCopy(statements);
  if (dataDir === false) return null;
  const app = await open(dataDir);
  try {
    const { status } = (await readEverything(app)) as { status: { storage: { state: string } } };
    return status.storage.state === 'ready' ? null : 'the file counts as unusable';
  } catch (error) {
    return String(error);
  } finally {
    await app.close();
    rmSync(dataDir, { recursive: true });
  }
}

it('every table that a backup is read for has a row to be damaged, but for one of keys alone', () => {
  const filled = new Set(everyDamage().map(({ table }) => table));
  const empty = backupParts
    .flatMap(({ tables }) => tables.map(({ name }) => name))
    .filter((name) => !filled.has(name));
  expect(empty).toEqual(['award_airline_members']);
});

/** Each start is tried with one damaged field in every table, all of them in the long tests. */
const ROUNDS = propertyRuns(24, 260);

it('no list, total or start fails by one damaged field, whatever its table, its kind and what it holds', async () => {
  const damage = everyDamage();
  const failures: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const chosen = damage.flatMap(({ statements }, place) => {
      const at = Math.floor((round * statements.length) / ROUNDS) + place;
      return statements[at % statements.length] ?? [];
    });
    if ((await failureBy(chosen)) === null) continue;
    // Which of them it is; or all together.
    const alone: string[] = [];
    for (const one of chosen) {
      const failure = await failureBy([one]);
      if (failure !== null) alone.push(`${one}: ${failure}`);
    }
    failures.push(...(alone.length === 0 ? [chosen.join(';')] : alone));
  }
  expect(failures).toEqual([]);
}, 1_800_000);

it.each([
  ['trips', `UPDATE trips SET title = '' WHERE id = 't'`],
  ['wallet_balances', `UPDATE wallet_balances SET points = -5 WHERE id = 'b'`],
  ['watch_notices', `UPDATE watch_notices SET content = '{}'`],
])(
  'a damaged row of %s is set aside, told, and can be saved, and trips stay with their boards',
  async (_table, statement) => {
    const dataDir = damagedCopy([statement]);
    if (dataDir === false) throw new Error('not damaged');
    const app = await open(dataDir);
    const { damaged, status, trips } = (await readEverything(app)) as {
      damaged: { rows: { id: number; content: string }[] };
      status: { dataProblems?: { words: string }[] };
      trips: unknown[];
    };
    expect(damaged.rows).toHaveLength(1);
    expect(status.dataProblems).toHaveLength(1);
    expect(Array.isArray(trips) ? trips : (trips as { trips: unknown[] }).trips).toHaveLength(2);
    expect(() => damaged.rows.map(({ content }) => JSON.parse(content))).not.toThrow();
    await app.handlers.settings.forgetDamaged({ last: Math.max(...damaged.rows.map(({ id }) => id)) });
    await app.close();
    const again = await open(dataDir);
    expect((await again.handlers.settings.damaged(undefined)).rows).toEqual([]);
    await again.close();
  },
);

it.each([['{'], ['{"perCall":1}'], ['null'], ['']])(
  'limits that cannot be read allow nothing, are shown as that, and stay as they are: %s',
  async (value) => {
    const dataDir = damagedCopy([`UPDATE settings SET value = '${value}' WHERE name = 'limits'`]);
    if (dataDir === false) throw new Error('not damaged');
    const app = await open(dataDir);
    const status = await app.handlers.status.read(undefined);
    expect(status.spending.limits.unread).toBe(true);
    expect(status.dataProblems).toHaveLength(1);
    await app.close();
    const db = new Database(join(dataDir, FILES[0] ?? ''), { readonly: true });
    expect(db.prepare(`SELECT value FROM settings WHERE name = 'limits'`).pluck().get()).toBe(value);
    db.close();
    const again = await open(dataDir);
    const { limits } = {
      limits: { perCall: JSON.parse(USD), perDay: JSON.parse(USD), perMonth: JSON.parse(USD) },
    };
    await again.handlers.settings.setLimits({ limits });
    const after = await again.handlers.status.read(undefined);
    expect(after.spending.limits.unread).toBeUndefined();
    expect((await again.handlers.settings.damaged(undefined)).rows).toHaveLength(1);
    await again.close();
  },
);

it.each([
  'mileValues',
  'preferences',
  'approvals',
  'marketplace.address',
  'views.saved',
  'wallet.travellers',
])(
  'the setting %s is told where it cannot be read, and set aside before another takes its place',
  async (name) => {
    const dataDir = damagedCopy([
      `INSERT INTO settings VALUES ('${name}', '{') ON CONFLICT DO UPDATE SET value = '{'`,
    ]);
    if (dataDir === false) throw new Error('not damaged');
    const app = await open(dataDir);
    await readEverything(app);
    const { dataProblems = [] } = await app.handlers.status.read(undefined);
    expect(dataProblems.length, name).toBe(1);
    await app.close();
  },
);
