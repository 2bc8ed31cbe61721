/** What the cheapest award space of a search cost in its last runs, in words and as a line. Pure. */
import type { Watched } from '#shared/contract/watchlist.ts';
import { localDay } from '#shared/dates.ts';
import { formatNumber, plainDate } from '#shared/formats.ts';

export type RunPrice = Watched['prices'][number];

export type PriceLabel = {
  /** `64,000 to 58,500`; `58,500` where nothing changed or there is no earlier price. */
  words: string;
  /** Whether that is good news; null where it is neutral. */
  isGood: boolean | null;
};

/** Whether two runs read equally far, so that a difference is a change. */
const areAlike = (before: RunPrice, now: RunPrice): boolean =>
  (before.complete && now.complete) || (!before.complete && !now.complete && before.pages === now.pages);

const milesOf = ({ miles }: RunPrice): string => (miles === null ? 'no space' : formatNumber(miles));

/**
 * The change of the price between two runs. Where they were not read equally far, only a fall that the shorter one
 * shows counts: what it lacks may be on pages that it did not read.
 */
export function runPriceLabel(before: RunPrice | undefined, now: RunPrice | undefined): PriceLabel {
  if (now === undefined) return { words: '', isGood: null };
  if (before === undefined || before.miles === now.miles) return { words: milesOf(now), isGood: null };
  const fell = now.miles !== null && (before.miles === null || now.miles < before.miles);
  const isShown = areAlike(before, now) || (fell && before.complete);
  if (!isShown) return { words: milesOf(now), isGood: null };
  return { words: `${milesOf(before)} to ${milesOf(now)}`, isGood: fell };
}

/** The line of prices over the runs, as points within a box; empty where fewer than two runs had space. */
export function pricePoints(prices: readonly RunPrice[], width: number, height: number): string {
  const known = prices.flatMap(({ at, miles }) => (miles === null ? [] : [{ at, miles }]));
  if (known.length < 2) return '';
  const [first, last] = [known[0]?.at ?? 0, known.at(-1)?.at ?? 0];
  const miles = known.map((price) => price.miles);
  const [least, most] = [Math.min(...miles), Math.max(...miles)];
  const x = (at: number) => (last === first ? width : ((at - first) / (last - first)) * width);
  const y = (value: number) =>
    most === least ? height / 2 : height - ((value - least) / (most - least)) * height;
  return known.map((price) => `${x(price.at).toFixed(1)},${y(price.miles).toFixed(1)}`).join(' ');
}

/** Every price of the line with its day, for hover and screen readers. */
export const pricesTitle = (prices: readonly RunPrice[]): string =>
  `Cheapest over time: ${prices.map((price) => `${milesOf(price)} on ${plainDate(localDay(price.at))}`).join(', ')}`;
