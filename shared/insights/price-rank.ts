import { DAY_MS } from '../dates.ts';
import { leadOf } from './readings.ts';

/** With fewer dates, a price cannot be rated. */
export const FEWEST_DATES = 20;

/** Award space of a date of travel as one run saw it. */
export type PriceSighting = {
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly miles: number;
  /** UTC ms. */
  readonly at: number;
};

/** What a price is compared with, the closest first. */
export const PRICE_BASES = ['month_and_lead', 'month', 'all'] as const;
export type PriceBasis = (typeof PRICE_BASES)[number];

export type PriceRank<Sighting extends PriceSighting> = {
  basis: PriceBasis;
  /** Each date once, with the fewest miles seen for it; cheapest first. */
  dates: Sighting[];
  cheaper: number;
  same: number;
  dearer: number;
};

/** Bands of days before departure: each begins with one of these and ends before the next. */
const LEAD_BANDS: readonly number[] = [0, 14, 30, 60, 120, 240];

export const leadBand = (lead: number): number => LEAD_BANDS.findLastIndex((from) => lead >= from);

export const monthOfDay = (day: number): number => new Date(day * DAY_MS).getUTCMonth();

/**
 * How a price ranks among the other dates of the same route, programme and cabin. A date counts once, however often it
 * was seen, with the fewest miles seen for it: a price is never called cheap because of bad moments of other dates. Its
 * own date is not compared with itself. Where not even all dates are enough, `basis` is null and `dates` is their
 * number.
 */
export function priceRank<Sighting extends PriceSighting>(
  price: PriceSighting,
  sightings: readonly Sighting[],
): PriceRank<Sighting> | { basis: null; dates: Sighting[] } {
  const others = sightings.filter(({ day }) => day !== price.day);
  for (const [basis, key] of keysOf(price)) {
    const dates = cheapestOfEach(others.filter((one) => keysOf(one).some(([, own]) => own === key)));
    if (dates.length < FEWEST_DATES) continue;
    const cheaper = dates.filter(({ miles }) => miles < price.miles).length;
    const dearer = dates.filter(({ miles }) => miles > price.miles).length;
    return { basis, dates, cheaper, same: dates.length - cheaper - dearer, dearer };
  }
  return { basis: null, dates: cheapestOfEach(others) };
}

/** Each date with its fewest miles, at their first sighting; cheapest first, then by date. */
function cheapestOfEach<Sighting extends PriceSighting>(sightings: readonly Sighting[]): Sighting[] {
  const dates = new Map<number, Sighting>();
  for (const one of sightings.toSorted((a, b) => a.miles - b.miles || a.day - b.day || a.at - b.at))
    if (!dates.has(one.day)) dates.set(one.day, one);
  return [...dates.values()];
}

/** A price's rank in short: the number of other dates that it is compared with, and how many are the same and dearer. */
export type PriceStanding = { basis: PriceBasis; dates: number; same: number; dearer: number };

type DateMiles = { least: Map<number, number>; sorted: readonly number[] };

/** The same as `priceRank`, in short, for many prices among the same sightings; null with too few dates. */
export function priceRanker(
  sightings: readonly PriceSighting[],
): (price: PriceSighting) => PriceStanding | null {
  const groups = new Map<string, PriceSighting[]>();
  for (const sighting of sightings)
    for (const [, key] of keysOf(sighting)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [sighting]);
      else group.push(sighting);
    }
  const read = new Map<string, DateMiles>();
  const dateMiles = (key: string): DateMiles => {
    const known = read.get(key);
    if (known !== undefined) return known;
    const least = new Map<number, number>();
    for (const { day, miles } of groups.get(key) ?? [])
      least.set(day, Math.min(miles, least.get(day) ?? miles));
    const found = { least, sorted: [...least.values()].sort((a, b) => a - b) };
    read.set(key, found);
    return found;
  };
  return (price) => {
    for (const [basis, key] of keysOf(price)) {
      const { least, sorted } = dateMiles(key);
      const own = least.get(price.day);
      const dates = sorted.length - (own === undefined ? 0 : 1);
      if (dates < FEWEST_DATES) continue;
      const upTo = placeAfter(sorted, price.miles);
      const dearer = sorted.length - upTo - (own !== undefined && own > price.miles ? 1 : 0);
      const same = upTo - placeAfter(sorted, price.miles - 1) - (own === price.miles ? 1 : 0);
      return { basis, dates, same, dearer };
    }
    return null;
  };
}

/** The groups that a sighting counts in, the closest first. */
function keysOf({ day, at }: PriceSighting): [PriceBasis, string][] {
  const month = monthOfDay(day);
  return [
    ['month_and_lead', `${month} ${leadBand(leadOf(day, at))}`],
    ['month', `${month}`],
    ['all', ''],
  ];
}

/** How many of the sorted numbers are no greater than another. */
function placeAfter(sorted: readonly number[], value: number): number {
  let [from, until] = [0, sorted.length];
  while (from < until) {
    const middle = (from + until) >> 1;
    if ((sorted[middle] ?? 0) <= value) from = middle + 1;
    else until = middle;
  }
  return from;
}

type Counts = Pick<PriceStanding, 'dates' | 'same' | 'dearer'>;

/**
 * The share of the other dates that a price is cheaper than, in per cent: each dearer date counts whole, and each at the
 * same price half, as in the percentile rank of statistics. So where all are the same it is neither cheap nor dear. Rounded
 * down, so that no price is called better than it is.
 */
export const cheaperThanPercent = ({ dates, same, dearer }: Counts): number =>
  Math.floor((100 * dearer + 50 * same) / dates);

/** Among the cheapest so many per cent. */
export const cheapestPercent = (counts: Counts): number => 100 - cheaperThanPercent(counts);

/** Whether no date was seen cheaper, and any dearer: the lowest price there was, whoever shares it. */
export const isLowest = ({ dates, same, dearer }: Counts): boolean => dearer > 0 && same + dearer === dates;
