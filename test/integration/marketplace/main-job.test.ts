import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requests } from '#shared/contract/index.ts';
import type { App } from '../../../electron/app/app-deps.ts';
import { keychainWith, openAppOn } from '../../support/app-on.ts';
import { SECOND_KEY, startSecondMarketplace } from './second-marketplace.ts';

let second: Awaited<ReturnType<typeof startSecondMarketplace>>;
let dataDir: string;
let app: App;

const start = (): Promise<App> =>
  openAppOn({
    dataDir,
    marketplace: second.url,
    keychain: keychainWith(
      () => second.url,
      () => SECOND_KEY,
    ),
  });

beforeEach(async () => {
  second = await startSecondMarketplace();
  dataDir = mkdtempSync(join(tmpdir(), 'milepost-second-'));
  app = await start();
});
afterEach(async () => {
  await app.close();
  await second.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const INPUT = { origin_airport: 'YYZ', destination_airport: 'FRA', cabin: 'business' };

async function buy() {
  const { handlers } = app;
  const [award] = (await handlers.awards.tools({ refresh: true })).tools;
  if (award === undefined) throw new Error('The award search was not found.');
  const quoted = await handlers.purchases.quote({ toolRef: award.tool.toolRef, input: INPUT });
  const quote = requests.purchases.quote.output.parse(quoted).quote;
  if (quote === null) throw new Error(JSON.stringify(quoted));
  const { quoteRef, toolVersion, inputDigest, price } = quote;
  return handlers.purchases.approve({
    purchaseId: quoted.purchaseId,
    shown: { quoteRef, toolVersion, inputDigest, price },
  });
}

/** Waits, by events, for the purchase to be in a final state. */
async function settled(purchaseId: string) {
  for (;;) {
    const notified = new Promise<void>((resolve) => {
      const stop = app.subscribe(() => {
        stop();
        resolve();
      });
    });
    const purchase = await app.handlers.purchases.show({ purchaseId });
    if (!['approved', 'submitted', 'pending'].includes(purchase.state)) return purchase;
    await notified;
  }
}

test('the whole main workflow passes on an unrelated marketplace, without a binding by hand', async () => {
  const { handlers } = app;
  await handlers.settings.setLimits({
    limits: Object.fromEntries(
      ['perCall', 'perDay', 'perMonth'].map((name) => [name, { currency: 'EUR', units: '100', exponent: 2 }]),
    ) as Record<'perCall' | 'perDay' | 'perMonth', { currency: string; units: string; exponent: number }>,
  });
  const { ready, items } = await handlers.status.setup({ refresh: true });
  expect(items.filter(({ state }) => state !== 'met')).toEqual([]);
  expect(ready).toBe(true);

  const purchase = await settled((await buy()).purchaseId);
  expect(purchase).toMatchObject({ state: 'completed', chargeState: 'paid', callRef: 'ref-call-1' });
  expect(second.charged()).toBe(1);
  const searches = await handlers.results.searches(undefined);
  expect(searches).toHaveLength(1);

  await second.close();
  await app.close();
  app = await start();
  expect(await app.handlers.results.searches(undefined)).toEqual(searches);
  expect((await app.handlers.awards.tools({ refresh: false })).tools).toHaveLength(1);
  expect((await app.handlers.catalogue.freshness({ from: 'cached' }))?.status).toBe('fresh');
});

test('no file of the whole workflow contains the key', async () => {
  await app.handlers.status.setup({ refresh: true });
  await app.handlers.key.check(undefined);
  const { rows } = await app.handlers.activity.list({ limit: 100 });
  expect(rows.length).toBeGreaterThan(3);
  for (const file of readdirSync(dataDir, { recursive: true, withFileTypes: true }))
    if (file.isFile())
      expect(readFileSync(join(file.parentPath, file.name)).includes(SECOND_KEY), file.name).toBe(false);
});
