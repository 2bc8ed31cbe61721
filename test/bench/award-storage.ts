/**
 * Measures, on this machine and in one run: storing pages of 1,000 records against `JSON.parse` and bare inserts of the
 * same rows into the same tables, and the reads that a screen waits for. `npm run bench` prints a table;
 * `npm run bench -- [pages of one search] [other searches]` changes how much is stored before.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AwardSearchRequest } from '#shared/award-search/request.ts';
import { addDays } from '#shared/calendar-date.ts';
import type { Scope } from '#shared/contract/awards.ts';
import { keepAwards, rawRecord } from '../../electron/awards/testing/kept-awards.ts';

const ROWS = 1000;
const bigPages = Number(process.argv[2] ?? 100);
const otherSearches = Number(process.argv[3] ?? 0);
const PROGRAMMES = Array.from({ length: 18 }, (_, index) => `programme_${index}`);
const AIRLINES = ['UA', 'LH, UA', 'AF, KL', 'BA', 'SQ, NH', 'QR', 'EK', 'TK, UA'];

const pick = <Value>(values: readonly Value[], index: number): Value =>
  values[index % values.length] as Value;

/** 27 characters, as record ids of the known provider have. */
const idOf = (search: number, index: number) => `${search}x${index}`.padEnd(27, 'k');

/** A page of a search, as bytes off the socket: one record a day and programme; its figures move with the run. */
function pageText(search: number, page: number, run: number): string {
  const data = Array.from({ length: ROWS }, (_, row) => {
    const index = page * ROWS + row;
    const noise = (index * 7919 + search * 104_729 + run * (index % 3 === 0 ? 1_299_709 : 0)) % 1000;
    const source = pick(PROGRAMMES, index);
    return rawRecord(idOf(search, index), {
      Source: source,
      Date: addDays('2027-01-01', Math.floor(index / 18) % 365),
      JAvailable: noise % 10 < 4,
      JMileageCost: noise % 10 < 6 ? String(40_000 + noise * 150) : '0',
      JRemainingSeats: noise % 4,
      JDirect: noise % 3 === 0,
      JAirlines: pick(AIRLINES, noise),
      Route: {
        OriginAirport: `A${search % 20}A`,
        DestinationAirport: `B${Math.floor(search / 20)}${page % 4}`,
      },
    });
  });
  return JSON.stringify({ count: ROWS, cursor: 1_700_000_000, hasMore: true, data });
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

const results: { what: string; ms: string; note: string }[] = [];
const tell = (what: string, ms: number, note = '') => results.push({ what, ms: ms.toFixed(2), note });

const folder = mkdtempSync(join(tmpdir(), 'award-storage-'));
try {
  const file = join(folder, 'milepost.sqlite');
  const { awards, storage } = keepAwards(file);
  const input = (search: number): AwardSearchRequest => ({
    origin_airport: `A${search % 20}A`,
    destination_airport: `B${Math.floor(search / 20)}0`,
    cabin: 'business',
  });
  let purchases = 0;
  const store = (search: number, text: string, runId: number | null): { ms: number; runId: number } => {
    let run = runId;
    purchases += 1;
    const ms = timed(() => {
      run = awards.recordPage({
        purchaseId: `p${purchases}`,
        runId,
        toolRef: 'operation:v1:award',
        input: input(search),
        output: JSON.parse(text),
        receivedAt: Date.now(),
      });
    });
    return { ms, runId: run ?? 0 };
  };

  const first: number[] = [];
  let bigRun: number | null = null;
  for (let page = 0; page < bigPages; page += 1) {
    const stored = store(0, pageText(0, page, 0), bigRun);
    bigRun = stored.runId;
    first.push(stored.ms);
  }
  tell(
    `store 1,000 new records (median of ${bigPages})`,
    median(first),
    `last ${first.at(-1)?.toFixed(1)} ms`,
  );

  const again: number[] = [];
  let secondRun: number | null = null;
  for (let page = 0; page < Math.min(bigPages, 20); page += 1) {
    const stored = store(0, pageText(0, page, 1), secondRun);
    secondRun = stored.runId;
    again.push(stored.ms);
  }
  tell('store 1,000 records seen before, a third changed', median(again));

  for (let search = 1; search <= otherSearches; search += 1)
    for (const run of [0, 1]) store(search, pageText(search, 0, run), null);

  const floors = Array.from({ length: 20 }, (_, page) => bareInserts(pageText(999, page, 0), page));
  const floor = median(floors);
  tell(
    'floor: JSON.parse and bare inserts of the same rows',
    floor,
    `ratio ${(median(first) / floor).toFixed(2)}`,
  );

  function bareInserts(text: string, page: number): number {
    const { db } = storage;
    const record = db.prepare('INSERT INTO award_records (record_key, shelf_id) VALUES (?, 99)');
    const version = db.prepare(
      'INSERT INTO award_versions VALUES (NULL, ?, ?, 1, 1, 1, ?, ?, ?, ?, NULL, ?, NULL)',
    );
    const seen = db.prepare('INSERT INTO award_observations VALUES (?, ?, ?, ?, ?)');
    const listed = db.prepare('INSERT INTO award_listed VALUES (?, ?, ?, ?, ?, 1, 1, 1, ?, ?, ?, ?, 0)');
    return timed(() => {
      storage.transaction(() => {
        const { data } = JSON.parse(text) as { data: ReturnType<typeof rawRecord>[] };
        for (const [position, row] of data.entries()) {
          const recordId = Number(record.run(row.ID).lastInsertRowid);
          const day = Math.round(Date.parse(row.Date) / 86_400_000);
          const miles = Number(row.JMileageCost) || null;
          const facts = [miles, row.JRemainingSeats || null, Number(row.JAvailable), Number(row.JDirect)];
          const versionId = Number(version.run(recordId, day, ...facts, '0').lastInsertRowid);
          seen.run(90_000, recordId, versionId, 90_000 + page, position);
          for (const listing of [90_001, 90_002])
            listed.run(listing, day, recordId, versionId, 90_000, ...facts);
        }
      });
    });
  }

  const [saved] = awards.handlers.searches(undefined) as { searchId: number; records: number }[];
  const searches = awards.handlers.searches(undefined) as { searchId: number; records: number }[];
  const biggest = searches.reduce(
    (a, b) => (b.records > a.records ? b : a),
    saved ?? { searchId: 0, records: 0 },
  );
  const scopes: [string, Scope][] = [
    [`search of ${biggest.records} records`, { kind: 'search', searchId: biggest.searchId }],
    ['its first run', { kind: 'run', runId: bigRun ?? 0 }],
    ['matching its airports', { kind: 'matching', origins: ['A0A'], destinations: [], cabin: 'business' }],
  ];
  const measure = (what: string, read: () => unknown) => {
    read();
    const runs = Array.from({ length: 15 }, () => timed(read));
    tell(what, median(runs), `worst ${Math.max(...runs).toFixed(1)}`);
  };
  measure(`list ${searches.length} saved searches`, () => awards.handlers.searches(undefined));
  for (const [name, scope] of scopes) {
    const window = { scope, offset: 0, limit: 100 };
    const ascending = (by: 'date' | 'miles' | 'programme') => [{ by, descending: false }];
    measure(`${name}: first window by date`, () =>
      awards.handlers.records({ ...window, filter: {}, sort: ascending('date') }),
    );
    measure(`${name}: first window by miles`, () =>
      awards.handlers.records({ ...window, filter: {}, sort: ascending('miles') }),
    );
    measure(`${name}: with space, one programme, by programme`, () =>
      awards.handlers.records({
        ...window,
        filter: { available: true, programmes: ['programme_3'] },
        sort: ascending('programme'),
      }),
    );
    measure(`${name}: calendar`, () => awards.handlers.calendar({ scope, filter: {} }));
    measure(`${name}: facets`, () => awards.handlers.facets({ scope }));
    measure(`${name}: summary`, () => awards.handlers.scope({ scope }));
  }
  measure('compare the search with its first run', () =>
    awards.handlers.compare({ scopes: scopes.slice(0, 2).map(([, scope]) => scope), filter: {} }),
  );
  const versions = storage.db.prepare<[], number>('SELECT count(*) FROM award_versions').pluck().get() ?? 0;
  storage.db.pragma('wal_checkpoint(TRUNCATE)');
  const bytes = statSync(file).size;
  tell('file, bytes a version', bytes / versions, `${versions} versions, ${bytes} bytes`);
  storage.close();
  console.table(results);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
