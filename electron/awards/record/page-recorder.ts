import { remarksOnPage, remarksWithUnlike } from '#shared/award-search/page-remarks.ts';
import type { AwardPage } from '#shared/award-search/response.ts';
import { unrequestedRemark } from '#shared/award-search/unrequested.ts';
import { partWays, waysRemark } from '#shared/award-search/unrequested-ways.ts';
import { fail } from '#shared/contract/failure.ts';
import { isObject } from '#shared/json.ts';
import type { RecordKind } from '#shared/record-kinds/record-kind.ts';
import {
  type Interpretation,
  kindNamed,
  readerOfSource,
  unwrappedOutput,
} from '#shared/record-kinds/record-kinds.ts';
import { keyWithSource } from '#shared/record-kinds/source-keys.ts';
import type { Storage } from '../../storage/open.ts';
import { createReader } from '../../storage/sql.ts';
import { findPageProblems } from '../coverage/page-fit.ts';
import { criteriaMembers, requestAnswered } from '../coverage/request-answered.ts';
import { knownSources, searchIdentity } from '../coverage/search-identity.ts';
import { prepareItineraries } from '../itineraries/itinerary-writer.ts';
import { prepareRemoved } from './removed.ts';
import { type PageHome, prepareRows } from './row-writer.ts';

export type PageToRecord = {
  purchaseId: string;
  /** How its answer becomes records, as stored with the purchase. */
  kind: Interpretation;
  /** The run that the page continues; null starts one. */
  runId: number | null;
  toolRef: string;
  /** The request as it was sent. */
  input: unknown;
  /** The request that the service states it executed, if any. */
  executed?: unknown;
  /** The Tool's raw answer. */
  output: unknown;
  /** UTC ms. */
  receivedAt: number;
  /** The marketplace and account that the page was bought from, if not the current one. */
  identity?: string;
  /** The provider of the Tool, from the name of its capability (§1.7); '' if unknown. */
  provider?: string;
};

type Rebuilt = { pages: number; records: number };

const DERIVED = [
  'award_price_standings',
  'award_price_groups',
  'award_search_routes',
  'award_route_records',
  'award_itineraries',
  'award_listed',
  'award_listings',
  'award_broken',
  'award_observations',
  'award_run_prices',
  'award_versions',
  'award_records',
  'award_first_seen',
  'award_added_members',
  'award_airline_members',
  'award_airline_lists',
  'award_routes',
  'award_programmes',
] as const;

/** Reads an answer and adds the source to the record IDs, which are unique only within a source. */
function readAnswer(kind: RecordKind, output: unknown, source: string): AwardPage {
  const page = kind.read(output);
  if (source === '') return page;
  return {
    ...page,
    rows: page.rows.map((row) => ({
      ...row,
      record: { ...row.record, recordId: keyWithSource(source, row.record.recordId) },
    })),
  };
}

/**
 * Whether a request continues earlier pages. An answer to it that lacks the cursor of §2.2 does not show whether the
 * service counted from the first page or from the last, so rows between them may be missing.
 */
const continuesPages = (input: unknown): boolean => isObject(input) && ('cursor' in input || 'skip' in input);

const SAYS_NOTHING = ['null', '""', '{}', '[]'];

/**
 * Whether a member beside the four of §2.2 may say that something is left out: one that is undeclared and holds anything.
 * No list of harmless words is complete (§1.4).
 */
const mayBePartial = ({ observed }: RecordKind, output: unknown, { added }: AwardPage): boolean =>
  isObject(output) &&
  added.some((name) => !observed.includes(name) && !SAYS_NOTHING.includes(JSON.stringify(output[name])));

/** Five times as many as a page of §2.1 has at most: a larger list would hold up the program while it is written. */
const MOST_ROWS = 5_000;

/** Fails with `too_large` where an answer lists more than a page can have. */
function refuseLargePage(output: unknown): void {
  for (const list of Object.values(output ?? {}))
    if (Array.isArray(list) && list.length > MOST_ROWS)
      fail('too_large', `This answer lists ${list.length} records; a page has at most ${MOST_ROWS}.`);
}

type FitColumns = Parameters<typeof findPageProblems>[0][number] & {
  input: string;
  count: number | null;
  hasMore: number | null;
};

/** Whether rows on a run's last page or before it may be missing. */
function mayMissRows(pages: readonly FitColumns[]): boolean {
  const parsed = pages.map((page) => ({ ...page, input: JSON.parse(page.input) as unknown }));
  if (findPageProblems(parsed).some(({ page, kind }) => kind === 'may_skip' && page === pages.length - 1))
    return true;
  // A count may be of the page or of all rows; at the end, a count above the rows received means that some are missing.
  const received = pages.reduce((sum, page) => sum + page.received, 0);
  return pages.slice(-1).some(({ hasMore, count }) => hasMore === 0 && (count ?? 0) > received);
}

/** Records the pages of award search answers, and can rebuild every record from them. */
export function createPageRecorder(storage: Storage, identity: () => string) {
  const { db } = storage;
  const reader = createReader(db);
  const writeRows = prepareRows(db);
  const removed = prepareRemoved(db);
  const itineraries = prepareItineraries(db);

  const upsertPartition = db
    .prepare<[string, string, string, string], number>(`
      INSERT INTO award_partitions (identity, cabin, source, provider) VALUES (?, ?, ?, ?)
      ON CONFLICT (identity, cabin, source) DO UPDATE SET cabin = excluded.cabin RETURNING id`)
    .pluck();
  const setProvider = db.prepare<[string, string, string]>(
    "UPDATE award_partitions SET provider = ? WHERE identity = ? AND source = ? AND provider = ''",
  );
  const upsertSearch = db
    .prepare<[number, string, string, string], number>(`
      INSERT INTO award_searches (partition_id, identity, criteria, title) VALUES (?, ?, ?, ?)
      ON CONFLICT (identity, criteria) DO UPDATE SET title = excluded.title RETURNING id`)
    .pluck();
  const selectRun = db
    .prepare<[number | null, number], number>('SELECT id FROM award_runs WHERE id = ? AND search_id = ?')
    .pluck();
  const insertRun = db.prepare<[number]>('INSERT INTO award_runs (search_id) VALUES (?)');
  const insertPage = db.prepare<(number | string | null)[]>(`
    INSERT INTO award_pages (run_id, purchase_id, tool_ref, input, received_at, received, count, cursor, has_more,
      remarks, partial)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const updatePage = db.prepare<(number | string | null)[]>(
    `UPDATE award_pages SET received = ?, count = ?, cursor = ?, has_more = ?, remarks = ?, partial = ?
     WHERE id = ?`,
  );
  const updateFit = db.prepare<[number, number | null, number]>(
    'UPDATE award_pages SET repeated = ?, joins = ? WHERE id = ?',
  );
  const selectUpTo = db.prepare<[number, number], FitColumns>(`
    SELECT input, received_at AS receivedAt, received, repeated, count, cursor, has_more AS hasMore
    FROM award_pages WHERE run_id = ? AND id <= ? ORDER BY id`);
  const selectRemarks = db
    .prepare<[number], string | null>('SELECT remarks FROM award_pages WHERE id = ?')
    .pluck();
  const updateRemarks = db.prepare<[string, number]>('UPDATE award_pages SET remarks = ? WHERE id = ?');
  const markPartial = db.prepare<[number]>('UPDATE award_pages SET partial = 1 WHERE id = ?');
  const HOMES = `
    SELECT p.id AS pageId, p.purchase_id AS purchaseId, p.input, r.id AS runId, s.id AS searchId,
      s.partition_id AS partitionId, h.source
    FROM award_pages p JOIN award_runs r ON r.id = p.run_id JOIN award_searches s ON s.id = r.search_id
    JOIN award_partitions h ON h.id = s.partition_id`;
  type StoredHome = PageHome & { purchaseId: string; input: string };
  const selectHome = db.prepare<[string], StoredHome>(`${HOMES} WHERE p.purchase_id = ?`);
  const selectHomes = db.prepare<[], StoredHome>(`${HOMES} ORDER BY p.id`);

  /** The page's columns besides its records, in the order of the statements above. */
  const envelopeColumns = (kind: RecordKind, page: AwardPage, output: unknown, input: unknown) => {
    const isCounted = page.cursor !== null || !continuesPages(input);
    const partial = !page.isListed || !isCounted || mayBePartial(kind, output, page);
    const remarks = remarksOnPage(page, partial);
    return [...pageColumns(page), remarks.length === 0 ? null : JSON.stringify(remarks), partial ? 1 : 0];
  };
  const pageColumns = (page: AwardPage) => [
    page.rows.length,
    page.count,
    page.cursor,
    page.hasMore === null ? null : page.hasMore ? 1 : 0,
  ];

  function createHome(page: PageToRecord): Omit<PageHome, 'pageId'> {
    const owner = page.identity ?? identity();
    const { provider = '' } = page;
    const known = knownSources(reader, owner);
    const search = searchIdentity(page.input, { provider, known, kind: kindNamed(page.kind) });
    const { source } = search;
    if (provider !== '') setProvider.run(provider, owner, source);
    const partitionId = upsertPartition.get(owner, search.cabin, source, provider) ?? 0;
    const searchId = upsertSearch.get(partitionId, owner, search.criteria, search.title) ?? 0;
    const runId = selectRun.get(page.runId, searchId) ?? Number(insertRun.run(searchId).lastInsertRowid);
    return { runId, searchId, partitionId, source };
  }

  const addPage = (home: Omit<PageHome, 'pageId'>, page: PageToRecord, read: AwardPage): PageHome => ({
    ...home,
    pageId: Number(
      insertPage.run(
        home.runId,
        page.purchaseId,
        page.toolRef,
        JSON.stringify(page.input ?? null),
        page.receivedAt,
        ...envelopeColumns(kindNamed(page.kind), read, page.output, page.input),
      ).lastInsertRowid,
    ),
  });

  const markIfPartial = ({ runId, pageId }: PageHome): void => {
    if (mayMissRows(selectUpTo.all(runId, pageId))) markPartial.run(pageId);
  };

  const remarksOf = (pageId: number): string[] => {
    const stored = selectRemarks.get(pageId) ?? null;
    return stored === null ? [] : (JSON.parse(stored) as string[]);
  };

  /**
   * Writes the rows of a page and their ways to fly, with remarks on conflicting IDs and on what was not requested; returns how many rows the
   * run had before, and whether the page goes on with its days, as a column.
   */
  const writeRowsAndRemarks = (
    home: PageHome,
    read: AwardPage,
    criteria: ReturnType<typeof criteriaMembers>,
    before: readonly string[] = [],
  ): [repeated: number, joins: number | null] => {
    const { repeated, unlike, unrequested, joins } = writeRows(home, read, criteria);
    const remarks = remarksOf(home.pageId);
    const parted = partWays(read.rows, criteria);
    itineraries.write(
      home,
      parted.map(({ row }) => row),
    );
    const unfit = [unrequestedRemark(unrequested, read.rows.length), waysRemark(parted)].filter(
      (remark) => remark !== null && !remarks.includes(remark),
    );
    const merged = remarksWithUnlike([...(unfit as string[]), ...remarks], unlike, before);
    if (merged.length > remarks.length) updateRemarks.run(JSON.stringify(merged), home.pageId);
    return [repeated, joins === null ? null : Number(joins)];
  };

  /** Reads the stored answer of a page again. @param isRebuilt whether nothing is written of the page yet */
  function rewrite(home: PageHome & { input: string }, stored: unknown, isRebuilt: boolean): void {
    const kind = readerOfSource(home.source);
    const output = unwrappedOutput(kind, stored);
    const read = readAnswer(kind, output, home.source);
    const before = isRebuilt ? [] : remarksOf(home.pageId);
    const input: unknown = JSON.parse(home.input);
    updatePage.run(...envelopeColumns(kind, read, output, input), home.pageId);
    const fit = writeRowsAndRemarks(home, read, criteriaMembers(kind, input), before);
    // A page that is read again already has its own records, so they would count as repeated.
    if (isRebuilt) updateFit.run(...fit, home.pageId);
    markIfPartial(home);
  }

  return {
    /**
     * Records one page and returns its run. Recording the same purchase again gives the same rows. If the run to continue
     * is unknown or belongs to another search, the page starts a new run.
     */
    record(bought: PageToRecord): number {
      return storage.transaction(() => {
        const known = selectHome.get(bought.purchaseId);
        if (known !== undefined) {
          rewrite(known, bought.output, false);
          removed.afterReading(known);
          return known.runId;
        }
        const kind = kindNamed(bought.kind);
        const input = requestAnswered(kind, bought.input, bought.executed);
        const page = { ...bought, input, output: unwrappedOutput(kind, bought.output) };
        refuseLargePage(page.output);
        const place = createHome(page);
        const read = readAnswer(kind, page.output, place.source);
        const home = addPage(place, page, read);
        const [repeated, joins] = writeRowsAndRemarks(home, read, criteriaMembers(kind, input));
        updateFit.run(repeated, joins, home.pageId);
        markIfPartial(home);
        removed.afterPage(home, repeated > 0);
        return home.runId;
      });
    },

    /**
     * Reads the stored answer of a purchase again and returns its run. Fails with `not_found` if the purchase has no page,
     * and with `output_missing` if the answer cannot be read.
     */
    readAgain(purchaseId: string, stored: unknown): number {
      return storage.transaction(() => {
        const home = selectHome.get(purchaseId);
        if (home === undefined) fail('not_found', 'This purchase gave no records.');
        if ((stored ?? null) === null)
          fail('output_missing', 'The stored answer of this purchase cannot be read. Nothing was changed.');
        rewrite(home, stored, false);
        removed.afterReading(home);
        return home.runId;
      });
    },

    /** Purchases whose answers have yet to be read for itineraries, in the order of their pages. */
    withUnreadItineraries: (): string[] => storage.transaction(() => itineraries.unread()),

    /** Reads the itineraries in a stored answer; an unreadable answer has none. */
    readItineraries(purchaseId: string, output: unknown): void {
      storage.transaction(() => {
        const home = selectHome.get(purchaseId);
        if (home === undefined) return;
        const kind = readerOfSource(home.source);
        const criteria = criteriaMembers(kind, JSON.parse(home.input));
        const parted = partWays(kind.read(unwrappedOutput(kind, output)).rows, criteria);
        itineraries.write(
          home,
          parted.map(({ row }) => row),
        );
      });
    },

    /**
     * Deletes all pages, runs and records within the caller's transaction, so that they can be recorded in another order.
     * Searches keep their IDs and addresses.
     */
    clear(): void {
      for (const table of [...DERIVED, 'award_pages', 'award_runs']) db.exec(`DELETE FROM main.${table}`);
    },

    /** The run that a purchase's page belongs to; null if it has no page. */
    runOf: (purchaseId: string): number | null => selectHome.get(purchaseId)?.runId ?? null,

    /**
     * Rebuilds every record from the stored outputs, in page order: the same records with the same IDs. Fails with
     * `output_missing` and changes nothing if an output cannot be read.
     */
    rebuild(outputOf: (purchaseId: string) => unknown): Rebuilt {
      return storage.transaction(() => {
        for (const table of DERIVED) db.exec(`DELETE FROM ${table}`);
        const homes = selectHomes.all();
        for (const home of homes) {
          const { purchaseId } = home;
          const stored = outputOf(purchaseId) ?? null;
          if (stored === null)
            fail(
              'output_missing',
              'The stored answer of a purchase cannot be read, so its records cannot be built again. Nothing was changed.',
              { purchaseId },
            );
          rewrite(home, stored, true);
        }
        removed.markAll();
        const records = db.prepare<[], number>('SELECT count(*) FROM award_records').pluck().get() ?? 0;
        return { pages: homes.length, records };
      });
    },
  };
}
