/** Where a figure of a comparison links: to the record, or to the rows that it was counted from. Pure. */

import type { RecordFilter } from '#shared/contract/awards.ts';
import type { CompareColumn } from '#shared/contract/comparison.ts';
import type { CalendarDate } from '#shared/dates.ts';
import { ownEntry } from '#shared/own-entry.ts';
import { type ResultsAddress, resultsPath } from '../../addresses/results-address.ts';

/** By the name of its row; any other row links to all space of the column. */
const VIEWS: Readonly<Record<string, Partial<ResultsAddress>>> = {
  'Cheapest miles': { sort: [{ by: 'miles', descending: false }] },
  'Cheapest is cheaper than': { sort: [{ by: 'miles', descending: false }] },
  'Median miles': { view: 'histogram' },
  'Days with space': { view: 'calendar' },
  'Most seats': { sort: [{ by: 'seats', descending: true }] },
  'Direct share': { sort: [{ by: 'direct', descending: true }] },
  Programmes: { group: 'programme' },
  Freshness: { sort: [{ by: 'seen', descending: true }] },
};

/** Rows about the cheapest record only. */
const OF_ONE_RECORD: ReadonlySet<string> = new Set(['Cheapest miles', 'Cheapest is cheaper than']);

/** @param record the version of the record of the figure, where it is about one */
export function figurePath(
  row: string,
  { scope, filter }: CompareColumn,
  common: RecordFilter,
  record: number | null = null,
): string {
  return resultsPath({
    scope,
    ...ownEntry(VIEWS, row),
    filter: { ...filter, ...common, available: true },
    record: OF_ONE_RECORD.has(row) ? record : null,
  });
}

/** The rows of one day, the cheapest first. */
export const dayPath = ({ scope, filter }: CompareColumn, common: RecordFilter, date: CalendarDate): string =>
  resultsPath({
    scope,
    sort: [{ by: 'miles', descending: false }],
    filter: { ...filter, ...common, available: true, from: date, until: date },
  });
