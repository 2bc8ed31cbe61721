import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { requests } from '#shared/contract/index.ts';
import { localDay } from '#shared/dates.ts';
import type { App } from '../../../electron/app/app-deps.ts';
import { memoryKeychain } from '../../../electron/key/testing/memory-keychain.ts';
import { exampleSearches } from '../../../renderer/search/example-searches.ts';
import { openAppOn } from '../../support/app-on.ts';
import { shownOf, until } from '../../support/product.ts';

const MINUTE = 60_000;

let app: App;
let dataDir: string;
/** How far ahead of the true time the program and its demo are, in milliseconds. */
let ahead = 0;

async function openDemo(): Promise<void> {
  dataDir = mkdtempSync(join(tmpdir(), 'milepost-lively-'));
  ahead = 0;
  app = await openAppOn({
    dataDir,
    marketplace: 'demo',
    keychain: memoryKeychain(),
    clock: () => Date.now() + ahead,
  });
}

afterEach(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Buys a search as a newcomer does. Resolves to its run. */
async function run(input: Record<string, unknown>): Promise<number> {
  const { tools } = await app.handlers.awards.tools({ refresh: true });
  const quoted = requests.purchases.quote.output.parse(
    await app.handlers.purchases.quote({ toolRef: tools[0]?.tool.toolRef ?? '', input }),
  );
  const { purchaseId } = quoted;
  await app.handlers.purchases.approve({ purchaseId, shown: shownOf(quoted) });
  await until(app, async () => (await app.handlers.purchases.show({ purchaseId })).runId !== null);
  return (await app.handlers.purchases.show({ purchaseId })).runId ?? 0;
}

it('the first example search is complete, and a refresh minutes later shows what is new, removed and cheaper', async () => {
  await openDemo();
  const [example] = exampleSearches(localDay(Date.now()));
  if (example === undefined) throw new Error('There is no search to try.');
  const before = await run(example.request);
  const [search] = await app.handlers.results.searches(undefined);
  const [first] = (await app.handlers.results.runs({ searchId: search?.searchId ?? 0 })).runs;
  expect(first?.exhausted).toBe(true);

  ahead += 2 * MINUTE;
  const after = await run(example.request);
  const { counts } = await app.handlers.results.differences({
    before: { kind: 'run', runId: before },
    after: { kind: 'run', runId: after },
    filter: {},
    offset: 0,
    limit: 0,
  });
  for (const change of ['new', 'removed', 'cheaper', 'dearer'] as const)
    expect(counts[change], change).toBeGreaterThan(5);
});
