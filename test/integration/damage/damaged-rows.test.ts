/** Any field of any row that is damaged in the data file costs that row, never a list, a total or a start. */
import { copyFileSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, expect, it } from 'vitest';
import { chosenRecord } from '#shared/trips/testing/chosen-record.ts';
import type { App } from '../../../electron/app/app-deps.ts';
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
    INSERT INTO search_templates (name, request, pinned, updated_at) VALUES ('one', '{}', 0, 1), ('two', '{}', 0, 1);
    INSERT INTO watched_searches (search_id, watched) SELECT id, 1 FROM award_searches;
    INSERT INTO watch_notices (search_id, run_id, at, partition_id, record_key, content)
      SELECT id, 1, 1, partition_id, 'k', '${JSON.stringify(MATCH)}' FROM award_searches;
    INSERT INTO wallet_balances (id, owner, kind, name, points, created_at, updated_at) VALUES ('b', 'You', 'bank', 'amex', 120000, 1, 2);
    INSERT INTO search_proposals (id, at, client, title, reason, request) VALUES ('p', 1, 'c', 't', 'r', '{}');
    INSERT INTO standing_approvals (id, kind, marketplace, demo, key_mark, tool_ref, tool_id, title, input, ceiling, until, created_at)
      SELECT 'g', 'grant', identity, 1, 'demo', 'x', 'x', 'A search', '{}', '${USD}', '2099-01-01', 1 FROM award_searches LIMIT 1;
    INSERT INTO settings VALUES ('limits', '{"perCall":${USD},"perDay":${USD},"perMonth":${USD}}'), ('mileValues', '{"currency":"EUR","values":[]}')
      ON CONFLICT DO NOTHING;
  `);
  db.close();
});

const open = (dataDir: string): Promise<App> =>
  // As a start without an address: the stored one decides.
  openAppOn({ dataDir, keychain: memoryKeychain() } as Parameters<typeof openAppOn>[0]);

/** A copy of the folder in which one statement was carried out; false if the file does not take it. */
function damagedCopy(statement: string): string | false {
  const dataDir = mkdtempSync(join(tmpdir(), 'milepost-damaged-'));
  mkdirSync(dataDir, { recursive: true });
  for (const file of FILES) copyFileSync(join(folder, file), join(dataDir, file));
  const db = new Database(join(dataDir, FILES[0] ?? ''));
  try {
    db.exec(
      'PRAGMA foreign_keys = OFF; DROP TRIGGER purchase_events_no_update; DROP TRIGGER standing_approval_events_no_update',
    );
    db.exec(statement);
    return dataDir;
  } catch {
    return false;
  } finally {
    db.close();
  }
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
    templates: () => handlers.templates.list(undefined),
    wallet: () => handlers.wallet.read(undefined),
    views: () => handlers.views.list(undefined),
    preferences: () => handlers.preferences.read(undefined),
    mileValues: () => handlers.mileValues.read(undefined),
    proposals: () => handlers.assistants.proposals(undefined),
    activity: () => handlers.activity.list({ limit: 20 }),
    insights: () => handlers.insights.brought(undefined),
  };
  const results: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(reads)) results[name] = await read();
  return results;
}

it('no list, total or start fails by one damaged field, whatever its table', async () => {
  const db = new Database(join(folder, FILES[0] ?? ''), { readonly: true });
  const fields = db
    .prepare<[], { table: string; column: string }>(
      `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema t, pragma_table_info(t.name) c
       WHERE t.type = 'table' AND c.type = 'TEXT' AND c.pk = 0 AND t.name NOT LIKE 'sqlite_%'`,
    )
    .all()
    .filter(({ table, column }) => {
      const value = db
        .prepare(`SELECT ${column} FROM ${table} WHERE ${column} IS NOT NULL LIMIT 1`)
        .pluck()
        .get();
      return typeof value === 'string' && value !== '';
    });
  db.close();
  expect(fields.length).toBeGreaterThan(30);
  const failures: string[] = [];
  for (const { table, column } of fields) {
    const dataDir = damagedCopy(`UPDATE ${table} SET ${column} = '{"damaged'`);
    if (dataDir === false) continue;
    const app = await open(dataDir);
    try {
      const { status } = (await readEverything(app)) as { status: { storage: { state: string } } };
      if (status.storage.state !== 'ready') failures.push(`${table}.${column}: the file counts as unusable`);
    } catch (error) {
      failures.push(`${table}.${column}: ${String(error)}`);
    } finally {
      await app.close();
    }
  }
  expect(failures).toEqual([]);
});

it.each([
  ['trips', `UPDATE trips SET title = '' WHERE id = 't'`, 2],
  ['search_templates', `UPDATE search_templates SET request = '{' WHERE name = 'one'`, 1],
  ['wallet_balances', `UPDATE wallet_balances SET points = -5`, 1],
  ['watch_notices', `UPDATE watch_notices SET content = '{}'`, 1],
])(
  'a damaged row of %s is set aside with what hangs on it, told, and can be saved',
  async (table, statement, rows) => {
    const dataDir = damagedCopy(statement);
    if (dataDir === false) throw new Error('not damaged');
    const app = await open(dataDir);
    const { damaged, status, trips } = (await readEverything(app)) as {
      damaged: { rows: { id: number; content: string }[] };
      status: { dataProblems?: { words: string }[] };
      trips: unknown[];
    };
    expect(damaged.rows).toHaveLength(rows);
    expect(status.dataProblems).toHaveLength(1);
    expect(Array.isArray(trips) ? trips : (trips as { trips: unknown[] }).trips).toHaveLength(
      table === 'trips' ? 1 : 2,
    );
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
    const dataDir = damagedCopy(`UPDATE settings SET value = '${value}' WHERE name = 'limits'`);
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
    const dataDir = damagedCopy(
      `INSERT INTO settings VALUES ('${name}', '{') ON CONFLICT DO UPDATE SET value = '{'`,
    );
    if (dataDir === false) throw new Error('not damaged');
    const app = await open(dataDir);
    await readEverything(app);
    const { dataProblems = [] } = await app.handlers.status.read(undefined);
    expect(dataProblems.length, name).toBe(1);
    await app.close();
  },
);
