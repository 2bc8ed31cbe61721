import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requests } from '#shared/contract/index.ts';
import type { App } from '../../../electron/app.ts';
import { controlClient } from '../../../electron/demo-marketplace/control-client.ts';
import { type DemoMarketplace, startDemoMarketplace } from '../../../electron/demo-marketplace/index.ts';
import type { Keychain } from '../../../electron/keychain.ts';
import { appOn } from '../app-on.ts';
import { decideInBrowser } from './browser.ts';

let demo: DemoMarketplace;
let dataDir: string;
let app: App;
let stored: string[];
/** Everything that crossed the contract. */
let crossed: unknown[];

beforeEach(async () => {
  demo = await startDemoMarketplace({ control: {} });
  if (demo.control === undefined) throw new Error('no control surface');
  await controlClient(demo.control).behave({ oauth: { deviceFlow: true, intervalSeconds: 0.05 } });
  dataDir = mkdtempSync(join(tmpdir(), 'milepost-connections-'));
  stored = [];
  crossed = [];
  app = await start(demo.baseUrl);
});
afterEach(async () => {
  await app.close();
  await demo.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function start(marketplace: string): Promise<App> {
  const keychain: Keychain = {
    store: async (_, key) => {
      stored.push(key);
      return { ok: true };
    },
    read: async () => stored.at(-1) ?? null,
    forget: async () => {
      stored.push('');
      return { ok: true };
    },
    works: async () => ({ works: true, words: '' }),
  };
  return appOn({ dataDir, keychain, marketplace, confirm: async () => false });
}

async function connecting(state: string) {
  for (;;) {
    const told = new Promise<void>((resolve) => {
      const stop = app.subscribe((...event) => {
        crossed.push(event);
        stop();
        resolve();
      });
    });
    const report = requests.oauth.read.output.parse(await app.handlers.oauth.read(undefined));
    crossed.push(report);
    if (report.connecting.state === state) return report.connecting;
    if (report.connecting.state === 'failed') throw new Error(JSON.stringify(report.connecting));
    await told;
  }
}

async function connect(scopes: string[]) {
  await app.handlers.oauth.connect({ scopes: ['market_tools:call', 'account:read'] });
  const waiting = await connecting('waiting');
  if (waiting.state !== 'waiting') throw new Error('not waiting');
  await decideInBrowser(waiting.open, { decision: 'allow', scopes });
  return connecting('connected');
}

async function quote() {
  const { handlers } = app;
  const [award] = (await handlers.awards.tools({ refresh: true })).tools;
  if (award === undefined) throw new Error('no award search');
  const input = { origin_airport: 'YYZ', destination_airport: 'FRA' };
  return handlers.purchases.quote({ toolRef: award.tool.toolRef, input });
}

test('a key without the scope for Calls buys nothing; another one takes its place without a restart', async () => {
  expect(await connect(['account:read'])).toMatchObject({ missing: 'market_tools:call' });
  await expect(quote()).rejects.toMatchObject({ failure: { code: 'scope_missing' } });
  const { items } = await app.handlers.status.setup({ refresh: true });
  expect(items.find(({ id }) => id === 'scope')).toMatchObject({ state: 'unmet' });
  expect(await connect(['market_tools:call', 'account:read'])).toMatchObject({
    missing: null,
    replaced: true,
  });
  expect(await quote()).toMatchObject({ state: 'quoted' });
});

test('the key of the browser is in no file and in nothing that crosses the contract', async () => {
  await connect(['market_tools:call', 'account:read']);
  const { handlers } = app;
  await handlers.mcp.connect({ readonly: true });
  const { tools } = requests.mcp.read.output.parse(await handlers.mcp.read(undefined));
  const account = tools.find(({ name }) => name.includes('account'));
  crossed.push(
    await handlers.mcp.tryTool({ name: account?.name ?? '', input: {} }),
    await handlers.key.status(undefined),
    await handlers.status.read(undefined),
    await handlers.activity.list({ limit: 500 }),
    tools,
  );
  const [key] = stored;
  if (key === undefined) throw new Error('no key was stored');
  expect(JSON.stringify(crossed)).not.toContain(key);
  await app.close();
  for (const file of readdirSync(dataDir, { recursive: true, withFileTypes: true }))
    if (file.isFile())
      expect(readFileSync(join(file.parentPath, file.name)).includes(key), file.name).toBe(false);
});

test('the catalogue is read over MCP after a restart too, where the person chose so', async () => {
  await app.handlers.mcp.chooseForReads({ use: true });
  await app.close();
  app = await start(demo.baseUrl);
  const listed = await app.handlers.catalogue.list({ from: 'service' });
  expect(listed?.items.length).toBeGreaterThan(3);
  const { rows } = await app.handlers.activity.list({ limit: 500, text: 'mcp' });
  expect(rows.length).toBeGreaterThan(0);
  expect((await app.handlers.catalogue.freshness({ from: 'service' }))?.status).toBe('fresh');
  const [award] = (await app.handlers.awards.tools({ refresh: true })).tools;
  expect(award?.posture.state).toBe('callable');
});

test('the demo’s own key gives way to one from the browser for this run, and comes back when that is forgotten', async () => {
  await app.close();
  app = await start('demo');
  const before = await app.handlers.key.status(undefined);
  expect(before.state).toBe('memory');
  const { metadata } = await app.handlers.oauth.refresh(undefined);
  expect(metadata?.matches).toBe(true);
  expect(await connect(['account:read'])).toMatchObject({ keptIn: 'memory', missing: 'market_tools:call' });
  await expect(quote()).rejects.toMatchObject({ failure: { code: 'scope_missing' } });
  await app.handlers.key.forget(undefined);
  expect(await quote()).toMatchObject({ state: 'quoted' });
  expect(stored).toEqual([]);
});
