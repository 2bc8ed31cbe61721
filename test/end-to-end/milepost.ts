import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, test as base, expect, type Page } from '@playwright/test';
import { findElectron } from './electron-runtime.ts';
import { openInBrowser } from './open-in-browser.ts';
import { openInElectron } from './open-in-electron.ts';
import { openInStandIn } from './open-in-stand-in.ts';
import type { Opened, Start } from './opened.ts';
import { type RunningMarketplace, startMarketplace } from './running-marketplace.ts';

export { expect };

/** A running Milepost, in Electron or in a browser. */
type Milepost = Opened & {
  dataDir: string;
  /** The process's output so far. */
  said(): string;
  /** Closes it and opens it again on the same data folder. */
  restart(): Promise<void>;
};

/** The host of a project in the configuration. */
function openIn(project: string, browser: Browser, start: Start): Promise<Opened> {
  const runtime = project === 'electron' ? findElectron() : undefined;
  if (project === 'electron-stand-in') return openInStandIn(browser, start);
  return runtime === undefined ? openInBrowser(browser, start) : openInElectron(runtime, start);
}

/** Resolves once the page's scripts have rendered it: until then it is a shell. */
const waitUntilRendered = (page: Page): Promise<void> => expect(page.locator('[data-shell]')).toHaveCount(0);

type Fixtures = {
  /** Whether Milepost has a key for the marketplace; `test.use` changes it. */
  withKey: boolean;
  folder: string;
  marketplace: RunningMarketplace;
  milepost: Milepost;
  /** Opens another Milepost. */
  openAnother: (start: Start) => Promise<Opened>;
};

export const test = base.extend<Fixtures>({
  withKey: [true, { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'milepost-e2e-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },

  /** A separate marketplace, which the spec may stop. */
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
      onOutput: (more) => {
        words += more;
      },
    };
    const open = async () => {
      const begun = await openIn(testInfo.project.name, browser, start);
      await waitUntilRendered(begun.page);
      return begun;
    };
    let opened = await open();
    await use({
      get page() {
        return opened.page;
      },
      get outside() {
        return opened.outside;
      },
      saved: (act) => opened.saved(act),
      answered: (group, name) => opened.answered(group, name),
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

  openAnother: async ({ browser }, use, testInfo) => {
    const others: Opened[] = [];
    await use(async (start) => {
      const other = await openIn(testInfo.project.name, browser, start);
      others.push(other);
      return other;
    });
    for (const other of others) await other.close();
  },
});
