/** For tests: the totals of purchases counted in full from every one of them, which the fast ones must equal. */
import type { AccountsByDay, AccountsFilter } from '#shared/contract/purchase-accounts.ts';
import { localDay } from '#shared/dates.ts';
import { type Amount, totalsByCurrency } from '#shared/money.ts';
import { isUnresolved } from '#shared/purchase/state.ts';
import type { DatabaseConnection } from '../../storage/open.ts';
import { hasNoAmount } from '../journal/damaged.ts';
import { type Entry, fromRow, type PurchaseRow } from '../journal/entry.ts';
import { countedAmounts } from '../journal/spending.ts';

const lineOf = (entries: readonly Entry[], amountsOf: (entry: Entry) => Amount[] = countedAmounts) => ({
  purchases: entries.length,
  totals: totalsByCurrency(entries.flatMap(amountsOf)),
  unread: entries.filter(hasNoAmount).length,
});

export function referenceAccounts(
  db: DatabaseConnection,
  { from = -Infinity, until = Infinity, days, ...filter }: AccountsFilter & { days: number },
  kind: 'real' | 'demo',
): AccountsByDay {
  const at = (entry: Entry) => entry.submittedAt ?? entry.createdAt;
  const sent = db
    .prepare<[], PurchaseRow>('SELECT * FROM purchases')
    .all()
    .map(fromRow)
    .filter(
      (entry) =>
        entry.demo === (kind === 'demo') &&
        entry.submittedAt !== null &&
        entry.state !== 'not_sent' &&
        at(entry) >= from &&
        at(entry) < until &&
        (filter.toolId === undefined || entry.toolId === filter.toolId) &&
        (filter.states === undefined || filter.states.includes(entry.state)) &&
        (filter.currency === undefined ||
          entry.price?.currency === filter.currency ||
          // It may be in any.
          (entry.price ?? entry.ceiling ?? entry.charged) === null ||
          countedAmounts(entry).some(({ currency }) => currency === filter.currency)),
    )
    .sort((a, b) => at(a) - at(b));
  const settled = sent.filter(({ state }) => !isUnresolved(state));
  const groups = (keyOf: (entry: Entry) => string) => [...Map.groupBy(sent, keyOf)];
  const isNotZero = ({ units }: Amount) => BigInt(units) !== 0n;
  const byDay = groups((entry) => localDay(at(entry))).map(([day, own]) => ({ day, ...lineOf(own) }));
  return {
    kind,
    ...lineOf(sent),
    settled: lineOf(settled),
    open: lineOf(sent.filter(({ state }) => isUnresolved(state))),
    refunded: lineOf(
      sent.filter(({ chargeState }) => chargeState === 'refunded'),
      ({ price }) => (price === null ? [] : [price]),
    ),
    losses: lineOf(
      settled.filter((entry) => entry.state !== 'completed' && countedAmounts(entry).some(isNotZero)),
    ),
    byMonth: groups((entry) => localDay(at(entry)).slice(0, 7)).map(([month, own]) => ({
      month,
      ...lineOf(own),
    })),
    byTool: groups(({ toolId }) => toolId).map(([toolId, own]) => ({
      toolId,
      title: own.at(-1)?.toolTitle ?? '',
      ...lineOf(own),
    })),
    byCurrency: lineOf(sent).totals.map((total) => ({
      currency: total.currency,
      purchases: sent.filter((entry) =>
        countedAmounts(entry).some(({ currency }) => currency === total.currency),
      ).length,
      total,
    })),
    byChargeState: groups((entry) =>
      isUnresolved(entry.state) ? 'open' : (entry.chargeState ?? 'unknown'),
    ).map(([chargeState, own]) => ({ chargeState, ...lineOf(own) })),
    byDay: byDay.slice(-days),
    moreDays: byDay.length > days,
  };
}
