import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { localDay, monthBounds } from '#shared/dates.ts';
import { contractFailureOf } from '../../marketplace/http/contract-failure.ts';
import { readAnswer } from '../../marketplace/service/read-answer.ts';
import type { Uses } from '../journal/purchase-context.ts';
import { addedUp, openMonths } from '../journal/purchase-months.ts';
import { accountRowOf, accountsOf, accountsOver, chosenPurchases } from './accounts.ts';
import { accountCsv, jsonOf } from './export-text.ts';

type Balance = Awaited<ReturnType<ContractHandlers['purchases']['balance']>>;

/** Reads the account's balance, at the user's request. Nothing depends on it: limits are counted from the journal. */
async function readBalanceNow(context: Uses<'learnAccount' | 'marketplace'>): Promise<Balance> {
  const offered = context.marketplace().available('balance');
  if (!offered.ok) fail('not_offered', `This marketplace does not offer the balance. ${offered.why}`);
  if ((await context.learnAccount()).keyMark === 'none')
    fail('no_key', 'The balance needs an access key. Store one in Settings.');
  const requested = await context.marketplace().ask('balance', {});
  if (!requested.ok) throw contractFailureOf(requested.failure);
  const read = readAnswer('balance', requested.answer);
  const { requestId } = requested.answer;
  if (read.kind === 'unreadable')
    fail('unreadable', read.why, { ...(requestId === null ? {} : { requestId }) });
  const { available, reserved } = read;
  return { at: requested.answer.receivedAt, available, reserved, requestId };
}

type AccountHandlers = Pick<
  ContractHandlers['purchases'],
  'accounts' | 'balance' | 'reconcileWithService' | 'export' | 'statement'
>;

/** What was spent, explained: totals, the comparison with the service, files and monthly statements. */
export function accountHandlers(
  context: Uses<
    | 'accountContext'
    | 'clock'
    | 'closed'
    | 'journal'
    | 'learnAccount'
    | 'marketplace'
    | 'publishChange'
    | 'storage'
  >,
): AccountHandlers {
  const over = { journal: context.journal, months: openMonths(context.storage, context.journal) };
  const kindOf = (kind: 'real' | 'demo' | undefined) =>
    kind ?? (context.accountContext().demo ? 'demo' : 'real');

  return {
    accounts: (filter) => accountsOver(over, filter, kindOf(filter.kind)),
    balance: () => readBalanceNow(context),
    reconcileWithService: async () => (await import('./service-accounts.ts')).compareWithService(context),
    export: ({ format, csv, ...filter }) => {
      const rows = chosenPurchases(context.journal, filter, kindOf(filter.kind) === 'demo').map(accountRowOf);
      return {
        fileName: `milepost-purchases-${localDay(context.clock())}.${format}`,
        mimeType: format === 'csv' ? 'text/csv;charset=utf-8' : 'application/json',
        text: format === 'csv' ? accountCsv(rows, csv) : jsonOf(rows),
        rows: rows.length,
      };
    },
    statement: ({ month, kind }) => {
      const bounds = monthBounds(month);
      const entries = context.journal.sentBetween(kindOf(kind) === 'demo', bounds.from, bounds.until);
      return {
        month,
        ...bounds,
        accounts: accountsOf([{ month, alike: addedUp(entries) }], kindOf(kind)),
        rows: entries.map(accountRowOf),
      };
    },
  };
}
