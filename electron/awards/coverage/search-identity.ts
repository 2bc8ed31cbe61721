import canonicalize from 'canonicalize';
import { checkAwardSearchRequest, searchCriteria, searchTitle } from '#shared/award-search/request.ts';

export type SearchIdentity = {
  /** The criteria in one canonical text: equal texts are one search. */
  criteria: string;
  title: string;
  /** The cabin of the request; '' where it names none. */
  cabin: string;
};

type Json = Record<string, unknown>;

const members = (input: unknown): Json =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Json) : {};

/**
 * Which search a request belongs to: its criteria, without the place of one page in it. A request that breaks §2.1 (a
 * Tool may change its input) has an identity as well, because its answer was paid for.
 */
export function searchIdentity(input: unknown): SearchIdentity {
  const checked = checkAwardSearchRequest(input);
  if (checked.ok) {
    const criteria = searchCriteria(checked.request);
    return {
      criteria: canonicalize(criteria) ?? '{}',
      title: searchTitle(criteria),
      cabin: criteria.cabin ?? '',
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
  };
}
