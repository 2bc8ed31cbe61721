import { type AwardPage, readAwardPage } from '#shared/award-search/response.ts';
import { fail } from '#shared/contract/failure.ts';
import type { Storage } from '../storage/open.ts';
import { prepareGone } from './gone.ts';
import { type PageHome, prepareRows } from './row-writer.ts';
import { searchIdentity } from './search-identity.ts';

export type PageToRecord = {
  purchaseId: string;
  /** The run that it continues; null begins one. */
  runId: number | null;
  toolRef: string;
  /** The request as it was sent. */
  input: unknown;
  /** The answer as the Tool gave it. */
  output: unknown;
  /** UTC ms. */
  receivedAt: number;
  /** The marketplace and account that it was bought from, where that is not the present one. */
  identity?: string;
};

export type Rebuilt = { pages: number; records: number };

const DERIVED = [
  'award_listed',
  'award_listings',
  'award_broken',
  'award_observations',
  'award_versions',
  'award_records',
  'award_added_members',
  'award_airline_members',
  'award_airline_lists',
  'award_routes',
  'award_programmes',
] as const;

/** Records the pages of award search answers, and can derive every record from them again. */
export function createPageRecorder(storage: Storage, identity: () => string) {
  const { db } = storage;
  const writeRows = prepareRows(db);
  const gone = prepareGone(db);

  const upsertShelf = db
    .prepare<[string, string], number>(`
      INSERT INTO award_shelves (identity, cabin) VALUES (?, ?)
      ON CONFLICT (identity, cabin) DO UPDATE SET cabin = excluded.cabin RETURNING id`)
    .pluck();
  const upsertSearch = db
    .prepare<[number, string, string, string], number>(`
      INSERT INTO award_searches (shelf_id, identity, criteria, title) VALUES (?, ?, ?, ?)
      ON CONFLICT (identity, criteria) DO UPDATE SET title = excluded.title RETURNING id`)
    .pluck();
  const selectRun = db
    .prepare<[number, number], number>('SELECT id FROM award_runs WHERE id = ? AND search_id = ?')
    .pluck();
  const insertRun = db.prepare<[number]>('INSERT INTO award_runs (search_id) VALUES (?)');
  const insertPage = db.prepare<(number | string | null)[]>(`
    INSERT INTO award_pages (run_id, purchase_id, tool_ref, input, received_at, received, count, cursor, has_more, problems)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const updatePage = db.prepare<(number | string | null)[]>(
    'UPDATE award_pages SET received = ?, count = ?, cursor = ?, has_more = ?, problems = ? WHERE id = ?',
  );
  const selectHome = db.prepare<[string], PageHome>(`
    SELECT p.id AS pageId, r.id AS runId, s.id AS searchId, s.shelf_id AS shelfId
    FROM award_pages p JOIN award_runs r ON r.id = p.run_id JOIN award_searches s ON s.id = r.search_id
    WHERE p.purchase_id = ?`);

  const envelope = (page: AwardPage) => [
    page.rows.length,
    page.count,
    page.cursor,
    page.hasMore === null ? null : page.hasMore ? 1 : 0,
    page.problems.length === 0 ? null : JSON.stringify(page.problems),
  ];

  function newHome(page: PageToRecord, read: AwardPage): PageHome {
    const owner = page.identity ?? identity();
    const search = searchIdentity(page.input);
    const shelfId = upsertShelf.get(owner, search.cabin) ?? 0;
    const searchId = upsertSearch.get(shelfId, owner, search.criteria, search.title) ?? 0;
    const continued = page.runId === null ? undefined : selectRun.get(page.runId, searchId);
    const runId = continued ?? Number(insertRun.run(searchId).lastInsertRowid);
    const pageId = Number(
      insertPage.run(
        runId,
        page.purchaseId,
        page.toolRef,
        JSON.stringify(page.input ?? null),
        page.receivedAt,
        ...envelope(read),
      ).lastInsertRowid,
    );
    return { pageId, runId, searchId, shelfId };
  }

  return {
    /**
     * Records one page and returns its run. Interpreting the same purchase again gives the same rows. A run that is
     * not known, or belongs to another search, is not continued: the page begins a run of its own.
     */
    record(page: PageToRecord): number {
      return storage.transaction(() => {
        const read = readAwardPage(page.output);
        const known = selectHome.get(page.purchaseId);
        if (known !== undefined) updatePage.run(...envelope(read), known.pageId);
        const home = known ?? newHome(page, read);
        const repeats = writeRows(home, read);
        if (known === undefined) gone.afterPage(home, repeats);
        else gone.afterReading(home);
        return home.runId;
      });
    },

    /**
     * Reads the stored answer of a purchase once more and returns its run; fails with `not_found` where it gave no
     * page, and with `output_missing` where the answer cannot be read back.
     */
    readAgain(purchaseId: string, output: unknown): number {
      return storage.transaction(() => {
        const home = selectHome.get(purchaseId);
        if (home === undefined) fail('not_found', 'This purchase gave no records.');
        if (output === null || output === undefined)
          fail('output_missing', 'The stored answer of this purchase cannot be read. Nothing was changed.');
        const read = readAwardPage(output);
        updatePage.run(...envelope(read), home.pageId);
        writeRows(home, read);
        gone.afterReading(home);
        return home.runId;
      });
    },

    /**
     * Takes away every page and run with its records, so that they can be recorded in another order, within the
     * caller's transaction. Searches stay, and so do their addresses.
     */
    clear(): void {
      for (const table of [...DERIVED, 'award_pages', 'award_runs']) db.exec(`DELETE FROM main.${table}`);
    },

    /** The run that a purchase's page belongs to; null where it gave none. */
    runOf: (purchaseId: string): number | null => selectHome.get(purchaseId)?.runId ?? null,

    /**
     * Derives every record anew from the stored outputs, in the order in which the pages came: the same records with
     * the same ids. Changes nothing and fails with `output_missing` where an output cannot be read back.
     */
    rebuild(outputOf: (purchaseId: string) => unknown): Rebuilt {
      return storage.transaction(() => {
        for (const table of DERIVED) db.exec(`DELETE FROM ${table}`);
        db.exec('UPDATE award_runs SET records = 0, flagged = 0, broken = 0');
        const purchases = db
          .prepare<[], string>('SELECT purchase_id FROM award_pages ORDER BY id')
          .pluck()
          .all();
        for (const purchaseId of purchases) {
          const output = outputOf(purchaseId);
          const home = selectHome.get(purchaseId);
          if (home === undefined) continue;
          if (output === null || output === undefined)
            fail(
              'output_missing',
              'The stored answer of a purchase cannot be read, so its records cannot be built again. Nothing was changed.',
              { purchaseId },
            );
          const read = readAwardPage(output);
          updatePage.run(...envelope(read), home.pageId);
          writeRows(home, read);
        }
        gone.markAll();
        const records = db.prepare<[], number>('SELECT count(*) FROM award_records').pluck().get() ?? 0;
        return { pages: purchases.length, records };
      });
    },
  };
}
