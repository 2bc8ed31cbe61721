import type { Scope } from '#shared/contract/awards.ts';
import type { CompareColumn } from '#shared/contract/comparison.ts';
import { READ_WHOLE } from './coverage.ts';
import type { PurchaseOf } from './runs.ts';
import { keptSummary, matchingTitle, notKept } from './scope-summary.ts';
import { type Reader, sql } from './sql.ts';

/** A column with the name and age of its scope. */
export type NamedColumn = CompareColumn & {
  title: string;
  /** The cabins that its records were asked for, '' for none. */
  cabins: string[];
  /** Of a run or search, whether it, or any asking of it, was read to its end; null for what is kept of several. */
  readWhole: boolean | null;
  /** UTC ms of the newest page that any of the scope's records was last seen on; null where there is none. */
  newestAt: number | null;
};

/** Names a column without counting its records; throws `not_found` where nothing is kept for its scope. */
export const namedColumn = (...asked: Parameters<typeof keptColumn>): NamedColumn =>
  keptColumn(...asked) ?? notKept();

/** Names a column without counting its records; null where nothing is kept for its scope. */
export function keptColumn(
  reader: Reader,
  identity: string,
  purchaseOf: PurchaseOf,
  column: CompareColumn,
): NamedColumn | null {
  const { scope } = column;
  const asked = scope.kind === 'search' || scope.kind === 'run' ? scope : null;
  const named = asked === null ? undefined : nameOf(reader, asked);
  if (named !== undefined && asked !== null)
    return {
      ...column,
      title: named.title,
      cabins: [named.cabin],
      readWhole: isReadWhole(reader, asked),
      newestAt: newestPage(reader, asked),
    };
  const summary = keptSummary(reader, identity, purchaseOf, scope);
  if (summary === null) return null;
  const { title, cabins, newestAt } = summary;
  return { ...column, title, cabins, readWhole: null, newestAt };
}

/** What can still be said of a scope that nothing is kept for: only a route is named by its address. */
export function lostTitle(scope: Scope): string {
  switch (scope.kind) {
    case 'search':
      return 'A search that is no longer kept';
    case 'run':
      return 'A run that is no longer kept';
    case 'several':
      return 'Searches and runs that are no longer kept';
    case 'matching':
      return matchingTitle(scope);
  }
}

type Asked = Extract<Scope, { kind: 'search' | 'run' }>;

const nameOf = (reader: Reader, scope: Asked): { title: string; cabin: string } | undefined =>
  reader.get(
    scope.kind === 'search'
      ? sql(`${NAMES} WHERE s.id = ?`, scope.searchId)
      : sql(`${NAMES} WHERE s.id = (SELECT search_id FROM award_runs WHERE id = ?)`, scope.runId),
  );

const NAMES = `SELECT s.title, h.cabin FROM award_searches s JOIN award_shelves h ON h.id = s.shelf_id`;

/** Whether a run, or any of a search, began with the first record and came to the last. */
const isReadWhole = (reader: Reader, scope: Asked): boolean =>
  reader.get(
    sql(
      `SELECT 1 FROM award_runs r
       CROSS JOIN award_pages l ON l.id = (SELECT max(id) FROM award_pages WHERE run_id = r.id)
       WHERE ${scope.kind === 'search' ? 'r.search_id' : 'r.id'} = ? AND ${READ_WHOLE} LIMIT 1`,
      scope.kind === 'search' ? scope.searchId : scope.runId,
    ),
  ) !== undefined;

/** The last page that a record was seen on: no later page of the search holds one, so it was last seen there. */
function newestPage(reader: Reader, scope: Asked): number | null {
  const runs =
    scope.kind === 'search'
      ? sql('SELECT id FROM award_runs WHERE search_id = ?', scope.searchId)
      : sql('?', scope.runId);
  const pages = reader.all<{ id: number; runId: number; at: number }>(
    sql(
      `SELECT p.id, p.run_id AS runId, p.received_at AS at FROM award_pages p WHERE p.run_id IN (${runs.text})`,
      ...runs.values,
    ),
  );
  const held = pages
    .sort((a, b) => b.id - a.id)
    .find(
      ({ id, runId }) =>
        reader.get(
          sql('SELECT 1 FROM award_observations WHERE run_id = ? AND page_id = ? LIMIT 1', runId, id),
        ) !== undefined,
    );
  return held?.at ?? null;
}
