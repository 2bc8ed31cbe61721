import { COLUMNS } from '../purchases/entry.ts';
import type { Connection } from '../storage/open.ts';

/** What is read as JSON whenever its list is shown, and as what: another text there would hide all the others for good. */
const TEXTS: readonly (readonly [table: string, column: string, type: 'object' | 'array' | null])[] = [
  ['standing_approvals', 'input', 'object'],
  ['standing_approvals', 'ceiling', 'object'],
  ['standing_approvals', 'page_price', 'object'],
  ['standing_approvals', 'requests', 'array'],
  ['record_marks', 'tags', 'array'],
  ['search_templates', 'request', 'object'],
  ['trip_items', 'chosen', 'object'],
  ['watch_notices', 'content', 'object'],
  ['award_searches', 'criteria', 'object'],
  ['award_pages', 'input', null],
  ['award_broken', 'problems', 'array'],
  ['purchases', 'input', 'object'],
  ['purchase_events', 'detail', null],
  ...Object.values(COLUMNS)
    .filter(({ kind }) => kind === 'json')
    .map(({ column }) => ['purchases', column, null] as const),
];

/** Words for who did something, which screens look up. */
const ACTORS = `('person', 'main', 'service', 'clock')`;

/** Whether every text of a received file that lists depend on can be read as what it is. */
export function textsAreReadable(db: Connection): boolean {
  const holds = (sql: string) => db.prepare(`SELECT 1 FROM ${sql} LIMIT 1`).get() !== undefined;
  return (
    !TEXTS.some(([table, column, type]) =>
      holds(
        `${table} WHERE ${column} IS NOT NULL AND
           CASE WHEN json_valid(${column}) THEN ${type === null ? 'false' : `json_type(${column}) <> '${type}'`} ELSE true END`,
      ),
    ) &&
    !holds(`purchase_events WHERE actor NOT IN ${ACTORS}`) &&
    !holds(`standing_approval_events WHERE actor NOT IN ${ACTORS}`)
  );
}
