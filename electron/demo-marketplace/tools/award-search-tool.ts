import type { AwardSearchRequest } from '#shared/award-search/request.ts';
import { requestProblems, searchAwards } from '../award-space/award-search.ts';
import type { OfferedTool } from '../catalogue/tool.ts';
import type { JsonObject } from '../http/json.ts';
import { AWARD_REQUEST_SCHEMA, AWARD_RESPONSE_SCHEMA } from '../schemas/award-schemas.ts';
import { BASE_PAYMENT, listTool } from './tool-listing.ts';

export const AWARD_CAPABILITY = 'get.awardatlas.api-awards-search';

/** Casts an input that the schema of §2.1 has validated. */
export const asAwardRequest = (input: JsonObject): AwardSearchRequest => input as AwardSearchRequest;

/**
 * The award search, with the facts of §1.7 and the schemas of §2.
 * @param stepMs how often award space changes, in milliseconds; by default, once a day
 */
export const awardSearchTool = (stepMs?: number): OfferedTool =>
  listTool({
    capabilityId: AWARD_CAPABILITY,
    title: 'Award seat search',
    description:
      'Cached award availability for routes between airports, filtered by cabin, carriers, dates and direct-flight preference. Miles, seats and airlines from the frequent-flyer programmes that release the space.',
    provider: { name: 'Award Atlas', slug: 'awardatlas' },
    units: '22000',
    posture: 'callable',
    healthStatus: 'operational',
    listingTier: 'reviewed',
    checkedMinutesAgo: 12,
    healthyMinutesAgo: 12,
    timeoutMs: 10_000,
    inputJsonSchema: AWARD_REQUEST_SCHEMA,
    outputJsonSchema: AWARD_RESPONSE_SCHEMA,
    authentication: { kind: 'x402' },
    payment: BASE_PAYMENT,
    terms: [
      { label: 'Source kind', value: 'Payment-required HTTP protocol' },
      { label: 'Price source', value: 'Facilitator discovery listing' },
      { label: 'Effects', value: 'Data release only' },
      {
        label: 'Data use',
        value: 'Every input field is public data, used by the provider to execute the request',
      },
      { label: 'Setup', value: 'Access needs setup before use' },
    ],
    check: (input, { now }) => requestProblems(asAwardRequest(input), now),
    run: (input, { now }) => searchAwards(asAwardRequest(input), now, stepMs),
  });
