import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterEach, describe, expect, it } from 'vitest';
import type { ControlledMarketplace } from '../../support/marketplace/controlled-marketplace.ts';

import { ask, ROUTE, startMarket, toolRefOf } from './ask.ts';

const open: Client[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});

async function connect(
  market: ControlledMarketplace,
  options: { readonly?: boolean; key?: string } = {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const url = new URL(`${market.baseUrl}/mcp${options.readonly ? '?readonly=1' : ''}`);
  const headers = options.key === undefined ? {} : { Authorization: `Bearer ${options.key}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  open.push(client);
  return client;
}

async function use(client: Client, name: string, args: Record<string, unknown>) {
  const answer = await client.callTool({ name, arguments: args });
  return {
    isError: answer.isError === true,
    result: (answer.structuredContent as { result: Record<string, unknown> }).result,
  };
}

describe('the MCP endpoint', () => {
  it('quotes, calls and reads status, in the same books as over HTTP', async () => {
    const market = await startMarket();
    const key = market.issueKey();
    const client = await connect(market, { key });
    const quote = await use(client, 'ae_tool_quote', { toolRef: await toolRefOf(market), input: ROUTE });
    expect(quote.result).toMatchObject({ kind: 'committed', price: { units: '22000' } });
    const bought = await use(client, 'ae_tool_call', {
      quoteRef: quote.result.quoteRef,
      idempotencyKey: 'k',
    });
    expect(bought.result).toMatchObject({ kind: 'completed', output: { count: 10 } });
    const status = await use(client, 'ae_call_status', { callRef: bought.result.callRef });
    expect(status.result).toMatchObject({ kind: 'found', state: 'terminal' });
    const listed = await ask(market.baseUrl, '/api/v1/calls', { key });
    expect(listed.body).toMatchObject({ items: [{ callRef: bought.result.callRef }] });
  });

  it('allows discovery to anyone, and demands a key where one is needed', async () => {
    const market = await startMarket();
    const client = await connect(market);
    const found = await use(client, 'ae_tool_search', { query: 'award' });
    expect(found.result).toMatchObject({ kind: 'ok' });
    expect(await use(client, 'ae_account', {})).toMatchObject({ isError: true, result: { status: 401 } });
    expect(await use(client, 'ae_tool_search', { query: 'x', nope: 1 })).toMatchObject({
      isError: true,
      result: { status: 400 },
    });
    await expect(connect(market, { key: 'ae_demo_wrong' })).rejects.toThrow();
  });
});
