import type { Scope } from '#shared/contract/awards.ts';
import type { CompareColumn } from '#shared/contract/comparison.ts';
import type { PurchaseOf } from './runs.ts';
import { keptSummary, matchingTitle, notKept } from './scope-summary.ts';
import { type Reader, sql } from './sql.ts';

/** A column with the name and age of its scope. */
export type NamedColumn = CompareColumn & {
  title: string;
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
  const title = asked === null ? undefined : titleOf(reader, asked);
  if (title !== undefined && asked !== null) return { ...column, title, newestAt: newestPage(reader, asked) };
  const summary = keptSummary(reader, identity, purchaseOf, scope);
  return summary && { ...column, title: summary.title, newestAt: summary.newestAt };
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

const titleOf = (reader: Reader, scope: Asked): string | undefined =>
  reader.get<{ title: string }>(
    scope.kind === 'search'
      ? sql('SELECT title FROM award_searches WHERE id = ?', scope.searchId)
      : sql(
          'SELECT s.title FROM award_runs r JOIN award_searches s ON s.id = r.search_id WHERE r.id = ?',
          scope.runId,
        ),
  )?.title;

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
