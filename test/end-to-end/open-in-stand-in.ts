import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { channelOf } from '../../electron/hosts/channels.ts';
import { launchStandIn } from '../electron-stand-in/windows.ts';
import { folderBeside, type Opened, type Outside, type Start, savedBy, storeKey } from './opened.ts';

/** Starts the packed program over the stand-in for Electron; `run.ts` packs it and passes its path. */
export async function openInStandIn(browser: Browser, start: Start): Promise<Opened> {
  const { MILEPOST_PACKED_APP: app, MILEPOST_PACKED_VERSION: version } = process.env;
  if (!app || !version) throw new Error('no packed program: start this project with npm run test:e2e');
  const saved: string[] = [];
  const application = await launchStandIn({
    browser,
    app,
    version,
    args: ['--data-dir', start.dataDir, '--marketplace', start.marketplace],
    // No test stores a key in the real keychain.
    env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
    savePath: (name) => {
      const path = join(mkdtempSync(join(folderBeside(start.dataDir), 'saved-')), name);
      saved.push(path);
      return path;
    },
    onOutput: start.onOutput,
  });
  const page = await application.firstWindow();
  const notifications = () =>
    application.wanted.flatMap((each) => (each.kind === 'notification' ? [each] : []));
  const outside: Outside = {
    answers: async (yes) =>
      application.answer(({ buttons, cancelId }) => (yes ? buttons.length - 1 : cancelId)),
    questions: async () =>
      application.wanted.flatMap((each) =>
        each.kind === 'question' ? `${each.message}\n${each.detail}` : [],
      ),
    opened: async () => application.wanted.flatMap((each) => (each.kind === 'external' ? each.url : [])),
    windows: application.windows,
    notified: async () => notifications().map(({ title, body }) => ({ title, body })),
    clickLastNotification: async () => application.clickNotification(notifications().at(-1)?.id ?? 0),
  };
  const { key } = start;
  if (key !== null) await storeKey(page, outside, async () => application.copy(key));
  return {
    page,
    outside,
    saved: savedBy(async () => saved),
    answered: (group, name) => application.answered(channelOf(group, name)),
    close: application.close,
  };
}
