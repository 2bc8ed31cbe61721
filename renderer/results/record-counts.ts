import type { Scope } from '#shared/contract/awards.ts';
import { formatNumber, plural } from '#shared/formats.ts';

/** How many records a scope holds, and how many of them pass its filters; undefined until that is known. */
export type RecordCounts = { all: number; passing: number | undefined };

/**
 * The counts of a scope as they can be true together. Its rows and its summary are read one after the other, and pages
 * may come in between: it holds at least as many records as pass a filter.
 * @param summarised the records of `scope` by its summary
 * @param head what the rows belong to, and how many there are; of another scope they say nothing of this one
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
