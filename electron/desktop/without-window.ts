import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'electron';

export type WindowlessApp = Pick<App, 'setPath' | 'disableHardwareAcceleration' | 'dock' | 'exit'>;

/**
 * Runs the program without a window and exits with the code that `run` resolves to. It uses a temporary Electron profile
 * and not Electron's lock, so that an open window is neither disturbed nor brought to the front.
 */
export async function withoutWindow(app: WindowlessApp, run: () => Promise<number>): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'milepost-windowless-'));
  app.setPath('userData', profile);
  app.disableHardwareAcceleration();
  app.dock?.hide();
  let code = 1;
  try {
    code = await run();
  } finally {
    rmSync(profile, { recursive: true, force: true });
    app.exit(code);
  }
}
