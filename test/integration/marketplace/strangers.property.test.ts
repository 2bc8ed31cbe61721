/**
 * Whole services that nobody here wrote, over HTTP and MCP: each is drawn with its document, and used for the main job by
 * the whole program. Then one member of one answer at a time breaks what is declared of it: nothing is claimed, lost or
 * charged twice, and once the service keeps its word again everything is settled.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ContractFailure } from '#shared/contract/failure.ts';
import type { Purchase } from '#shared/contract/purchases.ts';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { provesInTime } from '#shared/testing/proves.ts';
import type { App } from '../../../electron/app/app-deps.ts';
import { keychainWith, openAppOn } from '../../support/app-on.ts';
import { STRANGERS_KEY, type Stranger, startStranger } from '../../support/service/served.ts';
import { broken } from '../../support/service/written-answers.ts';

const ROLES = [
  'freshness',
  'search',
  'list',
  'describe',
  'quote',
  'call',
  'callStatus',
  'callList',
  'account',
] as const;
const PRICE = { currency: 'USD', units: '22000', exponent: 6 };
const LIMIT = { ...PRICE, units: '99000000' };

/** What a user does: null where the program says why it cannot. */
const tried = async <Result>(work: () => Result | Promise<Result>): Promise<Result | null> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ContractFailure) return null;
    throw error;
  }
};

/** Waits, by events, until nothing of a purchase is under way. */
async function settled(app: App, purchaseId: string): Promise<Purchase> {
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

/** Freshness, search, describe, quote, approve, call: the purchase, null where there is none. */
async function mainJob(app: App, day: number): Promise<Purchase | null> {
  const { handlers } = app;
  const found = await tried(() => handlers.awards.tools({ refresh: true }));
  // It is listed all the time.
  expect(found?.absence?.proven ?? false).toBe(false);
  const toolRef = found?.tools[0]?.tool.toolRef;
  if (toolRef === undefined) return null;
  const date = new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10);
  const input = { origin_airport: 'JFK', destination_airport: 'LHR', start_date: date, end_date: date };
  const quoted = await tried(() => handlers.purchases.quote({ toolRef, input }));
  if (quoted?.quote == null) return null;
  const { quoteRef, toolVersion, inputDigest, price } = quoted.quote;
  expect(price).toEqual(PRICE);
  const { purchaseId } = quoted;
  const shown = { quoteRef, toolVersion, inputDigest, price };
  await tried(() => handlers.purchases.approve({ purchaseId, shown }));
  return settled(app, purchaseId);
}

const spent = async ({ handlers }: App): Promise<number> =>
  (await handlers.purchases.accounts({ kind: 'real' })).totals.reduce(
    (all, { units }) => all + Number(units),
    0,
  );

function isChargedOnce({ books }: Stranger): void {
  const quotes = books.calls.map(({ quote }) => quote.quoteRef);
  expect(new Set(quotes).size).toBe(quotes.length);
}

/** Whether any file of the program holds the key. */
const holdsKey = (dataDir: string): boolean =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true }).some(
    (file) => file.isFile() && readFileSync(join(file.parentPath, file.name)).includes(STRANGERS_KEY),
  );

/** What is stored can be read where nothing is reached. */
async function readsOffline({ handlers }: App, searches: number): Promise<void> {
  expect(await handlers.results.searches(undefined)).toHaveLength(searches);
  expect((await handlers.awards.tools({ refresh: false })).tools).not.toEqual([]);
  expect(await handlers.catalogue.freshness({ from: 'cached' })).not.toBeNull();
}

async function use(app: App, stranger: Stranger, breaks: readonly { role: number; member: number }[]) {
  const { handlers } = app;
  await handlers.settings.setLimits({ limits: { perCall: LIMIT, perDay: LIMIT, perMonth: LIMIT } });
  const { items } = await handlers.status.setup({ refresh: true });
  expect(items.filter(({ state }) => state !== 'met')).toEqual([]);
  const { roles } = await handlers.marketplace.bindings(undefined);
  for (const [role, id] of stranger.ids)
    expect(roles.find((one) => one.role === role)?.bound?.operationId).toBe(id);
  expect(await mainJob(app, 0)).toMatchObject({ state: 'completed', charged: PRICE });
  const [read] = await handlers.results.searches(undefined);
  expect(read).toBeDefined();

  let changed = 0;
  for (const [index, { role, member }] of breaks.entries()) {
    stranger.alter({
      role: ROLES[role] as (typeof ROLES)[number],
      by: (body) => {
        const copies = [...broken(body)];
        changed += 1;
        return copies[member % copies.length];
      },
    });
    await tried(() => handlers.status.setup({ refresh: true }));
    const purchase = await mainJob(app, index + 1);
    if (purchase?.state === 'unknown')
      await tried(() => handlers.purchases.checkAgain({ purchaseId: purchase.purchaseId }));
    isChargedOnce(stranger);
    expect(await spent(app)).toBeGreaterThanOrEqual(stranger.books.calls.length * 22_000);
  }

  stranger.alter(null);
  for (const { purchaseId, state } of (await handlers.purchases.list({})).items)
    if (state === 'unknown') {
      await handlers.purchases.resume({ purchaseId });
      await settled(app, purchaseId);
    }
  isChargedOnce(stranger);
  const bought = (await handlers.purchases.list({})).items.filter(({ state }) => state === 'completed');
  expect(bought).toHaveLength(stranger.books.calls.length);
  expect(await spent(app)).toBe(stranger.books.calls.length * 22_000);
  expect(await handlers.results.searches(undefined)).toHaveLength(bought.length);
  return { changed, searches: bought.length };
}

test.each([
  ['HTTP', false],
  ['MCP', true],
])(
  'a drawn service is used in full over %s, and nothing is lost where it breaks its word',
  async (_, overMcp) => {
    await provesInTime(
      0.9,
      [
        fc.infiniteStream(fc.nat()),
        fc.array(fc.record({ role: fc.nat(ROLES.length - 1), member: fc.nat() }), {
          minLength: 3,
          maxLength: propertyRuns(5, 20),
        }),
      ],
      async (numbers, breaks) => {
        const stranger = await startStranger((below) => (numbers.next().value as number) % below);
        const dataDir = mkdtempSync(join(tmpdir(), 'milepost-stranger-'));
        const keychain = keychainWith(
          () => stranger.url,
          () => STRANGERS_KEY,
        );
        const open = () => openAppOn({ dataDir, marketplace: stranger.url, keychain });
        let app = await open();
        try {
          if (overMcp) {
            await app.handlers.mcp.connect({ readonly: true });
            const { roles } = await app.handlers.mcp.chooseForReads({ use: true });
            expect(roles.filter(({ tool }) => tool === null)).toEqual([]);
          }
          const { changed, searches } = await use(app, stranger, breaks);
          await stranger.close();
          await app.close();
          app = await open();
          await readsOffline(app, searches);
          expect(holdsKey(dataDir)).toBe(false);
          return changed > 0;
        } finally {
          await app.close();
          await stranger.close();
          rmSync(dataDir, { recursive: true, force: true });
        }
      },
      { numRuns: propertyRuns(3, 40), endOnFailure: true },
    );
  },
  600_000,
);
