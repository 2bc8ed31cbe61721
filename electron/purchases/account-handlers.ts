import type { ContractHandlers } from '#shared/contract/index.ts';
import { accountRowOf, accountsOf, chosenPurchases, dayOf, monthBounds } from './accounts.ts';
import { readBalanceNow } from './balance.ts';
import { csvOf, jsonOf } from './export-text.ts';
import type { Room } from './room.ts';
import { compareWithService } from './service-accounts.ts';

type AccountHandlers = Pick<
  ContractHandlers['purchases'],
  'accounts' | 'balance' | 'reconcileWithService' | 'export' | 'statement'
>;

/** What was spent, explained: totals, the comparison with the service, files and monthly statements. */
export function accountHandlers(room: Room): AccountHandlers {
  const chosen = (filter: Parameters<typeof chosenPurchases>[1]) =>
    chosenPurchases(room.journal, filter, room.ground().demo);
  const kindOf = (kind: 'real' | 'demo' | undefined) => kind ?? (room.ground().demo ? 'demo' : 'real');

  return {
    accounts: (filter) => accountsOf(chosen(filter), kindOf(filter.kind)),
    balance: () => readBalanceNow(room),
    reconcileWithService: () => compareWithService(room),
    export: ({ format, ...filter }) => {
      const rows = chosen(filter).map(accountRowOf);
      return {
        fileName: `milepost-purchases-${dayOf(room.clock())}.${format}`,
        mimeType: format === 'csv' ? 'text/csv;charset=utf-8' : 'application/json',
        text: format === 'csv' ? csvOf(rows) : jsonOf(rows),
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
