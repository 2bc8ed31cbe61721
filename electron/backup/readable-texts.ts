import { z } from 'zod';
import { amountSchema } from '#shared/money.ts';
import { COLUMNS } from '../purchases/journal/entry.ts';
import type { DatabaseConnection } from '../storage/open.ts';

/** What is read as JSON whenever its list is shown, and as what: another text there would hide all the others for good. */
const TEXTS: readonly (readonly [table: string, column: string, type: 'object' | 'array' | null])[] = [
  ['settings', 'value', null],
  ['standing_approvals', 'input', 'object'],
  ['search_templates', 'request', 'object'],
  ['award_searches', 'criteria', 'object'],
  ['award_pages', 'input', null],
  ['award_pages', 'problems', 'array'],
  ['award_pages', 'remarks', 'array'],
  ['award_versions', 'remarks', 'array'],
  ['award_added_members', 'names', 'array'],
  ['award_broken', 'problems', 'array'],
  ['purchases', 'input', 'object'],
  ['purchase_events', 'detail', null],
  ...Object.values(COLUMNS)
    .filter(({ kind }) => kind === 'json')
    .map(({ column }) => ['purchases', column, null] as const),
];

const fromText = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
const approvalSchema = z.object({
  ceiling: z.string().transform(fromText).pipe(amountSchema),
  page_price: z.string().nullable().transform(fromText).pipe(amountSchema.nullable()),
  requests: z
    .string()
    .nullable()
    .transform(fromText)
    .pipe(
      z
        .array(
          z.object({
            title: z.string(),
            toolRef: z.string(),
            toolId: z.string(),
            digest: z.string(),
            input: z.record(z.string(), z.unknown()),
            pages: z.number(),
            pagePrice: amountSchema.nullable(),
          }),
        )
        .nullable(),
    ),
});

/** Words for who did something, which screens look up. */
const ACTORS = `('user', 'main', 'service', 'clock')`;

/** Whether every text of a received file that lists depend on can be read as what it is. */
export function textsAreReadable(db: DatabaseConnection): boolean {
  const holds = (sql: string) => db.prepare(`SELECT 1 FROM ${sql} LIMIT 1`).get() !== undefined;
  return (
    !TEXTS.some(([table, column, type]) =>
      holds(
        `${table} WHERE ${column} IS NOT NULL AND
           CASE WHEN json_valid(${column}) THEN ${type === null ? 'false' : `json_type(${column}) <> '${type}'`} ELSE true END`,
      ),
    ) &&
    !holds(
      `standing_approvals WHERE NOT json_valid(ceiling) OR NOT json_valid(coalesce(page_price, '0')) OR NOT json_valid(coalesce(requests, '0'))`,
    ) &&
    db
      .prepare('SELECT ceiling, page_price, requests FROM standing_approvals')
      .all()
      .every((row) => approvalSchema.safeParse(row).success) &&
    !holds(`purchase_events WHERE actor NOT IN ${ACTORS}`) &&
    !holds(`standing_approval_events WHERE actor NOT IN ${ACTORS}`)
  );
}
