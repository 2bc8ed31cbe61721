import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App as ElectronApp } from 'electron';
import type { App } from '../app/app-deps.ts';
import { runWatch } from '../hosts/watch-run.ts';

export type WatchUnattendedDeps = {
  app: Pick<ElectronApp, 'setPath' | 'disableHardwareAcceleration' | 'dock' | 'exit' | 'whenReady'>;
  dataDir: string;
  open: () => Promise<App>;
  ended: Promise<unknown>;
};

/**
 * `milepost --watch`: refreshes what is due without a window, and exits. It uses a temporary Electron profile and not
 * Electron's lock, so that an open window is not brought to the front; the data folder's own lock decides.
 */
export async function watchUnattended({ app, dataDir, open, ended }: WatchUnattendedDeps): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'milepost-watch-'));
  app.setPath('userData', profile);
  app.disableHardwareAcceleration();
  app.dock?.hide();
  await app.whenReady();
  const code = await runWatch({
    dataDir,
    open,
    ended,
    print: (line) => process.stdout.write(`${line}\n`),
    say: (line) => process.stderr.write(`${line}\n`),
  });
  rmSync(profile, { recursive: true, force: true });
  app.exit(code);
}
