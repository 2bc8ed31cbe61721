import { addDays, type CalendarDate } from '../dates.ts';
import { reachOf } from './one-award.ts';
import type { Purses } from './paying.ts';

/** What can be paid in miles of a programme on each day of an interval, both ends included. */
type ReachStretch = {
  programme: string;
  from: CalendarDate;
  until: CalendarDate;
  /** As `reachOf` says. */
  pooled: number;
  transfers: number;
};

const LAST_DAY: CalendarDate = '9999-12-31';

/** The account that a programme's miles lie in on a day, and the days from which that is another one. */
export type MergedAccounts = {
  on: (programme: string, day: CalendarDate) => string;
  days: readonly CalendarDate[];
};

const THEIR_OWN: MergedAccounts = { on: (programme) => programme, days: [] };

/**
 * What each programme reaches from today on, in intervals within which nothing expires, no bonus ends and no programme
 * becomes part of another, so that the file can answer for any future day without knowing the rules.
 */
export function reachStretches(
  purses: Purses,
  programmes: readonly string[],
  accounts: MergedAccounts = THEIR_OWN,
): ReachStretch[] {
  const { today, balances, transfers } = purses;
  const lastDays = [
    ...balances.map(({ expires }) => expires),
    ...transfers.map(({ bonusUntil }) => bonusUntil),
  ]
    .filter((day) => day !== null)
    .filter((day) => day >= today && day < LAST_DAY);
  const mergers = accounts.days.filter((day) => day > today);
  const starts = [today, ...lastDays.map((day) => addDays(day, 1)), ...mergers];
  const days = [...new Set(starts)].sort();
  return days.flatMap((from, place) => {
    const next = days[place + 1];
    const until = next === undefined ? LAST_DAY : addDays(next, -1);
    const reachOn = reachOf({
      ...purses,
      today: from,
      balances: balances.map((balance) =>
        balance.kind === 'programme' ? { ...balance, name: accounts.on(balance.name, from) } : balance,
      ),
    });
    return programmes.map((programme) => {
      return { programme, from, until, ...reachOn(accounts.on(programme, from)) };
    });
  });
}
