/**
 * What a date that was not read may cost, from what dates like it cost when they were read. The distribution is the one
 * that was seen: no curve is fitted, and with too few dates nothing is said.
 */
import { epochDayAt } from '../dates.ts';
import { FEWEST_DATES, leadBand, monthOfDay, PRICE_BASES, type PriceBasis } from '../insights/price-rank.ts';
import { FEWEST_READ_DATES } from '../insights/space-pattern.ts';

/** What one run showed of a date on a route: the least cost of what can be booked, infinite where there was nothing. */
export type CostReading = { from: number; until: number; cost: number };

/** A date of travel of one route with its readings, oldest first. Days since 1970-01-01. */
export type CostHistory = { day: number; readings: readonly CostReading[] };

export type Outlook = {
  basis: PriceBasis;
  /** The cost of each like date when it was read last, the least first; infinite where there was nothing. */
  costs: readonly number[];
};

/**
 * The dates like one that is `day`, read now: of the same month and time before departure, widened to the month and to all
 * dates of the route as prices are. Null with too few. @param now UTC ms
 */
export function outlookFor(history: readonly CostHistory[], day: number, now: number): Outlook | null {
  const [month, band] = [monthOfDay(day), leadBand(day - epochDayAt(now))];
  for (const basis of PRICE_BASES) {
    const costs: number[] = [];
    for (const date of history) {
      const last = date.readings.at(-1);
      if (last === undefined || date.day === day) continue;
      if (basis !== 'all' && monthOfDay(date.day) !== month) continue;
      if (basis === 'month_and_lead' && leadBand(date.day - epochDayAt(last.from)) !== band) continue;
      costs.push(last.cost);
    }
    if (costs.length >= FEWEST_DATES) return { basis, costs: costs.sort((a, b) => a - b) };
  }
  return null;
}

/** Of `of` dates, at least and at most so many cost something else, or nothing any more, at an age. */
export type Changed = { least: number; most: number; of: number };

/**
 * How many dates changed within an age in ms after their first reading: between the readings just before and just after
 * that moment, either may be true. Null with too few.
 */
export function changedWithin(history: readonly CostHistory[], age: number): Changed | null {
  let [least, most, of] = [0, 0, 0];
  for (const { readings } of history) {
    const [first] = readings;
    const after = readings.findIndex(({ from }, place) => place > 0 && from >= (first?.from ?? 0) + age);
    const [before, later] = [readings[after - 1], readings[after]];
    if (first === undefined || before === undefined || later === undefined) continue;
    of += 1;
    const changes = [before, later].filter(({ cost }) => cost !== first.cost).length;
    if (changes === 2) least += 1;
    if (changes > 0) most += 1;
  }
  return of < FEWEST_READ_DATES ? null : { least, most, of };
}

/** The cost that a quarter of the dates did not exceed; infinite where fewer had anything. */
export const cheapestQuarter = ({ costs }: Outlook): number =>
  costs[Math.max(0, Math.ceil(costs.length / 4) - 1)] ?? Number.POSITIVE_INFINITY;
