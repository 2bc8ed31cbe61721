import type {
  AccountRow,
  Accounts,
  AccountsByDay,
  AccountsFilter,
} from '#shared/contract/purchase-accounts.ts';
import { localDay, monthBounds } from '#shared/dates.ts';
import { type Amount, totalsByCurrency } from '#shared/money.ts';
import { chargeAlarm } from '#shared/purchase/charge.ts';
import { isUnresolved } from '#shared/purchase/state.ts';
import { hasNoAmount } from '../journal/damaged.ts';
import type { Entry } from '../journal/entry.ts';
import type { Journal } from '../journal/journal.ts';
import { stateMessage } from '../journal/messages.ts';
import { type AlikePurchases, addedUp, type CountedMonth, type Months } from '../journal/purchase-months.ts';
import { readReceipt } from '../journal/receipt.ts';
import { chargeOfEntry, countedAmounts, countedFor } from '../journal/spending.ts';

/** The time at which a purchase counts: its submission, or its creation if never submitted. */
const timeOf = (entry: Entry): number => entry.submittedAt ?? entry.createdAt;

/** The purchases that match a filter, oldest first, by the day of submission. */
export function chosenPurchases(journal: Journal, filter: AccountsFilter, demo: boolean): Entry[] {
  const { from = EARLIEST, until = LATEST } = filter;
  return [...journal.sentBetween(demo, from, until), ...journal.unsentBetween(demo, from, until)]
    .filter((entry) =>
      isChosen(filter, entry, entry.price?.currency ?? null, countedAmounts(entry), hasNoAmount(entry)),
    )
    .sort((a, b) => timeOf(a) - timeOf(b));
}

/** A purchase without a readable amount may be in any currency. */
const isChosen = (
  { toolId, states, currency }: AccountsFilter,
  one: Pick<Entry, 'toolId' | 'state'>,
  quotedIn: string | null,
  counted: readonly Amount[],
  isUnread: boolean,
): boolean =>
  (toolId === undefined || one.toolId === toolId) &&
  (states === undefined || states.includes(one.state)) &&
  (currency === undefined ||
    quotedIn === currency ||
    isUnread ||
    counted.some((amount) => amount.currency === currency));

const EARLIEST = Number.MIN_SAFE_INTEGER;
const LATEST = Number.MAX_SAFE_INTEGER;

const purchasesIn = (alike: readonly AlikePurchases[]): number =>
  alike.reduce((sum, { purchases }) => sum + purchases, 0);

const lineOf = (alike: readonly AlikePurchases[]): Accounts['settled'] => ({
  purchases: purchasesIn(alike),
  totals: totalsByCurrency(alike.flatMap(({ counted }) => counted)),
  unread: purchasesIn(alike.filter(({ isUnread }) => isUnread)),
});

/**
 * Totals of the purchases that match a filter, counting only those with an order. Whole months are read from their
 * stored sums; partial months and days are computed from the journal, up to a maximum of recent days.
 */
export function accountsOver(
  { journal, months }: { journal: Journal; months: Months },
  { days = 0, ...filter }: AccountsFilter & { days?: number | undefined },
  kind: Accounts['kind'],
): AccountsByDay {
  const demo = kind === 'demo';
  const { from = EARLIEST, until = LATEST } = filter;
  const chosen = (alike: readonly AlikePurchases[]) =>
    alike.filter((one) => isChosen(filter, one, one.currency, one.counted, one.isUnread));
  const within = (month: string) => {
    const bounds = monthBounds(month);
    return { from: Math.max(from, bounds.from), until: Math.min(until, bounds.until), bounds };
  };
  const counted = months(demo).flatMap(({ month, alike }): CountedMonth[] => {
    const { bounds, ...part } = within(month);
    if (part.from >= part.until) return [];
    const isAll = part.from === bounds.from && part.until === bounds.until;
    const own = chosen(isAll ? alike : addedUp(journal.countedBetween(demo, part.from, part.until)));
    return own.length === 0 ? [] : [{ month, alike: own }];
  });
  const byDay: AccountsByDay['byDay'] = [];
  for (const { month } of days === 0 ? [] : counted.toReversed()) {
    if (byDay.length > days) break;
    const part = within(month);
    const ofDays = Map.groupBy(journal.countedBetween(demo, part.from, part.until), ({ submittedAt }) =>
      localDay(submittedAt ?? 0),
    );
    for (const [day, entries] of [...ofDays].toReversed()) {
      const alike = chosen(addedUp(entries));
      if (alike.length > 0) byDay.unshift({ day, ...lineOf(alike) });
    }
  }
  const first = Math.max(0, byDay.length - days);
  return { ...accountsOf(counted, kind), byDay: byDay.slice(first), moreDays: first > 0 };
}

/** Totals of months. Exact, per currency, never converted. */
export function accountsOf(months: readonly CountedMonth[], kind: Accounts['kind']): Accounts {
  const sent = months.flatMap(({ alike }) => alike);
  const settled = sent.filter(({ state }) => !isUnresolved(state));
  const groups = (keyOf: (one: AlikePurchases) => string): [string, AlikePurchases[]][] => [
    ...Map.groupBy(sent, keyOf),
  ];
  const all = lineOf(sent);
  const refunded = sent.filter(({ chargeState }) => chargeState === 'refunded');
  return {
    kind,
    ...all,
    settled: lineOf(settled),
    open: lineOf(sent.filter(({ state }) => isUnresolved(state))),
    refunded: { ...lineOf(refunded), totals: totalsByCurrency(refunded.flatMap(({ quoted }) => quoted)) },
    losses: lineOf(settled.filter(({ state, isCharged }) => state !== 'completed' && isCharged)),
    byMonth: months.map(({ month, alike }) => ({ month, ...lineOf(alike) })),
    byTool: groups(({ toolId }) => toolId).map(([toolId, alike]) => ({
      toolId,
      title: alike.at(-1)?.toolTitle ?? toolId,
      ...lineOf(alike),
    })),
    byCurrency: all.totals.map((total) => ({
      currency: total.currency,
      purchases: purchasesIn(
        sent.filter(({ counted }) => counted.some(({ currency }) => currency === total.currency)),
      ),
      total,
    })),
    byChargeState: groups(({ state, chargeState }) =>
      isUnresolved(state) ? 'open' : (chargeState ?? 'unknown'),
    ).map(([chargeState, alike]) => ({ chargeState, ...lineOf(alike) })),
  };
}

/** Everything that explains the amount of a purchase. */
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
