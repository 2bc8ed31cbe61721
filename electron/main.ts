import './hosts/untrusted-environment.ts';
import { join, resolve } from 'node:path';
import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  Notification,
  nativeImage,
  nativeTheme,
  powerMonitor,
  protocol,
  session,
  shell,
  Tray,
  utilityProcess,
  type WebContents,
} from 'electron';
import { bookingAddresses } from '#shared/booking/programme-links.ts';
import { LINK_SCHEME } from '#shared/milepost-link.ts';
import { programmeSites } from '#shared/places/programmes.ts';
import { createApp } from './app/app.ts';
import type { App } from './app/app-deps.ts';
import { createBadge } from './desktop/badge.ts';
import { contextMenu } from './desktop/context-menu.ts';
import { openExternalLink } from './desktop/external-links.ts';
import { watchPage, watchProgram, watchStart } from './desktop/failures.ts';
import { keepInTray } from './desktop/keep-in-tray.ts';
import { AFTER_A_CLICK_MS, AFTER_CONNECT_MS, linkOpener, userGestures } from './desktop/link-opener.ts';
import { loginItem } from './desktop/login-item.ts';
import { menuTemplate } from './desktop/menu.ts';
import { namedBySecond, openRequests } from './desktop/opening.ts';
import { createQuestions } from './desktop/questions.ts';
import { recentTrips } from './desktop/recent-trips.ts';
import { mcpCommandOf, serveAssistant, standardInput } from './desktop/serve-assistant.ts';
import { watchSessionEnd } from './desktop/session-end.ts';
import { readStartOptions, type StartOptions } from './desktop/start-options.ts';
import { systemNotices, TOAST_ACTIVATOR } from './desktop/system-notices.ts';
import { createTray, findTray } from './desktop/tray.ts';
import { desktopUpdater } from './desktop/updates.ts';
import { utilityProcesses } from './desktop/utility-process.ts';
import { createWindows } from './desktop/windows.ts';
import { withoutWindow } from './desktop/without-window.ts';
import { openedFiles } from './files/opened-files.ts';
import { dataFolder } from './hosts/data-folder.ts';
import { endInTime } from './hosts/end-in-time.ts';
import { EXIT_REPORTED, WATCH_EXIT } from './hosts/exit-codes.ts';
import { startIpcHost } from './hosts/ipc-host.ts';
import { namespacesRestricted, whyNoSandbox } from './hosts/sandbox.ts';
import { scheduleExamples } from './hosts/schedule.ts';
import { untilRequested } from './hosts/serve-request.ts';
import { holdDataFolder, whyNoSingleInstance } from './hosts/single-instance.ts';
import { runWatch } from './hosts/watch-run.ts';
import { systemKeychain } from './key/keychain.ts';
import { openProgramLog } from './log/program-log.ts';
import { stackFrames } from './log/stack-frames.ts';
import { watchTimeBudget } from './log/time-budget.ts';
import { createNodeFetch } from './marketplace/sockets/node-fetch.ts';
import { readPacResult } from './marketplace/sockets/proxies.ts';
import { makePrivate, writePrivately } from './storage/private-files.ts';
import { folderProblem, writabilityProblem } from './storage/problem.ts';
import {
  APP_ADDRESS,
  APP_SCHEME,
  closeSession,
  guardContents,
  isOwnPage,
  NO_NAMES_IN_ADVANCE,
  openWindow,
  serveApp,
} from './window.ts';

const development = !app.isPackaged;
const hotReload = development ? process.env.ELECTRON_RENDERER_URL : undefined;
const own = (url: string) => isOwnPage(url, hotReload);
/** Must equal `appId` in electron-builder.yml: Windows groups windows and notifications by it. */
const APP_ID = 'app.milepost.desktop';
/** Must equal the value in electron-builder.yml. */
const COPYRIGHT = 'Copyright © 2026 The Milepost founders';
/** Half a Chromium zoom level, as in its menu roles: about 10%. */
const ZOOM_STEP = 0.5;
/** Shows settings and no external data. */
const SAFE_SCREEN = '/settings';

/** Whether nobody may be there to see a dialog. */
const isUnseen = process.argv.some((arg) => ['--watch', '--print-schedule', '--mcp'].includes(arg));

function showAndQuit(words: string): void {
  dialog.showErrorBox('Milepost cannot start', words);
  app.exit(EXIT_REPORTED);
}
/** @param image of an AppImage, whose mount is removed when the process ends */
const relaunch = (image?: string) =>
  app.relaunch(image === undefined ? {} : { execPath: image, args: process.argv.slice(1) });
const wordsOf = (error: unknown) => (error instanceof Error ? error.message : 'An unexpected error.');

/**
 * Addresses whose places links may open: the marketplace in use, the program's credits, the programmes and their award
 * searches. The sheet of a booking shows a source's own link by the same rule.
 */
async function allowedLinks({ handlers }: App): Promise<string[]> {
  const { credits } = await handlers.about.read(undefined);
  const { marketplaceAddress } = await handlers.settings.read(undefined);
  return [
    ...credits.map((credit) => credit.url),
    ...bookingAddresses(),
    ...programmeSites(),
    ...(marketplaceAddress === null ? [] : [marketplaceAddress]),
  ];
}

/** Whether the program goes on without a window, in the tray; macOS keeps programs in the dock. */
let staysWithoutWindow = () => process.platform === 'darwin';

/** Links and files that the system hands over, also before the program is ready. */
const toOpen = openRequests();

async function start({ dataDir, marketplace, hidden }: StartOptions): Promise<void> {
  const held = holdDataFolder(dataDir);
  if (!held.ok) return showAndQuit(held.isRunning ? `${held.words} Close it there first.` : held.words);
  const log = openProgramLog(dataDir);
  const report = (words: string) => {
    log.write('error', words);
    if (development) console.error(words);
  };
  watchTimeBudget(log);
  log.write('info', `Milepost ${app.getVersion()} starts on ${process.platform} ${process.arch}`);

  const stopWatchingStart = watchStart(process, {
    log,
    tell: (words) => showAndQuit(`${words} What was written down of it is in ${log.file}.`),
  });

  let closing = false;
  const windows = createWindows({
    make: (path, beside) => {
      const { landing, theme } = served.opening();
      return openWindow({
        dataDir,
        preload: join(import.meta.dirname, '../preload/preload.cjs'),
        address: new URL(path ?? landing, hotReload ?? APP_ADDRESS).href,
        dark: theme === 'system' ? nativeTheme.shouldUseDarkColors : theme === 'dark',
        development,
        beside,
      });
    },
    send: (contents, { name, payload }) => host.sendToWindow(contents, name, payload),
    lastCloses: () => keeping.lastCloses(),
  });
  const questions = createQuestions({ dialog, parent: windows.front });
  const gestures = userGestures(() => performance.now());
  const openLink = linkOpener({
    gestures,
    isAssisted: () => app.isAccessibilitySupportEnabled(),
    confirm: questions.confirm,
    open: (url) => shell.openExternal(url),
  });

  const handedOver = openedFiles();
  const { requested, whenShown } = untilRequested();
  const finding = findTray(process.platform);
  const login = loginItem({
    app,
    platform: process.platform,
    env: process.env,
    execPath: process.execPath,
    dataDir,
  });
  const served = await createApp({
    dataDir,
    whenShown,
    fetch: createNodeFetch({
      // The page's session has no network access; an empty session knows the system's proxy.
      proxyFor: async (url) => readPacResult(await session.fromPartition('proxy').resolveProxy(url.href)),
    }),
    keychain: systemKeychain(),
    clipboard,
    // Receives only addresses that the service named for connecting and that passed the address rule.
    openExternal: async (url) => {
      if (!(await openLink(url, AFTER_CONNECT_MS))) throw new Error('the user did not open it');
    },
    clock: Date.now,
    confirm: questions.confirm,
    actedByHand: () => gestures.take(AFTER_A_CLICK_MS),
    chooseFile: questions.saveAs,
    openedFiles: handedOver,
    log,
    showFile: (file) => {
      const isActed = gestures.take(AFTER_A_CLICK_MS) || app.isAccessibilitySupportEnabled();
      if (isActed) shell.showItemInFolder(file);
      return isActed;
    },
    notify: systemNotices(Notification, windows.goTo),
    desktop: { tray: () => trayHere, login: login.read, setLogin: login.set },
    marketplace,
    updater: await desktopUpdater({
      isPackaged: app.isPackaged,
      platform: process.platform,
      env: process.env,
      resourcesPath: process.resourcesPath,
      relaunch,
    }),
    noticesFile: join(import.meta.dirname, 'notices.json'),
    mcpCommand: mcpCommandOf(app.isPackaged, dataDir),
    checkOutput: development,
    startProcess: utilityProcesses(utilityProcess),
    version: app.getVersion(),
  });

  serveApp(session.defaultSession, {
    root: join(import.meta.dirname, '../renderer'),
    opening: served.opening,
  });
  await closeSession(session.defaultSession, hotReload);
  const failures = {
    log,
    choose: questions.choose,
    isOwnPage: own,
    openSafely: (contents: WebContents) =>
      void contents.loadURL(new URL(SAFE_SCREEN, hotReload ?? APP_ADDRESS).href),
    restart: () => {
      relaunch(process.env.APPIMAGE);
      app.quit();
    },
    quit: () => app.quit(),
    closing: () => closing,
  };
  const openExternal = (url: string) =>
    void openExternalLink(url, {
      allowed: () => allowedLinks(served),
      links: served.links,
      open: async (link) => void (await openLink(link, AFTER_A_CLICK_MS)),
    }).catch(() => report('a link could not be opened'));
  const pageStarts = new WeakMap<WebContents, () => void>();
  app.on('web-contents-created', (_event, contents) => {
    guardContents(contents, {
      isOwnPage: own,
      openExternal,
      openOwn: (url) => {
        const { pathname, search } = new URL(url);
        // A screen reader's press is no gesture; the number of windows is bounded.
        if (gestures.take(AFTER_A_CLICK_MS) || app.isAccessibilitySupportEnabled())
          windows.openAt(`${pathname}${search}`);
      },
    });
    gestures.watch(contents);
    pageStarts.set(contents, watchPage(contents, failures));
    contents.on('context-menu', (_of, params) => {
      const template = contextMenu(params, {
        copy: (text) =>
          void clipboard.writeText(text).catch(() => report('the clipboard could not be written')),
        replace: (word) => contents.replaceMisspelling(word),
        learn: (word) => void session.defaultSession.addWordToSpellCheckerDictionary(word),
      });
      const window = BrowserWindow.fromWebContents(contents);
      if (template.length > 0 && window !== null) Menu.buildFromTemplate(template).popup({ window });
    });
    // Ctrl and the wheel; the menu handles the keys.
    contents.on('zoom-changed', (_of, direction) =>
      contents.setZoomLevel(contents.getZoomLevel() + (direction === 'in' ? ZOOM_STEP : -ZOOM_STEP)),
    );
  });
  const trayHere = await finding;
  const keeping = keepInTray({
    app: served,
    hasTray: trayHere.works,
    tray: createTray({
      platform: process.platform,
      tray: (image) => new Tray(image),
      images: nativeImage,
      menu: Menu,
      open: (path) => (path === undefined ? windows.show() : windows.goTo(path)),
      pause: (today) => void served.handlers.background.pause({ today }),
      quit: () => app.quit(),
    }),
    badge: createBadge({
      platform: process.platform,
      app,
      windows: () => BrowserWindow.getAllWindows(),
      images: nativeImage,
    }),
    choose: questions.choose,
    closeLast: () => windows.front()?.close(),
    report,
  });
  const recent = recentTrips({
    app: served,
    platform: process.platform,
    electron: app,
    menu: Menu,
    program: {
      path: process.execPath,
      args: [...(development ? [resolve(process.argv[1] ?? '.')] : []), '--data-dir', dataDir],
    },
    open: windows.goTo,
    report,
  });
  staysWithoutWindow = () => process.platform === 'darwin' || keeping.stays();
  powerMonitor.on('resume', served.afterSleep);
  watchSessionEnd({ app, powerMonitor, inFlight: served.inFlight });
  stopWatchingStart();
  const stopWatching = watchProgram(app, process, failures);

  const host = startIpcHost({
    ...served,
    requested,
    ipcMain,
    windows: () => BrowserWindow.getAllWindows().map((window) => window.webContents),
    isOwnPage: own,
    pageListens: (contents) => {
      pageStarts.get(contents)?.();
      windows.pageListens(contents);
    },
    checkOutput: development,
    report,
  });
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate({
        platform: process.platform,
        development,
        goTo: windows.goTo,
        run: (id) => windows.tell({ name: 'command', payload: { id } }),
        own: {
          'new-window': () => windows.openAt('/'),
          'show-log': () => shell.showItemInFolder(log.file),
        },
      }),
    ),
  );
  app.on('second-instance', (_event, _args, _folder, additionalData) => {
    windows.show();
    for (const each of namedBySecond(additionalData)) toOpen.add(each);
  });
  app.on('activate', windows.show);
  await keeping.begin();
  if (!(hidden || login.wasOpenedByIt()) || !staysWithoutWindow() || toOpen.any()) windows.show();
  toOpen.begin({
    link: windows.goTo,
    file: (path) => {
      handedOver.add(path);
      windows.tell({ name: 'opened', payload: {} });
    },
  });

  app.on('before-quit', () => {
    closing = true;
    windows.close();
    questions.close();
  });
  let closed = false;
  app.on('will-quit', (event) => {
    if (closed) return;
    // Pending writes are completed before the process exits.
    event.preventDefault();
    closing = true;
    windows.close();
    questions.close();
    keeping.close();
    recent.close();
    host.stop();
    void endInTime(served.close, report)
      .catch(() => report('Milepost did not close cleanly; the data file repairs itself at the next start.'))
      .finally(() => {
        closed = true;
        stopWatching();
        log.write('info', 'Milepost ends');
        held.release();
        app.quit();
      });
  });
}

/** Setup that must happen before Electron is ready. */
function begin(options: StartOptions): void {
  writePrivately();
  // The folder must exist before Electron uses it for its own files.
  try {
    makePrivate(options.dataDir);
  } catch (error) {
    throw new Error(folderProblem(error, options.dataDir));
  }
  // Electron's lock and profile are in the data folder, so that each folder is a separate Milepost.
  app.setPath('userData', options.dataDir);
  app.enableSandbox();
  app.commandLine.appendSwitch(...NO_NAMES_IN_ADVANCE);
  protocol.registerSchemesAsPrivileged([APP_SCHEME]);
  // macOS sends both before the program is ready.
  for (const name of ['open-url', 'open-file'] as const)
    app.on(name as 'open-url', (event, given) => {
      event.preventDefault();
      toOpen.add(given);
    });
  for (const each of options.opens) toOpen.add(each);
  if (process.platform === 'win32') {
    app.setAppUserModelId(APP_ID);
    app.setToastActivatorCLSID(TOAST_ACTIVATOR);
    // Elsewhere the installed package names its links. Of a run from the source tree there is no program to name.
    if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
  }
  // Electron would send the user's first client certificate, in the updater's requests too.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, choose) => {
    event.preventDefault();
    choose();
  });
  // Linux shows only what is set here.
  app.setAboutPanelOptions({
    applicationName: 'Milepost',
    applicationVersion: app.getVersion(),
    copyright: COPYRIGHT,
  });

  // On macOS the program keeps running without windows, and approved purchases continue.
  app.on('window-all-closed', () => {
    if (!staysWithoutWindow()) app.quit();
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit());
  if (!app.requestSingleInstanceLock({ opens: [...options.opens] })) {
    // Chromium does not distinguish an unwritable folder from one that another program holds.
    const why = writabilityProblem(options.dataDir) ?? whyNoSingleInstance(options.dataDir);
    if (why === null) app.quit();
    else void app.whenReady().then(() => showAndQuit(why));
  } else
    void app
      .whenReady()
      .then(() => start(options))
      .catch((error: unknown) => showAndQuit(wordsOf(error)));
}

/** Refreshes what is due without a window. */
function watchOnce({ dataDir, marketplace }: StartOptions): void {
  writePrivately();
  const ended = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ended.resolve());
  const open = () => {
    const log = openProgramLog(dataDir);
    log.write(
      'info',
      `Milepost ${app.getVersion()} starts unattended on ${process.platform} ${process.arch}`,
    );
    return createApp({
      dataDir,
      marketplace,
      log,
      fetch: createNodeFetch({
        proxyFor: async (url) => readPacResult(await session.fromPartition('proxy').resolveProxy(url.href)),
      }),
      keychain: systemKeychain(),
      clipboard: null,
      clock: Date.now,
      // Nobody is there to answer.
      confirm: async () => false,
      isUnattended: true,
      startProcess: utilityProcesses(utilityProcess),
      checkOutput: development,
      version: app.getVersion(),
    });
  };
  void withoutWindow(app, async () => {
    await app.whenReady();
    return runWatch({
      dataDir,
      open,
      ended: ended.promise,
      print: (line) => process.stdout.write(`${line}\n`),
      say: (line) => process.stderr.write(`${line}\n`),
    });
  });
}

/** Serves one assistant without a window; another Milepost may be open on the same folder. */
function serveOne({ dataDir }: StartOptions): void {
  writePrivately();
  void serveAssistant({
    app,
    dataDir,
    input: standardInput(),
    output: process.stdout,
    version: app.getVersion(),
    clock: Date.now,
    // Standard output belongs to the assistant, whose program logs standard error.
    report: (error) => console.error(stackFrames(error)),
  });
}

const isWindowless = ({ mcp, watch, printSchedule }: StartOptions) => mcp || watch || printSchedule;

const read = readStartOptions({
  args: process.argv.slice(app.isPackaged ? 1 : 2),
  packaged: app.isPackaged,
  platform: process.platform,
  folder: dataFolder,
});
try {
  // Without a window, no sandboxed process exists.
  const noSandbox =
    app.isPackaged && !(read.ok && isWindowless(read.options))
      ? whyNoSandbox({
          hasSwitch: (name) => app.commandLine.hasSwitch(name),
          env: process.env,
          user: process.getuid?.(),
          restricted: namespacesRestricted(),
        })
      : null;
  if (noSandbox !== null) void app.whenReady().then(() => showAndQuit(noSandbox));
  else if (read.ok && read.options.mcp) serveOne(read.options);
  else if (read.ok && read.options.printSchedule) {
    process.stdout.write(scheduleExamples());
    app.exit(WATCH_EXIT.done);
  } else if (read.ok && read.options.watch) watchOnce(read.options);
  else if (read.ok) begin(read.options);
  else if (isUnseen) {
    process.stderr.write(`${read.words}\n`);
    app.exit(WATCH_EXIT.wrongArguments);
  }
  // Before Electron is ready, so that no other program has gained access.
  else if (read.atOnce) showAndQuit(read.words);
  else void app.whenReady().then(() => showAndQuit(read.words));
} catch (error) {
  // On Linux dialogs need Electron to be ready.
  void app.whenReady().then(() => showAndQuit(wordsOf(error)));
}
