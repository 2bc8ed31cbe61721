import type { JsonObject } from '../../../../electron/demo-marketplace/http/json.ts';
import { changeBody, type Unfriendliness } from './entry.ts';

const LISTS = ['registry.tools.list', 'registry.tools.search'];
const NAMED = ['registry.tools.describe', 'registry.tools.compare'];
const always = (
  kind: string,
  shows: string,
  on: readonly string[],
  change: (body: JsonObject) => unknown,
): Unfriendliness => ({ kind, row: 5, shows, on, answer: changeBody(change) });

/** The award search under its contract name only (§1.7). */
const withContractNameOnly = ({ capabilityId, ...tool }: JsonObject): JsonObject => ({
  ...tool,
  operationId: `capability:${String(capabilityId)}`,
  capabilityName: capabilityId,
  capabilityVersion: 1,
  toolVersion: `sha256:${'a'.repeat(64)}`,
});

/** Rows 5 and 15: what a service may state about its catalogue. */
export const CATALOGUE: readonly Unfriendliness[] = [
  always('list_under_other_name', 'Lists stand under "offers".', LISTS, ({ items, ...body }) => ({
    ...body,
    offers: items,
  })),
  always('items_missing', 'Lists have no items.', LISTS, ({ items: _items, ...body }) => body),
  always('items_no_list', 'The items of a list are an object.', LISTS, (body) => ({
    ...body,
    items: { first: 1 },
  })),
  always('count_without_items', 'A list counts 12 Tools and holds none.', LISTS, (body) => ({
    ...body,
    count: 12,
    items: [],
    pagination: { hasMore: false },
  })),
  always('partial_in_words', 'Lists say partialResults: "true".', LISTS, (body) => ({
    ...body,
    partialResults: 'true',
  })),
  always('partial_description', 'Descriptions and comparisons are partial.', NAMED, (body) => ({
    ...body,
    partial: true,
  })),
  always(
    'fresh_and_failed',
    'The catalogue is fresh, and its last refresh failed.',
    ['platform.catalogueStatus'],
    (body) => ({
      ...body,
      status: 'fresh',
      refreshState: 'failed',
    }),
  ),
  always(
    'fresh_and_old',
    'The catalogue is fresh, and 40 hours old.',
    ['platform.catalogueStatus'],
    (body) => ({
      ...body,
      status: 'fresh',
      ageHours: 40,
    }),
  ),
  {
    kind: 'names_of_the_contract',
    row: 15,
    shows:
      'Tools carry operationId, capability name and version as the contract writes them, and an opaque toolVersion.',
    on: [...LISTS, ...NAMED],
    answer: changeBody((body) => ({
      ...body,
      ...(Array.isArray(body.items) ? { items: (body.items as JsonObject[]).map(withContractNameOnly) } : {}),
      ...(Array.isArray(body.tools) ? { tools: (body.tools as JsonObject[]).map(withContractNameOnly) } : {}),
      ...(body.tool === undefined ? {} : { tool: withContractNameOnly(body.tool as JsonObject) }),
    })),
  },
];
