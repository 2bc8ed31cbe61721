/** Invented Tools and activity for the harness. */
import type { ActivityRow } from '#shared/contract/activity.ts';
import type { Tool, ToolPage } from '#shared/contract/catalogue.ts';
import type { Amount } from '#shared/money.ts';
import { NOW, randomFrom } from './records.ts';

export const usd = (units: number): Amount => ({ currency: 'USD', units: String(units), exponent: 6 });
const ref = (index: number) => `operation:v1:${index.toString(16).padStart(2, '0').repeat(32)}`;

const NAMES: [string, string, string][] = [
  [
    'Award-seat search',
    'Cached award availability between airports, by cabin, carriers and dates.',
    'operational',
  ],
  [
    'Airport delays',
    'Current delays and closures of an airport, as its authority reports them.',
    'operational',
  ],
  ['Currency rates', 'Daily reference rates of the central banks.', 'operational'],
  [
    'A Tool whose name goes on for a very long time because its publisher wished to be found by every word',
    'A description that is long as well: it explains at length what the Tool does, for whom, under which conditions and why nobody should ever think of using another one, so that one sees how the list copes with it.',
    'degraded',
  ],
  ['Hotel points value', 'What a hotel night is worth in points.', 'unverified'],
  ['Seat maps', 'Seat maps by flight number and date.', 'operational'],
  ['Weather at destination', 'Forecast for a place and a day.', 'operational'],
  ['Visa rules', 'Entry rules by passport and destination.', 'degraded'],
];

export const TOOLS: Tool[] = NAMES.map(([title, description, healthStatus], index) => ({
  toolRef: ref(index + 1),
  capabilityId: index === 0 ? 'get.demo.api-awards-search' : `get.demo.tool-${index}`,
  title,
  description,
  provider: { name: index % 2 ? 'Openfield Data' : 'Seatwell', slug: 'x' },
  priceLabel: index === 6 ? 'price on request' : null,
  displayPrice: index === 6 ? null : usd(22000 + index * 1500),
  healthStatus,
  listingTier: index % 3 ? 'listed' : 'reviewed',
  lastCheckedAt: NOW - 3_600_000 * (index + 1),
  lastHealthyAt: NOW - 7_200_000 * (index + 1),
  more: index === 1 ? { badge: 'new', regions: ['EU', 'US'] } : {},
}));

const POSTURES: ToolPage['posture'][] = [
  { state: 'callable', reason: null, words: 'This Tool can be called now.' },
  {
    state: 'needs_setup',
    reason: 'setup_required',
    words: 'The service says that this Tool needs setup before it can be called.',
  },
  {
    state: 'unavailable',
    reason: 'publisher_withdrew',
    words: 'Its publisher has withdrawn this Tool; it cannot be called.',
  },
];

export function toolPage(toolRef: string, source: 'service' | 'kept'): ToolPage {
  const index = TOOLS.findIndex((tool) => tool.toolRef === toolRef);
  const tool = TOOLS[index];
  const provenance = {
    source,
    asOf: source === 'kept' ? NOW - 7_200_000 : Date.now(),
    requestId: 'req-5f2a91c0',
  };
  if (!tool) {
    return {
      toolRef,
      posture: { state: 'not_found', reason: null, words: 'The service does not know this Tool.' },
      tool: null,
      absence: {
        proven: false,
        words: 'Not found here, which does not show that no such Tool exists: the catalogue is stale.',
      },
      provenance,
      raw: { kind: 'not_found' },
    };
  }
  const detail = {
    ...tool,
    version: '1',
    inputJsonSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      additionalProperties: false,
      required: ['origin_airport', 'destination_airport'],
      properties: {
        origin_airport: { type: 'string', minLength: 3, description: 'Airport codes, comma-delimited.' },
        destination_airport: { type: 'string', minLength: 3, description: 'Airport codes, comma-delimited.' },
        cabin: { type: 'string', enum: ['economy', 'premium', 'business', 'first'] },
        start_date: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'Earliest departure.' },
        include_trips: { type: 'boolean' },
        take: {
          type: 'integer',
          minimum: 10,
          maximum: 1000,
          default: 100,
          description: 'Results to return.',
        },
      },
    },
    outputJsonSchema: {
      type: 'object',
      required: ['count', 'cursor', 'hasMore', 'data'],
      properties: {
        count: { type: 'number' },
        cursor: { type: 'number' },
        hasMore: { type: 'boolean' },
        data: { type: 'array', items: { $ref: '#/$defs/Availability' } },
      },
      $defs: {
        Availability: {
          type: 'object',
          required: ['ID', 'Date', 'Route'],
          properties: {
            ID: { type: 'string' },
            Date: { type: 'string' },
            Route: {
              type: 'object',
              required: ['OriginAirport'],
              properties: { OriginAirport: { type: 'string' }, Source: { type: ['string', 'null'] } },
            },
          },
        },
      },
    },
    materialTerms: [{ label: 'Refunds', value: 'A Call that gives no answer is not charged.' }],
    dataUse: [
      {
        inputPointer: '/origin_airport',
        classification: 'public',
        phase: 'execution',
        recipient: 'provider',
        purposes: ['execute the request'],
      },
    ],
    effects: [{ class: 'data_release', authority: 'explicit', reversibility: 'irreversible' }],
    authentication: 'ae_api_key',
    payment: { protocol: 'x402', scheme: 'exact', network: 'base', asset: 'USDC', currency: 'USD' },
  };
  return {
    toolRef,
    posture: POSTURES[index % POSTURES.length] ?? { state: 'unknown', reason: null, words: 'Not known.' },
    tool: detail,
    absence: null,
    provenance,
    raw: { kind: 'found', tool: detail, somethingNew: { a: 1 } },
  };
}

const ROLES = ['freshness', 'list', 'search', 'describe', 'quote', 'call', 'call status', 'openapi'];

export function inventActivity(count: number): ActivityRow[] {
  const random = randomFrom(count);
  return Array.from({ length: count }, (_, index) => {
    const failed = random() < 0.12;
    const role = ROLES[Math.floor(random() * ROLES.length)] ?? 'list';
    const status = failed ? ([429, 503, 400, null][Math.floor(random() * 4)] ?? null) : 200;
    const id = `mp-${(index * 7919 + 100000).toString(16)}-${Math.floor(random() * 1e9).toString(36)}`;
    return {
      id: count - index,
      at: NOW - index * 47_000,
      role,
      method: role === 'freshness' || role === 'openapi' ? 'GET' : 'POST',
      origin: 'http://127.0.0.1:41234',
      path: role === 'openapi' ? '/openapi.json' : `/api/v1/${role.replace(' ', '-')}`,
      status,
      durationMs: Math.floor(8 + random() * 900),
      bytes: status === null ? 0 : Math.floor(random() * 90_000),
      attempt: failed && random() < 0.5 ? 2 : 1,
      requestIdSent: id,
      requestId: status === null ? null : id,
      errorCode: failed
        ? status === 429
          ? 'rate_limited'
          : status === null
            ? 'offline'
            : 'unavailable'
        : null,
      notices: status === 429 ? ['The service asks to wait 5 s.'] : [],
    };
  });
}
