import type { Core, Members, Said } from './core.ts';
import type { Answered } from './declared.ts';
import type { Words } from './words.ts';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/**
 * The two other ways to a service: the tool connection (MCP), and keys that are issued in a browser (OAuth).
 * @param answer the answer to a public role, as over HTTP
 */
export function connectionsOf(
  core: Core,
  words: Words,
  answer: (role: Parameters<Words['write']>[0], members: Members) => Answered,
) {
  const { origin, draws, odds, said, problem } = core;
  let keys = 0;

  function resultOf(method: string, params: Members): Members {
    if (method === 'initialize')
      return {
        protocolVersion: String(params.protocolVersion ?? '2025-06-18'),
        serverInfo: { name: 'service', version: '1' },
        capabilities: { tools: {} },
      };
    if (method === 'tools/list') return { tools: words.tools() };
    const requested = words.toolRequest(params.name, (params.arguments ?? {}) as Members);
    if (method !== 'tools/call' || requested === undefined) return {};
    const { text, status } = answer(requested.role, requested.members);
    const isError = status >= 400;
    const structured = draws.choose('result of a tool', odds('connections'), {
      structured: () => structuredResult(text),
      'as a text': () => ({ content: [{ type: 'text', text }] }),
      'a text that is no JSON': () => ({ content: [{ type: 'text', text: 'done' }] }),
    });
    return { ...structured(), ...(isError ? { isError: true } : {}) };
  }

  /** What breaks an answer may leave no JSON of it: only a text holds that. */
  function structuredResult(text: string): Members {
    try {
      return { structuredContent: JSON.parse(text === '' ? '{}' : text), content: [] };
    } catch {
      return { content: [{ type: 'text', text }] };
    }
  }

  function mcp(text: string): Said {
    const { id, method, params }: Members = text === '' ? {} : JSON.parse(text);
    // Nothing is sent to a client that only listens.
    if (method === undefined) return problem(405, 'no_stream');
    if (id === undefined) return said(202, '');
    const result = resultOf(String(method), (params ?? {}) as Members);
    return said(200, { jsonrpc: '2.0', id, result }, { plain: true });
  }

  function metadata(path: string): Said {
    if (path.startsWith('/.well-known/oauth-protected-resource'))
      return said(
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
      core.habits.openIdPath ? 'openid-configuration' : 'oauth-authorization-server',
    );
    return isThere ? said(200, server, { plain: true }) : problem(404, 'not_found');
  }

  function token(): Said {
    const given = draws.choose('answer to a device code', odds('connections'), {
      granted: null,
      pending: 'authorization_pending',
      'slow down': 'slow_down',
      denied: 'access_denied',
      'run out': 'expired_token',
    });
    if (given !== null) return said(400, { error: given }, { plain: true });
    const account = draws.choose('account of a given key', 0.2, { 'the same': 'A', another: 'B' });
    keys += 1;
    return said(
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

  function oauth(path: string): Said {
    if (path.startsWith('/.well-known/')) return metadata(path);
    if (path === '/oauth/register') return said(201, { client_id: 'milepost' }, { plain: true });
    if (path === '/oauth/device')
      return said(
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
    return path === '/oauth/token' ? token() : said(200, '');
  }

  return { mcp, oauth };
}
