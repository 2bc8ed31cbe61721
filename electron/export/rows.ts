/** Exported rows of each view: plain members by name, in a fixed order. Pure. */
import { NO_RECORD, type RecordContent } from '#shared/contract/record-row.ts';
import type { Fact } from '#shared/csv.ts';
import { shownFacts } from '#shared/records/record-facts.ts';

/** Data of the service as received: a value in JSON, its JSON text in a table. */
export type AsItCame = { readonly asItCame: unknown };
export type Cell = Fact | AsItCame;
export type ExportRow = Readonly<Record<string, Cell>>;

/** A record as a row. @param recordId the service's ID; null if the record is no longer stored */
export const recordRow = (
  row: RecordContent,
  recordId: string | null,
  hidden: readonly string[],
): ExportRow => ({
  ...shownFacts(row, hidden),
  recordId,
});

/** The member names of a view, so that an empty table still has its header. */
export const recordMembers = (hidden: readonly string[]): string[] =>
  Object.keys(recordRow(NO_RECORD, null, hidden));
