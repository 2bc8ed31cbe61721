import { join } from 'node:path';
import { z } from 'zod';
import type { DemoMarketplace } from '../demo-marketplace/index.ts';
import { createBooks } from '../demo-marketplace/purchases/books.ts';
import { readAddress } from '../marketplace/http/origin-rule.ts';
import { createMarketplace, type LiveMarketplace, type MarketplaceDeps } from '../marketplace/marketplace.ts';
import { createMcp, type Mcp, mcpChoiceSchema } from '../marketplace/mcp/mcp.ts';
import { readingOverMcp } from '../marketplace/mcp/read-over-mcp.ts';
import type { Untrusted } from '../marketplace/untrusted/untrusted.ts';
import { STORED_ADDRESS } from '../settings/stored-address.ts';
import { isStorageError, storageProblem, UnusableFileError } from '../storage/problem.ts';
import type { StoredSettings } from '../storage/stored-settings.ts';

/** The marketplace in use: the embedded one, or the one at the user’s address. */
export type InUse = {
  /** As typed; null for the embedded marketplace. */
  address: string | null;
  /** What everything bought or stored here is filed under: the base address, or the embedded marketplace's books. */
  identity: string;
  /** The embedded marketplace's own key; null elsewhere. It is stored nowhere. */
  demoKey: string | null;
  live: LiveMarketplace;
  /** Its tool connection. */
  mcp: Mcp;
};

export type MarketplaceInUse = {
  current(): InUse;
  /**
   * Changes to another address, or with null to the embedded marketplace, for this run and those that follow. Throws
   * `RangeError` for an address that cannot be one; where it throws, the marketplace in use is the one before.
   */
  change(address: string | null): Promise<void>;
  /** Of the embedded marketplace's books here, whether it is in use or not. */
  demoIdentity(): string;
  close(): Promise<void>;
};

export type MarketplaceInUseDeps = Pick<
  MarketplaceDeps,
  'fetch' | 'clock' | 'timing' | 'budgets' | 'storage' | 'record' | 'parseHeavy'
> & {
  dataDir: string;
  untrusted: Untrusted;
  /** Whether nothing from outside is opened until the user says so. */
  held: boolean;
  /** Of this program. */
  version: string;
  settings: StoredSettings;
  /** The key for the marketplace in use. */
  keyFor: () => Promise<string | null>;
  onChange: MarketplaceDeps['onChange'];
  /** The embedded marketplace answers at these origins. */
  serves: (origins: readonly string[]) => void;
};

const DEMO_PORT = 'demo.port';
const bindingsSchema = z.record(
  z.string(),
  z.union([
    z.string(),
    z.object({ operationId: z.string(), members: z.record(z.string(), z.string().nullable()) }),
  ]),
);

/**
 * Opens the marketplace that the user chose. Only one is in use at a time; the embedded one runs only while it is.
 * Its port is remembered, so that an address someone noted still works after a restart.
 */
export async function openMarketplaceInUse(
  deps: MarketplaceInUseDeps,
  address: string | null,
): Promise<MarketplaceInUse> {
  let demo: DemoMarketplace | null = null;
  let inUse: InUse | undefined;
  const first = await open(address);
  inUse = first;

  async function open(chosen: string | null): Promise<InUse> {
    if (chosen === null) {
      if (demo === null) {
        demo = await startDemo(deps);
        deps.settings.write(DEMO_PORT, Number(new URL(demo.baseUrl).port));
      }
      deps.serves([demo.baseUrl, demo.providerUrl].map((url) => new URL(url).origin));
      const { identity } = demo;
      return { address: null, identity, demoKey: demo.issueKey(), ...live(demo.baseUrl, identity) };
    }
    const read = readAddress(chosen);
    if (!read.ok) throw new RangeError(read.why);
    const identity = read.base.href.replace(/\/+$/, '');
    return { address: chosen, identity, demoKey: null, ...live(chosen, identity) };
  }

  function live(base: string, identity: string): Pick<InUse, 'live' | 'mcp'> {
    const setting = `bindings.${identity}`;
    const opened = createMarketplace({
      ...deps,
      address: base,
      // The user who goes to another address wants it opened.
      held: deps.held && inUse === undefined,
      storedAs: identity,
      // A marketplace that is no longer in use is not given a key for what it still has under way.
      keyFor: async () => (inUse?.live === both.live ? deps.keyFor() : null),
      manualBindings: {
        read: () => deps.settings.read(setting, bindingsSchema) ?? {},
        write: (bindings) => deps.settings.write(setting, bindings),
      },
    });
    const chosen = `mcp.${identity}`;
    const mcp = createMcp({
      base: opened.base,
      untrusted: deps.untrusted,
      parseHeavy: deps.parseHeavy,
      fetchAs: opened.fetchAs,
      version: deps.version,
      clock: deps.clock,
      onChange: () => deps.onChange('marketplace'),
      choice: {
        read: () => deps.settings.read(chosen, mcpChoiceSchema),
        write: (choice) => deps.settings.write(chosen, choice),
      },
    });
    const both = { live: readingOverMcp(opened, mcp), mcp };
    return both;
  }

  return {
    current: () => inUse ?? first,
    async change(chosen) {
      const before = inUse ?? first;
      let next: InUse | null = null;
      try {
        next = await open(chosen);
        if (chosen === null) deps.settings.remove(STORED_ADDRESS);
        else deps.settings.write(STORED_ADDRESS, chosen);
      } catch (error) {
        next?.live.close();
        if (before.address !== null) await closeDemo();
        throw error;
      }
      inUse = next;
      before.live.close();
      if (chosen !== null) await closeDemo();
    },
    demoIdentity() {
      if (demo !== null) return demo.identity;
      const books = createBooks(booksFile(deps.dataDir));
      books.close();
      return books.identity;
    },
    async close() {
      inUse?.live.close();
      await closeDemo();
    },
  };

  async function closeDemo(): Promise<void> {
    const running = demo;
    demo = null;
    await running?.close();
  }
}

/** A day's change of award space takes a minute on the demo: what a later refresh shows is seen while one tries it. */
const DEMO_STEP_MS = 60_000;

const booksFile = (dataDir: string): string => join(dataDir, 'demo-marketplace.sqlite');

async function startDemo({ dataDir, settings, clock }: MarketplaceInUseDeps): Promise<DemoMarketplace> {
  // Most of the program's text is the embedded marketplace: who uses another never loads it.
  const { startDemoMarketplace } = await import('../demo-marketplace/index.ts');
  const options = { booksFile: booksFile(dataDir), clock, awardStepMs: DEMO_STEP_MS };
  const port = settings.read(DEMO_PORT, z.int().min(1).max(65_535));
  return startDemoMarketplace({ ...options, ...(port === undefined ? {} : { port }) })
    .catch(
      // Another program has taken the port since: any other will do.
      () => startDemoMarketplace(options),
    )
    .catch((error: unknown) => {
      // Its books lie in a file of their own, which can be damaged or held like the data file.
      throw isStorageError(error) ? new UnusableFileError(storageProblem(error, options.booksFile)) : error;
    });
}
