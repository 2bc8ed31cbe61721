import { plural } from '#shared/formats.ts';

/**
 * How many of the listed were bought, as Totals counts them, and how many are quotes that were not: `17 purchases, 3
 * quotes not bought`.
 * @param sent null while unknown
 */
export function countLabel(listed: number, sent: number | null): string {
  if (sent === null || sent >= listed) return plural(listed, 'purchase');
  const quotes = `${plural(listed - sent, 'quote')} not bought`;
  return sent === 0 ? quotes : `${plural(sent, 'purchase')}, ${quotes}`;
}
