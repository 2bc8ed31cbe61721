import type { JsonObject } from '../http/json.ts';
import {
  ANY_OBJECT,
  CURSOR,
  closed,
  IDEMPOTENCY_KEY,
  integer,
  list,
  oneOf,
  QUOTE_REF,
  ref,
  TOOL_REF,
  text,
} from './shared-schemas.ts';

const filters = ref('ToolFilters');

export const REQUEST_SCHEMAS: Record<string, JsonObject> = {
  ToolFilters: closed(
    { healthStatus: oneOf('operational', 'degraded', 'unverified'), maximumPrice: ref('Amount') },
    ['healthStatus', 'maximumPrice'],
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
  QuoteRequest: closed({ toolRef: TOOL_REF, input: ANY_OBJECT }),
  CallRequest: closed({ quoteRef: QUOTE_REF, idempotencyKey: IDEMPOTENCY_KEY }),
  CancelCallRequest: closed({ idempotencyKey: IDEMPOTENCY_KEY }),
  BalanceRequest: closed({ currency: text({ pattern: '^[A-Z]{3}$' }) }, ['currency']),
  SandboxReferenceRequest: closed({ request: text({ maxLength: 1000 }) }, ['request']),
};
