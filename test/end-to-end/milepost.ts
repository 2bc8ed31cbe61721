import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, test as base, _electron as electron, expect, type Page } from '@playwright/test';
import { launchStandIn } from '../electron-stand-in/windows.ts';
import { findElectron } from './electron-runtime.ts';
import { ended, firstLine, type RunningMarketplace, startMarketplace } from './running-marketplace.ts';

export { expect };

/** A Milepost that a user has in front of them, in Electron or in a browser: the specs cannot know. */
type Milepost = {
  page: Page;
  dataDir: string;
  /** Everything that the process has said so far. */
  said(): string;
  /** Closes it and opens it again on the same data folder. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

type Opened = { page: Page; close(): Promise<void> };
type Start = { dataDir: string; marketplace: string; key: string | null; hear: (words: string) => void };

export async function openInBrowser(browser: Browser, start: Start): Promise<Opened> {
  const child: ChildProcess = spawn(
    process.execPath,
    [
      'out/main/host.js',
      '--json',
      '--no-open',
      '--data-dir',
      start.dataDir,
      '--marketplace',
      start.marketplace,
      ...(start.key === null ? [] : ['--key-stdin']),
    ],
    { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, MILEPOST_CHECK_OUTPUT: '1' } },
  );
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += String(chunk);
    start.hear(String(chunk));
  });
  child.stdin?.end(start.key === null ? '' : `${start.key}\n`);
  const { url } = await firstLine<{ url: string }>(child, () => said);
  start.hear(url);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  return {
    page,
    close: async () => {
      await context.close();
      await ended(child);
    },
  };
}

async function openInElectron(executablePath: string, start: Start): Promise<Opened> {
  const application = await electron.launch({
    executablePath,
    args: [
      'out/main/main.js',
      '--no-sandbox',
      '--data-dir',
      start.dataDir,
      '--marketplace',
      start.marketplace,
    ],
  });
  application.process().stderr?.on('data', (chunk) => start.hear(String(chunk)));
  const page = await application.firstWindow();
  if (start.key !== null) {
    await application.evaluate(({ clipboard, dialog }, key) => {
      clipboard.writeText(key);
      const ask = dialog.showMessageBox;
      // The one question, whether the clipboard is the key, is answered with its last button.
      dialog.showMessageBox = async () => {
        dialog.showMessageBox = ask;
        return { response: 1, checkboxChecked: false };
      };
    }, start.key);
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('button', { name: 'Store key from clipboard' }).click();
    await page.getByRole('link', { name: 'Search', exact: true }).click();
  }
  return { page, close: () => application.close() };
}

/** The packed program over the stand-in for Electron; `run.ts` packs it and says where it lies. */
async function openInStandIn(browser: Browser, start: Start): Promise<Opened> {
  const application = await launchStandIn({
    browser,
    app: process.env.MILEPOST_PACKED_APP ?? '',
    version: process.env.MILEPOST_PACKED_VERSION ?? '',
    args: ['--data-dir', start.dataDir, '--marketplace', start.marketplace],
    // No test puts a key into the keychain of whoever runs it.
    env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
    hear: start.hear,
  });
  const page = await application.firstWindow();
  if (start.key !== null) {
    const landing = page.url();
    application.copy(start.key);
    application.answer(({ buttons }) => buttons.length - 1);
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('button', { name: 'Store key from clipboard' }).click();
    await expect(page.getByRole('button', { name: 'Forget key' })).toBeVisible();
    // A key that was there from the start would have been checked by then.
    await page.getByRole('button', { name: 'Check key' }).click();
    await expect(page.getByRole('button', { name: 'Check key' })).toBeEnabled();
    application.answer(() => 0);
    await page.goto(landing);
  }
  return { page, close: application.close };
}

/** Resolves once the page hears keys: until then its first screen is there as it was drawn when the program was built. */
const isTakenOver = (page: Page): Promise<void> => expect(page.locator('style[data-drawn]')).toHaveCount(0);

type Fixtures = {
  /** Whether Milepost has a key for the marketplace; `test.use` changes it. */
  withKey: boolean;
  folder: string;
  marketplace: RunningMarketplace;
  milepost: Milepost;
};

export const test = base.extend<Fixtures>({
  withKey: [true, { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'milepost-e2e-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },

  /** Somebody's marketplace, which the spec may stop. */
  marketplace: async ({ folder }, use) => {
    const marketplace = await startMarketplace(join(folder, 'books.sqlite'));
    await use(marketplace);
    await marketplace.stop();
  },

  milepost: async ({ folder, marketplace, browser, withKey }, use, testInfo) => {
    let words = '';
    const start: Start = {
      dataDir: join(folder, 'data'),
      marketplace: marketplace.url,
      key: withKey ? marketplace.key : null,
      hear: (more) => {
        words += more;
      },
    };
    const runtime = testInfo.project.name === 'electron' ? findElectron() : undefined;
    const begin = () => {
      if (testInfo.project.name === 'electron-stand-in') return openInStandIn(browser, start);
      return runtime === undefined ? openInBrowser(browser, start) : openInElectron(runtime, start);
    };
    const open = async () => {
      const begun = await begin();
      await isTakenOver(begun.page);
      return begun;
    };
    let opened = await open();
    await use({
      get page() {
        return opened.page;
      },
      dataDir: start.dataDir,
      said: () => words,
      restart: async () => {
        await opened.close();
        opened = await open();
      },
      close: () => opened.close(),
    });
    await opened.close();
  },
});
