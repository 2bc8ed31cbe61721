import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import type { Notice } from '#shared/contract/watchlist.ts';
import { createActivity } from './activity/activity.ts';
import { createAnnotations } from './annotations/annotations.ts';
import { createAwards } from './awards/awards.ts';
import { previewOf } from './awards/preview.ts';
import { createBackup } from './backup/backup.ts';
import { needCallScope, quotingWithScope } from './call-scope.ts';
import { createCatalogue } from './catalogue/catalogue.ts';
import { CREDITS } from './credits.ts';
import { createExports } from './export/exports.ts';
import { watchGround } from './ground.ts';
import { type Clipboard, createKey } from './key/key.ts';
import type { Keychain } from './keychain.ts';
import { marketplaceHandlers } from './marketplace/handlers.ts';
import { mcpHandlers } from './marketplace/mcp/handlers.ts';
import { createOAuth } from './marketplace/oauth/oauth.ts';
import { readAccount } from './marketplace/readers/account.ts';
import { type MarketplaceInUse, openMarketplaceInUse } from './marketplace-in-use.ts';
import { createPlaces } from './places/places.ts';
import { createLimits } from './purchases/kept-limits.ts';
import { keptOutputs } from './purchases/kept-outputs.ts';
import { createPurchases } from './purchases/purchases.ts';
import type { Question } from './purchases/room.ts';
import { openReading } from './reading/reading.ts';
import { KEPT_ADDRESS } from './settings/kept-address.ts';
import { mileValueHandlers } from './settings/mile-values.ts';
import { storedSettings } from './settings/stored-settings.ts';
import { createSetup } from './setup/setup.ts';
import { readStatus } from './status.ts';
import { BUSY_TIMEOUT_MS, openStorage, type Storage } from './storage/open.ts';
import { isStorageError, type StorageProblem, storageProblem } from './storage/problem.ts';
import { toldStorageErrors } from './storage/told.ts';
import { toolKnowledge } from './tool-facts.ts';
import { createTrips } from './trips/trips.ts';
import { unusableHandlers } from './unusable-app.ts';
import { createViews } from './views/views.ts';
import { openWatching } from './watching.ts';

export type AppDeps = {
  /** The folder of the data file, the lock and the embedded marketplace's books. */
  dataDir: string;
  /** Electron's net.fetch, or the runtime's own. */
  fetch: typeof globalThis.fetch;
  keychain: Keychain;
  /** Opens a page in the person's browser; absent where the page itself shows a link. */
  openExternal?: (url: string) => Promise<void>;
  /** Null in the browser host, which has none. */
  clipboard: Clipboard | null;
  /** UTC ms. */
  clock: () => number;
  /**
   * Asks the person outside the page: a dialog of the system under Electron, the terminal in the browser host. Fails
   * with `confirmation_unavailable` where nobody can be asked.
   */
  confirm: (question: Question) => Promise<boolean>;
  /** An address given for this run, `demo`, or undefined for what the person chose before. */
  marketplace: string | undefined;
  /** A key given for this run, kept in memory alone. */
  keyFromStdin?: string;
  /** Shows what a look found, outside the page; absent where the page itself has to. */
  notify?: (notice: Notice) => void;
  /** Whether hosts check outputs too. */
  checkOutput: boolean;
  version: string;
};

export type App = {
  handlers: ContractHandlers;
  /** The address within the window that it opens at: the view that was open last. */
  landing(): string;
  subscribe(receive: (name: string, payload: unknown) => void): () => void;
  /** Addresses that the person keeps on boards. */
  links(): readonly string[];
  close(): Promise<void>;
};

/** Runs something later; returns how to call it off. */
function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** Composes the product: every room is made here, and meets the others only here. */
export async function createApp(deps: AppDeps): Promise<App> {
  const listeners = new Set<(name: string, payload: unknown) => void>();
  const publish: Publish = (name, payload) => {
    for (const receive of listeners) receive(name, payload);
  };
  const subscribe = (receive: (name: string, payload: unknown) => void) => {
    listeners.add(receive);
    return () => void listeners.delete(receive);
  };
  const places = createPlaces();
  const about: ContractHandlers['about'] = { read: () => ({ version: deps.version, credits: [...CREDITS] }) };

  const unusable = (problem: StorageProblem): App => ({
    handlers: unusableHandlers(problem, { about, places: places.handlers }, deps.dataDir),
    landing: () => '/',
    subscribe,
    links: () => [],
    close: async () => {},
  });

  const opened = openStorage(join(deps.dataDir, 'milepost.sqlite'));
  if (!opened.ok) return unusable(opened.problem);
  const { storage } = opened;
  try {
    return await openedApp(deps, storage, { publish, subscribe, places, about });
  } catch (error) {
    // Damage inside a file shows only where it is read.
    storage.close();
    if (!isStorageError(error)) throw error;
    return unusable(storageProblem(error, storage.file));
  }
}

type Base = {
  publish: Publish;
  subscribe: App['subscribe'];
  places: ReturnType<typeof createPlaces>;
  about: ContractHandlers['about'];
};

async function openedApp(deps: AppDeps, storage: Storage, base: Base): Promise<App> {
  const { publish, places } = base;
  const settings = storedSettings(storage.db);
  const activity = createActivity({ storage, publish });
  /** Looks again at what may be looked at by itself; not before what is open was looked at. */
  let planLooks = (): void => {};
  const limits = createLimits(settings, deps.confirm);

  const chosen = deps.marketplace ?? settings.read(KEPT_ADDRESS, z.string()) ?? 'demo';
  const inUse: MarketplaceInUse = await openMarketplaceInUse(
    {
      dataDir: deps.dataDir,
      version: deps.version,
      fetch: deps.fetch,
      clock: deps.clock,
      storage,
      settings,
      record: activity.record,
      keyFor: () => key.keyFor(),
      onChange: (what) => {
        publish('changed', { topics: [what] });
        if (what === 'status' && inUse.current().live.network().state === 'online') {
          purchases.recover();
          planLooks();
        }
      },
    },
    chosen === 'demo' ? null : chosen,
  );
  const current = () => inUse.current();
  const identity = () => current().identity;

  const key = createKey({
    keychain: deps.keychain,
    origin: () => current().live.origin,
    clipboard: deps.clipboard,
    demoKey: () => current().demoKey,
    readAccount: async () => {
      const asked = await current().live.ask('account', {});
      if (!asked.ok) return asked;
      const account = readAccount(asked.answer.body);
      return account.kind === 'authenticated'
        ? { ok: true, scopes: account.scopes, account: account.accountRef }
        : { ok: true, scopes: null, account: null };
    },
    publish,
    settings,
  });
  if (deps.keyFromStdin !== undefined) key.useForThisRun(deps.keyFromStdin);
  const oauth = createOAuth({
    marketplace: () => current().live,
    fetch: deps.fetch,
    clock: deps.clock,
    record: activity.record,
    key: {
      known: async () => {
        const { state, scopes } = await key.handlers.status(undefined);
        return { stored: state !== 'none', scopes };
      },
      keep: key.keep,
      scopes: async () => (await key.handlers.check(undefined)).scopes,
    },
    openExternal: deps.openExternal ?? null,
    onChange: () => publish('changed', { topics: ['marketplace'] }),
  });

  const catalogue = createCatalogue({
    marketplace: () => current().live,
    identity,
    storage,
    clock: deps.clock,
    publish,
  });
  const tools = toolKnowledge(catalogue);
  const ground = watchGround(current, key);

  const reading = openReading(storage.file);
  const awards = createAwards({
    storage,
    publish,
    identity,
    outputOf: (purchaseId) => purchases.outputOf(purchaseId),
    purchaseOf: (purchaseId) => purchases.provenanceOf(purchaseId),
    placeOf: places.placeOf,
    nearby: places.nearby,
    elsewhere: reading.instead,
  });

  const watching = openWatching({
    storage,
    publish,
    clock: deps.clock,
    after,
    awards,
    catalogue,
    tools,
    purchases: () => purchases,
    online: () => current().live.network().state === 'online',
    notify: deps.notify ?? null,
  });

  const knownScopes = async () => (await key.handlers.status(undefined)).scopes;
  const purchases = createPurchases({
    storage,
    clock: deps.clock,
    monotonic: () => performance.now(),
    after,
    newId: randomUUID,
    publishChange: () => {
      publish('changed', { topics: ['purchases', 'status', 'watchlist'] });
      planLooks();
    },
    marketplace: () => quotingWithScope(current().live, knownScopes),
    learnGround: ground.learn,
    ground: ground.now,
    limits: limits.read,
    confirm: deps.confirm,
    toolFacts: tools.facts,
    checkInput: tools.checkInput,
    interpret: ({ interpretation, marketplace, ...page }) => {
      if (interpretation !== 'award_search') return null;
      const runId = awards.recordPage({ ...page, identity: marketplace });
      watching.recorded(page.purchaseId);
      return runId;
    },
    nextPageOf: awards.nextPageOf,
  });

  const views = createViews({ settings, publish, clock: deps.clock });
  const trips = createTrips({ storage, publish, clock: deps.clock, newId: randomUUID, ...awards });

  let merging = false;
  const backup = createBackup({
    file: storage.file,
    newId: randomUUID,
    clock: deps.clock,
    version: deps.version,
    identity,
    demoIdentity: () => inUse.demoIdentity(),
    confirm: deps.confirm,
    whileMerging: (begins) => {
      merging = begins;
      // The thread that merges holds the file. Whoever wants to write meanwhile is told so at once, not after a wait
      // in which nothing else would be answered; what the service says is held until it can be written.
      storage.db.pragma(`busy_timeout = ${begins ? 0 : BUSY_TIMEOUT_MS}`);
    },
    merged: () => {
      publish('changed', {
        topics: ['status', 'settings', 'catalogue', 'purchases', 'results', 'marketplace'],
      });
      purchases.recover();
    },
  });

  const setup = createSetup({
    network: () => current().live.network(),
    freshness: catalogue.freshness,
    keyStatus: () => key.handlers.status(undefined),
    awardTools: catalogue.awardTools,
    refresh: {
      freshness: async () => catalogue.handlers.freshness({ from: 'service' }),
      key: async () => key.handlers.check(undefined),
      awardTools: catalogue.refreshAwardTools,
    },
  });

  const readSettings = () => ({
    marketplaceAddress: current().address,
    limits: limits.read(),
    dataFolder: deps.dataDir,
  });

  const handlers: ContractHandlers = {
    status: { read: () => readStatus({ inUse: current, catalogue, key, purchases }), setup: setup.read },
    about: base.about,
    settings: {
      read: readSettings,
      setMarketplace: async ({ address }) => {
        try {
          await inUse.change(address);
          oauth.reset();
        } catch (error) {
          if (error instanceof RangeError)
            fail('not_an_address', error.message, { fields: { address: error.message } });
          throw error;
        }
        if (address === null) settings.remove(KEPT_ADDRESS);
        else settings.write(KEPT_ADDRESS, address);
        publish('changed', {
          topics: ['status', 'settings', 'catalogue', 'purchases', 'results', 'marketplace'],
        });
        lookAround();
        return readSettings();
      },
      setLimits: async ({ limits: next }) => {
        await limits.change(next);
        publish('changed', { topics: ['settings', 'status', 'purchases'] });
        return readSettings();
      },
      rebuildRecords: () => awards.rebuild(),
    },
    key: key.handlers,
    marketplace: marketplaceHandlers(() => current().live),
    catalogue: { ...catalogue.handlers, checkInput: tools.checkInputHandler },
    awards: {
      tools: ({ refresh }) => (refresh ? catalogue.refreshAwardTools() : catalogue.awardTools()),
      preview: ({ input }) => previewOf(awards.keptFor, awards.estimate, places.airportsOf, input),
    },
    purchases: {
      ...purchases.handlers,
      quote: async (input) => {
        await needCallScope(knownScopes);
        return purchases.handlers.quote(input);
      },
      approve: async (input) => {
        await needCallScope(knownScopes);
        return purchases.handlers.approve(input);
      },
    },
    outputs: keptOutputs({ storage, outputSchema: tools.outputSchema }),
    results: awards.handlers,
    ...createAnnotations({ storage, publish, identity, clock: deps.clock }),
    trips: trips.handlers,
    watchlist: watching.handlers,
    ...backup.handlers,
    export: createExports({ ...awards, views: awards.handlers, newId: randomUUID, clock: deps.clock }),
    mileValues: mileValueHandlers(settings, publish),
    places: places.handlers,
    activity: activity.handlers,
    views: views.handlers,
    mcp: mcpHandlers(() => current().mcp),
    oauth: oauth.handlers,
  };

  let closed = false;
  /** Reads what the frame shows and settles what is open, behind whatever the person does. */
  function lookAround(): void {
    void (async () => {
      await Promise.allSettled([Promise.resolve(handlers.status.setup({ refresh: true })), ground.learn()]);
      if (closed) return;
      purchases.recover();
      planLooks = watching.plan;
      planLooks();
      publish('changed', { topics: ['status', 'catalogue'] });
    })();
  }
  lookAround();

  return {
    handlers: toldStorageErrors(handlers, storage.file, () =>
      merging
        ? {
            code: 'restoring',
            message:
              'A backup is being put together with your data. What you asked for was not done: try again in a moment.',
          }
        : null,
    ),
    landing: views.landing,
    subscribe: base.subscribe,
    links: trips.links,
    async close() {
      closed = true;
      watching.close();
      oauth.reset();
      purchases.close();
      activity.close();
      views.close();
      await inUse.close();
      await backup.close();
      // Before the connection that writes: the last to leave tidies the file up, and a reader cannot.
      await reading.close();
      storage.close();
    },
  };
}
