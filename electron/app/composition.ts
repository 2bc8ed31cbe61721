import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type ContractHandlers, type Publish, TOPICS } from '#shared/contract/index.ts';
import type { Notice } from '#shared/contract/watchlist.ts';
import { localDay } from '#shared/dates.ts';
import { plainName } from '#shared/plain-text.ts';
import { seatsOf } from '#shared/planning/question.ts';
import { providerOfTool } from '#shared/record-kinds/record-kinds.ts';
import { adviceReason } from '#shared/records/advice-labels.ts';
import { createActivity } from '../activity/activity.ts';
import { createAnnotations } from '../annotations/annotations.ts';
import { createAwards } from '../awards/awards.ts';
import { SHORT_READS } from '../awards/reads.ts';
import { previewOf } from '../awards/views/preview.ts';
import { createBooking } from '../booking/booking.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import { createChannels } from '../channels/channels.ts';
import { storedChannels } from '../channels/stored-channels.ts';
import { createExports } from '../export/exports.ts';
import { factHandlers, pastPacks } from '../facts/facts.ts';
import { applyStoredPacks } from '../facts/loaded-packs.ts';
import { createFiles } from '../files/files.ts';
import { clearSecret } from '../key/key.ts';
import { marketplaceHandlers } from '../marketplace/handlers.ts';
import { watchForReturn } from '../marketplace/http/network-return.ts';
import { originOf, readAddress } from '../marketplace/http/origin-rule.ts';
import { createReach } from '../marketplace/http/reach.ts';
import { textWithoutSecret } from '../marketplace/http/without-secret.ts';
import { mcpHandlers } from '../marketplace/mcp/handlers.ts';
import { heavyAnswers } from '../marketplace/outside/heavy-answers.ts';
import { openOutside } from '../marketplace/outside/outside.ts';
import { createOriginBudgets } from '../marketplace/waits/origin-budget.ts';
import { SYSTEM_TIMING } from '../marketplace/waits/timing.ts';
import { storedWaits } from '../marketplace/waits/wait-store.ts';
import { openOutputs } from '../outputs/outputs.ts';
import { openProvenance } from '../outputs/provenance.ts';
import { outputReads, storedOutputs } from '../outputs/stored-outputs.ts';
import type { createPlaces } from '../places/places.ts';
import { createPlanning } from '../planning/planning.ts';
import { createApprovals } from '../purchases/accounts/stored-approvals.ts';
import { createLimits } from '../purchases/accounts/stored-limits.ts';
import type { Question } from '../purchases/journal/purchase-context.ts';
import { createBackground } from '../settings/background.ts';
import { mileValueHandlers, storedMileValues } from '../settings/mile-values.ts';
import { storeOpening } from '../settings/opening-file.ts';
import { preferenceHandlers, readPreferences } from '../settings/preferences.ts';
import { ALLOWED_ORIGINS, allowedOriginsSchema, STORED_ADDRESS } from '../settings/stored-address.ts';
import { storedData } from '../settings/stored-data.ts';
import { withUpdatedFrom } from '../settings/updated-from.ts';
import { createSetup } from '../setup/setup.ts';
import { mappedStorageErrors } from '../storage/mapped-errors.ts';
import type { Storage } from '../storage/open.ts';
import { openReadingThread } from '../storage/reader-thread/reading.ts';
import { watchStorage } from '../storage/storage-trouble.ts';
import { storedSettings } from '../storage/stored-settings.ts';
import { workerFile } from '../threads/worker-file.ts';
import { createTrips } from '../trips/trips.ts';
import { createViews } from '../views/views.ts';
import { createWallet } from '../wallet/wallet.ts';
import { writeReach } from '../wallet/wallet-store.ts';
import { createRecorded } from '../watchlist/recorded.ts';
import type { Recovered } from '../watchlist/scheduled-refreshes.ts';
import { openWatchStore } from '../watchlist/watch-store.ts';
import { actsByHand } from './acts-by-hand.ts';
import type { App, AppDeps } from './app-deps.ts';
import { openAssistants } from './assistants/assisting.ts';
import { openBackingUp } from './backing-up.ts';
import { openBuying } from './buying.ts';
import { openConnecting } from './connecting.ts';
import { type MarketplaceInUse, openMarketplaceInUse } from './marketplace-in-use.ts';
import { plainQuestion } from './plain-question.ts';
import { settingsHandlers } from './settings-handlers.ts';
import { markStart } from './start-mark.ts';
import { nameOf, readStatus } from './status.ts';
import { terminalCommands } from './terminal-commands.ts';
import { toolKnowledge } from './tool-facts.ts';
import { openUpdating, purchaseInFlight } from './updating.ts';
import { openWatching } from './watching.ts';

type Base = {
  publish: Publish;
  subscribe: App['subscribe'];
  places: ReturnType<typeof createPlaces>;
  about: ContractHandlers['about'];
  diagnostics: ContractHandlers['diagnostics'];
};

/** Composes the app over an open data file. Features are created here and connected only here. */
export async function openedApp(deps: AppDeps, storage: Storage, base: Base): Promise<App> {
  const { publish, places } = base;
  const settings = storedSettings(storage.db);
  await applyStoredPacks(settings);
  const activity = createActivity({ storage, publish });
  const { monotonic, after, random } = { ...SYSTEM_TIMING, ...deps };
  const timing = { clock: deps.clock, monotonic, after, random };
  const budgets = createOriginBudgets(timing, storedWaits(storage.db));
  /** The mark of the key that was last read; null if there was none. */
  let keyInUse: string | null = null;
  /** Whether purchases have been recovered once; a safe start leaves them alone until the user opens it. */
  let hasBegun = false;
  /** Plans scheduled refreshes. Does nothing until open purchases have been recovered. */
  let planRefreshes = (_recovered?: Recovered): void => {};
  const confirm = (question: Question) => deps.confirm(plainQuestion(question));
  const trouble = watchStorage({
    db: storage.db,
    file: storage.file,
    after,
    onChange: () => publish('changed', { topics: ['status', 'purchases'] }),
  });
  const data = storedData(storage.db, settings, publish, trouble);
  const limits = createLimits(settings, confirm);
  const approvals = createApprovals(settings, confirm);

  const given = originOf(deps.marketplace);
  const givenAddress = deps.marketplace === undefined ? null : readAddress(deps.marketplace);
  let served: readonly string[] = [];
  const reach = createReach({
    fetch: deps.fetch,
    given: givenAddress?.ok === true ? givenAddress.base : null,
    own: () => [...(given === null ? [] : [given]), ...served],
    allowed: {
      read: () => settings.read(ALLOWED_ORIGINS, allowedOriginsSchema) ?? [],
      write: (origins) => settings.write(ALLOWED_ORIGINS, origins),
    },
    confirm,
  });
  const mark = markStart(deps.dataDir);
  let hiddenInLog: string | null = null;
  /** A second line of defence: no entry should contain the key. */
  function hideInLog(secret: string | null): void {
    if (secret === null || secret === hiddenInLog) return;
    hiddenInLog = secret;
    deps.log?.hideWith((text) => textWithoutSecret(text, secret));
  }
  const report = (words: string) => deps.log?.write('error', words);
  // Processes of their own, so that an expensive Tool schema never delays a purchase, and none runs where the key is searched for.
  const openApart = () => openOutside({ start: deps.startProcess, report });
  const [outside, outsideTools, outsideAnswers] = [openApart(), openApart(), openApart()];

  const chosen = deps.marketplace ?? settings.read(STORED_ADDRESS, z.string()) ?? 'demo';
  const inUse: MarketplaceInUse = await openMarketplaceInUse(
    {
      dataDir: deps.dataDir,
      outside,
      readHeavy: heavyAnswers(outsideAnswers),
      held: mark.lastFailed,
      version: deps.version,
      fetch: reach.fetch,
      clock: deps.clock,
      timing,
      budgets,
      onServe: (origins) => {
        served = origins;
      },
      storage,
      settings,
      record: activity.record,
      keyFor: () => key.keyFor(),
      onKeyAnswered: (status) => key.answered(status),
      onChange: (what) => {
        publish('changed', { topics: [what] });
        if (what !== 'status') return;
        networkReturn.check();
        if (online()) {
          purchases.recover();
          planRefreshes('connection');
        }
      },
    },
    chosen === 'demo' ? null : chosen,
  );
  const current = () => inUse.current();
  const identity = () => current().identity;
  const online = () => current().live.network().state === 'online';

  const commands = terminalCommands({
    programRoot: deps.programRoot ?? null,
    dataDir: deps.dataDir,
    platform: process.platform,
  });
  const { key, oauth } = openConnecting({
    commands,
    ...deps,
    confirm,
    fetch: reach.fetch,
    timing,
    budgets,
    current,
    settings,
    record: activity.record,
    publish,
    onKeyWorksAgain() {
      if (!hasBegun) return;
      planRefreshes('account');
      purchases.recover();
    },
    onKeyRead(mark, secret = null) {
      hideInLog(secret);
      // Resumes what waits for a key, whoever stored it.
      const isNewKey = mark !== null && mark !== keyInUse;
      keyInUse = mark;
      if (isNewKey) planRefreshes('account');
      if (isNewKey && hasBegun) purchases.recover();
    },
  });
  const catalogue = createCatalogue({
    marketplace: () => current().live,
    identity,
    storage,
    clock: deps.clock,
    publish,
  });
  const tools = toolKnowledge(catalogue, outsideTools);
  const networkReturn = watchForReturn({
    isOffline: () => current().live.network().state === 'offline',
    ask: async () => catalogue.handlers.freshness({ from: 'service' }),
    after,
  });

  const reading = openReadingThread(
    storage.file,
    workerFile('reading-worker.js', new URL('./reading-worker.ts', import.meta.url)),
    report,
  );
  const awards = createAwards({
    storage,
    publish,
    clock: deps.clock,
    identity,
    today: () => localDay(deps.clock()),
    outputOf: openOutputs(storage).outputOf,
    purchaseOf: openProvenance(storage),
    placeOf: places.placeOf,
    moveToThread: (reads) => reading.instead(reads, SHORT_READS),
  });

  const notify = (notice: Notice) => {
    const inPage = () => publish('notice', notice);
    if (deps.notify === undefined) inPage();
    else deps.notify(notice, inPage);
  };
  const watchStore = openWatchStore(storage);

  const { clipboard } = deps;
  const channels = createChannels({
    storage,
    publish,
    clock: deps.clock,
    timing,
    budgets,
    fetch: reach.fetch,
    record: activity.record,
    after,
    stored: storedChannels(settings),
    secrets: deps.keychain,
    mayReach: reach.ask,
    confirm,
    clipboard: clipboard && {
      read: async () => clipboard.readText(),
      clear: (secret) => clearSecret(clipboard, secret),
    },
    command: commands.setUpChannel(),
    noticed: awards.watching.noticed,
    isReading: () =>
      purchases.underWay() !== null ||
      purchases.watching.grants().some(({ grantId }) => purchases.watching.isUnfinished(grantId)),
    notify: deps.isUnattended === true ? null : notify,
  });
  const recordedSearch = createRecorded({
    ...awards.watching,
    store: watchStore,
    clock: deps.clock,
    queueNotice: channels.put,
    afterwards: channels.plan,
  });
  const wallet = createWallet({
    storage,
    publish,
    clock: deps.clock,
    newId: randomUUID,
    onTravellers: awards.priceStandings.written,
  });
  const planning = createPlanning({
    reads: awards.reads,
    identity,
    today: () => localDay(deps.clock()),
    clock: deps.clock,
    wallet: async () => wallet.read(undefined),
    values: () => storedMileValues(settings),
    within: places.within,
    airports: async (codes) => places.handlers.airports({ codes: [...codes] }),
    kilometres: places.kilometres,
    trips: async () => trips.handlers.list(undefined),
    searches: async () => watching.handlers.list(undefined),
  });
  const booking = createBooking({ storage, publish, clock: deps.clock, ...awards });
  const trips = createTrips({
    bookingsOf: (keys) => booking.bookingsOf(keys).map(({ answer }) => answer),
    storage,
    publish,
    clock: deps.clock,
    newId: randomUUID,
    identity,
    ...awards,
    prices: {
      // The first is the cheapest, whatever the others are best of.
      bestPlan: async (question) => (await planning.plans({ question })).plans[0] ?? null,
      notify: ({ noticeId, ...notice }) => channels.tell(noticeId, { ...notice, away: notice.body }),
      after,
    },
  });

  // Opening it may record what a crash left unread, for which everything above has to be there.
  const { purchases, learnAccount } = openBuying({
    storage,
    ...timing,
    current,
    key,
    limits: limits.read,
    approvals: approvals.read,
    ...(deps.actedByHand === undefined ? {} : { actedByHand: deps.actedByHand }),
    confirm,
    tools,
    awards,
    trips: {
      most(tripId) {
        const question = trips.question(tripId);
        return { perDay: question?.perDayMax ?? null, inAll: question?.inAllMax ?? null };
      },
      async next(tripId) {
        const question = trips.question(tripId);
        if (question === null) return [];
        const { items, settled } = await planning.advice({ question });
        if (settled === true) return [];
        return items.map((advice) => ({
          ...{ input: advice.input, pages: advice.pages },
          why: adviceReason(advice, seatsOf(question)),
        }));
      },
    },
    recorded(purchaseId) {
      recordedSearch(purchaseId);
      trips.recorded();
    },
    notifyCharge: ({ purchaseId, mark, title, words }) =>
      channels.tell(`charge-${purchaseId} ${mark}`, {
        to: `/purchases?purchase=${encodeURIComponent(purchaseId)}`,
        title: 'A charge is not what you approved',
        body: `${plainName(title)}\n${words}\nNothing is bought by itself until you have seen it.`,
        away: 'Nothing is bought by itself until you have seen it in Milepost.',
      }),
    onStorageFailed: trouble.failed,
    publishChange: () => {
      publish('changed', { topics: ['purchases', 'status', 'watchlist'] });
      planRefreshes();
      channels.plan();
    },
  });

  const background = createBackground({
    settings,
    publish,
    clock: deps.clock,
    desktop: deps.desktop ?? null,
    onResumed: () => planRefreshes(),
  });
  const watching = openWatching({
    store: watchStore,
    publish,
    clock: deps.clock,
    after,
    awards,
    catalogue,
    tools,
    purchases,
    canBuy: () => online() && keyInUse !== null && background.pausedUntil() === null,
    pausedUntil: background.pausedUntil,
    notifications: deps.notify === undefined ? 'page' : 'system',
  });

  // What is derived from facts is read anew, and the page takes the packs in use.
  const facts = factHandlers({
    settings,
    clock: deps.clock,
    onChange: () => {
      storage.transaction(() => writeReach(storage.db, localDay(deps.clock())));
      publish('changed', { topics: ['settings', 'results', 'watchlist'] });
    },
  });
  const opening = () => {
    const { theme, formats } = readPreferences(settings);
    return { theme, formats, landing: views.landing() };
  };
  const noteOpening = () => storeOpening(deps.dataDir, opening());
  const views = createViews({ settings, publish, stored: noteOpening });
  const backup = openBackingUp({
    storage,
    start: deps.startProcess,
    clock: deps.clock,
    version: deps.version,
    identity,
    demoIdentity: () => inUse.demoIdentity(),
    underWay: purchases.underWay,
    confirm,
    report,
    merged: () => {
      publish('changed', { topics: [...TOPICS] });
      void awards.priceStandings.follow().then(awards.runChanges.follow);
      purchases.recover();
      void awards.itineraryBacklog.begin();
    },
  });

  const inFlight = () => purchaseInFlight(purchases);
  const updates = openUpdating({ ...deps, settings, publish, confirm, after, inFlight });
  const files = createFiles(deps);

  const setup = createSetup({
    network: () => current().live.network(),
    freshness: catalogue.freshness,
    keyStatus: () => key.handlers.status(undefined),
    awardTools: catalogue.awardTools,
    available: (role) => current().live.available(role),
    refresh: {
      freshness: async () => catalogue.handlers.freshness({ from: 'service' }),
      key: async () => key.handlers.check(undefined),
      awardTools: catalogue.refreshAwardTools,
    },
  });

  const assistants = openAssistants({
    ...deps,
    storage,
    settings,
    publish,
    confirm,
    current,
  });

  const handlers: ContractHandlers = {
    status: {
      read: () =>
        readStatus({
          inUse: current,
          catalogue,
          key,
          purchases,
          dataProblems: () => [...data.problems(), ...pastPacks(localDay(deps.clock()))],
        }),
      setup: setup.read,
    },
    about: withUpdatedFrom(base.about, settings, deps.version),
    updates: updates.handlers,
    diagnostics: base.diagnostics,
    facts,
    files: files.handlers,
    settings: settingsHandlers({
      damaged: data.handlers,
      inUse,
      limits,
      approvals,
      dataFolder: deps.dataDir,
      confirmAddress: reach.askToUse,
      commands,
      publish,
      rebuildRecords: () => awards.rebuild(),
      onMarketplaceChange: () => {
        oauth.reset();
        startUp();
        assistants.begin();
      },
    }),
    key: key.handlers,
    marketplace: marketplaceHandlers({
      marketplace: () => current().live,
      mayReach: reach.ask,
      confirm,
      opened: () => startUp(),
    }),
    catalogue: {
      ...catalogue.handlers,
      checkInput: tools.checkInputHandler,
      inputForm: tools.inputFormHandler,
    },
    awards: {
      tools: ({ refresh }) => (refresh ? catalogue.refreshAwardTools() : catalogue.awardTools()),
      preview: ({ input, toolRef }) =>
        previewOf(awards.storedFor, awards.estimate, places.airportsOf, {
          input,
          provider: providerOfTool((toolRef === undefined ? null : tools.facts(toolRef))?.toolId ?? ''),
        }),
    },
    purchases: purchases.handlers,
    outputs: storedOutputs({
      storage,
      outputSchema: tools.outputSchema,
      piece: reading.instead(outputReads(storage), []).outputPiece,
    }),
    results: {
      ...awards.handlers,
      elsewhere: async () =>
        (await awards.savedElsewhere()).map(({ identity: other, ...saved }) =>
          other === inUse.demoIdentity()
            ? { address: null, name: 'the demo', ...saved }
            : { address: other, name: other, ...saved },
        ),
    },
    insights: awards.insights,
    ...createAnnotations({ storage, publish, identity, clock: deps.clock }),
    booking: booking.handlers,
    trips: trips.handlers,
    planning,
    wallet,
    watchlist: watching.handlers,
    channels: channels.handlers,
    background: background.handlers,
    ...backup.handlers,
    export: createExports({
      ...awards,
      views: awards.handlers,
      wallet: async () => wallet.read(undefined),
      showTrip: async (tripId) => trips.handlers.show({ tripId }),
      marketplace: () => ({ name: nameOf(current()), demo: current().address === null }),
      bookingsOf: booking.bookingsOf,
      answers: booking.all,
      newId: randomUUID,
      clock: deps.clock,
    }),
    mileValues: mileValueHandlers(settings, publish),
    preferences: preferenceHandlers(settings, (name, payload) => {
      publish(name, payload);
      noteOpening();
    }),
    places: places.handlers,
    activity: activity.handlers,
    views: views.handlers,
    assistants: assistants.handlers,
    mcp: mcpHandlers(() => current().mcp),
    oauth: oauth.handlers,
  };

  let closed = false;
  /** Refreshes the status and recovers open purchases, in the background. */
  function startUp(): void {
    void (async () => {
      await Promise.allSettled([Promise.resolve(handlers.status.setup({ refresh: true })), learnAccount()]);
      if (closed) return;
      hasBegun = true;
      purchases.recover();
      planRefreshes = watching.plan;
      // After a change of marketplace, too, refreshes that failed for lack of an account are retried at once.
      planRefreshes('account');
      publish('changed', { topics: ['status', 'catalogue'] });
    })();
  }
  const whenShown = deps.whenShown ?? ((begin: () => void) => begin());
  // Not delayed until the first screen, so that a user who acts at once finds the current Tools.
  startUp();
  whenShown(() => {
    if (closed) return;
    // In a restored folder or one of an earlier version, only the data file has the opening.
    noteOpening();
    channels.begin();
    // Without a screen, as in tests, nobody waits for the first read, which starts the thread.
    if (deps.whenShown !== undefined) reading.begin();
    void awards.priceStandings.follow().then(awards.runChanges.follow);
    void awards.itineraryBacklog.begin();
  });
  assistants.begin();
  // The start succeeded once the marketplace is open and this process reaches its next turn.
  void current()
    .live.opened()
    .then(() => setImmediate(mark.ended));
  if (current().live.isHeld()) mark.ended();

  return {
    handlers: actsByHand(mappedStorageErrors(handlers, storage.file, backup.refusal, trouble.failed)),
    opening,
    inFlight,
    activity() {
      if (!hasBegun || !watching.isIdle() || !channels.isIdle()) return 'busy';
      return watching.isWaiting() ? 'waiting' : 'idle';
    },
    afterSleep() {
      if (!hasBegun || closed) return;
      networkReturn.check();
      purchases.recover();
      planRefreshes('connection');
      channels.plan();
    },
    subscribe: base.subscribe,
    links: () => trips.links(),
    async close(doing = () => {}) {
      closed = true;
      awards.itineraryBacklog.close();
      assistants.close();
      networkReturn.close();
      trouble.close();
      updates.close();
      watching.close();
      doing('a message');
      await channels.close();
      oauth.reset();
      purchases.close();
      awards.priceStandings.close();
      awards.runChanges.close();
      activity.close();
      views.close();
      files.close();
      doing('the marketplace');
      await inUse.close();
      budgets.close();
      doing('a backup');
      await backup.close();
      doing('a read of the data file');
      // Before the writing connection: the last one to close cleans up the file, which a reader cannot.
      await reading.close();
      doing('what comes from outside');
      await Promise.all([outside, outsideTools, outsideAnswers].map((apart) => apart.close()));
      doing('the data file');
      storage.close();
      mark.ended();
    },
  };
}
