/** The one registry of Tools whose answers become records. Another kind is an entry here and the file that it names. */
import type { SearchCriteria } from '../award-search/request.ts';
import { awardSearch } from './award-search.ts';
import type { RecordKind } from './record-kind.ts';
import { seatOffers } from './seat-offers.ts';

const KINDS = [awardSearch, seatOffers] as const;

/** Which source a record is of; `source` is absent for the first of the award search, `provider` where it is not known. */
export type RecordSource = { source?: string | undefined; provider?: string | undefined };

/** How an output becomes records: the id of its kind. */
export type Interpretation = (typeof KINDS)[number]['id'];

export const RECORD_KINDS: readonly (RecordKind & { id: Interpretation })[] = KINDS;

/** The kind whose Tool this is; null where its answers become no records. */
export const kindOfTool = ({
  capabilityId,
  version,
}: {
  capabilityId: string | null;
  version: string | null;
}) =>
  RECORD_KINDS.find(
    (kind) => capabilityId !== null && kind.provider(capabilityId) !== null && kind.isKnownVersion(version),
  ) ?? null;

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

/** The kind that a source is of; null where no kind knows it any more. */
export const kindOfSource = (source: string): RecordKind | null =>
  RECORD_KINDS.find((kind) => kind.source === source || source.startsWith(`${kind.id}:`)) ?? null;

/**
 * What stands with the records of a Tool: the kind's own word for the first provider that a file knows of it, and with the
 * provider for any other. A Tool under another reference, or in a new version, is the same source.
 * @param known the sources of a marketplace with their providers, '' where the provider is not known
 */
export function sourceOfTool(
  { id, source }: RecordKind,
  provider: string,
  known: readonly { source: string; provider: string }[],
): string {
  const own = known.find((each) => each.provider === provider && kindOfSource(each.source)?.id === id);
  const first = known.find((each) => each.source === source);
  if (own !== undefined) return own.source;
  return first === undefined || first.provider === '' || provider === '' ? source : `${id}:${provider}`;
}

/** The provider of a Tool by the name of its capability, in small letters; '' where no kind knows it. */
export const providerOfTool = (capabilityId: string): string =>
  RECORD_KINDS.flatMap((kind) => kind.provider(capabilityId) ?? [])[0] ?? '';

/** What screens call the source of a record: its kind, and its provider where that is known. */
export function sourceName({ source = '', provider }: RecordSource): string {
  const named = provider || source.split(':')[1];
  const name = kindOfSource(source)?.name ?? source;
  return named === undefined ? name : `${name} (${named})`;
}
