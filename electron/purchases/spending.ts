import { type Amount, totalsByCurrency, zero } from '#shared/money.ts';
import type { Limits, Spending } from '#shared/purchase/limits.ts';
import { isUnresolved } from '#shared/purchase/state.ts';
import type { Usage } from '../marketplace/readers/usage.ts';
import type { Entry } from './entry.ts';
import type { Journal } from './journal.ts';
import { chargeStateOf, readReceipt } from './receipt.ts';

/** Charge states in which the service says that nothing stays charged. */
const NOT_CHARGED = new Set(['free_tier', 'refunded', 'insufficient_credit']);

/**
 * What a settled Call was charged, from its usage or, where that is silent, its receipt; null where neither tells.
 * A receipt that names no exact amount may stand for any charge: it counts in full until something says better.
 */
export function chargeOf(
  usage: Usage | null,
  receipt: unknown,
  currency: string,
): { chargeState: string | null; charged: Amount | null } {
  const shown = readReceipt(receipt);
  const unclear = shown !== null && shown.total === null ? 'outcome_unknown' : null;
  const chargeState = usage?.chargeState ?? (shown && chargeStateOf(shown)) ?? unclear;
  if (chargeState !== null && NOT_CHARGED.has(chargeState)) return { chargeState, charged: zero(currency) };
  if (chargeState === 'outcome_unknown') return { chargeState, charged: null };
  return { chargeState, charged: usage?.amount ?? shown?.total ?? null };
}

/**
 * What counts as spent for a purchase: all that may be charged while it is unresolved, afterwards what was charged.
 * A completed Call of which the service does not tell the charge counts in full, and so does a refused one that may
 * have been charged.
 */
export function countedFor(entry: Entry): Amount | null {
  const most = entry.ceiling ?? entry.price;
  if (isUnresolved(entry.state)) return most;
  if (entry.state === 'completed') return entry.charged ?? most;
  if (entry.state === 'refused' || entry.state === 'cancelled') {
    if (entry.charged !== null) return entry.charged;
    return entry.chargeState === 'outcome_unknown' ? most : null;
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

const since = (entries: readonly Entry[], start: number): Amount[] =>
  totalsByCurrency(
    entries
      .filter((entry) => isUnresolved(entry.state) || (entry.submittedAt ?? 0) >= start)
      .flatMap((entry) => countedFor(entry) ?? []),
  );

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
  return {
    limits,
    today: since(entries, periods.day),
    month: since(entries, periods.month),
    unresolved: entries.filter((entry) => isUnresolved(entry.state)).length,
  };
}

/** The same for one Tool alone. */
export function spendingOnTool(journal: Journal, entry: Entry, now: number): Spending {
  const periods = spendingPeriods(now);
  const entries = journal
    .spentSince(entry.demo, periods.month)
    .filter((other) => other.id !== entry.id && other.toolId === entry.toolId);
  return { today: since(entries, periods.day), month: since(entries, periods.month) };
}

export const spendingOf = (view: SpendingView): Spending => ({ today: view.today, month: view.month });

/** The totals with one more amount. */
export const totalsWith = (totals: readonly Amount[], more: Amount): Amount[] =>
  totalsByCurrency([...totals, more]);
