import type { AccountRow, Accounts, AccountsFilter } from '#shared/contract/purchase-accounts.ts';
import { localDay } from '#shared/dates.ts';
import { type Amount, totalsByCurrency } from '#shared/money.ts';
import { chargeAlarm } from '#shared/purchase/charge.ts';
import { isUnresolved } from '#shared/purchase/state.ts';
import type { Entry } from '../journal/entry.ts';
import type { Journal } from '../journal/journal.ts';
import { stateMessage } from '../journal/messages.ts';
import { readReceipt } from '../journal/receipt.ts';
import { chargeOfEntry, countedAmounts, countedFor } from '../journal/spending.ts';

/** More purchases than anyone makes; every one of them is counted. */
const ALL = 1_000_000_000;

/** The purchases that a filter means, oldest first. What was submitted counts on the day on which it was. */
export function chosenPurchases(journal: Journal, filter: AccountsFilter, demoNow: boolean): Entry[] {
  const demo = filter.kind === undefined ? demoNow : filter.kind === 'demo';
  return journal
    .list({ states: filter.states, toolId: filter.toolId, demo, limit: ALL })
    .items.filter(
      (entry) =>
        (filter.from === undefined || timeOf(entry) >= filter.from) &&
        (filter.until === undefined || timeOf(entry) < filter.until) &&
        (filter.currency === undefined ||
          entry.price?.currency === filter.currency ||
          countedAmounts(entry).some(({ currency }) => currency === filter.currency)),
    )
    .reverse();
}

/** When a purchase counts: when it was submitted, or opened where it never was. */
const timeOf = (entry: Entry): number => entry.submittedAt ?? entry.createdAt;

type Line = { purchases: number; totals: Amount[] };
const lineOf = (entries: readonly Entry[], amountsOf: (entry: Entry) => Amount[] = countedAmounts): Line => ({
  purchases: entries.length,
  totals: totalsByCurrency(entries.flatMap(amountsOf)),
});

const isNotZero = ({ units }: Amount): boolean => BigInt(units) !== 0n;

/** Totals over purchases; only those for which an order was sent are counted. Exact, per currency, never converted. */
export function accountsOf(chosen: readonly Entry[], kind: Accounts['kind']): Accounts {
  const sent = chosen.filter((entry) => entry.submittedAt !== null && entry.state !== 'not_sent');
  const settled = sent.filter(({ state }) => !isUnresolved(state));
  const groups = (keyOf: (entry: Entry) => string): [string, Entry[]][] => [...Map.groupBy(sent, keyOf)];
  const all = lineOf(sent);
  return {
    kind,
    purchases: sent.length,
    totals: all.totals,
    settled: lineOf(settled),
    open: lineOf(sent.filter(({ state }) => isUnresolved(state))),
    refunded: lineOf(
      sent.filter(({ chargeState }) => chargeState === 'refunded'),
      (entry) => (entry.price === null ? [] : [entry.price]),
    ),
    losses: lineOf(
      settled.filter((entry) => entry.state !== 'completed' && countedAmounts(entry).some(isNotZero)),
    ),
    byDay: groups((entry) => localDay(timeOf(entry))).map(([day, entries]) => ({
      day,
      ...lineOf(entries),
    })),
    byMonth: groups((entry) => localDay(timeOf(entry)).slice(0, 7)).map(([month, entries]) => ({
      month,
      ...lineOf(entries),
    })),
    byTool: groups(({ toolId }) => toolId).map(([toolId, entries]) => ({
      toolId,
      title: entries.at(-1)?.toolTitle ?? toolId,
      ...lineOf(entries),
    })),
    byCurrency: all.totals.map((total) => ({
      currency: total.currency,
      purchases: sent.filter((entry) =>
        countedAmounts(entry).some(({ currency }) => currency === total.currency),
      ).length,
      total,
    })),
    byChargeState: groups((entry) =>
      isUnresolved(entry.state) ? 'open' : (entry.chargeState ?? 'unknown'),
    ).map(([chargeState, entries]) => ({ chargeState, ...lineOf(entries) })),
  };
}

/** Everything that explains the amount of one purchase. */
export function accountRowOf(entry: Entry): AccountRow {
  const receipt = readReceipt(entry.receipt);
  return {
    purchaseId: entry.id,
    at: entry.submittedAt,
    createdAt: entry.createdAt,
    state: entry.state,
    words: stateMessage(entry),
    toolId: entry.toolId,
    toolTitle: entry.toolTitle,
    title: entry.title,
    marketplace: entry.marketplace,
    account: entry.account,
    quoted: entry.price,
    counted: countedFor(entry),
    alsoCounted: countedAmounts(entry).slice(1),
    charged: entry.charged,
    chargeDiffers: chargeAlarm(chargeOfEntry(entry))?.words ?? null,
    chargeState: entry.chargeState,
    receiptRef: receipt?.receiptRef ?? null,
    transactionRef: receipt?.transactionRef ?? null,
    callRef: entry.callRef,
    requestId: entry.requestId,
    idempotencyKey: entry.idempotencyKey,
  };
}

/** Start and end of a month (`YYYY-MM`) by the user’s own calendar, in UTC ms. */
export function monthBounds(month: string): { from: number; until: number } {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  return { from: new Date(year, number - 1, 1).getTime(), until: new Date(year, number, 1).getTime() };
}
