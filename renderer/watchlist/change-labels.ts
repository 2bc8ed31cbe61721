import type { Change } from '#shared/award-analysis/differences.ts';
import { formatNumber } from '#shared/formats.ts';

/** What is worth more is told first. */
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
/** Records that one side did not read: neither new nor gone. */
const UNREAD: readonly (readonly [Change, (count: string) => string])[] = [
  ['notSeenBefore', (count) => `${count} not read before`],
  ['notSeenAgain', (count) => `${count} not read this time`],
];

export type ChangeLabel = {
  /** What changed: `3 new, 1 removed`; nothing where nothing did. */
  changed: string;
  /** What only one of the two read; nothing where both read the same. */
  unread: string;
};

const counted = (
  counts: Readonly<Partial<Record<Change, number>>>,
  words: readonly (readonly [Change, (count: string) => string])[],
): string =>
  words
    .flatMap(([change, of]) => ((counts[change] ?? 0) > 0 ? of(formatNumber(counts[change] ?? 0)) : []))
    .join(', ');

/** What changed between two runs, in words. A record that changed in two ways is counted in both. */
export const changeLabel = (counts: Readonly<Partial<Record<Change, number>>>): ChangeLabel => ({
  changed: counted(counts, LABELS),
  unread: counted(counts, UNREAD),
});
