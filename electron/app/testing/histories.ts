/** Small histories of two machines for tests. Each act uses the production code, at a given time. */
import { rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { keyWithSource } from '#shared/record-kinds/source-keys.ts';
import { keyForSource, sourceInKey } from '../../awards/coverage/keys-without-id.ts';
import { createPageRecorder } from '../../awards/record/page-recorder.ts';
import { openOutputs } from '../../outputs/outputs.ts';
import { type Entry, NOT_QUOTED_YET } from '../../purchases/journal/entry.ts';
import { openJournal } from '../../purchases/journal/journal.ts';
import type { Storage } from '../../storage/open.ts';
import { openDataFile } from '../../storage/testing/empty-data-file.ts';

const MARKET = 'https://market.example';
const PRICE = { currency: 'USD', units: '22000', exponent: 6 };

export type Row = { key: string; day: number; miles: number; broken: boolean };
export type Act =
  | { kind: 'order'; name: string; search: number }
  | {
      kind: 'settle';
      name: string;
      to: 'completed' | 'refused';
      /** The purchase whose run the page continues. */
      continues: string | null;
      rows: readonly Row[];
      hasMore: boolean;
    }
  /** Marks a record of the first or second search. */
  | { kind: 'mark'; search: 0 | 1; key: string; note: string }
  | { kind: 'trip'; name: string; title: string }
  | { kind: 'note'; name: string; trip: string; text: string; removed: boolean };
export type Timed = { at: number; act: Act };

/** The first two searches have the same request but different sources. */
const inputOf = (search: number) => ({
  origin_airport: 'JFK',
  destination_airport: 'LHR',
  cabin: search % 3 === 2 ? 'first' : 'business',
  start_date: '2027-03-01',
});
const providerOf = (search: number) => (search % 3 === 1 ? 'seatscan' : 'awardatlas');

const raw = ({ key, day, miles, broken }: Row) => ({
  ...rawRecord(key, { Date: `2027-03-${String(day).padStart(2, '0')}` }),
  JMileageCost: broken ? miles : String(miles),
});

export function openHistory(file: string) {
  const storage = openDataFile(file);
  storage.db.pragma('synchronous = OFF');
  return { storage, play: (acts: readonly Timed[]) => play(storage, acts), close: storage.close };
}

function play(storage: Storage, acts: readonly Timed[]): void {
  let now = 0;
  const journal = openJournal(storage, () => now);
  const outputs = openOutputs(storage);
  const recorder = createPageRecorder(storage, () => MARKET);
  const insertMark = storage.db.prepare(
    `INSERT INTO record_marks (identity, cabin, record_key, starred, tags, note, updated_at) VALUES (?, ?, ?, 1, '[]', ?, ?)
     ON CONFLICT (identity, cabin, record_key) DO UPDATE SET note = excluded.note, updated_at = excluded.updated_at`,
  );
  const sourceOf = storage.db
    .prepare<[string], string>('SELECT source FROM award_partitions WHERE provider = ?')
    .pluck();
  const insertTrip = storage.db.prepare(
    `INSERT INTO trips (id, title, notes, created_at, updated_at) VALUES (?, ?, '', ?, ?)
     ON CONFLICT (id) DO UPDATE SET title = excluded.title, updated_at = excluded.updated_at`,
  );
  const insertNote = storage.db.prepare(
    `INSERT INTO trip_items (id, trip_id, kind, position, text, created_at, updated_at, removed_at)
     VALUES (?, ?, 'note', 1, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET text = excluded.text, updated_at = excluded.updated_at,
       removed_at = excluded.removed_at`,
  );
  const ofTrip = storage.db.prepare('SELECT 1 FROM trips WHERE id = ?');

  function settle({ name, to, continues, rows, hasMore }: Extract<Act, { kind: 'settle' }>): void {
    const entry = journal.get(name);
    if (entry?.state !== 'unknown') return;
    if (to === 'refused') {
      journal.record(name, { event: 'refused', words: 'The service refused it.' });
      return;
    }
    const output = {
      count: rows.length,
      cursor: 1,
      hasMore,
      data: rows.map(raw),
    };
    storage.transaction(() => {
      journal.record(name, {
        event: 'completed',
        words: 'The result is here.',
        changes: { callRef: `call-${name}`, charged: PRICE, nextPollAt: null },
      });
      outputs.store(
        name,
        'call',
        {
          bytes: Buffer.from(JSON.stringify({ kind: 'completed', callRef: `call-${name}`, output })),
          receivedAt: now,
        },
        ['output'],
      );
      const runId = recorder.record({
        kind: 'award_search',
        purchaseId: name,
        runId: continues === null ? null : (journal.get(continues)?.runId ?? null),
        toolRef: 'tool',
        input: inputOf(Number(entry.input.search)),
        output,
        receivedAt: now,
        identity: MARKET,
        provider: providerOf(Number(entry.input.search)),
      });
      journal.amend(name, { runId });
      outputs.markInterpreted(name);
    });
  }

  for (const { at, act } of acts) {
    now = at;
    switch (act.kind) {
      case 'order':
        if (journal.get(act.name) !== undefined) break;
        journal.open(entryOf(act.name, at, act), 'You asked for a quote.');
        journal.record(act.name, {
          event: 'quote_committed',
          words: 'The service quoted.',
          changes: { quoteRef: `quote-${act.name}`, price: PRICE, ceiling: PRICE, expiresAt: at + 1 },
        });
        journal.record(act.name, { event: 'approved', words: 'You approved it.' });
        journal.record(act.name, {
          event: 'submitted',
          words: 'It was sent.',
          changes: { idempotencyKey: `key-${act.name}`, submittedAt: at, attempts: 1 },
        });
        journal.record(act.name, { event: 'answer_lost', words: 'No answer came.' });
        break;
      case 'settle':
        settle(act);
        break;
      case 'mark':
        insertMark.run(
          MARKET,
          'business',
          keyWithSource(sourceOf.get(providerOf(act.search)) ?? '', act.key),
          act.note,
          at,
        );
        break;
      case 'trip':
        insertTrip.run(act.name, act.title, at, at);
        break;
      case 'note':
        if (ofTrip.get(act.trip) !== undefined)
          insertNote.run(act.name, act.trip, act.text, 0, at, act.removed ? at : null);
        break;
    }
  }
}

/** A search and a record key by provider, since source names depend on the order in which a file learnt them. */
const SEARCH = "json_remove(s.criteria, '$.source') || ' ' || h.provider";
const KEY = (key: string) =>
  `key_under('', ${key}) || ' ' || (SELECT provider FROM award_partitions WHERE source = source_in_key(${key}))`;

/** Everything that a user can see in a file, without its generated IDs. */
export function seenIn({ db }: Storage) {
  db.function('source_in_key', (key) => (key === null ? null : sourceInKey(String(key))));
  db.function('key_under', (source, key) =>
    key === null ? null : keyForSource(String(source), String(key)),
  );
  const all = (sql: string) => db.prepare(sql).all();
  return {
    purchases: all(`SELECT p.id, p.state, p.charged, p.call_ref, p.idempotency_key, p.request_digest,
        (SELECT group_concat(purchase_id, ' ') FROM (SELECT a.purchase_id FROM award_pages a WHERE a.run_id = p.run_id
          ORDER BY a.id)) AS run FROM purchases p ORDER BY p.id`),
    pages: all(`SELECT p.purchase_id, ${SEARCH}, p.received_at, p.received, p.has_more
      FROM award_pages p JOIN award_runs r ON r.id = p.run_id JOIN award_searches s ON s.id = r.search_id
      JOIN award_partitions h ON h.id = s.partition_id ORDER BY p.id`),
    runs: all(`SELECT ${SEARCH}, r.records, r.flagged, r.broken,
        (SELECT min(p.received_at) FROM award_pages p WHERE p.run_id = r.id) AS at
      FROM award_runs r JOIN award_searches s ON s.id = r.search_id JOIN award_partitions h ON h.id = s.partition_id
      ORDER BY r.id`),
    listed:
      all(`SELECT coalesce(json_remove(s.criteria, '$.source'), h.cabin) || ' ' || t.provider AS listing,
        ${KEY('e.record_key')} AS record_key, x.day, x.miles, p.purchase_id,
        f.purchase_id AS first
      FROM award_listed x JOIN award_listings l ON l.id = x.listing_id
      LEFT JOIN award_searches s ON s.id = l.search_id LEFT JOIN award_partitions h ON h.id = l.partition_id
      JOIN award_records e ON e.id = x.record_id JOIN award_partitions t ON t.id = e.partition_id JOIN award_pages p ON p.id = x.page_id
      JOIN award_pages f ON f.id = e.first_page_id ORDER BY 1, 3, 2`),
    broken: all(`SELECT p.purchase_id, b.position, ${KEY('b.record_key')} AS record_key, b.problems
      FROM award_broken b JOIN award_pages p ON p.id = b.page_id ORDER BY 1, 2`),
    outputs: all('SELECT purchase_id, hex(bytes) AS bytes, interpreted FROM outputs ORDER BY purchase_id'),
    marks: all(
      `SELECT identity, cabin, ${KEY('record_key')} AS record_key, note, updated_at FROM record_marks ORDER BY 3`,
    ),
    trips: all('SELECT id, title, updated_at, removed_at FROM trips ORDER BY id'),
    items: all('SELECT id, trip_id, text, updated_at, removed_at FROM trip_items ORDER BY id'),
  };
}

function entryOf(id: string, at: number, act: Extract<Act, { kind: 'order' }>): Entry {
  return {
    id,
    state: 'quoting',
    marketplace: MARKET,
    demo: false,
    account: 'account',
    keyMark: 'mark',
    toolRef: 'tool',
    toolId: 'tool',
    toolTitle: 'Award search',
    providerName: null,
    title: id,
    input: { search: act.search },
    requestDigest: id,
    continuesRun: null,
    interpretation: 'award_search',
    ...NOT_QUOTED_YET,
    createdAt: at,
    updatedAt: at,
  };
}
