import canonicalize from 'canonicalize';
import { searchTitle } from '#shared/award-search/request.ts';
import { requestedBy } from '#shared/record-kinds/record-kinds.ts';

export type SearchIdentity = {
  /** The criteria in one canonical text: equal texts are one search. */
  criteria: string;
  title: string;
  /** The cabin of the request; '' where it names none. */
  cabin: string;
  /** Which source answers it; '' for the award search of the contract. */
  source: string;
};

type Json = Record<string, unknown>;

const members = (input: unknown): Json =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Json) : {};

/**
 * Which search a request belongs to: its criteria, without the place of one page in it. A request that breaks §2.1 (a
 * Tool may change its input) has an identity as well, because its answer was paid for.
 */
export function searchIdentity(input: unknown): SearchIdentity {
  const requested = requestedBy(input);
  if (requested !== null) {
    const { criteria, kind } = requested;
    const { source } = kind;
    // With its source it is no request of §2.1, so that a run of it proves nothing of another source's records.
    const own = source === '' ? criteria : { ...criteria, source };
    return {
      criteria: canonicalize(own) ?? '{}',
      title: source === '' ? searchTitle(criteria) : `${searchTitle(criteria)} · ${kind.name}`,
      cabin: criteria.cabin ?? '',
      source,
    };
  }
  const { cursor: _cursor, skip: _skip, take: _take, ...criteria } = members(input);
  const { origin_airport: origin, destination_airport: destination, cabin } = criteria;
  return {
    criteria: canonicalize(criteria) ?? '{}',
    title:
      typeof origin === 'string' && typeof destination === 'string'
        ? `${origin} to ${destination}`
        : 'Award search',
    cabin: typeof cabin === 'string' ? cabin : '',
    source: '',
  };
}
