import type { Scope } from '#shared/contract/awards.ts';
import { type Sql, sql } from '../../storage/sql.ts';

export type SearchOrRun = Extract<Scope, { kind: 'search' | 'run' }>;

/** A condition over runs `r`: the run itself, or those of the search. */
export const runsOfScope = (scope: SearchOrRun): Sql =>
  scope.kind === 'run' ? sql('r.id = ?', scope.runId) : sql('r.search_id = ?', scope.searchId);
