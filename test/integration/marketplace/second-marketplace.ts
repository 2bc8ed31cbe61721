import type { ServerResponse } from 'node:http';
import { json, type LocalServer, type Received, startLocalServer } from './local-server.ts';
import { secondDocument } from './second-marketplace-document.ts';

/** When its catalogue was last read completely: an hour before the tests began, so that it is fresh. UTC ms. */
export const COMPLETED_AT = Date.now() - 3_600_000;

export const SECOND_KEY = 'second-marketplace-key';
const AWARD = 'ref-tool-1';
const PRICE = { currency: 'EUR', units: '2', exponent: 2, formatted: '2 ct' };

const RECORD = {
  ID: 'r1',
  Source: 'aeroplan',
  Date: '2026-12-01',
  JAvailable: true,
  JMileageCost: '70000',
  JRemainingSeats: 2,
  JDirect: true,
  JAirlines: 'AC',
  Route: {
    OriginAirport: 'YYZ',
    DestinationAirport: 'FRA',
    OriginRegion: 'NA',
    DestinationRegion: 'EU',
    Source: 'aeroplan',
  },
};

const TOOLS = [
  { tool_ref: AWARD, capability_id: 'get.skyseats.api-awards-search', title: 'Award seats', colour: 'blue' },
  ...[2, 3, 4, 5].map((n) => ({
    tool_ref: `ref-tool-${n}`,
    capability_id: `get.other.${n}`,
    title: `Tool ${n}`,
  })),
];

type Execution = { call_reference: string; key: string; quote: string };

/** The members that a request may have; an undeclared one is refused. */
type Route = {
  method: string;
  path: RegExp;
  needsKey?: boolean;
  members?: readonly string[];
  query?: readonly string[];
  answer: (request: {
    body: Record<string, unknown>;
    url: URL;
    reference: string;
    headers: Received['headers'];
  }) => [number, unknown];
};

/** Another marketplace than the embedded one, built from its own document. Charges are counted. */
export async function startSecondMarketplace({
  listsNameCapabilities = true,
  hasAwardSearch = true,
} = {}): Promise<LocalServer & { charged(): number }> {
  const listed = TOOLS.slice(hasAwardSearch ? 0 : 1).map(({ capability_id, ...tool }) =>
    listsNameCapabilities ? { ...tool, capability_id } : tool,
  );
  const executions: Execution[] = [];
  const quotes = new Map<string, unknown>();
  const missing: [number, unknown] = [
    404,
    { title: 'No such thing', status: 404, code: 'TOOL_NOT_FOUND', kind: 'NOT_FOUND' },
  ];

  const done = (execution: Execution) => ({
    kind: 'completed',
    call_reference: execution.call_reference,
    output: { count: 1, cursor: 7, hasMore: false, data: [RECORD] },
    usage: { charge_state: 'paid', amount: PRICE },
    weather: 'fine',
  });

  const routes: Route[] = [
    {
      method: 'GET',
      path: /^\/api\/v1\/catalogue-status$/,
      answer: () => [
        200,
        {
          status: 'fresh',
          refresh_state: 'complete',
          completed_at: new Date(COMPLETED_AT).toISOString(),
          moon: 'full',
        },
      ],
    },
    {
      method: 'POST',
      path: /^\/api\/v1\/market-tools\/search$/,
      members: ['query', 'max_results'],
      answer: ({ body }) => {
        const items = listed.filter(({ title }) =>
          String(body.query)
            .toLowerCase()
            .includes(title.split(' ')[0]?.toLowerCase() ?? ''),
        );
        return [
          200,
          items.length > 0 ? { kind: 'ok', items, has_more: false } : { kind: 'no_candidates', items: [] },
        ];
      },
    },
    {
      method: 'GET',
      path: /^\/v3\/offerings$/,
      query: ['limit', 'cursor'],
      answer: ({ url }) => {
        const from = Number(url.searchParams.get('cursor') ?? 0);
        const to = from + Number(url.searchParams.get('limit') ?? 3);
        return [
          200,
          {
            kind: 'ok',
            items: listed.slice(from, to),
            pagination: {
              has_more: to < listed.length,
              ...(to < listed.length ? { next_cursor: String(to) } : {}),
            },
          },
        ];
      },
    },
    {
      method: 'GET',
      path: /^\/v3\/offerings\/(?<reference>[^/]+)$/,
      answer: ({ reference }) => {
        const tool = TOOLS.find(({ tool_ref }) => tool_ref === reference);
        if (tool === undefined) return missing;
        if (reference !== AWARD) return [200, { kind: 'unavailable', reason: 'gone_fishing' }];
        return [
          200,
          {
            kind: 'found',
            tool: {
              ...tool,
              tool_version: 1,
              input_json_schema: { type: 'object' },
              material_terms: [{ label: 'Fee', value: 'none' }],
            },
          },
        ];
      },
    },
    {
      method: 'POST',
      path: /^\/v3\/side-by-side$/,
      members: ['tool_references'],
      answer: ({ body }) => [
        200,
        {
          kind: 'ok',
          tools: TOOLS.filter(({ tool_ref }) => (body.tool_references as string[]).includes(tool_ref)),
        },
      ],
    },
    {
      method: 'POST',
      path: /^\/v3\/commitments$/,
      needsKey: true,
      members: ['tool_reference', 'input'],
      answer: ({ body }) => {
        if (body.tool_reference !== AWARD)
          return [200, { kind: 'refused', code: 'tool_not_ready', retryable: false }];
        const quote_reference = `ref-quote-${quotes.size + 1}`;
        quotes.set(quote_reference, body.input);
        return [
          200,
          {
            kind: 'committed',
            quote_reference,
            tool_version: 1,
            price: PRICE,
            expires_at: new Date(Date.now() + 60_000).toISOString(),
            normalized_input: body.input,
          },
        ];
      },
    },
    {
      method: 'POST',
      path: /^\/v3\/executions$/,
      needsKey: true,
      members: ['quote_reference'],
      answer: ({ body, headers }) => {
        const key = String(headers['idempotency-key']);
        const quote = String(body.quote_reference);
        if (!quotes.has(quote)) return [410, { title: 'Over', status: 410, code: 'quote_expired' }];
        const known = executions.find((one) => one.key === key);
        const execution = known ?? { call_reference: `ref-call-${executions.length + 1}`, key, quote };
        if (known === undefined) executions.push(execution);
        return [200, done(execution)];
      },
    },
    {
      method: 'GET',
      path: /^\/v3\/executions$/,
      needsKey: true,
      query: ['limit'],
      answer: () => [
        200,
        {
          kind: 'available',
          items: executions.map(({ call_reference }) => ({ call_reference, state: 'completed' })),
          has_more: false,
        },
      ],
    },
    {
      method: 'GET',
      path: /^\/v3\/executions\/(?<reference>[^/]+)$/,
      needsKey: true,
      query: ['after_version'],
      answer: ({ reference, url }) => {
        const execution = executions.find(({ call_reference }) => call_reference === reference);
        if (execution === undefined) return [200, { kind: 'refused', code: 'call_not_found' }];
        if (url.searchParams.get('after_version') === '4')
          return [200, { kind: 'unchanged', version: 4, retry_after_ms: 1000 }];
        return [
          200,
          {
            kind: 'found',
            call_reference: reference,
            version: 4,
            state: 'terminal',
            result: done(execution),
          },
        ];
      },
    },
    {
      method: 'DELETE',
      path: /^\/v3\/executions\/(?<reference>[^/]+)$/,
      needsKey: true,
      answer: () => [409, { title: 'Too late', status: 409, code: 'call_not_pending' }],
    },
    {
      method: 'GET',
      path: /^\/v3\/me$/,
      needsKey: true,
      answer: () => [
        200,
        { kind: 'authenticated', account_ref: 'ref-account-1', scopes: 'market_tools:call account:read' },
      ],
    },
    {
      method: 'GET',
      path: /^\/v3\/me\/funds$/,
      needsKey: true,
      query: ['currency'],
      answer: () => [200, { available: PRICE }],
    },
  ];

  const refuse = (response: ServerResponse, status: number, code: string) =>
    json(response, status, { title: code, status, code, kind: 'INVALID_ARGUMENT' });

  const server = await startLocalServer((request, response) => {
    const url = new URL(request.url, 'http://second.example');
    if (url.pathname === '/openapi.json')
      return json(response, 200, secondDocument(`http://${request.headers.host}`));
    const route = routes.find(({ method, path }) => method === request.method && path.test(url.pathname));
    if (route === undefined) return refuse(response, 404, 'no_such_path');
    if (route.needsKey === true && request.headers.authorization !== `Bearer ${SECOND_KEY}`)
      return refuse(response, 401, 'no_key');
    if (route.needsKey !== true && request.headers.authorization !== undefined)
      return refuse(response, 400, 'key_not_wanted');
    const body = request.body === '' ? {} : (JSON.parse(request.body) as Record<string, unknown>);
    const strange = [
      ...Object.keys(body).filter((name) => !route.members?.includes(name)),
      ...[...url.searchParams.keys()].filter((name) => !route.query?.includes(name)),
    ];
    if (strange.length > 0) return refuse(response, 400, `unknown_member_${strange[0]}`);
    const reference = decodeURIComponent(route.path.exec(url.pathname)?.groups?.reference ?? '');
    const [status, answer] = route.answer({ body, url, reference, headers: request.headers });
    return json(response, status, answer, {
      'x-ae-request-id': `second-${request.headers['x-ae-request-id']}`,
    });
  });
  return { ...server, charged: () => executions.length };
}
