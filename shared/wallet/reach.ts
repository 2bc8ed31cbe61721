import { addDays, type CalendarDate } from '../dates.ts';
import type { Holdings } from './holdings.ts';
import { reachOf } from './options.ts';

/** What can be paid in miles of a programme on each day of an interval, both ends included. */
type ReachStretch = {
  programme: string;
  from: CalendarDate;
  until: CalendarDate;
  /** The programme's own miles, and the miles with every transfer. */
  own: number;
  transfers: number;
};

const LAST_DAY: CalendarDate = '9999-12-31';

/**
 * What each programme reaches from today on, in intervals within which nothing expires and no bonus ends, so that the
 * file can answer for any future day without knowing the rules.
 */
export function reachStretches(holdings: Holdings, programmes: readonly string[]): ReachStretch[] {
  const { today, balances, transfers } = holdings;
  const lastDays = [
    ...balances.map(({ expires }) => expires),
    ...transfers.map(({ bonusUntil }) => bonusUntil),
  ]
    .filter((day) => day !== null)
    .filter((day) => day >= today && day < LAST_DAY);
  const starts = [today, ...lastDays.map((day) => addDays(day, 1))];
  const days = [...new Set(starts)].sort();
  return days.flatMap((from, place) => {
    const next = days[place + 1];
    const until = next === undefined ? LAST_DAY : addDays(next, -1);
    return programmes.map((programme) => ({
      programme,
      from,
      until,
      ...reachOf({ ...holdings, today: from }, programme),
    }));
  });
}
