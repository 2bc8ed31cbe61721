import { randomBytes, randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays } from '#shared/dates.ts';
import { createAwards } from '../../electron/awards/awards.ts';
import { countChangedPrices } from '../../electron/awards/insights/standings.ts';
import { prepareStandings } from '../../electron/awards/price-standings.ts';
import { openOutputs } from '../../electron/outputs/outputs.ts';
import { openStorage, type Storage } from '../../electron/storage/open.ts';
import { createReader } from '../../electron/storage/sql.ts';
import { PAGE_ROWS, pageOf } from './data/page.ts';
import { mediansInTurns, processorTime, type Result, result, timed } from './measure.ts';

const ROUNDS = 15;

const search = (number: number) => ({
  number,
  origins: ['JFK'],
  destinations: ['LHR'],
  cabin: 'business' as const,
  rows: PAGE_ROWS,
});
const textOf = (number: number, runs = 1) => {
  const own = search(number);
  return JSON.stringify(
    pageOf(
      Array.from({ length: runs }, (_, run) => ({ search: own, run, changed: PAGE_ROWS / 3 })),
      0,
    ),
  );
};

/** Stores pages of new records into a copy of the file, alternating with bare inserts of the same rows. */
export function measureStoring(file: string): Result[] {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-bench-storing-'));
  try {
    const copy = join(folder, 'milepost.sqlite');
    copyFileSync(file, copy);
    const opened = openStorage(copy);
    if (!opened.ok) throw new Error(opened.problem.words);
    const { storage } = opened;
    const awards = createAwards({
      storage,
      publish: () => {},
      clock: () => 0,
      today: () => '2026-11-20',
      identity: () => 'storing',
      outputOf: () => null,
      purchaseOf: () => null,
      placeOf: () => null,
    });
    let number = 1000;
    /** @param until distinguishes one saved search from another, and is far from all dates of its records */
    const store = (text: string, until: string, taking = timed) =>
      taking(() => {
        awards.recordPage({
          kind: 'award_search',
          purchaseId: `storing-${text.length}-${number}-${performance.now()}`,
          runId: null,
          toolRef: 'operation:v1:award',
          input: { origin_airport: 'JFK', destination_airport: 'LHR', cabin: 'business', end_date: until },
          output: JSON.parse(text),
          receivedAt: 1_800_000_000_000,
        });
      });
    const bare = bareInserts(storage);
    const next = () => {
      number += 1;
      return textOf(number);
    };
    const ownSearch = () => addDays('2100-01-01', number);
    const [REPEATED, REPLACED] = ['2099-01-01', '2099-01-02'];
    store(next(), ownSearch());
    bare(next(), number);
    const [stored = 0, floor = 0, storedAlone = 0, floorAlone = 0, again = 0, replacing = 0] = mediansInTurns(
      ROUNDS,
      [
        () => store(next(), ownSearch()),
        () => bare(next(), number),
        () => store(next(), ownSearch(), processorTime),
        () => bare(next(), number, processorTime),
        () => store(textOf(1001, 2 + (number % 7)), REPEATED),
        () => store(next(), REPLACED),
      ],
    );
    const held = longestBlock(storage);
    const [packed = 0, bareBytes = 0] = mediansInTurns(3, largestAnswers(storage));
    storage.close();
    const goal = '≤ 1.5 × floor';
    return [
      result('storing a page of 1,000 new results', 'ms', goal, stored, floor),
      result('the same, processor time alone', 'ms', goal, storedAlone, floorAlone),
      result('storing a page of 1,000 results seen before, a third changed', 'ms', goal, again, floor),
      result(
        'storing a page of 1,000 new results that shows 1,000 others to be removed',
        'ms',
        '≤ 3 × floor',
        replacing,
        floor,
      ),
      result('the prices of these pages counted behind them: longest write', 'ms', '≤ 50', held),
      result('storing the largest answer that is accepted', 'ms', goal, packed, bareBytes),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The longest block of the main process, in ms, while it writes the price ranks that the pages changed. */
function longestBlock(storage: Storage): number {
  const reader = createReader(storage.db);
  const write = prepareStandings(storage);
  const blocks: number[] = [];
  for (let counted = countChangedPrices(reader); counted.length > 0; counted = countChangedPrices(reader)) {
    const transactions = write(counted)[Symbol.iterator]();
    let isOver = false;
    const next = () => {
      isOver = transactions.next().done === true;
    };
    while (!isOver) blocks.push(timed(next));
  }
  return Math.max(...blocks);
}

/** An answer of 32 MB that hardly compresses, compared with the bare insert of its bytes. */
function largestAnswers(storage: Storage): (() => number)[] {
  storage.db.pragma('foreign_keys = OFF');
  storage.db.exec('CREATE TABLE bare_answers (bytes BLOB NOT NULL) STRICT');
  const bare = storage.db.prepare('INSERT INTO bare_answers VALUES (?)');
  const answer = Buffer.from(randomBytes(16 * 1024 * 1024).toString('hex'));
  const outputs = openOutputs(storage);
  return [
    () => timed(() => outputs.store(randomUUID(), 'call', { bytes: answer, receivedAt: 0 }, ['output'])),
    () => timed(() => bare.run(answer)),
  ];
}

type Row = ReturnType<typeof pageOf>['data'][number];

/** `JSON.parse` and one insert for every row of every table that a page writes, committed. */
function bareInserts(storage: Storage): (text: string, number: number, taking?: typeof timed) => number {
  const { db } = storage;
  const record = db.prepare('INSERT INTO award_records (record_key, partition_id) VALUES (?, 9999)');
  const version = db.prepare(
    `INSERT INTO award_versions (record_id, day, route_id, programme_id, airlines_id, miles, seats, available, direct)
     VALUES (?, ?, 1, 1, 1, ?, ?, ?, ?)`,
  );
  const seen = db.prepare('INSERT INTO award_observations VALUES (?, ?, ?, ?, ?)');
  const listed = db.prepare(
    `INSERT INTO award_listed (listing_id, day, record_id, version_id, page_id, route_id, programme_id, airlines_id,
       miles, seats, available, direct, flagged)
     VALUES (?, ?, ?, ?, ?, 1, 1, 1, ?, ?, ?, ?, 0)`,
  );
  return (text, number, taking = timed) =>
    taking(() =>
      storage.transaction(() => {
        const { data } = JSON.parse(text) as { data: Row[] };
        for (const [position, row] of data.entries()) {
          const recordId = Number(record.run(`${row.ID}`).lastInsertRowid);
          const day = Date.parse(row.Date) / 86_400_000;
          const facts = [
            Number(row.JMileageCost),
            row.JRemainingSeats || null,
            Number(row.JAvailable),
            Number(row.JDirect),
          ];
          const versionId = Number(version.run(recordId, day, ...facts).lastInsertRowid);
          seen.run(1_000_000 + number, recordId, versionId, 1_000_000 + number, position);
          listed.run(2_000_000 + number, day, recordId, versionId, 1, ...facts);
          listed.run(3_000_000, day, recordId, versionId, 1, ...facts);
        }
      }),
    );
}
