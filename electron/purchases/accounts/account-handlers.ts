import type { ContractHandlers } from '#shared/contract/index.ts';
import { localDay } from '#shared/dates.ts';
import type { PurchaseContext } from '../journal/purchase-context.ts';
import { accountRowOf, accountsOf, chosenPurchases, monthBounds } from './accounts.ts';
import { readBalanceNow } from './balance.ts';
import { accountCsv, jsonOf } from './export-text.ts';
import { compareWithService } from './service-accounts.ts';

type AccountHandlers = Pick<
  ContractHandlers['purchases'],
  'accounts' | 'balance' | 'reconcileWithService' | 'export' | 'statement'
>;

/** What was spent, explained: totals, the comparison with the service, files and monthly statements. */
export function accountHandlers(context: PurchaseContext): AccountHandlers {
  const chosen = (filter: Parameters<typeof chosenPurchases>[1]) =>
    chosenPurchases(context.journal, filter, context.accountContext().demo);
  const kindOf = (kind: 'real' | 'demo' | undefined) =>
    kind ?? (context.accountContext().demo ? 'demo' : 'real');

  return {
    accounts: (filter) => accountsOf(chosen(filter), kindOf(filter.kind)),
    balance: () => readBalanceNow(context),
    reconcileWithService: () => compareWithService(context),
    export: ({ format, ...filter }) => {
      const rows = chosen(filter).map(accountRowOf);
      return {
        fileName: `milepost-purchases-${localDay(context.clock())}.${format}`,
        mimeType: format === 'csv' ? 'text/csv;charset=utf-8' : 'application/json',
        text: format === 'csv' ? accountCsv(rows) : jsonOf(rows),
        rows: rows.length,
      };
    },
    statement: ({ month, kind }) => {
      const bounds = monthBounds(month);
      const entries = chosen({ ...bounds, kind }).filter((entry) => entry.submittedAt !== null);
      return {
        month,
        ...bounds,
        accounts: accountsOf(entries, kindOf(kind)),
        rows: entries.map(accountRowOf),
      };
    },
  };
}
