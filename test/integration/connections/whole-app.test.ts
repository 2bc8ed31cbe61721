import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requests } from '#shared/contract/index.ts';
import { type Connectable, openConnectable } from './connectable.ts';

let at: Connectable;
beforeEach(async () => {
  at = await openConnectable();
});
afterEach(() => at.close());

async function quote() {
  const { handlers } = at.app;
  const [award] = (await handlers.awards.tools({ refresh: true })).tools;
  if (award === undefined) throw new Error('no award search');
  const input = { origin_airport: 'YYZ', destination_airport: 'FRA' };
  return handlers.purchases.quote({ toolRef: award.tool.toolRef, input });
}

test('a key without the scope for Calls buys nothing; another one replaces it without a restart', async () => {
  expect(await at.connect(['account:read'])).toMatchObject({ missing: 'market_tools:call' });
  await expect(quote()).rejects.toMatchObject({ failure: { code: 'scope_missing' } });
  const { items } = await at.app.handlers.status.setup({ refresh: true });
  expect(items.find(({ id }) => id === 'scope')).toMatchObject({ state: 'unmet' });
  expect(await at.connect(['market_tools:call', 'account:read'])).toMatchObject({
    missing: null,
    replaced: true,
  });
  expect(await quote()).toMatchObject({ state: 'quoted' });
});

test('the key of the browser is in no file and in nothing that crosses the contract', async () => {
  await at.connect(['market_tools:call', 'account:read']);
  const { handlers } = at.app;
  await handlers.mcp.connect({ readonly: true });
  const { tools } = requests.mcp.read.output.parse(await handlers.mcp.read(undefined));
  const account = tools.find(({ name }) => name.includes('account'));
  at.crossed.push(
    await handlers.mcp.tryTool({ name: account?.name ?? '', input: {} }),
    await handlers.key.status(undefined),
    await handlers.status.read(undefined),
    await handlers.activity.list({ limit: 500 }),
    tools,
  );
  const [key] = at.stored;
  if (key === undefined) throw new Error('no key was stored');
  expect(JSON.stringify(at.crossed)).not.toContain(key);
  await at.app.close();
  for (const file of readdirSync(at.dataDir, { recursive: true, withFileTypes: true }))
    if (file.isFile())
      expect(readFileSync(join(file.parentPath, file.name)).includes(key), file.name).toBe(false);
});

test('the catalogue is still read over MCP after a restart, where the user chose so', async () => {
  await at.app.handlers.mcp.chooseForReads({ use: true });
  await at.restart();
  const listed = await at.app.handlers.catalogue.list({ from: 'service' });
  expect(listed?.items.length).toBeGreaterThan(3);
  const { rows } = await at.app.handlers.activity.list({ limit: 500, text: 'mcp' });
  expect(rows.length).toBeGreaterThan(0);
  expect((await at.app.handlers.catalogue.freshness({ from: 'service' }))?.status).toBe('fresh');
  const [award] = (await at.app.handlers.awards.tools({ refresh: true })).tools;
  expect(award?.posture.state).toBe('callable');
});

test('a key from the browser replaces the demo’s own for this run, until it is forgotten', async () => {
  await at.restart('demo');
  const before = await at.app.handlers.key.status(undefined);
  expect(before.state).toBe('memory');
  const { metadata } = await at.app.handlers.oauth.refresh(undefined);
  expect(metadata?.matches).toBe(true);
  expect(await at.connect(['account:read'])).toMatchObject({
    storedIn: 'memory',
    missing: 'market_tools:call',
  });
  await expect(quote()).rejects.toMatchObject({ failure: { code: 'scope_missing' } });
  await at.app.handlers.key.forget(undefined);
  expect(await quote()).toMatchObject({ state: 'quoted' });
  expect(at.stored).toEqual([]);
});
