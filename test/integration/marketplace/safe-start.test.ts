import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { App } from '../../../electron/app/app-deps.ts';
import { keychainWith, openAppOn } from '../../support/app-on.ts';
import { json, type LocalServer, startLocalServer } from './local-server.ts';

let folder: string;
let server: LocalServer;
let app: App | undefined;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'milepost-safe-start-'));
  server = await startLocalServer(({ url }, response) =>
    json(response, 200, url === '/openapi.json' ? { openapi: '3.1.0', paths: {} } : { kind: 'ok' }),
  );
});
afterEach(async () => {
  await app?.close();
  app = undefined;
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const start = () =>
  openAppOn({
    dataDir: folder,
    marketplace: server.url,
    keychain: keychainWith(
      () => '',
      () => null,
    ),
  });
const mark = () => join(folder, 'starting');

test('a start that did not end well is followed by one that opens and asks nothing, until it is told to', async () => {
  writeFileSync(mark(), '');
  app = await start();
  const { status, catalogue, marketplace } = app.handlers;
  expect((await status.read(undefined)).safeStart?.words).toContain('did not end well');
  await expect(catalogue.freshness({ from: 'service' })).rejects.toMatchObject({
    failure: { code: 'held_back' },
  });
  await expect(marketplace.refresh(undefined)).rejects.toBeDefined();
  expect(server.received).toEqual([]);
  await marketplace.open(undefined);
  expect((await status.read(undefined)).safeStart).toBeUndefined();
  await marketplace.refresh(undefined);
  expect(server.received.some(({ url }) => url === '/openapi.json')).toBe(true);
});

test('a start that ends well leaves no marker, and the next one opens everything', async () => {
  app = await start();
  await app.handlers.marketplace.refresh(undefined);
  await expect.poll(() => existsSync(mark())).toBe(false);
  await app.close();
  app = await start();
  expect((await app.handlers.status.read(undefined)).safeStart).toBeUndefined();
});
