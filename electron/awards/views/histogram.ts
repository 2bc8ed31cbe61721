import { type MilesCount, type Spread, spreadOf } from '#shared/award-analysis/histogram.ts';
import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { allOf, type Reader, sql } from '../../storage/sql.ts';
import { conditions } from '../query/filter.ts';
import { sourceOf } from '../query/source.ts';

export type Histogram = Spread & {
  /** Records with award space without miles. */
  withoutMiles: number;
};

type Counted = { miles: number | null; records: number };

const isKnown = (count: Counted): count is MilesCount => count.miles !== null;

/** The distribution of miles over records with award space. */
export function histogramOf(reader: Reader, identity: string, scope: Scope, filter: RecordFilter): Histogram {
  const source = sourceOf(scope, identity);
  const where = allOf([source.where, sql('x.available = 1'), ...conditions(filter)]);
  // There are far fewer distinct prices than records, so one statement returns them all with their counts.
  const counts = reader.all<Counted>(
    sql(
      `SELECT x.miles, count(*) AS records FROM ${source.from} WHERE ${where.text} GROUP BY x.miles`,
      ...where.values,
    ),
  );
  return {
    ...spreadOf(counts.filter(isKnown)),
    withoutMiles: counts.find(({ miles }) => miles === null)?.records ?? 0,
  };
}
