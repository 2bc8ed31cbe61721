import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type ContractHandlers, type Publish, TOPICS } from '#shared/contract/index.ts';
import { localDay } from '#shared/local-day.ts';
import { createActivity } from './activity/activity.ts';
import { createAnnotations } from './annotations/annotations.ts';
import type { App, AppDeps } from './app.ts';
import { createAwards } from './awards/awards.ts';
import { previewOf } from './awards/preview.ts';
import { openBackingUp } from './backing-up.ts';
import { openBuying } from './buying.ts';
import { createCatalogue } from './catalogue/catalogue.ts';
import { openConnecting } from './connecting.ts';
import { createExports } from './export/exports.ts';
import { marketplaceHandlers } from './marketplace/handlers.ts';
import { mcpHandlers } from './marketplace/mcp/handlers.ts';
import { watchForReturn } from './marketplace/network-return.ts';
import { type MarketplaceInUse, openMarketplaceInUse } from './marketplace-in-use.ts';
import type { createPlaces } from './places/places.ts';
import { plainQuestion } from './plain-question.ts';
import { createLimits } from './purchases/kept-limits.ts';
import { keptOutputs } from './purchases/kept-outputs.ts';
import type { Question } from './purchases/room.ts';
import { openReading } from './reading/reading.ts';
import { KEPT_ADDRESS } from './settings/kept-address.ts';
import { mileValueHandlers } from './settings/mile-values.ts';
import { storedSettings } from './settings/stored-settings.ts';
import { settingsHandlers } from './settings-handlers.ts';
import { createSetup } from './setup/setup.ts';
import { readStatus } from './status.ts';
import type { Storage } from './storage/open.ts';
import { toldStorageErrors } from './storage/told.ts';
import { toolKnowledge } from './tool-facts.ts';
import { createTrips } from './trips/trips.ts';
import { createViews } from './views/views.ts';
import { openWatching } from './watching.ts';

type Base = {
  publish: Publish;
  subscribe: App['subscribe'];
  places: ReturnType<typeof createPlaces>;
  about: ContractHandlers['about'];
};

/** Runs something later; returns how to call it off. */
function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** Composes the product over an open data file: every room is made here, and meets the others only here. */
export async function openedApp(deps: AppDeps, storage: Storage, base: Base): Promise<App> {
  const { publish, places } = base;
  const settings = storedSettings(storage.db);
  const activity = createActivity({ storage, publish });
  /** Looks again at what may be looked at by itself; not before what is open was looked at. */
  let planLooks = (): void => {};
  const confirm = (question: Question) => deps.confirm(plainQuestion(question));
  const limits = createLimits(settings, confirm);

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
        if (what !== 'status') return;
        networkReturn.look();
        if (online()) {
          purchases.recover();
          planLooks();
        }
      },
    },
    chosen === 'demo' ? null : chosen,
  );
  const current = () => inUse.current();
  const identity = () => current().identity;
  const online = () => current().live.network().state === 'online';

  const { key, oauth } = openConnecting({
    ...deps,
    current,
    settings,
    record: activity.record,
    publish,
  });
  const catalogue = createCatalogue({
    marketplace: () => current().live,
    identity,
    storage,
    clock: deps.clock,
    publish,
  });
  const tools = toolKnowledge(catalogue);
  const networkReturn = watchForReturn({
    isOffline: () => current().live.network().state === 'offline',
    ask: async () => catalogue.handlers.freshness({ from: 'service' }),
    after,
  });

  const reading = openReading(storage.file);
  const awards = createAwards({
    storage,
    publish,
    identity,
    today: () => localDay(deps.clock()),
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
    online,
    notify: deps.notify ?? null,
  });

  const { purchases, ...buying } = openBuying({
    storage,
    clock: deps.clock,
    after,
    current,
    key,
    limits: limits.read,
    confirm,
    tools,
    awards,
    recorded: watching.recorded,
    publishChange: () => {
      publish('changed', { topics: ['purchases', 'status', 'watchlist'] });
      planLooks();
    },
  });

  const views = createViews({ settings, publish, clock: deps.clock });
  const trips = createTrips({ storage, publish, clock: deps.clock, newId: randomUUID, ...awards });

  const backup = openBackingUp({
    storage,
    clock: deps.clock,
    version: deps.version,
    identity,
    demoIdentity: () => inUse.demoIdentity(),
    underWay: purchases.underWay,
    confirm,
    merged: () => {
      publish('changed', { topics: [...TOPICS] });
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

  const handlers: ContractHandlers = {
    status: { read: () => readStatus({ inUse: current, catalogue, key, purchases }), setup: setup.read },
    about: base.about,
    settings: settingsHandlers({
      settings,
      inUse,
      limits,
      dataFolder: deps.dataDir,
      publish,
      rebuildRecords: () => awards.rebuild(),
      moved: () => {
        oauth.reset();
        lookAround();
      },
    }),
    key: key.handlers,
    marketplace: marketplaceHandlers(() => current().live),
    catalogue: { ...catalogue.handlers, checkInput: tools.checkInputHandler },
    awards: {
      tools: ({ refresh }) => (refresh ? catalogue.refreshAwardTools() : catalogue.awardTools()),
      preview: ({ input }) => previewOf(awards.keptFor, awards.estimate, places.airportsOf, input),
    },
    purchases: buying.handlers,
    outputs: keptOutputs({ storage, outputSchema: tools.outputSchema }),
    results: awards.handlers,
    ...createAnnotations({ storage, publish, identity, clock: deps.clock }),
    trips: trips.handlers,
    watchlist: watching.handlers,
    ...backup.handlers,
    export: createExports({
      ...awards,
      views: awards.handlers,
      showTrip: async (tripId) => trips.handlers.show({ tripId }),
      newId: randomUUID,
      clock: deps.clock,
    }),
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
      await Promise.allSettled([
        Promise.resolve(handlers.status.setup({ refresh: true })),
        buying.learnGround(),
      ]);
      if (closed) return;
      purchases.recover();
      planLooks = watching.plan;
      planLooks();
      publish('changed', { topics: ['status', 'catalogue'] });
    })();
  }
  lookAround();

  return {
    handlers: toldStorageErrors(handlers, storage.file, backup.refusal),
    landing: views.landing,
    subscribe: base.subscribe,
    links: trips.links,
    async close() {
      closed = true;
      networkReturn.close();
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
