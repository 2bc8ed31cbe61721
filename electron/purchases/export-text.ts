import type { AccountRow } from '#shared/contract/purchase-accounts.ts';
import { type Amount, formatAmount } from '#shared/money.ts';

/** The exact amount as a plain decimal, without its currency. */
const decimal = (amount: Amount | null): string =>
  amount === null ? '' : formatAmount(amount).slice(amount.currency.length + 1);

const COLUMNS: readonly [string, (row: AccountRow) => string][] = [
  ['Submitted (UTC)', (row) => (row.at === null ? '' : new Date(row.at).toISOString())],
  ['Asked (UTC)', (row) => new Date(row.createdAt).toISOString()],
  ['State', (row) => row.state],
  ['Tool', (row) => row.toolTitle],
  ['Capability', (row) => row.toolId],
  ['Request', (row) => row.title],
  ['Currency', (row) => row.quoted?.currency ?? row.counted?.currency ?? ''],
  ['Quoted', (row) => decimal(row.quoted)],
  ['Counted', (row) => decimal(row.counted)],
  ['Charge state', (row) => row.chargeState ?? ''],
  ['Receipt', (row) => row.receiptRef ?? ''],
  ['Transaction', (row) => row.transactionRef ?? ''],
  ['Call', (row) => row.callRef ?? ''],
  ['Request id', (row) => row.requestId ?? ''],
  ['Marketplace', (row) => row.marketplace],
  ['Account', (row) => row.account ?? ''],
  ['Purchase', (row) => row.purchaseId],
  ['Idempotency key', (row) => row.idempotencyKey ?? ''],
  ['In words', (row) => row.words],
];

/** A cell that a spreadsheet would take for a formula begins with an apostrophe instead; plain negative numbers stay. */
const harmless = (cell: string): string =>
  /^[=+\-@\t\r\n]/u.test(cell) && !/^-?\d+(\.\d+)?$/u.test(cell) ? `'${cell}` : cell;

const quoted = (cell: string): string => `"${harmless(cell).replaceAll('"', '""')}"`;

/** RFC 4180, with a byte order mark so that spreadsheets read it as UTF-8. */
export const csvOf = (rows: readonly AccountRow[]): string =>
  `\uFEFF${[
    COLUMNS.map(([name]) => quoted(name)),
    ...rows.map((row) => COLUMNS.map(([, text]) => quoted(text(row)))),
  ]
    .map((cells) => cells.join(','))
    .join('\r\n')}\r\n`;

/** The rows as they are, amounts exact as integer units. */
export const jsonOf = (rows: readonly AccountRow[]): string => `${JSON.stringify(rows, null, 2)}\n`;
