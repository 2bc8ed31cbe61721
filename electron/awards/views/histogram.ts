import { type MilesCount, spreadOf } from '#shared/award-analysis/histogram.ts';
import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import type { ResultAnswer } from '#shared/contract/results.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import { rowsPassing } from '../query/filter.ts';
import { HAS_FEWER_SEATS, isCounted, travellersOf } from '../query/travellers.ts';

type Counted = { miles: number | null; records: number; fewer: number; notGiven: number };

const isKnown = (count: Counted): count is Counted & MilesCount => count.miles !== null;

/** The distribution of miles over records with award space. */
export function histogramOf(
  reader: Reader,
  identity: string,
  scope: Scope,
  filter: RecordFilter,
): ResultAnswer<'histogram'> {
  const { from, where } = rowsPassing(scope, identity, filter, sql('x.available = 1'));
  // There are far fewer distinct prices than records, so one statement returns them all with their counts.
  const counts = reader.all<Counted>(
    sql(
      `SELECT x.miles, count(*) AS records, sum(${HAS_FEWER_SEATS}) AS fewer, sum(NOT ${isCounted('x.seats')}) AS notGiven
       FROM ${from} WHERE ${where.text} GROUP BY x.miles`,
      ...where.values,
    ),
  );
  const known = counts.filter(isKnown);
  const sum = (of: 'fewer' | 'notGiven') => known.reduce((all, count) => all + count[of], 0);
  return {
    ...spreadOf(known),
    seatsFor: { travellers: travellersOf(reader), fewer: sum('fewer'), notGiven: sum('notGiven') },
    withoutMiles: counts.find(({ miles }) => miles === null)?.records ?? 0,
  };
}
