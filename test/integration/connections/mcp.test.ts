import { getEventListeners } from 'node:events';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { requests } from '#shared/contract/index.ts';
import { mcpHandlers } from '../../../electron/marketplace/mcp/handlers.ts';
import { createMcp, type Mcp, type McpChoice } from '../../../electron/marketplace/mcp/mcp.ts';
import { readingOverMcp } from '../../../electron/marketplace/mcp/read-over-mcp.ts';
import { openOutside } from '../../../electron/marketplace/outside/outside.ts';
import {
  type ControlledMarketplace,
  startControlledMarketplace,
} from '../../support/marketplace/controlled-marketplace.ts';
import { type OpenedMarketplace, openMarketplace } from '../marketplace/open-marketplace.ts';

const outside = openOutside();
afterAll(() => outside.close());

let demo: ControlledMarketplace;
let key: string;
let opened: OpenedMarketplace;
let mcp: Mcp;
let choice: McpChoice | undefined;
let choicesFail = false;

const control = () => {
  return demo.control;
};

beforeEach(async () => {
  demo = await startControlledMarketplace();
  key = demo.issueKey();
  opened = openMarketplace(demo.baseUrl, { key, fetch: countingFetch });
  sentOverMcp = 0;
  choice = undefined;
  choicesFail = false;
  const { marketplace } = opened;
  mcp = createMcp({
    outside,
    base: marketplace.base,
    fetchAs: marketplace.fetchAs,
    version: '0.0.0',
    clock: Date.now,
    onChange: () => undefined,
    choice: {
      read: () => choice,
      write: (next) => {
        if (choicesFail) throw new Error('The disk is full.');
        choice = next;
      },
    },
  });
});
afterEach(async () => {
  mcp.close();
  opened.close();
  await demo.close();
});

const handlers = () => mcpHandlers(() => mcp);
const report = async () => requests.mcp.read.output.parse(await handlers().read(undefined));
const mcpRows = () => opened.rows.filter(({ role }) => role === 'mcp');

/** How many messages were sent to the service. */
let sentOverMcp: number;
const countingFetch: typeof fetch = (input, init) => {
  if (init?.method === 'POST' && String(input).includes('/mcp')) sentOverMcp++;
  return fetch(input, init);
};

describe('the tool connection', () => {
  it('is off by default, and then read-only, with its version, server and list', async () => {
    expect(await report()).toMatchObject({ state: 'off', readonly: true, tools: [], useForReads: false });
    expect(mcpRows()).toEqual([]);
    const connected = requests.mcp.connect.output.parse(await handlers().connect({ readonly: true }));
    expect(connected).toMatchObject({
      address: `${demo.baseUrl}/mcp?readonly=1`,
      state: 'connected',
      session: {
        protocolVersion: '2025-11-25',
        server: { version: '1.0.0' },
      },
    });
    expect(connected.tools).toHaveLength(9);
    expect(connected.tools.every(({ readOnly }) => readOnly)).toBe(true);
    expect(connected.roles.map(({ role, tool }) => [role, tool])).toEqual([
      ['freshness', 'ae_catalogue_status'],
      ['list', 'ae_tool_list'],
      ['search', 'ae_tool_search'],
      ['describe', 'ae_tool_describe'],
      ['compare', 'ae_tool_compare'],
    ]);
  });

  it('does not try what may change something, even with the full list', async () => {
    await mcp.connect(false);
    const { tools, address, roles } = await report();
    expect(address).toBe(`${demo.baseUrl}/mcp`);
    expect(tools.filter(({ readOnly }) => !readOnly)).toHaveLength(3);
    expect(roles.every(({ tool }) => tool !== null)).toBe(true);
    const sent = sentOverMcp;
    for (const { name, readOnly } of tools)
      if (!readOnly)
        await expect(handlers().tryTool({ name, input: {} })).rejects.toMatchObject({
          failure: { code: 'not_read_only' },
        });
    await expect(handlers().tryTool({ name: 'made_up', input: {} })).rejects.toMatchObject({
      failure: { code: 'not_listed' },
    });
    expect(sentOverMcp).toBe(sent);
  });

  it('tries a read-only tool and shows its answer as it came, including a failure of the tool', async () => {
    await mcp.connect(true);
    const [account] = (await report()).tools.filter(({ name }) => /account$/.test(name));
    const tried = requests.mcp.tryTool.output.parse(
      await handlers().tryTool({ name: account?.name ?? '', input: {} }),
    );
    expect(tried).toMatchObject({ isError: false, result: { kind: 'authenticated' } });
    expect(tried.requestId).toMatch(/^mp-/);
    const wrong = await handlers().tryTool({ name: account?.name ?? '', input: { nope: 1 } });
    expect(wrong).toMatchObject({ isError: true, result: { status: 400 } });
  });

  it('continues in a new session where the old one expired', async () => {
    await mcp.connect(true);
    await control().expireMcpSessions();
    const tried = await handlers().tryTool({ name: 'ae_catalogue_status', input: {} });
    expect(tried).toMatchObject({ isError: false, result: { status: 'fresh' } });
    expect(mcpRows().some(({ status }) => status === 404)).toBe(true);
  });

  it('keeps nothing of a call that is over', async () => {
    const combined = vi.spyOn(AbortSignal, 'any');
    await mcp.connect(true);
    for (let calls = 0; calls < 5; calls++)
      await handlers().tryTool({ name: 'ae_catalogue_status', input: {} });
    await handlers().disconnect(undefined);
    // Node keeps a combined signal, and all that listens, for as long as somebody does.
    const left = combined.mock.results.map(({ value }) => getEventListeners(value, 'abort').length);
    expect(left).not.toEqual([]);
    expect(left.every((listeners) => listeners === 0)).toBe(true);
  });

  it('ends its session at the service when it is switched off', async () => {
    await mcp.connect(true);
    await handlers().disconnect(undefined);
    expect(await report()).toMatchObject({ state: 'off', session: null, tools: [] });
    expect(mcpRows().at(-1)).toMatchObject({ method: 'DELETE', status: 200 });
  });

  it('reports what is wrong where it cannot connect, with the request’s id', async () => {
    await control().inject({ on: 'mcp', kind: 'status', status: 503 });
    await expect(handlers().connect({ readonly: true })).rejects.toMatchObject({
      failure: { code: 'service_failed' },
    });
    expect(await report()).toMatchObject({ state: 'failed', trouble: { code: 'service_failed' } });
  });
});

const refsOf = (body: unknown) =>
  (body as { items: { toolRef: string }[] }).items.map(({ toolRef }) => toolRef);

describe('reading the catalogue over the tool connection', () => {
  const live = () => readingOverMcp(opened.marketplace, mcp);

  it('is the user’s choice, and then every covered role uses it with the same answer', async () => {
    const over = live();
    const search = () => over.ask('search', { query: 'award', limit: 5 });
    const before = await search();
    expect(sentOverMcp).toBe(0);
    await handlers().chooseForReads({ use: true });
    expect(await report()).toMatchObject({ useForReads: true, state: 'connected' });
    const sent = sentOverMcp;
    const after = await search();
    if (!before.ok || !after.ok) throw new Error('no answer');
    expect(after.answer.body).toMatchObject({ kind: 'ok', query: 'award' });
    expect(refsOf(after.answer.body)).toEqual(refsOf(before.answer.body));
    expect(after.answer.requestId).toMatch(/^mp-/);
    expect(sentOverMcp).toBe(sent + 1);
    for (const role of ['freshness', 'list'] as const)
      expect(await over.ask(role, {})).toMatchObject({ ok: true });
    expect(sentOverMcp).toBe(sent + 3);
  });

  it('leaves everything else on HTTP', async () => {
    await handlers().chooseForReads({ use: true });
    const sent = sentOverMcp;
    expect(await live().ask('account', {})).toMatchObject({ ok: true });
    expect(await live().ask('quote', { toolRef: 'x', input: {} })).toMatchObject({
      ok: false,
      failure: { code: 'invalid_request' },
    });
    expect(sentOverMcp).toBe(sent);
    expect(opened.rows.filter(({ role }) => role === 'account')).toHaveLength(1);
  });

  it('survives a restart, and reports failures', async () => {
    choice = { on: true, readonly: true, useForReads: true };
    await control().inject({ on: 'mcp', kind: 'status', status: 503 });
    const reply = await live().ask('freshness', {});
    expect(reply).toMatchObject({ ok: false, failure: { message: expect.stringContaining('(MCP)') } });
    await control().clearFaults();
    expect(await live().ask('freshness', {})).toMatchObject({ ok: true });
  });
});

it('the key is sent along, and is in no report, no answer and no activity row', async () => {
  await mcp.connect(true);
  const tried = await handlers().tryTool({ name: 'ae_account', input: {} });
  expect(JSON.stringify([await report(), tried, opened.rows, choice])).not.toContain(key);
});

it.each([
  ['connecting', () => handlers().connect({ readonly: true })],
  ['choosing it for reads', () => handlers().chooseForReads({ use: true })],
])('where %s cannot be stored, no connection stays open', async (_, act) => {
  choicesFail = true;
  await expect(Promise.resolve(act())).rejects.toThrow('The disk is full');
  expect(await report()).toMatchObject({ state: 'off', useForReads: false });
  choicesFail = false;
  expect(await act()).toMatchObject({ state: 'connected' });
});
