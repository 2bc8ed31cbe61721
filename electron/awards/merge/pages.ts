import { fail } from '#shared/contract/failure.ts';
import { readerOfSource } from '#shared/record-kinds/record-kinds.ts';
import type { Merging, Renamed } from '../../backup/part.ts';
import { columnsOf, countRows } from '../../backup/rows.ts';
import { openOutputs } from '../../outputs/outputs.ts';
import { WITH_DETAILS } from '../itineraries/itinerary-writer.ts';
import { createPageRecorder } from '../record/page-recorder.ts';
import { EVERY_PRICE_GROUP } from '../record/price-groups.ts';
import { EVERY_SEARCH_ROUTE } from '../record/search-routes.ts';
import { EVERY_ROUTE_RECORD } from '../record/version-writer.ts';
import { isCopyable } from './copyable.ts';
import { renameSources } from './sources.ts';

export type MergedPages = {
  added: number;
  withoutAnswer: number;
  runs: Pick<Renamed, 'runs' | 'runsHere'>;
};

type Page = {
  purchaseId: string;
  /** The run ID in the page's own file. */
  runId: number;
  here: boolean;
  identity: string;
  provider: string;
  source: string;
  toolRef: string;
  input: string;
  receivedAt: number;
  hasOutput: number;
};

const pagesOf = (schema: 'main' | 'other') => `
  SELECT p.purchase_id AS purchaseId, p.run_id AS runId, s.identity, h.provider, h.source, p.tool_ref AS toolRef, p.input,
    p.received_at AS receivedAt,
    EXISTS (SELECT 1 FROM main.outputs o WHERE o.purchase_id = p.purchase_id) AS hasOutput
  FROM ${schema}.award_pages p JOIN ${schema}.award_runs r ON r.id = p.run_id
  JOIN ${schema}.award_searches s ON s.id = r.search_id JOIN ${schema}.award_partitions h ON h.id = s.partition_id
  ORDER BY p.id`;

const inTime = (a: Page, b: Page): number =>
  a.receivedAt - b.receivedAt || (a.purchaseId < b.purchaseId ? -1 : a.purchaseId > b.purchaseId ? 1 : 0);

/** Record tables, in an order in which they can be copied. */
export const COPIED_TABLES = [
  'award_programmes',
  'award_routes',
  'award_airline_lists',
  'award_airline_members',
  'award_added_members',
  'award_partitions',
  'award_searches',
  'award_runs',
  'award_run_prices',
  'award_pages',
  'award_records',
  'award_versions',
  'award_observations',
  'award_broken',
  'award_listings',
  'award_listed',
] as const;

/**
 * Merges the pages of a backup and their records. Page IDs must be in order of time, because first, last and newest are
 * determined by them. So if the backup's pages are later than all stored ones, they are appended; otherwise all pages are
 * recorded again in order of time, and runs get new IDs. If nothing is stored yet and the backup's tables are valid, they
 * are copied.
 */
export function mergePages(merging: Merging): MergedPages {
  const { storage, db, report } = merging;
  if (
    countRows(db, 'main.award_pages') === 0 &&
    countRows(db, 'main.award_partitions') === 0 &&
    isCopyable(db)
  )
    return copyAll(merging);

  renameSources(merging);
  db.exec(`INSERT INTO main.award_partitions (identity, cabin, source, provider)
    SELECT identity, cabin, source, provider FROM other.award_partitions WHERE true
    ON CONFLICT (identity, cabin, source) DO NOTHING`);
  const here = db
    .prepare<[], Omit<Page, 'here'>>(pagesOf('main'))
    .all()
    .map((page) => ({ ...page, here: true }));
  const known = new Map(here.map(({ purchaseId, runId }) => [purchaseId, runId]));
  const backupPages = db
    .prepare<[], Omit<Page, 'here'>>(pagesOf('other'))
    .all()
    .map((page) => ({ ...page, here: false }));
  /** Runs of the backup that share a page with a stored run: stored ID by backup ID. */
  const sharedRuns = new Map<number, number>();
  for (const { purchaseId, runId } of backupPages) {
    const own = known.get(purchaseId);
    if (own !== undefined) sharedRuns.set(runId, own);
  }
  const missing = backupPages.filter(({ purchaseId }) => !known.has(purchaseId));
  const incoming = missing.filter(({ hasOutput }) => hasOutput === 1).sort(inTime);
  const last = here.toSorted(inTime).at(-1);
  const [first] = incoming;
  const renumbered = last !== undefined && first !== undefined && inTime(first, last) < 0;

  const recorder = createPageRecorder(storage, () => '');
  const outputs = openOutputs(storage);
  /** The new ID of each run, by its file and its ID there. */
  const names = new Map<string, number>();
  const nameOf = (page: Page): string => {
    if (page.here) return `here ${page.runId}`;
    const own = sharedRuns.get(page.runId);
    return own === undefined ? `there ${page.runId}` : `here ${own}`;
  };
  if (!renumbered) for (const { runId } of here) names.set(`here ${runId}`, runId);
  else recorder.clear();
  const toRecord = renumbered ? [...here, ...incoming].sort(inTime) : incoming;
  const markInterpreted = db.prepare('UPDATE main.outputs SET interpreted = 1 WHERE purchase_id = ?');
  toRecord.forEach((page, place) => {
    if (place % 20 === 0) report('Records', place, toRecord.length);
    const name = nameOf(page);
    const output = outputs.outputOf(page.purchaseId);
    if (output === null && page.here)
      fail(
        'output_missing',
        'The stored answer of a purchase that is here cannot be read, so the histories cannot be put together. Nothing was changed.',
        { purchaseId: page.purchaseId },
      );
    const runId = recorder.record({
      purchaseId: page.purchaseId,
      kind: readerOfSource(page.source).id,
      runId: names.get(name) ?? null,
      toolRef: page.toolRef,
      input: JSON.parse(page.input) as unknown,
      output,
      receivedAt: page.receivedAt,
      identity: page.identity,
      provider: page.provider,
    });
    names.set(name, runId);
    markInterpreted.run(page.purchaseId);
  });
  const runsHere = renumbered
    ? new Map(here.map(({ runId }) => [runId, names.get(`here ${runId}`) ?? runId] as const))
    : null;
  const runs = new Map<number, number>();
  for (const page of backupPages) {
    const runId = names.get(nameOf(page));
    if (runId !== undefined) runs.set(page.runId, runId);
  }
  return {
    added: incoming.length,
    withoutAnswer: missing.length - incoming.length,
    runs: { runs, runsHere },
  };
}

function copyAll({ db, report }: Merging): MergedPages {
  COPIED_TABLES.forEach((table, place) => {
    report('Records', place, COPIED_TABLES.length);
    const columns = columnsOf(db, table).join(', ');
    // In key order, so that a WITHOUT ROWID table is written sequentially.
    db.exec(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM other.${table}`);
  });
  // Standings are counted again rather than trusted from a backup.
  db.exec('UPDATE main.award_listed SET standing = NULL WHERE standing IS NOT NULL');
  db.exec(EVERY_PRICE_GROUP);
  db.exec(EVERY_SEARCH_ROUTE);
  db.exec(EVERY_ROUTE_RECORD);
  db.exec(
    `UPDATE main.outputs SET interpreted = 1
     WHERE purchase_id IN (SELECT purchase_id FROM main.award_pages) AND interpreted = 0`,
  );
  // Itineraries are read again from the answers rather than trusted from a backup.
  db.exec(`UPDATE main.award_pages SET itineraries_read = 0 WHERE itineraries_read = ${WITH_DETAILS}`);
  const runs = db.prepare<[], number>('SELECT id FROM main.award_runs').pluck().all();
  return {
    added: countRows(db, 'main.award_pages'),
    withoutAnswer: 0,
    runs: { runs: new Map(runs.map((id) => [id, id])), runsHere: null },
  };
}
