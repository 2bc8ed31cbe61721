import { EXPECTED_INPUT_SCHEMA } from '#shared/award-search/expected-schema.ts';
import type { Market } from './catalogue/market.ts';
import type { OfferedTool } from './catalogue/tool.ts';
import type { AppContext, Mount } from './http/http-app.ts';
import type { Parameter } from './http/operations.ts';
import { refuseWith } from './http/problem.ts';
import { checkParameters, invalidRequest } from './http/validation.ts';
import { paymentRequired } from './purchases/x402.ts';
import { AWARD_CAPABILITY } from './tools/award-search-tool.ts';

const PARAMETERS = Object.entries(EXPECTED_INPUT_SCHEMA.properties).map(
  ([name, schema]): Parameter => ({
    name,
    in: 'query',
    required: new Set<string>(EXPECTED_INPUT_SCHEMA.required).has(name),
    description: '',
    schema,
  }),
);

/** Refuses what does not satisfy the input contract: a missing airport, an unknown property or a value outside §2.1 (§4, rule 7). */
function checkQuery(market: Market, tool: OfferedTool, query: URLSearchParams): void {
  const input = checkParameters(PARAMETERS, query, {});
  const invalid = tool.check?.(input, { now: market.clock() }) ?? [];
  if (invalid.length > 0) invalidRequest('The request does not satisfy the input contract.', invalid);
}

/**
 * The award search at its provider's own address. It checks the input, then demands payment. It accepts none, since the
 * contract does not specify how to present one (§5.10): only the marketplace executes searches.
 */
export function providerMount(market: Market): Mount {
  const serve = (context: AppContext): Response => {
    const url = new URL(context.req.url);
    const tool = market.tools.find((listed) => listed.capabilityId === AWARD_CAPABILITY);
    if (!tool) return refuseWith(404, 'not_found', 'The award search is not offered.');
    checkQuery(market, tool, url.searchParams);
    const presented = context.req.header('x-payment') ?? context.req.header('payment-signature');
    const error = presented === undefined ? 'Payment is required' : 'The payment could not be verified';
    return paymentRequired(tool, `${market.origin()}${url.pathname}`, error);
  };
  return { path: '/api/awards/search', method: 'GET', endpoint: 'provider', serve };
}
