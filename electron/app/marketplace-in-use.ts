import { join } from 'node:path';
import { z } from 'zod';
import type { DemoMarketplace } from '../demo-marketplace/index.ts';
import { createBooks } from '../demo-marketplace/purchases/books.ts';
import { readAddress } from '../marketplace/http/origin-rule.ts';
import { createMarketplace, type LiveMarketplace, type MarketplaceDeps } from '../marketplace/marketplace.ts';
import { createMcp, type Mcp, mcpChoiceSchema } from '../marketplace/mcp/mcp.ts';
import { readingOverMcp } from '../marketplace/mcp/read-over-mcp.ts';
import type { Outside } from '../marketplace/outside/outside.ts';
import { STORED_ADDRESS } from '../settings/stored-address.ts';
import { refuseOtherThanFile } from '../storage/open.ts';
import { isStorageError, storageProblem, UnusableFileError } from '../storage/problem.ts';
import type { StoredSettings } from '../storage/stored-settings.ts';

/** The marketplace in use: the embedded one, or the one at the user’s address. */
export type InUse = {
  /** The address as typed; null for the embedded marketplace. */
  address: string | null;
  /** The identity for everything bought or stored: the base address, or that of the embedded marketplace's books. */
  identity: string;
  /** The embedded marketplace's key, which is never stored; null for others. */
  demoKey: string | null;
  live: LiveMarketplace;
  /** Its MCP connection. */
  mcp: Mcp;
};

export type MarketplaceInUse = {
  current(): InUse;
  /**
   * Changes to another address, or with null to the embedded marketplace, and stores the choice. Throws `RangeError` for
   * an invalid address; after any error the previous marketplace stays in use.
   */
  change(address: string | null): Promise<void>;
  /** The identity of the embedded marketplace's books, whether in use or not. */
  demoIdentity(): string;
  close(): Promise<void>;
};

export type MarketplaceInUseDeps = Pick<
  MarketplaceDeps,
  'fetch' | 'clock' | 'timing' | 'budgets' | 'storage' | 'record' | 'readHeavy'
> & {
  dataDir: string;
  outside: Outside;
  /** Whether nothing is opened from the network until the user says so. */
  held: boolean;
  /** The program's version. */
  version: string;
  settings: StoredSettings;
  /** The key for the marketplace in use. */
  keyFor: () => Promise<string | null>;
  /** Called with the status of each answer to a request that carried that key. */
  onKeyAnswered: (status: number) => void;
  onChange: MarketplaceDeps['onChange'];
  /** Called with the origins of the embedded marketplace when it is opened. */
  onServe: (origins: readonly string[]) => void;
};

const DEMO_PORT = 'demo.port';
const bindingsSchema = z.record(
  z.string(),
  z.object({
    operationId: z.string(),
    members: z.record(z.string(), z.string().nullable()),
    request: z.string(),
    answer: z.record(z.string(), z.string()).optional(),
  }),
);

/**
 * Opens the marketplace that the user chose. Only one is in use at a time, and the embedded one only runs while in use. Its
 * port is stored, so that noted addresses still work after a restart.
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
      deps.onServe([demo.baseUrl, demo.providerUrl].map((url) => new URL(url).origin));
      const { identity } = demo;
      return { address: null, identity, demoKey: demo.issueKey(), ...live(demo.baseUrl, identity) };
    }
    const read = readAddress(chosen);
    if (!read.ok) throw new RangeError(read.why);
    const identity = read.base.href.replace(/(?<!\/)\/+$/, '');
    return { address: chosen, identity, demoKey: null, ...live(chosen, identity) };
  }

  function live(base: string, identity: string): Pick<InUse, 'live' | 'mcp'> {
    const setting = `bindings.${identity}`;
    const opened = createMarketplace({
      ...deps,
      address: base,
      // An address that the user changes to is opened at once.
      held: deps.held && inUse === undefined,
      storedAs: identity,
      // A marketplace that is no longer in use gets no key for its remaining requests.
      keyFor: async () => (inUse?.live === both.live ? deps.keyFor() : null),
      onKeyAnswered: (status) => {
        if (inUse?.live === both.live) deps.onKeyAnswered(status);
      },
      manualBindings: {
        read: () => deps.settings.read(setting, bindingsSchema) ?? {},
        write: (bindings) => deps.settings.write(setting, bindings),
      },
    });
    const chosen = `mcp.${identity}`;
    const mcp = createMcp({
      base: opened.base,
      outside: deps.outside,
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

/** The demo simulates a day's changes of award space in a minute, so that a refresh soon shows changes. */
const DEMO_STEP_MS = 60_000;

function booksFile(dataDir: string): string {
  const file = join(dataDir, 'demo-marketplace.sqlite');
  refuseOtherThanFile(file, 'The file of the demo');
  return file;
}

async function startDemo({ dataDir, settings, clock }: MarketplaceInUseDeps): Promise<DemoMarketplace> {
  // Loaded on demand: the embedded marketplace is most of the program's code.
  const { startDemoMarketplace } = await import('../demo-marketplace/index.ts');
  const options = { booksFile: booksFile(dataDir), clock, awardStepMs: DEMO_STEP_MS };
  const port = settings.read(DEMO_PORT, z.int().min(1).max(65_535));
  return startDemoMarketplace({ ...options, ...(port === undefined ? {} : { port }) })
    .catch(
      // If another program uses the port, any other will do.
      () => startDemoMarketplace(options),
    )
    .catch((error: unknown) => {
      // Its books are a separate file, which can be damaged or locked like the data file.
      throw isStorageError(error) ? new UnusableFileError(storageProblem(error, options.booksFile)) : error;
    });
}
