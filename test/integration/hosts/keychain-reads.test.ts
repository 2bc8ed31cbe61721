/** How often a start asks the system's keychain while that waits for its user: each question may be a dialog. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keychainWith, openAppOn } from '../../support/app-on.ts';
import {
  type ControlledMarketplace,
  startControlledMarketplace,
} from '../../support/marketplace/controlled-marketplace.ts';

let dataDir: string;
let demo: ControlledMarketplace;
beforeEach(async () => {
  demo = await startControlledMarketplace();
  dataDir = mkdtempSync(join(tmpdir(), 'milepost-keychain-'));
});
afterEach(async () => {
  await demo.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it('a start has at most one question to the keychain open, whatever its first screen reads', async () => {
  const key = demo.issueKey();
  const unlocked = Promise.withResolvers<void>();
  const requested: string[] = [];
  const held = keychainWith(
    () => new URL(demo.baseUrl).origin,
    () => key,
  );
  const app = await openAppOn({
    dataDir,
    marketplace: demo.baseUrl,
    keychain: {
      ...held,
      read: async (account) => {
        requested.push(account);
        await unlocked.promise;
        return held.read(account);
      },
    },
  });
  try {
    const { status, key: keys, awards } = app.handlers;
    await Promise.all([status.read(undefined), keys.status(undefined), awards.tools({ refresh: false })]);
    expect(await keys.status(undefined)).toMatchObject({ state: 'unread' });
    expect(requested).toEqual([new URL(demo.baseUrl).origin]);
    unlocked.resolve();
    await expect.poll(async () => keys.status(undefined)).not.toMatchObject({ state: 'unread' });
    // A key that this data folder does not know yet is read once more, under the mark that it was given.
    await app.handlers.purchases.balance(undefined);
    await app.handlers.purchases.balance(undefined);
    const after = requested.length;
    for (let times = 0; times < 3; times++)
      await Promise.all([keys.status(undefined), app.handlers.purchases.balance(undefined)]);
    expect(requested).toHaveLength(after);
  } finally {
    unlocked.resolve();
    await app.close();
  }
});
