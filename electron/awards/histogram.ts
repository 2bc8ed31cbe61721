import { type MilesCount, type Spread, spreadOf } from '#shared/award-analysis/histogram.ts';
import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { conditions } from './filter.ts';
import { sourceOf } from './source.ts';
import { allOf, type Reader, sql } from './sql.ts';

export type Histogram = Spread & {
  /** Records with award space that tell no miles. */
  untold: number;
};

type Counted = { miles: number | null; records: number };

const isTold = (count: Counted): count is MilesCount => count.miles !== null;

/** How the miles of records with award space spread. */
export function histogramOf(reader: Reader, identity: string, scope: Scope, filter: RecordFilter): Histogram {
  const source = sourceOf(scope, identity);
  const where = allOf([source.where, sql('x.available = 1'), ...conditions(filter)]);
  // Prices repeat: there are far fewer of them than records, and one reading tells everything.
  const counts = reader.all<Counted>(
    sql(
      `SELECT x.miles, count(*) AS records FROM ${source.from} WHERE ${where.text} GROUP BY x.miles`,
      ...where.values,
    ),
  );
  return {
    ...spreadOf(counts.filter(isTold)),
    untold: counts.find(({ miles }) => miles === null)?.records ?? 0,
  };
}
