/** What changed between two runs, for other programs: each fact of either side in its own column. Pure. */
import type { ComparedRun } from '#shared/contract/comparison.ts';
import { isoInstant } from '#shared/dates.ts';
import { recordFacts } from '#shared/records/record-facts.ts';
import { type DataTable, factNames, factsOf } from '../share/data-table.ts';
import type { ChangedRow, DifferencesRead } from './difference-labels.ts';

export const differenceData = (rows: readonly ChangedRow[]): DataTable => ({
  names: ['changes', ...factNames('before'), ...factNames('after')],
  rows: rows.map(({ changes, before, after }) => [changes, ...factsOf(before), ...factsOf(after)]),
});

const moment = (at: number | null): string | null => (at === null ? null : isoInstant(at));

/** @param now UTC ms @param rows all rows of the file */
export function differenceJson(differences: DifferencesRead, rows: readonly ChangedRow[], now: number) {
  const side = (requested: ComparedRun) => ({
    ...requested,
    newestAt: moment(requested.newestAt),
    ranAt: moment(requested.ranAt),
  });
  return {
    madeAt: isoInstant(now),
    before: side(differences.before),
    after: side(differences.after),
    counts: differences.counts,
    unchanged: differences.unchanged,
    total: differences.total,
    rows: rows.map(({ changes, before, after }) => ({
      changes,
      before: before && recordFacts(before),
      after: after && recordFacts(after),
    })),
  };
}
