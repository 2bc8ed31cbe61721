import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  Notification,
  net,
  protocol,
  session,
  shell,
} from 'electron';
import { type App, createApp } from './app.ts';
import { defaultDataFolder } from './data-folder.ts';
import { openExternalLink } from './desktop/external-links.ts';
import { menuTemplate } from './desktop/menu.ts';
import { systemNotices } from './desktop/system-notices.ts';
import { startIpcHost } from './hosts/ipc-host.ts';
import { systemKeychain } from './keychain.ts';
import type { Question } from './purchases/room.ts';
import { holdDataFolder } from './single-instance.ts';
import {
  APP_ADDRESS,
  APP_SCHEME,
  guardContents,
  isOwnPage,
  openWindow,
  refusePermissions,
  serveApp,
} from './window.ts';

const development = !app.isPackaged;
const hotReload = development ? process.env.ELECTRON_RENDERER_URL : undefined;
const own = (url: string) => isOwnPage(url, hotReload);
const report = (words: string) => console.error(words);

// Not strict: Chromium and the tools that drive it add switches of their own.
const { values } = parseArgs({
  args: process.argv.slice(app.isPackaged ? 1 : 2),
  options: { 'data-dir': { type: 'string' }, marketplace: { type: 'string' } },
  strict: false,
});
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const dataDir = text(values['data-dir']) ?? defaultDataFolder();

// Electron's own lock and profile lie in the same folder as the data, so that a second folder is a second Milepost.
app.setPath('userData', dataDir);
app.enableSandbox();
protocol.registerSchemesAsPrivileged([APP_SCHEME]);

function tellAndQuit(words: string): void {
  dialog.showErrorBox('Milepost cannot start', words);
  app.exit(1);
}

/** Addresses that links may lead to: the marketplace in use, and what the program credits. */
async function allowedLinks({ handlers }: App): Promise<string[]> {
  const { credits } = await handlers.about.read(undefined);
  const { marketplaceAddress } = await handlers.settings.read(undefined);
  return [
    ...credits.map((credit) => credit.url),
    ...(marketplaceAddress === null ? [] : [marketplaceAddress]),
  ];
}

/** Asked by the system, not by the page: a page in the wrong hands cannot answer it. The harmless answer is the default. */
async function confirm({ title, words, detail }: Question): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    title: 'Milepost',
    message: title,
    detail: `${words}\n\n${detail}`,
    buttons: ['Cancel', 'Allow'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 1;
}

async function start(): Promise<void> {
  const held = holdDataFolder(dataDir);
  if (!held.ok) return tellAndQuit(`${held.words}. Close it there first.`);
  /** Known once there is a window to go there in. */
  let goTo = (_to: string): void => {};
  const served = await createApp({
    dataDir,
    // The system's proxy and certificates count. No cookie and no cached answer: only what is asked for is sent.
    fetch: (input, init) =>
      net.fetch(input instanceof URL ? input.href : input, {
        credentials: 'omit',
        cache: 'no-store',
        ...init,
        bypassCustomProtocolHandlers: true,
      }),
    keychain: systemKeychain(),
    clipboard,
    // Only addresses that the service named for connecting and that passed the rule for them come here.
    openExternal: (url) => shell.openExternal(url),
    clock: Date.now,
    confirm,
    // Without them the page shows what there is to tell.
    ...(Notification.isSupported() && { notify: systemNotices(Notification, (to) => goTo(to)) }),
    marketplace: text(values.marketplace),
    checkOutput: development,
    version: app.getVersion(),
  });

  serveApp(session.defaultSession, join(import.meta.dirname, '../renderer'));
  refusePermissions(session.defaultSession);
  const openExternal = (url: string) =>
    void openExternalLink(url, {
      allowed: () => allowedLinks(served),
      kept: served.links,
      open: (link) => shell.openExternal(link),
    }).catch(() => report('a link could not be opened'));
  app.on('web-contents-created', (_event, contents) =>
    guardContents(contents, { isOwnPage: own, openExternal }),
  );

  const host = startIpcHost({
    ...served,
    ipcMain,
    windows: () => BrowserWindow.getAllWindows().map((window) => window.webContents),
    isOwnPage: own,
    checkOutput: development,
    report,
  });
  const open = () =>
    openWindow({
      dataDir,
      preload: join(import.meta.dirname, '../preload/preload.cjs'),
      address: new URL(served.landing(), hotReload ?? APP_ADDRESS).href,
      development,
    });
  const show = () => {
    const [window] = BrowserWindow.getAllWindows();
    if (window === undefined) return open();
    if (window.isMinimized()) window.restore();
    window.focus();
    return window;
  };
  goTo = (to) => {
    show();
    host.tell('navigate', { to });
  };
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(menuTemplate({ platform: process.platform, development, goTo })),
  );
  app.on('second-instance', () => void show());
  app.on('activate', () => void show());
  open();

  let closed = false;
  app.on('will-quit', (event) => {
    if (closed) return;
    // Whatever is being written is written to its end before the process goes.
    event.preventDefault();
    host.stop();
    void served
      .close()
      .catch(() => report('Milepost did not close cleanly; the data file repairs itself at the next start.'))
      .finally(() => {
        closed = true;
        held.release();
        app.quit();
      });
  });
}

// On macOS a program stays when its window is closed, and what was approved goes on.
app.on('window-all-closed', () => {
  if (process.platform !== 'darwin') app.quit();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit());

if (app.requestSingleInstanceLock())
  void app
    .whenReady()
    .then(start)
    .catch((error: unknown) => tellAndQuit(error instanceof Error ? error.message : 'An unexpected error.'));
else app.quit();
