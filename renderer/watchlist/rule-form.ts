import type { WatchRule } from '#shared/contract/watchlist.ts';
import { readMiles } from '../records/typed-miles.ts';

/** A rule as typed. */
export type RuleForm = { miles: string; seats: string; direct: boolean; cheapest: string };
export type RuleProblems = { miles?: string; seats?: string; cheapest?: string; all?: string };

export const ruleForm = (rule: WatchRule | null): RuleForm => ({
  miles: rule?.milesBelow == null ? '' : String(rule.milesBelow),
  seats: rule?.seatsMin == null ? '' : String(rule.seatsMin),
  direct: rule?.direct ?? false,
  cheapest: rule?.cheapestPercent == null ? '' : String(rule.cheapestPercent),
});

const MILES_MAX = 100_000_000;

/** A number of those allowed, or null. */
const within = (value: number | undefined, most: number): number | null =>
  value !== undefined && value >= 1 && value <= most ? value : null;

/** A small whole number as typed; null where it is not one. */
const whole = (text: string, most: number): number | null =>
  within(/^\d{1,3}$/u.test(text.trim()) ? Number(text) : undefined, most);

/** Reads the rule, or returns an error for each invalid field. */
export function readRule(
  form: RuleForm,
): { ok: true; rule: WatchRule } | { ok: false; problems: RuleProblems } {
  const milesBelow = within(readMiles(form.miles)?.miles, MILES_MAX);
  const seatsMin = whole(form.seats, 99);
  const cheapestPercent = whole(form.cheapest, 100);
  const problems: RuleProblems = {};
  if (form.miles.trim() !== '' && milesBelow === null)
    problems.miles = 'Type whole miles, such as 70,000 or 70k.';
  if (form.seats.trim() !== '' && seatsMin === null) problems.seats = 'Type a whole number from 1 to 99.';
  if (form.cheapest.trim() !== '' && cheapestPercent === null)
    problems.cheapest = 'Type a whole number from 1 to 100.';
  if (Object.keys(problems).length > 0) return { ok: false, problems };
  if (milesBelow === null && seatsMin === null && cheapestPercent === null && !form.direct)
    return { ok: false, problems: { all: 'Choose what to be notified of, or no notifications.' } };
  return { ok: true, rule: { milesBelow, seatsMin, direct: form.direct, cheapestPercent } };
}
