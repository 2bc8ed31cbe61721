import { isObject } from '#shared/json.ts';
import type { Market } from './catalogue/market.ts';
import type { OfferedTool } from './catalogue/tool.ts';
import type { AppContext, Mount } from './http/http-app.ts';
import type { JsonObject } from './http/json.ts';
import { type InvalidParam, refuseWith } from './http/problem.ts';
import { checkInput, readParameter } from './http/validation.ts';
import { paymentRequired } from './purchases/x402.ts';
import { AWARD_CAPABILITY } from './tools/award-search-tool.ts';

/** Refuses what does not satisfy the input contract: a missing airport, an unknown property or a value outside §2.1 (§4, rule 7). */
function checkQuery(market: Market, tool: OfferedTool, query: URLSearchParams): void {
  const invalid: InvalidParam[] = [];
  const properties = isObject(tool.inputJsonSchema.properties) ? tool.inputJsonSchema.properties : {};
  const input: JsonObject = {};
  for (const name of new Set(query.keys())) {
    const given = query.getAll(name);
    if (given.length > 1) invalid.push({ name, reason: 'is given more than once' });
    const schema = properties[name];
    input[name] = isObject(schema) ? readParameter(schema, given[0] ?? '') : given[0];
  }
  const checked = checkInput(tool.inputJsonSchema, input);
  if ('invalid' in checked) invalid.push(...checked.invalid);
  else if (invalid.length === 0) invalid.push(...(tool.check?.(input, { now: market.clock() }) ?? []));
  if (invalid.length > 0) {
    refuseWith(400, 'input_invalid', 'The request does not satisfy the input contract.', {
      'invalid-params': invalid,
    });
  }
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
