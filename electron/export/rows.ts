/** The rows of each view as they leave: plain members by name, in a fixed order. Pure. */
import { NO_RECORD, type RecordContent } from '#shared/contract/record-row.ts';
import type { Fact } from '#shared/csv.ts';
import { shownFacts } from '#shared/records/record-facts.ts';

/** Data of the service exactly as it came: a value in JSON, its JSON text in a table. */
export type AsItCame = { readonly asItCame: unknown };
export type Cell = Fact | AsItCame;
export type ExportRow = Readonly<Record<string, Cell>>;

/** A record as a row. @param recordId what the service calls it; null where it is no longer stored */
export const recordRow = (
  row: RecordContent,
  recordId: string | null,
  hidden: readonly string[],
): ExportRow => ({
  ...shownFacts(row, hidden),
  recordId,
});

/** The names of a view's members, so that a table without rows still has its heading. */
export const recordMembers = (hidden: readonly string[]): string[] =>
  Object.keys(recordRow(NO_RECORD, null, hidden));
