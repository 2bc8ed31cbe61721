import { awardSearchProvider, isOtherVersion } from '../award-search/capability.ts';
import { checkAwardSearchRequest, searchCriteria } from '../award-search/request.ts';
import { readAwardPage } from '../award-search/response.ts';
import { withAvailabilityTrips } from './availability-trips.ts';
import type { RecordKind } from './record-kind.ts';

/** The award search of the contract (§1.7, §2), by whichever provider. */
export const awardSearch = {
  id: 'award_search',
  source: '',
  name: 'Award search',
  // The name and the version define the output (§1.7); a changed input does not change that.
  provider: (capabilityId) => awardSearchProvider(capabilityId)?.toLowerCase() ?? null,
  isKnownVersion: (version) => !isOtherVersion(version),
  request: (criteria) => ({ ...criteria }),
  criteria(input) {
    const checked = checkAwardSearchRequest(input);
    return checked.ok ? searchCriteria(checked.request) : null;
  },
  list: 'data',
  // A link to the next page, which seats.aero sends with every page; `hasMore` says whether there is one.
  observed: ['moreURL'],
  read(output) {
    const page = readAwardPage(output);
    return { ...page, rows: page.rows.map(withAvailabilityTrips) };
  },
} as const satisfies RecordKind;
