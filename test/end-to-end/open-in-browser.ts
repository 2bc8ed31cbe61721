import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import type { Opened, Start } from './opened.ts';
import { endProcess, firstLine } from './running-marketplace.ts';

/** Resolves to the file that the browser downloads after a user action. */
export const downloadedFrom =
  (page: Page): Opened['saved'] =>
  async (act) => {
    const downloading = page.waitForEvent('download');
    await act();
    const download = await downloading;
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };

/** Starts the browser host in a separate process and opens its page. `env` is added to this process's variables. */
export async function openInBrowser(
  browser: Browser,
  start: Start,
  env: NodeJS.ProcessEnv = {},
): Promise<Opened & { /** Ends the program and leaves its page open. */ end(): Promise<void> }> {
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
    { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, MILEPOST_CHECK_OUTPUT: '1', ...env } },
  );
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += String(chunk);
    start.onOutput(String(chunk));
  });
  child.stdin?.end(start.key === null ? '' : `${start.key}\n`);
  const { url } = await firstLine<{ url: string }>(child, () => said);
  start.onOutput(url);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  return {
    page,
    outside: null,
    saved: downloadedFrom(page),
    answered: (group, name) =>
      page.waitForResponse((response) => response.url().endsWith(`/api/${group}/${name}`)),
    end: () => endProcess(child),
    close: async () => {
      // As its user closes it, so that it can send what is pending.
      if (!page.isClosed()) {
        const closed = page.waitForEvent('close');
        await page.close({ runBeforeUnload: true });
        await closed;
      }
      await context.close();
      await endProcess(child);
    },
  };
}
