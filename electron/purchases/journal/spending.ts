import { monthStart, startOfDay } from '#shared/dates.ts';
import {
  type Amount,
  compareAmounts,
  formatAmount,
  largestAmount,
  sameAmount,
  totalsByCurrency,
  zero,
} from '#shared/money.ts';
import { plainName } from '#shared/plain-text.ts';
import { type Charge, type ChargeOddity, chargeDiffers, largerOf } from '#shared/purchase/charge.ts';
import type { Limits, Spending } from '#shared/purchase/limits.ts';
import { isSettled, isUnresolved } from '#shared/purchase/state.ts';
import { fold } from '../../marketplace/answers/fold.ts';
import { withoutLargeParts } from '../../marketplace/outside/bounded.ts';
import type { StatedMoney } from '../../marketplace/service/vocabulary.ts';
import { hasNoAmount, mayHaveCost } from './damaged.ts';
import type { CountedEntry, Entry } from './entry.ts';
import type { Journal } from './journal.ts';
import { chargeStateOf, readReceipt, statedRefund, unreadOf } from './receipt.ts';

/** The known charge states by their folded words. */
const CHARGE_STATES: ReadonlyMap<string, string> = new Map(
  ['free_tier', 'paid', 'insufficient_credit', 'outcome_unknown', 'refunded'].map((state) => [
    fold(state),
    state,
  ]),
);
/** States in which nothing was charged; an amount beside them contradicts that. */
const NOTHING_TAKEN = new Set(['free_tier', 'insufficient_credit']);

export type StatedCharge = Pick<Entry, 'chargeState' | 'charged' | 'chargeOddity'>;
/** The charge of an answer that does not mention one. */
export const UNSTATED: StatedCharge = { chargeState: null, charged: null, chargeOddity: null };

/**
 * The charge of a Call, from its usage and receipt; null if neither states it. A receipt without an exact amount counts
 * in full until better evidence. A negative, unreadable or contradictory charge is an oddity, which alarms the user.
 */
export function statedIn(
  { price, ceiling }: Pick<Entry, 'price' | 'ceiling'>,
  { usage, receipt }: StatedMoney,
): (StatedCharge & Partial<Pick<Entry, 'receipt'>>) | null {
  if (usage === null && receipt === null) return null;
  const shown = readReceipt(receipt);
  const unclear = shown !== null && shown.total === null ? 'outcome_unknown' : null;
  const word = usage?.chargeState ?? (shown && chargeStateOf(shown)) ?? unclear;
  const chargeState = word === null ? null : (CHARGE_STATES.get(fold(word)) ?? word);
  const known = [usage?.amount, shown?.total].filter((amount) => amount != null);
  const approved = ceiling ?? price;
  const most = mostOf(known, approved);
  const stated = (usage === null ? undefined : statedRefund(usage).refund) ?? shown?.refund ?? null;
  // A refund cannot exceed the charge: with only one of the two amounts stated, not even the approved charge.
  const refund = stated ?? (chargeState === 'refunded' ? most : null);
  const taken = (stated === null ? null : most) ?? approved;
  const unread = usage?.misfits.amount === undefined ? shown?.unreadTotal : unreadOf(usage.misfits.amount);
  const chargeOddity = oddityOf(chargeState, usage?.amount, known, unread) ?? oddityOfRefund(refund, taken);
  const nothing = zero(approved?.currency ?? 'USD');
  const charge = { chargeState, chargeOddity, ...(receipt !== null && { receipt: shortReceipt(receipt) }) };
  if (chargeState === 'refunded') {
    // Given back in part, all of it counts: what is left may be stated in either way.
    const isInFull =
      chargeOddity === null &&
      (stated === null || (taken !== null && stated !== 'unreadable' && sameAmount(stated, taken)));
    return { ...charge, charged: isInFull ? nothing : (most ?? approved) };
  }
  if (NOTHING_TAKEN.has(chargeState ?? '') && chargeOddity === null) return { ...charge, charged: nothing };
  return { ...charge, charged: most };
}

/** What was read of a receipt, with as much of it as came as a line of the timeline keeps. */
const shortReceipt = (receipt: NonNullable<Entry['receipt']>): Entry['receipt'] => ({
  ...receipt,
  raw: withoutLargeParts(receipt.raw),
  misfits: withoutLargeParts(receipt.misfits) as typeof receipt.misfits,
});

/**
 * The one of several stated charges that counts: the largest in the approval's currency if it exceeds the approval, else
 * the largest in another currency, which counts beside it.
 */
function mostOf(known: readonly Amount[], approved: Amount | null): Amount | null {
  const plausible = known.filter(({ units }) => !units.startsWith('-'));
  const currency = approved?.currency ?? plausible[0]?.currency;
  const most = (amounts: readonly Amount[]): Amount | null =>
    largestAmount(amounts.filter((one) => one.currency === amounts[0]?.currency));
  const own = most(plausible.filter((one) => one.currency === currency));
  const other = most(plausible.filter((one) => one.currency !== currency));
  const isMore = own !== null && (approved === null || compareAmounts(own, approved) > 0);
  return isMore ? own : (other ?? own);
}

function oddityOfRefund(refund: Amount | 'unreadable' | null, taken: Amount | null): ChargeOddity | null {
  if (refund === null || taken === null) return null;
  if (refund === 'unreadable') return { kind: 'not_understood', known: 'a refund that cannot be read' };
  return refund.currency === taken.currency && compareAmounts(refund, taken) <= 0
    ? null
    : { kind: 'not_understood', known: `a refund of ${formatAmount(refund)}` };
}

function oddityOf(
  chargeState: string | null,
  taken: Amount | null | undefined,
  known: readonly Amount[],
  unread: string | undefined,
): ChargeOddity | null {
  const amounts = known.map(formatAmount).join(' and ');
  if (known.some(({ units }) => units.startsWith('-') && BigInt(units) !== 0n))
    return { kind: 'negative', known: amounts };
  if (chargeState !== null && !CHARGE_STATES.has(fold(chargeState)))
    return {
      kind: 'not_understood',
      known: `“${plainName(chargeState)}”${amounts === '' ? '' : `, ${amounts}`}`,
    };
  if (unread !== undefined) return { kind: 'not_understood', known: unread };
  if (new Set(known.map(({ currency }) => currency)).size > 1)
    return { kind: 'not_understood', known: amounts };
  // A receipt's total may be what was reserved.
  if (NOTHING_TAKEN.has(chargeState ?? '') && BigInt(taken?.units ?? 0) !== 0n)
    return { kind: 'not_understood', known: `“${chargeState}”, ${amounts}` };
  return null;
}

/** A purchase's charge compared with its approval. */
export const chargeOfEntry = (
  entry: Pick<Entry, 'price' | 'ceiling' | 'charged' | 'chargeOddity'>,
): Charge => ({
  approved: entry.ceiling ?? entry.price,
  charged: entry.charged,
  oddity: entry.chargeOddity,
});

/**
 * What counts as spent for a purchase, one amount per currency, the approval's first: everything that may be charged
 * while unresolved, afterwards the charge. A completed Call without a stated charge counts in full, and so does a
 * refused one that may have been charged. If charge and approval differ, the larger counts: never less than is known
 * to be charged.
 */
export function countedAmounts(entry: CountedEntry): Amount[] {
  const charge = chargeOfEntry(entry);
  if (entry.damaged !== undefined) return mayHaveCost(entry) ? largerOf(charge) : [];
  if (isUnresolved(entry.state)) return largerOf(charge);
  if (!isSettled(entry.state)) return [];
  if (chargeDiffers(charge) !== null || entry.chargeState === 'outcome_unknown') return largerOf(charge);
  if (entry.charged !== null) return [entry.charged];
  return entry.state === 'completed' || entry.chargeState === 'paid' ? largerOf(charge) : [];
}

/**
 * Whether a charge stated for a settled Call counts for more than the known one, or gives a new cause for alarm. A
 * smaller one is evidence and reduces nothing.
 */
export function countsMore(entry: CountedEntry, stated: Partial<StatedCharge>): boolean {
  const later = { ...entry, ...stated };
  const [known, next] = [entry, later].map((one) => chargeDiffers(chargeOfEntry(one)));
  if ((known === null) !== (next === null)) return known === null;
  const counted = new Map(countedAmounts(entry).map((amount) => [amount.currency, amount]));
  return countedAmounts(later).some((amount) => {
    const before = counted.get(amount.currency);
    return before === undefined ? BigInt(amount.units) > 0n : compareAmounts(amount, before) > 0;
  });
}

/** What counts as spent, in the approval's currency; null if nothing. */
export const countedFor = (entry: Entry): Amount | null => countedAmounts(entry)[0] ?? null;

/** The start of the day and month containing `now`, by the user's calendar, in UTC ms. */
export const spendingPeriods = (now: number): { day: number; month: number } => ({
  day: startOfDay(now),
  month: monthStart(now),
});

export type SpendingView = { limits: Limits; today: Amount[]; month: Amount[]; unresolved: number };

const since = (entries: readonly Entry[], start: number, perCall: Amount): Amount[] =>
  totalsByCurrency(
    entries
      .filter((entry) => isUnresolved(entry.state) || (entry.submittedAt ?? 0) >= start)
      .flatMap((entry) => (hasNoAmount(entry) ? perCall : countedAmounts(entry))),
  );

/** What counts as spent today and this month; the demo's purchases are counted separately. */
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
    today: since(entries, periods.day, limits.perCall),
    month: since(entries, periods.month, limits.perCall),
    unresolved: entries.filter((entry) => isUnresolved(entry.state)).length,
  };
}

/** As above, for one Tool. */
export function spendingOnTool(journal: Journal, limits: Limits, entry: Entry, now: number): Spending {
  const periods = spendingPeriods(now);
  const entries = journal
    .spentSince(entry.demo, periods.month)
    .filter((other) => other.id !== entry.id && other.toolId === entry.toolId);
  const { perCall } = limits;
  return { today: since(entries, periods.day, perCall), month: since(entries, periods.month, perCall) };
}

export const spendingOf = (view: SpendingView): Spending => ({ today: view.today, month: view.month });
