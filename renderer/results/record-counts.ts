import type { Scope } from '#shared/contract/awards.ts';
import { formatNumber, plural } from '#shared/formats.ts';

/** How many records a scope has, and how many of them pass its filters; undefined until known. */
export type RecordCounts = { all: number; passing: number | undefined };

/**
 * The counts of a scope, made consistent. Its rows and its summary are read one after the other, and pages may arrive
 * in between: it has at least as many records as pass a filter.
 * @param summarised the records of `scope` by its summary
 * @param head the selection of the rows and their number; ignored if it is of another scope
 */
export function recordCounts(
  scope: Scope,
  summarised: number,
  head: { answered: { scope: Scope }; total: number | undefined },
): RecordCounts {
  const isOfScope = JSON.stringify(head.answered.scope) === JSON.stringify(scope);
  const passing = isOfScope ? head.total : undefined;
  return { all: Math.max(summarised, passing ?? 0), passing };
}

/** `1,995 of 2,495 records`, or `2,495 records` where all pass. */
export const countsLabel = ({ all, passing = all }: RecordCounts): string =>
  passing === all ? plural(all, 'record') : `${formatNumber(passing)} of ${plural(all, 'record')}`;
