import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { requests } from '#shared/contract/index.ts';
import { createApp } from '../../../electron/app/app.ts';
import type { App } from '../../../electron/app/app-deps.ts';
import { createRestoring } from '../../../electron/backup/restoring.ts';
import { temporaryFiles } from '../../../electron/backup/temporary-files.ts';
import { forkProcess } from '../../../electron/threads/started-process.ts';
import { restoredMessages } from '../../../renderer/settings/backup/restored-messages.ts';
import { shownOf, until } from '../../support/product.ts';
import { productFetch } from '../../support/product-fetch.ts';
import { backUp, changed, restore } from './backed-up.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-demo-'));
  folders.push(folder);
  return folder;
};

const openDemo = (): Promise<App> =>
  createApp({
    dataDir: newFolder(),
    fetch: productFetch,
    keychain: {
      store: async () => ({ ok: true }),
      read: async () => null,
      forget: async () => ({ ok: true }),
      works: async () => ({ works: true, words: '' }),
    },
    clipboard: null,
    clock: Date.now,
    confirm: async () => true,
    marketplace: 'demo',
    checkOutput: false,
    version: '0.0.0',
  });

it('demo purchases of one machine are shown in the demo of another', async () => {
  const here = await openDemo();
  const there = await openDemo();
  try {
    const { tools } = await here.handlers.awards.tools({ refresh: true });
    const quoted = requests.purchases.quote.output.parse(
      await here.handlers.purchases.quote({
        toolRef: tools[0]?.tool.toolRef ?? '',
        input: { origin_airport: 'JFK', destination_airport: 'LHR', cabin: 'business', take: 10 },
      }),
    );
    const { purchaseId } = quoted;
    await here.handlers.purchases.approve({ purchaseId, shown: shownOf(quoted) });
    await until(here, async () => (await here.handlers.purchases.show({ purchaseId })).state === 'completed');
    const { contents, restored } = await restore(there, await backUp(here));
    expect(contents.marketplaces).toEqual([
      { name: 'the demo marketplace', demo: true, inUse: true, purchases: 1 },
    ]);
    expect(restored.purchases).toBe(1);
    const [search] = await there.handlers.results.searches(undefined);
    expect(search?.records).toBeGreaterThan(0);
    // It is distinguished from money here as well.
    expect((await there.handlers.purchases.list({ kind: 'real' })).total).toBe(0);
  } finally {
    await here.close();
    await there.close();
  }
});

it('an open order of another machine’s demo is described as such, and is declined when sent again', async () => {
  const here = await openDemo();
  const there = await openDemo();
  try {
    const { tools } = await here.handlers.awards.tools({ refresh: true });
    const { purchaseId } = await here.handlers.purchases.quote({
      toolRef: tools[0]?.tool.toolRef ?? '',
      input: { origin_airport: 'JFK', destination_airport: 'LHR', cabin: 'business', take: 10 },
    });
    const open = changed(
      await backUp(here),
      `UPDATE purchases SET state = 'pending', idempotency_key = 'sent', submitted_at = 1, attempts = 1, call_ref = 'call:1'`,
    );
    const { restored } = await restore(there, open);
    expect(restored).toMatchObject({ unresolved: 1, unresolvedDemo: 1 });
    expect(restoredMessages(restored).join(' ')).toContain('cannot be asked from here');
    const { state, timeline, can } = await there.handlers.purchases.show({ purchaseId });
    expect({ state, resume: can.resume }).toEqual({ state: 'unknown', resume: true });
    expect(timeline.at(-1)?.words).toContain('the demo marketplace of another machine');
    await there.handlers.purchases.resume({ purchaseId });
    // Declining the order is no proof alone: the list of Calls settles it once it cannot lag any more.
    const declined = await there.handlers.purchases.show({ purchaseId });
    expect(declined.state).toBe('unknown');
    expect(declined.timeline.map(({ event }) => event)).toContain('order_declined');
  } finally {
    await here.close();
    await there.close();
  }
});

it('a full disk, before or during the upload, is reported and nothing is left of it', async () => {
  const folder = newFolder();
  const files = temporaryFiles(folder);
  const deps = {
    file: join(folder, 'milepost.sqlite'),
    jobs: {
      start: forkProcess,
      program: new URL('../../../electron/app/backup-program.ts', import.meta.url),
    },
    newId: () => 'one',
    identity: () => '',
    demoIdentity: () => '',
    underWay: () => null,
    whileMerging: () => {},
    confirm: async () => true,
    report: () => {},
    merged: () => {},
  };
  const small = createRestoring({ ...deps, files: { ...files, freeBytes: () => 1000 } });
  await expect(small.handlers.begin({ bytes: 5000 })).rejects.toMatchObject({
    failure: { code: 'disk_full' },
  });
  let written = 0;
  const full = createRestoring({
    ...deps,
    files,
    write: (_fd, bytes) => {
      written += bytes.length;
      if (written > 1500) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      return bytes.length;
    },
  });
  const { restoreId } = await full.handlers.begin({ bytes: 5000 });
  const data = Buffer.alloc(1000).toString('base64');
  expect(await full.handlers.send({ restoreId, offset: 0, data })).toEqual({ received: 1000 });
  await expect(full.handlers.send({ restoreId, offset: 1000, data })).rejects.toMatchObject({
    failure: { code: 'disk_full' },
  });
  expect(full.handlers.progress(undefined)).toBeNull();
});
