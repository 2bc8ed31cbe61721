/** The one registry of Tools whose answers become records. Another kind is an entry here and the file that it names. */
import type { SearchCriteria } from '../award-search/request.ts';
import { awardSearch } from './award-search.ts';
import type { RecordKind } from './record-kind.ts';
import { seatOffers } from './seat-offers.ts';

const KINDS = [awardSearch, seatOffers] as const;

/** How an output becomes records: the id of its kind. */
export type Interpretation = (typeof KINDS)[number]['id'];

export const RECORD_KINDS: readonly (RecordKind & { id: Interpretation })[] = KINDS;

/** The kind whose Tool this is; null where its answers become no records. */
export const kindOfTool = (tool: Parameters<RecordKind['recognise']>[0]) =>
  RECORD_KINDS.find((kind) => kind.recognise(tool)) ?? null;

/** The kind whose input this is, and what it asks for; null where it is of none. */
export function requestedBy(input: unknown): { kind: RecordKind; criteria: SearchCriteria } | null {
  for (const kind of RECORD_KINDS) {
    const criteria = kind.criteria(input);
    if (criteria !== null) return { kind, criteria };
  }
  return null;
}

/** The kind that reads an answer to an input; the award search reads what was asked in a way that no kind knows any more. */
export const kindAnswering = (input: unknown): RecordKind => requestedBy(input)?.kind ?? awardSearch;

/** The raw records of an output, whichever kind it is of; none where it holds no list. */
export function rawRecords(output: unknown): readonly unknown[] {
  for (const kind of RECORD_KINDS) {
    const rows = kind.rows(output);
    if (rows !== null) return rows;
  }
  return [];
}

/** What screens call a source. @param source as it stands with a record, '' or absent for the award search */
export const sourceName = (source: string | undefined): string =>
  RECORD_KINDS.find((kind) => kind.source === (source ?? ''))?.name ?? source ?? '';
