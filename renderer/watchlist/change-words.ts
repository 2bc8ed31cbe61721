/** What changed between two runs of one search, in words. Pure. */
import type { ComparedColumn } from '../compare/comparison-rows.ts';
import { formatNumber, plural } from '../results/award-words.ts';

type Figures = Pick<ComparedColumn, 'cheapest' | 'daysWithSpace'>;

function cheapestWords(then: number | null, now: number | null): string {
  if (then === null && now === null) return 'no award space in either';
  if (then === null) return `award space now, from ${formatNumber(now ?? 0)} miles`;
  if (now === null) return `no award space now; it was from ${formatNumber(then)} miles`;
  if (then === now) return `cheapest unchanged at ${formatNumber(now)} miles`;
  const by = formatNumber(Math.abs(now - then));
  return `cheapest ${formatNumber(then)} → ${formatNumber(now)} miles, ${by} ${now < then ? 'less' : 'more'}`;
}

/** One line for the cheapest miles and one for the days with space. */
export function changeWords(then: Figures, now: Figures): string[] {
  const days = now.daysWithSpace - then.daysWithSpace;
  return [
    cheapestWords(then.cheapest, now.cheapest),
    days === 0
      ? `${plural(now.daysWithSpace, 'day')} with space, as before`
      : `${plural(now.daysWithSpace, 'day')} with space, ${formatNumber(Math.abs(days))} ${days > 0 ? 'more' : 'fewer'}`,
  ];
}
