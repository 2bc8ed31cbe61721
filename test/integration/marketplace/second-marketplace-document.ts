/**
 * The document of another marketplace, written by somebody who knows the contract and nothing of Milepost: OpenAPI 3.0,
 * every undocumented path and id its own, snake case, optional members missing, unknown ones added.
 */

const text = { type: 'string' };
const reference = { type: 'string', pattern: '^ref-[a-z]+-\\d+$' };
const body = (required: string[], properties: Record<string, unknown>) => ({
  required: true,
  content: {
    'application/json': { schema: { type: 'object', additionalProperties: false, required, properties } },
  },
});
const parameter = (place: 'path' | 'query' | 'header', name: string, schema: unknown = text) => ({
  name,
  in: place,
  required: place === 'path',
  schema,
});
const ok = { 200: { description: 'Done', content: { 'application/json': { schema: {} } } } };
const open = { security: [], responses: ok };
const closed = { security: [{ bearer: [] }], responses: ok };

export const secondDocument = (origin: string) => ({
  openapi: '3.0.3',
  info: { title: 'Another bazaar', version: '7' },
  servers: [{ url: `${origin}/` }],
  components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/api/v1/catalogue-status': {
      get: { operationId: 'st_1', tags: ['catalogue'], summary: 'Freshness of the catalogue', ...open },
    },
    '/api/v1/market-tools/search': {
      post: {
        operationId: 'offerings_find',
        summary: 'Find offerings for an outcome',
        requestBody: body(['query'], { query: { ...text, maxLength: 80 }, max_results: { type: 'integer' } }),
        ...open,
      },
    },
    '/v3/offerings': {
      get: {
        operationId: 'offerings_index',
        summary: 'List Tools',
        parameters: [
          parameter('query', 'limit', { type: 'integer', minimum: 1, maximum: 3 }),
          parameter('query', 'cursor', { ...text, nullable: true }),
        ],
        ...open,
      },
    },
    '/v3/offerings/{tool_ref}': {
      parameters: [parameter('path', 'tool_ref', reference)],
      get: { operationId: 'offerings_read', summary: 'Describe a Tool', ...open },
    },
    '/v3/side-by-side': {
      post: {
        operationId: 'side_by_side',
        summary: 'Compare Tools',
        requestBody: body(['tool_references'], {
          tool_references: { type: 'array', items: reference, maxItems: 4 },
        }),
        ...open,
      },
    },
    '/v3/suppliers': { get: { operationId: 'suppliers_index', summary: 'List suppliers', ...open } },
    '/v3/health': { get: { operationId: 'health', summary: 'Service status', ...open } },
    '/v3/commitments': {
      post: {
        operationId: 'commitments_create',
        summary: 'Commit to a quote for one input',
        requestBody: body(['tool_reference', 'input'], {
          tool_reference: reference,
          input: { type: 'object' },
        }),
        ...closed,
      },
    },
    '/v3/executions': {
      post: {
        operationId: 'executions_create',
        summary: 'Call a Tool under a quote',
        parameters: [{ ...parameter('header', 'Idempotency-Key'), required: true }],
        requestBody: body(['quote_reference'], { quote_reference: reference }),
        ...closed,
      },
      get: {
        operationId: 'executions_index',
        summary: 'List Calls',
        parameters: [
          parameter('query', 'limit', { type: 'integer', minimum: 1, exclusiveMaximum: true, maximum: 101 }),
        ],
        ...closed,
      },
    },
    '/v3/executions/{call_reference}': {
      parameters: [parameter('path', 'call_reference', reference)],
      get: {
        operationId: 'executions_read',
        summary: 'Status of a Call',
        parameters: [parameter('query', 'after_version', { type: 'integer' })],
        ...closed,
      },
      delete: { operationId: 'executions_stop', summary: 'Cancel a Call', ...closed },
    },
    '/v3/executions/{call_reference}/evidence': {
      parameters: [parameter('path', 'call_reference', reference)],
      post: {
        operationId: 'executions_evidence',
        summary: 'Reconcile a Call',
        requestBody: body(['evidence'], { evidence: {} }),
        ...closed,
      },
    },
    '/v3/me': { get: { operationId: 'me', summary: 'The account of this key', ...closed } },
    '/v3/me/keys': { get: { operationId: 'me_keys', summary: 'List keys of the account', ...closed } },
    '/v3/me/funds': {
      get: {
        operationId: 'me_funds',
        summary: 'Balance of the account',
        parameters: [parameter('query', 'currency')],
        ...closed,
      },
    },
  },
});
