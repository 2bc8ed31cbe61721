/** What changed between two askings for other programs: each fact of either side in a column of its own. Pure. */
import type { AskedSide } from '#shared/contract/comparison.ts';
import { instant, recordFacts } from '#shared/record-facts.ts';
import { type DataTable, factNames, factsOf } from './data-table.ts';
import type { ChangedRow, Differences } from './difference-words.ts';

export const differenceData = (rows: readonly ChangedRow[]): DataTable => ({
  names: ['changes', ...factNames('before'), ...factNames('after')],
  rows: rows.map(({ changes, before, after }) => [changes, ...factsOf(before), ...factsOf(after)]),
});

const moment = (at: number | null): string | null => (at === null ? null : instant(at));

/** @param now UTC ms @param rows all that should stand in the file */
export function differenceJson(told: Differences, rows: readonly ChangedRow[], now: number) {
  const side = (asked: AskedSide) => ({
    ...asked,
    newestAt: moment(asked.newestAt),
    askedAt: moment(asked.askedAt),
  });
  return {
    madeAt: instant(now),
    before: side(told.before),
    after: side(told.after),
    counts: told.counts,
    unchanged: told.unchanged,
    total: told.total,
    rows: rows.map(({ changes, before, after }) => ({
      changes,
      before: before && recordFacts(before),
      after: after && recordFacts(after),
    })),
  };
}
