import canonicalize from 'canonicalize';
import { searchTitle } from '#shared/award-search/request.ts';
import { isObject } from '#shared/json.ts';
import type { RecordKind } from '#shared/record-kinds/record-kind.ts';
import { kindAnswering, sourceName, sourceOfTool } from '#shared/record-kinds/record-kinds.ts';
import { type Reader, sql } from '../../storage/sql.ts';

export type SearchIdentity = {
  /** The criteria as canonical JSON: equal texts are the same search. */
  criteria: string;
  title: string;
  /** The requested cabin; '' if none. */
  cabin: string;
  /** The answering source; '' for the first source of the contract's award search. */
  source: string;
};

/** A source of a marketplace's records with its provider, '' if unknown. */
export type KnownSource = { source: string; provider: string };

export const knownSources = (reader: Reader, identity: string): KnownSource[] =>
  reader.all<KnownSource>(
    sql(
      'SELECT DISTINCT source, provider FROM award_partitions WHERE identity = ? ORDER BY source',
      identity,
    ),
  );

/** The provider whose Tool answers a request, the sources known so far, and the Tool's kind where one is known. */
export type Answering = { provider: string; known: readonly KnownSource[]; kind?: RecordKind };

type Json = Record<string, unknown>;

const members = (input: unknown): Json => (isObject(input) ? input : {});

/**
 * Identifies the search that a request belongs to: its criteria without paging. A request that breaks §2.1 (a Tool may
 * change its input) has an identity too, because its answer was paid for.
 */
export function searchIdentity(
  input: unknown,
  { provider, known, kind = kindAnswering(input) }: Answering = FIRST_SOURCE,
): SearchIdentity {
  const source = sourceOfTool(kind, provider, known);
  const { criteria, title, cabin } = describeRequest(kind, input);
  // Adding the source makes the criteria differ, so a run proves nothing about another source's records.
  return {
    criteria: canonicalize(source === '' ? criteria : { ...criteria, source }) ?? '{}',
    title: source === '' ? title : `${title} · ${sourceName({ source })}`,
    cabin: typeof cabin === 'string' ? cabin : '',
    source,
  };
}

const FIRST_SOURCE: Answering = { provider: '', known: [] };

function describeRequest(
  kind: RecordKind,
  input: unknown,
): { criteria: Json; title: string; cabin: unknown } {
  const requested = kind.criteria(input);
  if (requested !== null)
    return { criteria: requested, title: searchTitle(requested), cabin: requested.cabin };
  const { cursor: _cursor, skip: _skip, take: _take, ...criteria } = members(input);
  const { origin_airport: origin, destination_airport: destination, cabin } = criteria;
  const isNamed = typeof origin === 'string' && typeof destination === 'string';
  return { criteria, title: isNamed ? `${origin} to ${destination}` : 'Award search', cabin };
}
