import { randomUUID } from 'node:crypto';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport as Transport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  type Tool as ListedMcpTool,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import type { Market } from '../catalogue/market.ts';
import type { Handlers } from '../http/handlers.ts';
import { type AppContext, authorize, type Mount } from '../http/http-app.ts';
import type { JsonObject } from '../http/json.ts';
import { ProblemError, refuseWith } from '../http/problem.ts';
import { checkInput, invalidRequest } from '../http/validation.ts';
import { MCP_TOOLS, type ServedTool } from './mcp-tools.ts';

type Session = { server: Server; transport: Transport };

export type McpEndpoint = {
  mount: Mount;
  /** Ends every session; its next request gets 404. */
  expire(): Promise<void>;
};

const offered = (readonly: boolean): ServedTool[] => MCP_TOOLS.filter((tool) => tool.readonly || !readonly);

function listed({ name, operation, readonly, inputSchema }: ServedTool): ListedMcpTool {
  return {
    name,
    title: operation.summary,
    description: operation.description,
    inputSchema: inputSchema as ListedMcpTool['inputSchema'],
    outputSchema: { type: 'object', properties: { result: { type: 'object' } }, required: ['result'] },
    annotations: {
      readOnlyHint: readonly,
      destructiveHint: operation.id === 'tool.call',
      openWorldHint: false,
    },
  };
}

function answer(result: JsonObject, isError = false): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(result) }],
    structuredContent: { result },
    ...(isError ? { isError } : {}),
  };
}

/** Runs an operation with the same checks and handler as over HTTP. */
async function run(
  market: Market,
  handlers: Handlers,
  tool: ServedTool,
  input: JsonObject,
  request: Request,
): Promise<CallToolResult> {
  try {
    const caller = authorize(market, tool.operation, request);
    const checked = checkInput(tool.inputSchema, input);
    if ('invalid' in checked)
      return invalidRequest('The arguments do not satisfy their schema.', checked.invalid);
    return answer((await handlers[tool.operation.id]?.(market, checked.normalizedInput, caller)) ?? {});
  } catch (error) {
    if (error instanceof ProblemError) return answer({ ...error.problem }, true);
    throw error;
  }
}

function createServer(market: Market, handlers: Handlers, readonly: boolean): Server {
  const server = new Server(
    { name: 'milepost-demo-marketplace', version: '1.0.0' },
    { capabilities: { tools: {} } },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: offered(readonly).map(listed) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { requestInfo }) => {
    const tool = offered(readonly).find(({ name }) => name === params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    const authorization = requestInfo?.headers.authorization;
    const key = Array.isArray(authorization) ? authorization[0] : authorization;
    const request = new Request(
      market.origin(),
      key === undefined ? {} : { headers: { authorization: key } },
    );
    return run(market, handlers, tool, params.arguments ?? {}, request);
  });
  return server;
}

const sessionEnded = () =>
  Response.json(
    { jsonrpc: '2.0', error: { code: -32_001, message: 'Session not found' }, id: null },
    { status: 404 },
  );

/** The marketplace over MCP (Streamable HTTP), with a session for each connection. */
export function mcpEndpoint(market: Market, handlers: Handlers): McpEndpoint {
  const sessions = new Map<string, Session>();

  async function open(readonly: boolean): Promise<Transport> {
    const server = createServer(market, handlers, readonly);
    const transport = new Transport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        sessions.set(id, { server, transport });
      },
      onsessionclosed: (id) => {
        sessions.delete(id);
      },
    });
    await server.connect(transport);
    return transport;
  }

  async function serve(context: AppContext): Promise<Response> {
    const request = context.req.raw;
    const origin = request.headers.get('origin');
    if (origin !== null && origin !== market.origin()) {
      return refuseWith(403, 'origin_not_allowed', 'This origin may not use the endpoint.');
    }
    // A key is checked even if none is needed.
    if (request.headers.has('authorization')) authorize(market, { scopes: [] }, request);
    const id = request.headers.get('mcp-session-id');
    const known = id === null ? undefined : sessions.get(id);
    if (id !== null && !known) return sessionEnded();
    const readonly = new URL(request.url).searchParams.get('readonly') === '1';
    const transport = known?.transport ?? (await open(readonly));
    return transport.handleRequest(request);
  }

  return {
    mount: { path: '/mcp', method: 'ALL', endpoint: 'mcp', serve },
    async expire() {
      const ended = [...sessions.values()];
      sessions.clear();
      await Promise.all(ended.map(({ server }) => server.close()));
    },
  };
}
