import { _electron as electron } from '@playwright/test';
import { folderBeside, type Opened, type Outside, type Start, savedBy, storeKey } from './opened.ts';

declare global {
  /** In the process of Electron: the program's requests to the system, and how the user answers. */
  var systemOfTheTest: {
    yes: boolean;
    questions: string[];
    opened: string[];
    saved: string[];
    notified: Electron.Notification[];
  };
}

/** Starts the program in Electron; the test answers the native dialogs. */
export async function openInElectron(executablePath: string, start: Start): Promise<Opened> {
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
  application.process().stderr?.on('data', (chunk) => start.onOutput(String(chunk)));
  const page = await application.firstWindow();
  await application.evaluate(({ dialog, shell, Notification }, folder) => {
    const system: typeof systemOfTheTest = { yes: false, questions: [], opened: [], saved: [], notified: [] };
    globalThis.systemOfTheTest = system;
    Notification.prototype.show = function show(this: Electron.Notification) {
      system.notified.push(this);
    };
    const { mkdtempSync } = process.getBuiltinModule('node:fs');
    const { basename, join } = process.getBuiltinModule('node:path');
    dialog.showMessageBox = async (...given: unknown[]) => {
      const { message, detail = '', buttons = [], cancelId = 0 } = given.at(-1) as Electron.MessageBoxOptions;
      system.questions.push(`${message}\n${detail}`);
      return { response: system.yes ? buttons.length - 1 : cancelId, checkboxChecked: false };
    };
    dialog.showSaveDialog = async (...given: unknown[]) => {
      const { defaultPath = '' } = given.at(-1) as Electron.SaveDialogOptions;
      const filePath = join(mkdtempSync(join(folder, 'saved-')), basename(defaultPath));
      system.saved.push(filePath);
      return { canceled: false, filePath };
    };
    shell.openExternal = async (url) => void system.opened.push(url);
  }, folderBeside(start.dataDir));

  const outside: Outside = {
    answers: (yes) =>
      application.evaluate((_electron, answer) => {
        globalThis.systemOfTheTest.yes = answer;
      }, yes),
    questions: () => application.evaluate(() => globalThis.systemOfTheTest.questions),
    opened: () => application.evaluate(() => globalThis.systemOfTheTest.opened),
    windows: async () => application.windows(),
    notified: () =>
      application.evaluate(() =>
        globalThis.systemOfTheTest.notified.map(({ title, body }) => ({ title, body })),
      ),
    clickLastNotification: () =>
      application.evaluate(() => void globalThis.systemOfTheTest.notified.at(-1)?.emit('click')),
  };
  const { key } = start;
  if (key !== null)
    await storeKey(page, outside, () =>
      application.evaluate(({ clipboard }, text) => clipboard.writeText(text), key),
    );
  return {
    page,
    outside,
    saved: savedBy(() => application.evaluate(() => globalThis.systemOfTheTest.saved)),
    answered: async () => {
      throw new Error('what the main process answers is not seen from outside Electron');
    },
    close: () => application.close(),
  };
}
