import { type Amount, compareAmounts } from '#shared/money.ts';
import { readCursor, writeCursor } from '../http/cursor.ts';
import type { JsonObject } from '../http/json.ts';
import { convert } from '../purchases/amount.ts';
import { sourceFreshness } from './freshness.ts';
import { findTool, type Market } from './market.ts';
import type { OfferedTool } from './tool.ts';

const MINUTE = 60_000;
const SCHEMA_VERSION = 'registry-tools:v1';

/** A Tool as a list item. */
function listItem(market: Market, tool: OfferedTool): JsonObject {
  const now = market.clock();
  return {
    toolRef: tool.toolRef,
    capabilityId: tool.capabilityId,
    title: tool.title,
    description: tool.description,
    provider: tool.provider,
    priceLabel: tool.priceLabel,
    ...(tool.displayPrice === undefined ? {} : { displayPrice: displayPrice(tool, now) }),
    healthStatus: tool.healthStatus,
    ...(tool.checkedMinutesAgo === undefined ? {} : { lastCheckedAt: now - tool.checkedMinutesAgo * MINUTE }),
    ...(tool.healthyMinutesAgo === undefined ? {} : { lastHealthyAt: now - tool.healthyMinutesAgo * MINUTE }),
    ...(tool.listingTier === undefined ? {} : { listingTier: tool.listingTier }),
  };
}

function displayPrice(tool: OfferedTool, now: number): JsonObject | undefined {
  const wanted = tool.displayPrice;
  if (wanted === undefined) return undefined;
  if ('unavailable' in wanted) return { kind: 'unavailable', reason: wanted.unavailable };
  const rateObservedAt = now - (now % (6 * 60 * MINUTE));
  return {
    kind: 'indicative',
    amount: convert(tool.price, wanted.currency),
    rateObservedAt,
    validUntil: rateObservedAt + 12 * 60 * MINUTE,
  };
}

type Filters = { healthStatus?: string; maximumPrice?: Amount };

const matches = ({ price, ...tool }: OfferedTool, { healthStatus, maximumPrice }: Filters): boolean =>
  (healthStatus === undefined || tool.healthStatus === healthStatus) &&
  (maximumPrice === undefined ||
    (price.currency === maximumPrice.currency && compareAmounts(price, maximumPrice) <= 0));

function page(market: Market, list: string, request: JsonObject, tools: OfferedTool[]): JsonObject {
  const limit = request.limit as number;
  const key = [request.query ?? null, request.filters ?? null];
  const offset = readCursor(list, key, request.cursor);
  const items = tools.slice(offset, offset + limit);
  const hasMore = offset + limit < tools.length;
  return {
    schemaVersion: SCHEMA_VERSION,
    count: items.length,
    items: items.map((tool) => listItem(market, tool)),
    pagination: {
      limit,
      ...(hasMore ? { nextCursor: writeCursor(list, key, offset + limit) } : {}),
      hasMore,
    },
    freshness: sourceFreshness(market),
  };
}

export function listTools(market: Market, request: JsonObject): JsonObject {
  const filters = (request.filters ?? {}) as Filters;
  const tools = market.tools.filter((tool) => matches(tool, filters));
  return { kind: 'ok', ...page(market, 'list', request, tools) };
}

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];
const FILLER = new Set('the and for of to in on at an with my from me find is'.split(' '));

/** How well a Tool matches a query. Matches in its names count more than in its description. */
function score(tool: OfferedTool, query: string[]): number {
  const title = words(`${tool.title} ${tool.capabilityId} ${tool.provider.name} ${tool.provider.slug}`);
  const body = words(tool.description);
  let total = 0;
  for (const word of query) {
    if (title.some((known) => known === word)) total += 3;
    else if (title.some((known) => known.startsWith(word) || (known.length > 3 && word.startsWith(known))))
      total += 2;
    else if (body.some((known) => known.startsWith(word))) total += 1;
  }
  return total;
}

export function searchTools(market: Market, request: JsonObject): JsonObject {
  const query = request.query as string;
  const wanted = words(query).filter((word) => !FILLER.has(word));
  if (words(query).length === 0)
    return { kind: 'unavailable', schemaVersion: SCHEMA_VERSION, query, reason: 'query_invalid' };
  const filters = (request.filters ?? {}) as Filters;
  const found = market.tools
    .filter((tool) => matches(tool, filters))
    .map((tool) => ({ tool, score: score(tool, wanted) }))
    .filter((hit) => hit.score > 0)
    .sort((left, right) => right.score - left.score || left.tool.title.localeCompare(right.tool.title))
    .map((hit) => hit.tool);
  const answer = page(market, 'search', request, found);
  return found.length > 0
    ? { kind: 'ok', query, ...answer }
    : { kind: 'no_candidates', query, note: 'No Tools of this catalogue match the query.', ...answer };
}

export function describeTool(market: Market, request: JsonObject): JsonObject {
  const toolRef = request.toolRef as string;
  const tool = findTool(market, toolRef);
  if (!tool) return { kind: 'not_found', toolRef };
  if (tool.posture !== 'callable') return { kind: 'unavailable', toolRef, reason: tool.posture };
  return {
    kind: 'found',
    tool: {
      ...listItem(market, tool),
      inputJsonSchema: tool.inputJsonSchema,
      outputJsonSchema: tool.outputJsonSchema,
      materialTerms: tool.materialTerms.map((term) =>
        term.label === 'Capability version' ? { ...term, value: String(tool.version) } : term,
      ),
      dataUse: tool.dataUse,
      effects: tool.effects,
      authentication: tool.authentication,
      ...(tool.payment ? { payment: tool.payment } : {}),
    },
  };
}

export function compareTools(market: Market, request: JsonObject): JsonObject {
  const refs = [...new Set(request.toolRefs as string[])];
  const tools = refs.map((toolRef) => findTool(market, toolRef));
  const missing = refs.filter((_, index) => tools[index] === undefined);
  return {
    kind: 'ok',
    tools: tools.filter((tool) => tool !== undefined).map((tool) => listItem(market, tool)),
    ...(missing.length > 0 ? { missing } : {}),
  };
}
