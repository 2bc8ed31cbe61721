import { z } from 'zod';
import { TRIP_REASON_MAX } from '#shared/contract/standing-approvals.ts';
import { amountSchema } from '#shared/money.ts';
import type { BackupPart, Renamed } from '../backup/part.ts';
import type { StoredRow } from '../backup/rows.ts';
import { storedJson } from '../backup/valid-rows.ts';
import type { DatabaseConnection } from '../storage/open.ts';
import { JSON_COLUMNS } from './journal/entry.ts';
import { mergeApprovals } from './merge/approvals.ts';
import { purchaseContents } from './merge/contents.ts';
import { mergePurchases } from './merge/purchases.ts';

const approval = z.object({
  ceiling: storedJson(amountSchema),
  page_price: storedJson(amountSchema).nullable(),
  requests: storedJson(
    z.array(
      z.object({
        title: z.string(),
        toolRef: z.string(),
        toolId: z.string(),
        digest: z.string(),
        input: z.record(z.string(), z.unknown()),
        pages: z.number(),
        pagePrice: amountSchema.nullable(),
        why: z.string().max(TRIP_REASON_MAX).optional(),
        tripId: z.string().optional(),
        continues: z.boolean().optional(),
      }),
    ),
  ).nullable(),
  trip: storedJson(z.object({ tripId: z.string(), untilSettled: z.boolean() })).nullable(),
});

/** Renumbers the runs of merged purchases. Outputs of Tools without records need no reading. */
function nameRuns(db: DatabaseConnection, names: Renamed, purchases: readonly string[]): void {
  db.exec('CREATE TEMP TABLE named (old INTEGER PRIMARY KEY, new INTEGER NOT NULL)');
  const insert = db.prepare('INSERT INTO temp.named (old, new) VALUES (?, ?)');
  for (const [old, runId] of names.runs) insert.run(old, runId);
  const runOf = (column: string, table: string) =>
    `(SELECT n.new FROM other.${table} o JOIN temp.named n ON n.old = o.${column} WHERE o.id = ${table}.id)`;
  const rename = db.prepare(
    `UPDATE main.purchases SET run_id = coalesce(${runOf('run_id', 'purchases')}, run_id),
       continues_run = coalesce(continues_run, ${runOf('continues_run', 'purchases')}) WHERE id = ?`,
  );
  for (const id of purchases) rename.run(id);
  db.exec(`
    UPDATE main.standing_approvals SET run_id = ${runOf('run_id', 'standing_approvals')}
    WHERE run_id IS NULL AND end_code IS NOT NULL;
    UPDATE main.outputs SET interpreted = 1 WHERE interpreted = 0 AND purchase_id IN (
      SELECT id FROM main.purchases WHERE interpretation IS NULL);
    DROP TABLE temp.named;
  `);
}

/** An approval that cannot be read approves nothing more. What was bought under it counts with its purchases. */
function endDamagedApproval(db: DatabaseConnection, { id }: StoredRow): void {
  const amount = (column: string, instead: string) =>
    `CASE WHEN json_valid(${column}) AND json_type(${column}) = 'object'
       AND json_type(${column}, '$.currency') = 'text' AND json_type(${column}, '$.units') = 'text'
       AND json_type(${column}, '$.exponent') = 'integer' THEN ${column} ELSE ${instead} END`;
  db.prepare(
    `UPDATE standing_approvals SET ended_at = coalesce(ended_at, created_at), end_code = coalesce(end_code, 'damaged'),
       end_words = coalesce(end_words, 'It is damaged in the data file and could not be read. It approves nothing more.'),
       input = CASE WHEN json_valid(input) AND json_type(input) = 'object' THEN input ELSE '{}' END,
       requests = NULL, trip = NULL, page_price = ${amount('page_price', 'NULL')},
       ceiling = ${amount(
         'ceiling',
         `coalesce(page_price, '{"currency":"USD","units":"0","exponent":0}')`,
       )} WHERE id = ?`,
  ).run(id);
}

export const purchasesBackup: BackupPart = {
  tables: [
    {
      name: 'purchases',
      marketplace: 'marketplace',
      runs: ['run_id', 'continues_run'],
      json: Object.fromEntries(
        JSON_COLUMNS.map((column) => [column, column === 'input' ? 'object' : 'any'] as const),
      ),
      damaged: 'kept',
    },
    // An actor that screens do not know.
    {
      name: 'purchase_events',
      json: { detail: 'any' },
      never: `actor NOT IN ('user', 'main', 'service', 'clock')`,
      damaged: 'kept',
    },
    {
      name: 'standing_approvals',
      marketplace: 'marketplace',
      runs: ['run_id'],
      json: { input: 'object' },
      row: { schema: approval, called: 'a permission' },
      damaged: endDamagedApproval,
    },
  ],
  contents: purchaseContents,
  merge(merging) {
    const { added, replaced, ...counts } = mergePurchases(merging);
    merging.report('Permissions', 0, 1);
    return {
      restored: {
        ...counts,
        purchases: added.length - counts.quotes,
        permissionsEnded: mergeApprovals(merging),
      },
      finish: (names) => nameRuns(merging.db, names, [...added, ...replaced]),
    };
  },
};
