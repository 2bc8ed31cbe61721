import { type Amount, totalsByCurrency, zero } from '#shared/money.ts';
import type { Limits, Spending } from '#shared/purchase/limits.ts';
import { isUnresolved } from '#shared/purchase/state.ts';
import { readUsage, type Usage } from '../marketplace/readers/usage.ts';
import { amount, member } from '../marketplace/reading.ts';
import type { Entry, Journal } from './journal.ts';

/** Charge states in which the service says that nothing stays charged. */
const NOT_CHARGED = new Set(['free_tier', 'refunded', 'insufficient_credit']);

/** What a settled Call was charged, from its usage or, where that is silent, its receipt; null where neither tells. */
export function chargeOf(
  usage: Usage | null,
  receipt: unknown,
  currency: string,
): { chargeState: string | null; charged: Amount | null } {
  const told = usage ?? readUsage(receipt);
  const chargeState = told?.chargeState ?? null;
  if (chargeState !== null && NOT_CHARGED.has(chargeState)) return { chargeState, charged: zero(currency) };
  if (chargeState === 'outcome_unknown') return { chargeState, charged: null };
  return { chargeState, charged: told?.amount ?? amount(member(receipt, 'amount', 'charged', 'total')) };
}

/**
 * What counts as spent for a purchase: all that may be charged while it is unresolved, afterwards what was charged.
 * A completed Call of which the service does not tell the charge counts in full.
 */
export function countedFor(entry: Entry): Amount | null {
  if (isUnresolved(entry.state)) return entry.ceiling ?? entry.price;
  if (entry.state === 'completed') return entry.charged ?? entry.price;
  if (entry.state === 'refused' || entry.state === 'cancelled') {
    if (entry.charged !== null) return entry.charged;
    return entry.chargeState === 'outcome_unknown' ? entry.price : null;
  }
  return null;
}

/** Start of the day and of the month in which `now` falls, by the person's own calendar, in UTC ms. */
export function spendingPeriods(now: number): { day: number; month: number } {
  const date = new Date(now);
  return {
    day: new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime(),
    month: new Date(date.getFullYear(), date.getMonth(), 1).getTime(),
  };
}

export type SpendingView = { limits: Limits; today: Amount[]; month: Amount[]; unresolved: number };

/** What counts as spent today and this month; purchases on the embedded marketplace are counted apart from real ones. */
export function spendingNow(
  journal: Journal,
  limits: Limits,
  demo: boolean,
  now: number,
  without?: string,
): SpendingView {
  const periods = spendingPeriods(now);
  const entries = journal.spentSince(demo, periods.month).filter((entry) => entry.id !== without);
  const sum = (since: number): Amount[] =>
    totalsByCurrency(
      entries
        .filter((entry) => isUnresolved(entry.state) || (entry.submittedAt ?? 0) >= since)
        .flatMap((entry) => countedFor(entry) ?? []),
    );
  return {
    limits,
    today: sum(periods.day),
    month: sum(periods.month),
    unresolved: entries.filter((entry) => isUnresolved(entry.state)).length,
  };
}

export const spendingOf = (view: SpendingView): Spending => ({ today: view.today, month: view.month });

/** The totals with one more amount. */
export const totalsWith = (totals: readonly Amount[], more: Amount): Amount[] =>
  totalsByCurrency([...totals, more]);
