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

const largest = (counts: Readonly<Partial<Record<Change, number>>>, most: number) => {
  const chosen = new Set(LABELS.toSorted(([a], [b]) => (counts[b] ?? 0) - (counts[a] ?? 0)).slice(0, most));
  return LABELS.filter((label) => chosen.has(label));
};

/**
 * What changed between two runs, in words, and separately what only one of the two read. A record that changed in two
 * ways counts in both.
 * @param most how many kinds of change are given: those with most records
 */
export const changeLabels = (
  counts: Readonly<Partial<Record<Change, number>>>,
  most: number = LABELS.length,
) => ({
  changed: counted(counts, largest(counts, most)),
  unread: counted(counts, UNREAD),
});
