/**
 * `npm run bench:offline`: opens every view on the data file of a million record versions, with a marketplace that does
 * not answer and a page that reaches only this machine, and prints what it saw. `-- --small` does so on a file of a
 * fiftieth of that. Works on a copy: what the walk marks and collects is discarded with it.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { blockOtherHosts } from '../end-to-end/block-other-hosts.ts';
import { CHROMIUM_SWITCHES, findChromium } from '../end-to-end/chromium.ts';
import { walkOffline } from '../end-to-end/offline-walk.ts';
import { downloadedFrom } from '../end-to-end/open-in-browser.ts';
import { storedFile } from './data/file.ts';
import { addOddities } from './data/fill.ts';
import { startProduct } from './programs.ts';

const { values } = parseArgs({ options: { small: { type: 'boolean', default: false } } });
const stored = storedFile(values.small ? 20_000 : 1_000_000, (words) => console.error(words));
const executablePath = findChromium();
if (executablePath === undefined) throw new Error('There is no Chromium here to look with.');

const dataDir = mkdtempSync(join(tmpdir(), 'milepost-offline-'));
const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_SWITCHES] });
try {
  copyFileSync(stored, join(dataDir, 'milepost.sqlite'));
  addOddities(join(dataDir, 'milepost.sqlite'));
  const program = await startProduct(dataDir, false);
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
    const blockedUrls = await blockOtherHosts(context);
    const page = await context.newPage();
    await page.goto(program.url);
    let since = performance.now();
    await walkOffline({ page, saved: downloadedFrom(page) }, (what, saw) => {
      const now = performance.now();
      console.log(`${`${Math.round(now - since)} ms`.padStart(9)}  ${what}: ${saw}`);
      since = now;
    });
    if (blockedUrls.length > 0) throw new Error(`the page asked elsewhere: ${blockedUrls.join(', ')}`);
    console.log('Every view showed what is stored, and nothing was asked of any other machine.');
  } finally {
    await program.end();
  }
} finally {
  await browser.close();
  rmSync(dataDir, { recursive: true, force: true });
}
