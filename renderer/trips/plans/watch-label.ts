import type { TripWatch } from '#shared/contract/trips.ts';
import { formatNumber } from '#shared/formats.ts';

/** What became of a watched price, a sentence without its full stop: when it changed may follow. Pure. */
export function watchLabel({ miles, now }: Pick<TripWatch, 'miles' | 'now'>): string {
  if (now === null) return 'No plan fits any more';
  if (now === miles) return 'Unchanged';
  const difference = `${formatNumber(Math.abs(now - miles))} ${now < miles ? 'cheaper' : 'dearer'}`;
  return `Now ${formatNumber(now)}, ${difference}`;
}
