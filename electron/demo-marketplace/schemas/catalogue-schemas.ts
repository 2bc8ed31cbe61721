import type { JsonObject } from '../http/json.ts';
import {
  ANY_OBJECT,
  CURSOR,
  closed,
  integer,
  list,
  oneOf,
  only,
  ref,
  TOOL_REF,
  text,
  time,
} from './shared-schemas.ts';

const number = { type: 'number' };
const boolean = { type: 'boolean' };

const filters = ref('ToolFilters');

const candidate: JsonObject = {
  toolRef: TOOL_REF,
  capabilityId: text(),
  title: text(),
  description: text(),
  provider: closed({ name: text(), slug: text() }),
  priceLabel: text(),
  displayPrice: {
    oneOf: [
      closed({
        kind: only('indicative'),
        amount: ref('Amount'),
        rateObservedAt: time('When the exchange rate was seen'),
        validUntil: time('Until when it is shown'),
      }),
      closed({ kind: only('unavailable'), reason: text() }),
    ],
  },
  healthStatus: oneOf('operational', 'degraded', 'unverified'),
  lastCheckedAt: time('Last health check'),
  lastHealthyAt: time('Last healthy check'),
  listingTier: oneOf('reviewed', 'listed'),
};
const candidateOptional = ['displayPrice', 'lastCheckedAt', 'lastHealthyAt', 'listingTier'];

const page: JsonObject = {
  schemaVersion: only('registry-tools:v1'),
  count: integer({ minimum: 0 }),
  partialResults: boolean,
  items: list(ref('ToolCandidate')),
  pagination: ref('Pagination'),
  freshness: ref('SourceFreshness'),
};
const pageOptional = ['partialResults', 'freshness'];

const unavailable = closed({
  kind: only('unavailable'),
  schemaVersion: only('registry-tools:v1'),
  reason: oneOf('query_invalid', 'source_unavailable', 'source_capacity_exceeded'),
});

export const CATALOGUE_SCHEMAS: Record<string, JsonObject> = {
  CatalogueStatus: closed(
    {
      schemaVersion: only('catalogue-status:v1'),
      status: oneOf('fresh', 'stale', 'failed', 'absent'),
      refreshState: oneOf('none', 'refreshing', 'complete', 'failed'),
      generation: text(),
      completedAt: time('When the catalogue was last read completely'),
      ageHours: number,
      lastError: text(),
    },
    ['generation', 'completedAt', 'ageHours', 'lastError'],
  ),
  SourceFreshness: closed(
    {
      source: text(),
      state: oneOf('fresh', 'stale', 'failed', 'absent'),
      completedAt: time('When the source was last read completely'),
      staleAfterMs: integer({ minimum: 0 }),
    },
    ['completedAt'],
  ),
  ToolFilters: closed(
    {
      effects: list(text(), {
        minItems: 1,
        maxItems: 8,
        description: 'Only Tools all of whose effects are of these classes',
      }),
      dataUse: list(text(), {
        minItems: 1,
        maxItems: 8,
        description: 'Only Tools all of whose data is classified so',
      }),
      healthStatus: oneOf('operational', 'degraded', 'unverified'),
      currency: text({ pattern: '^[A-Z]{3}$' }),
      maximumPrice: ref('Amount'),
      networkId: text({ minLength: 1, maxLength: 100 }),
      location: text({ minLength: 2, maxLength: 100 }),
    },
    ['effects', 'dataUse', 'healthStatus', 'currency', 'maximumPrice', 'networkId', 'location'],
  ),
  ListToolsRequest: closed(
    { limit: integer({ minimum: 1, maximum: 100, default: 50 }), cursor: CURSOR, filters },
    ['limit', 'cursor', 'filters'],
  ),
  SearchToolsRequest: closed(
    {
      query: text({ minLength: 1, maxLength: 256, description: 'A description of the outcome wanted' }),
      limit: integer({ minimum: 1, maximum: 20, default: 10 }),
      cursor: CURSOR,
      filters,
    },
    ['limit', 'cursor', 'filters'],
  ),
  DescribeToolRequest: closed({ toolRef: TOOL_REF }),
  CompareToolsRequest: closed({ toolRefs: list(TOOL_REF, { minItems: 1, maxItems: 4 }) }),
  ToolCandidate: closed(candidate, candidateOptional),
  Tool: closed(
    {
      ...candidate,
      inputJsonSchema: ANY_OBJECT,
      outputJsonSchema: ANY_OBJECT,
      materialTerms: list(closed({ label: text(), value: text() })),
      dataUse: list(
        closed({
          effectId: text(),
          inputPointer: text(),
          classification: text(),
          phase: text(),
          recipient: text(),
          purposes: list(text()),
        }),
      ),
      effects: list(closed({ effectId: text(), class: text(), authority: text(), reversibility: text() })),
      evidence: list(closed({ evidenceId: text(), outputPointer: text(), purpose: text() })),
      authentication: closed({ kind: oneOf('ae_api_key', 'platform_credential', 'x402', 'unknown') }),
      payment: closed({
        protocol: only('x402'),
        scheme: text(),
        network: text(),
        asset: text(),
        currency: text(),
      }),
      parameters: list(
        closed({ name: text(), in: text(), required: boolean, description: text() }, ['description']),
      ),
    },
    [...candidateOptional, 'payment', 'parameters'],
  ),
  ListToolsResponse: { oneOf: [closed({ kind: only('ok'), ...page }, pageOptional), unavailable] },
  SearchToolsResponse: {
    oneOf: [
      closed({ kind: only('ok'), query: text(), ...page }, pageOptional),
      closed({ kind: only('no_candidates'), query: text(), note: text(), ...page }, pageOptional),
      closed(
        {
          kind: only('unavailable'),
          schemaVersion: only('registry-tools:v1'),
          query: text(),
          reason: oneOf('query_invalid', 'source_unavailable', 'source_capacity_exceeded'),
        },
        ['query'],
      ),
    ],
  },
  DescribeToolResponse: {
    oneOf: [
      closed({ kind: only('found'), tool: ref('Tool') }),
      closed({ kind: only('not_found'), toolRef: TOOL_REF, partialResults: boolean }, ['partialResults']),
      closed({
        kind: only('unavailable'),
        toolRef: TOOL_REF,
        reason: oneOf(
          'setup_required',
          'inspection_required',
          'temporarily_unavailable',
          'readiness_expired',
          'publisher_withdrew',
          'under_review',
          'updated_terms_require_review',
          'not_supported_by_ae',
        ),
      }),
    ],
  },
  CompareToolsResponse: {
    oneOf: [
      closed(
        {
          kind: only('ok'),
          tools: list(ref('ToolCandidate'), { maxItems: 4 }),
          missing: list(TOOL_REF),
          partialResults: boolean,
        },
        ['missing', 'partialResults'],
      ),
      closed({ kind: only('unavailable'), reason: text() }),
    ],
  },
};
