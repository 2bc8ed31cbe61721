import type { Change } from '#shared/award-analysis/differences.ts';
import { formatNumber } from '#shared/formats.ts';

/** The more valuable comes first. */
const LABELS: readonly (readonly [Change, (count: string) => string])[] = [
  ['new', (count) => `${count} new`],
  ['spaceCame', (count) => `${count} with space again`],
  ['cheaper', (count) => `${count} cheaper`],
  ['moreSeats', (count) => `${count} with more seats`],
  ['removed', (count) => `${count} removed`],
  ['spaceWent', (count) => `${count} lost space`],
  ['dearer', (count) => `${count} dearer`],
  ['fewerSeats', (count) => `${count} with fewer seats`],
  ['otherwise', (count) => `${count} changed otherwise`],
];
/** Records that one side did not read: neither new nor removed. */
const UNREAD: readonly (readonly [Change, (count: string) => string])[] = [
  ['notSeenBefore', (count) => `${count} not read before`],
  ['notSeenAgain', (count) => `${count} not read this time`],
];

export type ChangeLabel = { change: Change; words: string };

const counted = (
  counts: Readonly<Partial<Record<Change, number>>>,
  words: readonly (readonly [Change, (count: string) => string])[],
): ChangeLabel[] =>
  words.flatMap(([change, of]) => {
    const count = counts[change] ?? 0;
    return count > 0 ? { change, words: of(formatNumber(count)) } : [];
  });

/**
 * What changed between two runs, in words, and separately what only one of the two read. A record that changed in two
 * ways counts in both.
 */
export const changeLabels = (counts: Readonly<Partial<Record<Change, number>>>) => ({
  changed: counted(counts, LABELS),
  unread: counted(counts, UNREAD),
});
