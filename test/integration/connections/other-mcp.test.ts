import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { ContractFailure } from '#shared/contract/failure.ts';
import type { ActivityRow } from '#shared/contract/program/activity.ts';
import { createTransport } from '../../../electron/marketplace/http/transport.ts';
import { createMcp, type Mcp } from '../../../electron/marketplace/mcp/mcp.ts';
import { openOutside } from '../../../electron/marketplace/outside/outside.ts';
import { workedHere } from '../../../electron/marketplace/testing/worked-here.ts';
import { createOriginBudgets } from '../../../electron/marketplace/waits/origin-budget.ts';
import { SYSTEM_TIMING } from '../../../electron/marketplace/waits/timing.ts';
import { productFetch } from '../../support/product-fetch.ts';
import { type LocalServer, type Received, startLocalServer } from '../marketplace/local-server.ts';

const outside = openOutside();
afterAll(() => outside.close());

type Message = { id?: number; method: string; params?: Record<string, unknown> };
type Answers = Readonly<Record<string, (message: Message, request: Received) => unknown>>;

let server: LocalServer;
let mcp: Mcp | undefined;
const rows: Omit<ActivityRow, 'id'>[] = [];

afterEach(async () => {
  mcp?.close();
  mcp = undefined;
  rows.length = 0;
  await server.close();
});

const TOOLS = [
  {
    name: 'browse-offerings',
    description: 'Lists all offerings of the catalogue.',
    inputSchema: {
      type: 'object',
      properties: { page_size: { type: 'integer', maximum: 20 }, page_token: { type: 'string' } },
    },
  },
  {
    name: 'find-offering',
    description: 'Searches offerings by the outcome wanted.',
    inputSchema: {
      type: 'object',
      properties: { QUERY: { type: 'string', minLength: 1 } },
      required: ['QUERY'],
      additionalProperties: false,
    },
  },
  {
    name: 'offering-details',
    description: 'Describes one offering.',
    inputSchema: {
      type: 'object',
      properties: { tool_reference: { type: 'string' } },
      required: ['tool_reference'],
    },
  },
  { name: 'catalog.freshness', description: 'Status of the catalogue.', inputSchema: { type: 'object' } },
  {
    name: 'wipe-everything',
    description: 'Compares offerings and deletes them.',
    annotations: { destructiveHint: true },
    inputSchema: { type: 'object', properties: { tool_refs: { type: 'array' } }, required: ['tool_refs'] },
  },
];

const HANDSHAKE: Answers = {
  initialize: () => ({
    protocolVersion: '2025-03-26',
    capabilities: { tools: {} },
    serverInfo: { name: 'elsewhere', version: '9' },
  }),
  'tools/list': () => ({ tools: TOOLS }),
};

const send = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** An unrelated MCP server: JSON answers, no session, an older protocol version, no stream. */
async function serve(answers: Answers = {}, more?: (request: Received, response: ServerResponse) => boolean) {
  server = await startLocalServer((request, response) => {
    if (more?.(request, response) === true) return;
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const message = JSON.parse(request.body) as Message;
    if (message.id === undefined) return void response.writeHead(202).end();
    const answer = { ...HANDSHAKE, ...answers }[message.method];
    send(
      response,
      200,
      answer === undefined
        ? { jsonrpc: '2.0', id: message.id, error: { code: -32601, message: '<b>no</b>' } }
        : { jsonrpc: '2.0', id: message.id, result: answer(message, request) },
    );
  });
  let choice: Parameters<Parameters<typeof createMcp>[0]['choice']['write']>[0] | undefined;
  const transport = createTransport({
    fetch: productFetch,
    clock: Date.now,
    budgets: createOriginBudgets(SYSTEM_TIMING),
    origin: server.url,
    keyFor: async () => null,
    record: (row) => rows.push(row),
  });
  mcp = createMcp({
    outside,
    base: server.url,
    fetchAs: transport.fetchAs,
    version: '0.0.0',
    clock: Date.now,
    onChange: () => {},
    choice: {
      read: () => choice,
      write: (next) => {
        choice = next;
      },
    },
  });
  return mcp;
}

const text = (value: unknown) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });

describe('a service whose tools have other names', () => {
  it('is read over MCP by its list’s descriptions, under its own names', async () => {
    const other = await serve({
      'tools/call': ({ params }) => text({ kind: 'ok', called: params }),
    });
    await other.useForReads(true);
    const report = other.report();
    expect(report.session).toMatchObject({
      protocolVersion: '2025-03-26',
      server: { name: 'elsewhere', version: '9' },
    });
    expect(Object.fromEntries(report.roles.map(({ role, tool }) => [role, tool]))).toEqual({
      freshness: 'catalog.freshness',
      list: 'browse-offerings',
      search: 'find-offering',
      describe: 'offering-details',
      compare: null,
    });
    const searched = await other.ask('search', { query: 'award', limit: 10 });
    expect(searched).toMatchObject({
      ok: true,
      answer: { body: { called: { name: 'find-offering', arguments: { QUERY: 'award' } } } },
    });
    const listed = await other.ask('list', { limit: 50, cursor: 'next' });
    expect(listed).toMatchObject({
      answer: { body: { called: { arguments: { page_size: 20, page_token: 'next' } } } },
    });
    expect(await other.ask('describe', { toolRef: 'x' })).toMatchObject({
      answer: { body: { called: { arguments: { tool_reference: 'x' } } } },
    });
    expect(await other.ask('compare', { toolRefs: ['x'] })).toBeNull();
    expect(await other.ask('search', { query: '' })).toMatchObject({
      ok: false,
      failure: { code: 'invalid_request', delivery: 'not_sent' },
    });
  });

  it('never calls a tool that declares itself destructive', async () => {
    const other = await serve();
    await other.connect(true);
    const wipe = other.report().tools.find(({ name }) => name === 'wipe-everything');
    expect(wipe).toMatchObject({ readOnly: false });
    await expect(other.tryTool({ name: 'wipe-everything', input: {} })).rejects.toThrow('changes nothing');
  });

  it('without readonly, trusts no tool that does not declare itself read-only', async () => {
    const other = await serve();
    await other.connect(false);
    expect(other.report().roles.every(({ tool }) => tool === null)).toBe(true);
  });
});

describe('answers that nobody promised', () => {
  it('a circular list, nameless and duplicate tools affect only themselves', async () => {
    const other = await serve({
      'tools/list': () => ({
        tools: [...TOOLS, { title: 'nameless' }, 7, TOOLS[0], { name: '__proto__', inputSchema: 'odd' }],
        nextCursor: 'again',
      }),
    });
    await other.connect(true);
    const { tools, notices } = other.report();
    expect(tools.map(({ name }) => name)).toEqual([...TOOLS.map(({ name }) => name), '__proto__']);
    expect(notices.join(' ')).toMatch(/does not come to an end.*could not be read.*first counts/);
  });

  it.each([
    [
      'an answer that nests too deeply',
      () => JSON.parse(`${'['.repeat(400)}${']'.repeat(400)}`),
      'unreadable',
    ],
    ['an answer without JSON', () => 'plain words', 'unreadable'],
  ])('%s is reported', async (_, value, code) => {
    const other = await serve({
      'tools/call': () =>
        typeof value() === 'string'
          ? { content: [{ type: 'text', text: value() }] }
          : { structuredContent: { result: value() } },
    });
    await other.useForReads(true);
    expect(await other.ask('freshness', {})).toMatchObject({ ok: false, failure: { code } });
  });

  it('a protocol error keeps the service’s words separate, as data', async () => {
    const other = await serve();
    await other.useForReads(true);
    const reply = await other.ask('freshness', {});
    expect(reply).toMatchObject({
      ok: false,
      failure: { code: 'mcp_refused', problem: { code: '-32601', detail: expect.stringContaining('<b>') } },
    });
    if (reply?.ok === false) expect(reply.failure.message).not.toContain('<b>');
  });

  it.each<[string, (id: unknown) => object]>([
    [
      'an error of the protocol',
      () => ({ error: { code: -32000, message: 'Later', data: { retryAfter: 30 } } }),
    ],
    [
      'a tool',
      () => ({
        result: { isError: true, content: [], structuredContent: { error: { retry_after_seconds: 30 } } },
      }),
    ],
  ])('the wait that %s names in a success applies to its origin', async (_, refusal) => {
    const other = await serve({}, ({ body }, response) => {
      if (!body.includes('tools/call')) return false;
      const { id } = JSON.parse(body) as Message;
      send(response, 200, { jsonrpc: '2.0', id, ...refusal(id) });
      return true;
    });
    await other.useForReads(true);
    expect(await other.ask('freshness', {})).toMatchObject({ ok: false, failure: { retryAfterMs: 30_000 } });
    expect(await other.ask('freshness', {})).toMatchObject({ ok: false, failure: { code: 'rate_limited' } });
  });

  it.each([
    ['a redirect', 307, { location: 'http://127.0.0.1:1/' }, 'redirected'],
    ['a web page', 200, { 'content-type': 'text/html' }, 'mcp_unreadable'],
    ['an unknown key', 401, {}, 'unauthenticated'],
    ['a pause', 429, { 'retry-after': '7' }, 'rate_limited'],
  ])('%s instead of a connection is reported', async (_, status, headers, code) => {
    const other = await serve({}, (_request, response) => {
      response.writeHead(status, { ...headers }).end('{}');
      return true;
    });
    await expect(other.connect(true)).rejects.toMatchObject({
      failure: { code, ...(status === 429 ? { retryAfterMs: 7_000 } : {}) },
    });
    expect(other.report()).toMatchObject({ state: 'failed', trouble: { code } });
  });

  it.each([
    ['says nothing', ''],
    ['says something else', 'data: {"jsonrpc":"2.0","method":"a"}\n\n'],
    ['breaks off within its answer', 'data: {"jsonrpc":"2.0","id":'],
  ])('a stream that %s and ends is a failure at once, before any deadline', async (_what, stream) => {
    const other = await serve({}, ({ body }, response) => {
      if (!body.includes('"tools/call"')) return false;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(stream);
      return true;
    });
    await other.useForReads(true);
    const began = performance.now();
    expect(await other.ask('freshness', {}, { deadlineMs: 60_000 })).toMatchObject({
      ok: false,
      failure: { code: 'connection_lost', delivery: 'maybe' },
    });
    expect(performance.now() - began).toBeLessThan(30_000);
  });

  it('an endless body is cut', async () => {
    const other = await serve({}, ({ body }, response) => {
      if (!body.includes('tools/call')) return false;
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        while (response.write('1'.repeat(65_536)));
        response.once('drain', more);
      };
      more();
      return true;
    });
    await other.connect(true);
    await expect(other.tryTool({ name: 'find-offering', input: {} })).rejects.toMatchObject({
      failure: { code: 'too_large' },
    });
    expect(rows.some(({ errorCode }) => errorCode === 'too_large')).toBe(true);
  });

  describe('an answer that costs much to parse', () => {
    const items = Array.from({ length: 60_000 }, (_, n) => ({ [`n${n}`]: n, [`m${n}`]: n }));
    const tried = async (answer: unknown): Promise<{ parsed: string[]; outcome: unknown }> => {
      // Prepared beforehand: the service's own time does not count.
      const written = JSON.stringify({ jsonrpc: '2.0', id: 'ID', result: answer });
      const other = await serve({}, ({ body }, response) => {
        if (!body.includes('tools/call')) return false;
        const { id } = JSON.parse(body) as Message;
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(written.replace('"ID"', String(id)));
        return true;
      });
      await other.connect(true);
      let outcome: unknown;
      const { parsed } = await workedHere(async () => {
        outcome = await Promise.resolve(other.tryTool({ name: 'find-offering', input: {} })).catch(
          (error: ContractFailure) => error.failure,
        );
      });
      return { parsed, outcome };
    };

    it('is cut where the connection itself would parse it', async () => {
      const { parsed, outcome } = await tried({ structuredContent: { items } });
      expect(outcome).toMatchObject({
        code: 'too_large',
        message: expect.stringContaining('holds more than Milepost reads at once'),
      });
      expect(parsed).toEqual([]);
    });

    it('is not parsed where it is within a text', async () => {
      const answer = text({ items });
      const { parsed, outcome } = await tried(answer);
      expect(outcome).toMatchObject({ isError: false, result: answer });
      // The text itself is one value of the message around it.
      expect(parsed.map((beginning) => beginning.slice(0, 10))).toEqual(['{"jsonrpc"']);
    });
  });
});

it('a connection whose stream ends without an answer is a failure at once, before any deadline', async () => {
  const other = await serve({}, ({ body }, response) => {
    if (!body.includes('"initialize"')) return false;
    response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end('data: {"jsonrpc":"2.0","method":"a"}\n\n');
    return true;
  });
  const began = performance.now();
  await expect(other.connect(true)).rejects.toMatchObject({ failure: { code: 'connection_lost' } });
  expect(performance.now() - began).toBeLessThan(10_000);
});

it('an answer whose stream breaks is resumed after the last event received', async () => {
  let resumedAfter: unknown;
  let reply: Message | undefined;
  const other = await serve({}, ({ method, body, headers }, response) => {
    if (method === 'POST' && body.includes('tools/call')) {
      reply = JSON.parse(body) as Message;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('id: event-1\nretry: 1\ndata: \n\n');
      // The connection ends before the answer.
      setImmediate(() => response.end());
      return true;
    }
    if (method === 'GET' && headers['last-event-id'] !== undefined) {
      resumedAfter = headers['last-event-id'];
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const answer = { jsonrpc: '2.0', id: reply?.id, result: text({ kind: 'ok' }) };
      response.write(`id: event-2\ndata: ${JSON.stringify(answer)}\n\n`);
      return true;
    }
    return false;
  });
  await other.useForReads(true);
  expect(await other.ask('freshness', {})).toMatchObject({ ok: true, answer: { body: { kind: 'ok' } } });
  expect(resumedAfter).toBe('event-1');
});

it('every page of the list is read', async () => {
  const other = await serve({
    'tools/list': ({ params }) =>
      params?.cursor === 'rest'
        ? { tools: TOOLS.slice(2) }
        : { tools: TOOLS.slice(0, 2), nextCursor: 'rest' },
  });
  await other.useForReads(true);
  expect(other.report().tools).toHaveLength(TOOLS.length);
});
