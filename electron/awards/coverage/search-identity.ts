import canonicalize from 'canonicalize';
import { searchTitle } from '#shared/award-search/request.ts';
import { kindAnswering, requestedBy, sourceName, sourceOfTool } from '#shared/record-kinds/record-kinds.ts';
import { type Reader, sql } from '../../storage/sql.ts';

export type SearchIdentity = {
  /** The criteria in one canonical text: equal texts are one search. */
  criteria: string;
  title: string;
  /** The cabin of the request; '' where it names none. */
  cabin: string;
  /** Which source answers it; '' for the first award search of the contract. */
  source: string;
};

/** A source of a marketplace's records with its provider, '' where that is not known. */
export type KnownSource = { source: string; provider: string };

export const knownSources = (reader: Reader, identity: string): KnownSource[] =>
  reader.all<KnownSource>(
    sql(
      'SELECT DISTINCT source, provider FROM award_partitions WHERE identity = ? ORDER BY source',
      identity,
    ),
  );

/** Who answers a request: a Tool of which provider, among the sources that are known already. */
export type Answering = { provider: string; known: readonly KnownSource[] };

type Json = Record<string, unknown>;

const members = (input: unknown): Json =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Json) : {};

/**
 * Which search a request belongs to: its criteria, without the place of one page in it. A request that breaks §2.1 (a
 * Tool may change its input) has an identity as well, because its answer was paid for.
 */
export function searchIdentity(
  input: unknown,
  { provider, known }: Answering = BY_THE_FIRST,
): SearchIdentity {
  const kind = kindAnswering(input);
  const source = sourceOfTool(kind, provider, known);
  const { criteria, title, cabin } = described(input);
  // With its source it is no request of §2.1, so that a run of it proves nothing of another source's records.
  return {
    criteria: canonicalize(source === '' ? criteria : { ...criteria, source }) ?? '{}',
    title: source === '' ? title : `${title} · ${sourceName({ source })}`,
    cabin: typeof cabin === 'string' ? cabin : '',
    source,
  };
}

const BY_THE_FIRST: Answering = { provider: '', known: [] };

function described(input: unknown): { criteria: Json; title: string; cabin: unknown } {
  const requested = requestedBy(input);
  if (requested !== null) {
    const { criteria } = requested;
    return { criteria, title: searchTitle(criteria), cabin: criteria.cabin };
  }
  const { cursor: _cursor, skip: _skip, take: _take, ...criteria } = members(input);
  const { origin_airport: origin, destination_airport: destination, cabin } = criteria;
  const isNamed = typeof origin === 'string' && typeof destination === 'string';
  return { criteria, title: isNamed ? `${origin} to ${destination}` : 'Award search', cabin };
}
