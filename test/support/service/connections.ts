import type { JsonObject } from '../../../electron/demo-marketplace/http/json.ts';
import { MCP_TOOLS } from '../../../electron/demo-marketplace/mcp/mcp-tools.ts';
import type { catalogueOf } from './catalogue.ts';
import type { Answered, Core } from './core.ts';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** The two other ways to a service: the tool connection (MCP), and keys that are issued in a browser (OAuth). */
export function connectionsOf(core: Core, catalogue: ReturnType<typeof catalogueOf>) {
  const { origin, draws, odds, answered, problem } = core;
  let keys = 0;

  /** The answer of the tool of this name, as over HTTP. */
  function tool(name: string, given: JsonObject): Answered {
    if (name === 'ae_catalogue_status') return catalogue.freshness();
    if (name === 'ae_tool_list') return catalogue.tools('list', undefined);
    if (name === 'ae_tool_search') return catalogue.tools('search', given.query);
    if (name === 'ae_tool_describe') return catalogue.describe(given.toolRef);
    if (name === 'ae_tool_compare') return catalogue.compare();
    return answered(404, { status: 404, code: 'not_found' });
  }

  function resultOf(method: string, params: JsonObject): JsonObject {
    if (method === 'initialize')
      return {
        protocolVersion: String(params.protocolVersion ?? '2025-06-18'),
        serverInfo: { name: 'simulated', version: '1' },
        capabilities: { tools: {} },
      };
    if (method === 'tools/list') {
      const listed = MCP_TOOLS.filter(({ readonly }) => readonly).map(({ name, inputSchema, operation }) => ({
        name,
        description: operation.description,
        inputSchema,
        annotations: { readOnlyHint: true },
      }));
      return { tools: listed };
    }
    if (method !== 'tools/call') return {};
    const { text, status } = tool(String(params.name), (params.arguments ?? {}) as JsonObject);
    const isError = status >= 400;
    const structured = draws.choose('result of a tool', odds('connections'), {
      structured: { structuredContent: { result: JSON.parse(text) }, content: [] },
      'as a text': { content: [{ type: 'text', text }] },
      'a text that is no JSON': { content: [{ type: 'text', text: 'done' }] },
    }) as JsonObject;
    return { ...structured, ...(isError ? { isError: true } : {}) };
  }

  function mcp(body: Record<string, unknown>): Answered {
    const { id, method, params } = body;
    if (id === undefined) return answered(202, '');
    const result = resultOf(String(method), (params ?? {}) as JsonObject);
    return answered(200, { jsonrpc: '2.0', id, result }, { plain: true });
  }

  function metadata(path: string): Answered {
    if (path.startsWith('/.well-known/oauth-protected-resource'))
      return answered(
        200,
        { resource: origin, authorization_servers: [origin], scopes_supported: ['market_tools:call'] },
        { plain: true },
      );
    const server = {
      issuer: origin,
      token_endpoint: `${origin}/oauth/token`,
      device_authorization_endpoint: `${origin}/oauth/device`,
      registration_endpoint: `${origin}/oauth/register`,
      revocation_endpoint: `${origin}/oauth/revoke`,
      grant_types_supported: [DEVICE_GRANT],
      response_types_supported: ['code'],
    };
    // Some servers publish it only at the path of OpenID Connect Discovery (RFC 8414 §5).
    const isThere = path.includes(
      core.dialect.openIdPath ? 'openid-configuration' : 'oauth-authorization-server',
    );
    return isThere ? answered(200, server, { plain: true }) : problem(404, 'not_found');
  }

  function token(): Answered {
    const given = draws.choose('answer to a device code', odds('connections'), {
      granted: null,
      pending: 'authorization_pending',
      'slow down': 'slow_down',
      denied: 'access_denied',
      'run out': 'expired_token',
    });
    if (given !== null) return answered(400, { error: given }, { plain: true });
    const account = draws.choose('account of a given key', 0.2, { 'the same': 'A', another: 'B' });
    keys += 1;
    return answered(
      200,
      {
        access_token: `key-${account}-${String(keys).padStart(16, '9')}`,
        token_type: 'bearer',
        expires_in: 3_600,
        scope: 'market_tools:call account:read',
      },
      { plain: true },
    );
  }

  function oauth(path: string): Answered {
    if (path.startsWith('/.well-known/')) return metadata(path);
    if (path === '/oauth/register') return answered(201, { client_id: 'milepost' }, { plain: true });
    if (path === '/oauth/device')
      return answered(
        200,
        {
          device_code: 'device-1',
          user_code: 'ABCD-EFGH',
          verification_uri: `${origin}/device`,
          expires_in: 600,
          interval: 5,
        },
        { plain: true },
      );
    return path === '/oauth/token' ? token() : answered(200, '');
  }

  return { mcp, oauth };
}
