import type { Scope } from '#shared/contract/awards.ts';
import type { CompareColumn } from '#shared/contract/comparison.ts';
import type { Extent } from '#shared/contract/extent.ts';
import { isDemoIdentity } from '#shared/records/made-up.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import { isCompleteRun } from '../coverage/complete.ts';
import { runsOfScope, type SearchOrRun } from '../coverage/runs-of-scope.ts';
import type { PurchaseOf } from '../query/runs.ts';
import { type StoredTitle, TITLE, withTitle } from '../query/search-title.ts';
import { extentOf } from './extent.ts';
import { matchingTitle, storedSummary } from './scope-summary.ts';

/** A column with the name and age of its scope. */
export type NamedColumn = CompareColumn & {
  title: string;
  /** Whether the demo marketplace made its records up. */
  demo: boolean;
  /** The requested cabins of its records, '' for none. */
  cabins: string[];
  /** Whether the run, or any run of the search, is complete; null for several searches. */
  complete: boolean | null;
  /** How far it was read; null for several searches. */
  extent: Extent | null;
  /** UTC ms of the newest page with a record of the scope; null if none. */
  newestAt: number | null;
};

/** Names a column without counting its records; null if nothing is stored for its scope. */
export function storedColumn(
  reader: Reader,
  identity: string,
  purchaseOf: PurchaseOf,
  column: CompareColumn,
): NamedColumn | null {
  const { scope } = column;
  const requested = scope.kind === 'search' || scope.kind === 'run' ? scope : null;
  const named = requested === null ? undefined : nameOf(reader, requested);
  if (named !== undefined && requested !== null) {
    const complete = isComplete(reader, requested);
    const extent = extentOf(reader, named.searchId, requested.kind === 'run' ? requested.runId : null);
    return {
      ...column,
      title: withTitle(named).title,
      demo: isDemoIdentity(named.identity),
      cabins: [named.cabin],
      complete,
      // An earlier run may be complete although the newest is not.
      extent:
        complete && extent !== null
          ? { ...extent, complete, reached: null, miles: null, left: null }
          : extent,
      newestAt: newestPage(reader, requested),
    };
  }
  const summary = storedSummary(reader, identity, purchaseOf, scope);
  if (summary === null) return null;
  const { title, demo, cabins, newestAt } = summary;
  return { ...column, title, demo, cabins, complete: null, extent: null, newestAt };
}

/** The title of a scope for which nothing is stored: only a route can be named from its address. */
export function lostTitle(scope: Scope): string {
  switch (scope.kind) {
    case 'search':
      return 'A search that is no longer saved';
    case 'run':
      return 'A run that is no longer saved';
    case 'several':
      return 'Searches and runs that are no longer saved';
    case 'matching':
      return matchingTitle(scope);
  }
}

const nameOf = (
  reader: Reader,
  scope: SearchOrRun,
): (StoredTitle & { searchId: number; cabin: string; identity: string }) | undefined =>
  reader.get(
    scope.kind === 'search'
      ? sql(`${NAMES} WHERE s.id = ?`, scope.searchId)
      : sql(`${NAMES} WHERE s.id = (SELECT search_id FROM award_runs WHERE id = ?)`, scope.runId),
  );

const NAMES = `SELECT s.id AS searchId, ${TITLE}, h.cabin, h.identity FROM award_searches s JOIN award_partitions h ON h.id = s.partition_id`;

/** Whether a run, or any run of a search, is complete. */
function isComplete(reader: Reader, scope: SearchOrRun): boolean {
  const runs = runsOfScope(scope);
  const complete = `SELECT 1 FROM award_runs r WHERE ${runs.text} AND ${isCompleteRun('r.id')} LIMIT 1`;
  return reader.get(sql(complete, ...runs.values)) !== undefined;
}

/** When the newest page with a record was received. */
function newestPage(reader: Reader, scope: SearchOrRun): number | null {
  const runs = runsOfScope(scope);
  const pages = reader.all<{ id: number; runId: number; at: number }>(
    sql(
      `SELECT p.id, p.run_id AS runId, p.received_at AS at
       FROM award_runs r CROSS JOIN award_pages p ON p.run_id = r.id WHERE ${runs.text}`,
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
