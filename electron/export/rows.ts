/** The rows of each view as they leave: plain members by name, in a fixed order. Pure. */
import type { RecordRow } from '#shared/contract/awards.ts';
import type { Fact } from '#shared/csv.ts';
import { NO_RECORD, recordFacts } from '#shared/record-facts.ts';

/** Data of the service exactly as it came: a value in JSON, its JSON text in a table. */
export type AsItCame = { readonly asItCame: unknown };
export type Cell = Fact | AsItCame;
export type ExportRow = Readonly<Record<string, Cell>>;

/** Which members a column of the table stands for. What tells two records apart is always there: date, cabin and ID. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  route: ['origin', 'destination'],
  programme: ['programme'],
  available: ['awardSpace', 'gone'],
  miles: ['miles', 'milesAsSent'],
  seats: ['seats'],
  direct: ['direct'],
  airlines: ['airlines'],
  seen: ['seenAt', 'membersOutsideTheContract'],
  marks: ['starred', 'tags', 'note'],
};

/** A record as a row. @param recordId what the service calls it; null where it is not kept any more */
export function recordRow(
  row: Omit<RecordRow, 'versionId'>,
  recordId: string | null,
  hidden: readonly string[],
): ExportRow {
  const left = new Set(hidden.flatMap((column) => MEMBERS[column] ?? []));
  const all: ExportRow = {
    ...recordFacts(row),
    starred: row.mark?.starred ?? false,
    tags: row.mark?.tags ?? [],
    note: row.mark?.note ?? '',
    recordId,
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !left.has(name)));
}

/** The names of a view's members, so that a table without rows still has its heading. */
export const recordMembers = (hidden: readonly string[]): string[] =>
  Object.keys(recordRow(NO_RECORD, null, hidden));
