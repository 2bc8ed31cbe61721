import type { AccountRow } from '#shared/contract/purchase-accounts.ts';
import { type CsvStyle, type ExactFigure, type Fact, factsCsv } from '#shared/csv.ts';
import { isoInstant } from '#shared/dates.ts';
import { type Amount, decimalText, formatAmount } from '#shared/money.ts';

/** The exact amount as a plain decimal, without its currency. */
const decimal = (amount: Amount | null): ExactFigure | null => amount && { exact: decimalText(amount) };

const COLUMNS: readonly [string, (row: AccountRow) => Fact | ExactFigure][] = [
  ['Submitted (UTC)', (row) => (row.at === null ? '' : isoInstant(row.at))],
  ['Asked (UTC)', (row) => isoInstant(row.createdAt)],
  ['State', (row) => row.state],
  ['Tool', (row) => row.toolTitle],
  ['Capability', (row) => row.toolId],
  ['Request', (row) => row.title],
  ['Currency', (row) => row.quoted?.currency ?? row.counted?.currency ?? ''],
  ['Quoted', (row) => decimal(row.quoted)],
  ['Counted', (row) => decimal(row.counted)],
  ['Charged', (row) => (row.charged === null ? '' : formatAmount(row.charged))],
  ['Charged otherwise', (row) => row.chargeDiffers ?? ''],
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

/** With a byte order mark, so that spreadsheets read it as UTF-8. */
export const accountCsv = (rows: readonly AccountRow[], csv?: CsvStyle): string =>
  factsCsv(
    COLUMNS.map(([name]) => name),
    rows.map((row) => COLUMNS.map(([, cell]) => cell(row))),
    csv,
  );

/** The rows unchanged, with amounts as exact integer units. */
export const jsonOf = (rows: readonly AccountRow[]): string => `${JSON.stringify(rows, null, 2)}\n`;
