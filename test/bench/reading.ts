import { statSync } from 'node:fs';
import type { RecordSort, Scope } from '#shared/contract/awards.ts';
import { awardReads } from '../../electron/awards/reads.ts';
import { openOutputs } from '../../electron/outputs/outputs.ts';
import { openProvenance } from '../../electron/outputs/provenance.ts';
import { openForReading } from '../../electron/storage/open-for-reading.ts';
import { createReader } from '../../electron/storage/sql.ts';
import { CHANGES } from './changes.ts';
import { ADDRESS } from './data/fill.ts';
import { floorSql } from './floor-sql.ts';
import { insightQuestions } from './insights.ts';
import { mediansInTurns, type Result, result, timed } from './measure.ts';

const DATE: RecordSort[] = [
  { by: 'date', descending: false },
  { by: 'miles', descending: false },
];
const first = { filter: {}, offset: 0, limit: 100 };

/** One file opened for reading, with the subjects of its queries: its widest search, and six of its routes. */
export function openBench(file: string) {
  const storage = openForReading(file);
  const reads = awardReads({
    reader: createReader(storage.db),
    outputOf: openOutputs(storage).outputOf,
    purchaseOf: openProvenance(storage),
  });
  const searches = reads.searches(ADDRESS, '2026-11-20').toSorted((a, b) => b.records - a.records);
  const [wide, ...narrow] = searches.map(({ searchId }): Scope => ({ kind: 'search', searchId }));
  if (wide === undefined || wide.kind !== 'search') throw new Error(`${file} holds no searches`);
  const six = narrow.slice(0, 6);
  const floor = floorSql(storage.db);
  const listings = [wide, ...six].map((scope) =>
    scope.kind === 'search' ? (floor.listingOf.get(scope.searchId) ?? 0) : 0,
  );
  const [listing = 0, ...sixListings] = listings;
  const questions: Record<string, { ask: () => unknown; floor: () => unknown }> = {
    'first rows of the widest search': {
      ask: () => reads.records(ADDRESS, { scope: wide, ...first, sort: DATE }),
      floor: () => floor.firstRows(listing),
    },
    ...Object.fromEntries(
      CHANGES.map(({ name, filter, sort }) => [
        name,
        {
          ask: () => reads.records(ADDRESS, { scope: wide, ...first, filter, sort }),
          floor: () => floor.changed.get(name)?.(listing),
        },
      ]),
    ),
    'its calendar of 12 months': {
      ask: () => reads.calendar(ADDRESS, { scope: wide, filter: {} }),
      floor: () => floor.calendar(listing),
    },
    'six routes compared over 12 months': {
      ask: () => {
        const columns = six.map((scope) => ({ scope, filter: {} }));
        return reads.compare(ADDRESS, columns, {}, '2026-11-20');
      },
      floor: () => floor.compare(sixListings),
    },
  };
  const [example] = reads.records(ADDRESS, {
    scope: six[0] ?? wide,
    ...first,
    filter: { available: true },
    sort: DATE,
  }).rows;
  if (example === undefined) throw new Error(`${file} holds no award space`);
  Object.assign(
    questions,
    insightQuestions(storage.db, reads, ADDRESS, { ...example, cabin: example.cabin ?? '' }),
  );
  return { storage, reads, wide, six, searches, questions, close: () => storage.close() };
}

/** The engine optimises what it has run a few dozen times: answers of a millisecond are not measured before that. */
const WARM_MS = 100;
const ROUNDS = 21;

/**
 * Each query alone, compared with hand-written SQL: the database's share of what a user waits for. Also returns how long
 * each took, written by hand and by the product, in ms by name.
 */
export function measureReading(file: string): {
  results: Result[];
  floors: Record<string, number>;
  database: Record<string, number>;
} {
  const bench = openBench(file);
  const floors: Record<string, number> = {};
  const database: Record<string, number> = {};
  const results = Object.entries(bench.questions).map(([name, { ask, floor }]) => {
    const start = performance.now();
    do {
      ask();
      floor();
    } while (performance.now() - start < WARM_MS);
    const [request = 0, byHand = 0] = mediansInTurns(ROUNDS, [() => timed(ask), () => timed(floor)]);
    floors[name] = byHand;
    database[name] = request;
    return result(`database alone: ${name}`, 'ms', '≤ 1.5 × floor', request, byHand);
  });
  bench.close();
  return { results, floors, database };
}

const GROWING = [
  'first rows of the widest search',
  'filter: award space',
  'filter: airline',
  'sort: miles',
  'its calendar of 12 months',
  'six routes compared over 12 months',
];

/** How answers grow from a hundredth of the file to all of it: less than a hundredfold is sub-linear. */
export function measureGrowth(small: string, large: string): Result[] {
  const [few, many] = [openBench(small), openBench(large)];
  const results = GROWING.map((name) => {
    const ask = (bench: typeof few) => () => timed(() => bench.questions[name]?.ask());
    ask(few)();
    ask(many)();
    const [before = 0, after = 0] = mediansInTurns(ROUNDS, [ask(few), ask(many)]);
    return result(`growth from a hundredth: ${name}`, 'ms', '< 100 × (sub-linear)', after, before);
  });
  few.close();
  many.close();
  return results;
}

/** Bytes of the file for each version, with the answers as they came and without them. */
export function measureSize(file: string): Result[] {
  const { db, close } = openForReading(file);
  const count = (sql: string) => Number(db.prepare(sql).pluck().get());
  const versions = count('SELECT count(*) FROM award_versions');
  const outputs = count(`SELECT sum(pgsize) FROM dbstat WHERE name = 'outputs' AND aggregate = TRUE`);
  close();
  const bytes = statSync(file).size;
  return [
    result('file without the answers as they came', 'bytes a version', '≤ 250', (bytes - outputs) / versions),
    result('file with them', 'bytes a version', '≤ 250', bytes / versions),
  ];
}
