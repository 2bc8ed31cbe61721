import { setTimeout } from 'node:timers/promises';
import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron';
import { mayWait, type PlainQuestion } from '../app/plain-question.ts';

export type QuestionsDeps = {
  dialog: Pick<Dialog, 'showMessageBox' | 'showSaveDialog'>;
  /** The window that a question belongs to, which it is modal to; undefined where none is open. */
  parent: () => BrowserWindow | undefined;
  /** Resolves once the next question may stand where the last one did. */
  pause?: () => Promise<unknown>;
};

export type Questions = {
  /** Asks outside the page: a page in the wrong hands cannot answer it. No is the answer that a stray key gives. */
  confirm(question: PlainQuestion, buttons?: { yes: string; no: string }): Promise<boolean>;
  /** Asks with buttons of its own; resolves to the position of the one that was chosen, `cancelId` where none was. */
  choose(options: MessageBoxOptions & { cancelId: number }, signal?: AbortSignal): Promise<number>;
  /** Asks where to save a file of this name; null where the user changed their mind. */
  saveAs(name: string): Promise<string | null>;
  /** Takes every question back, the one on the screen too: each is answered with its harmless answer. */
  close(): void;
};

/** As long as a double click takes, in milliseconds: its second press is not meant for the next question. */
const PAUSE_MS = 500;

/** Asks one question at a time, each modal to its window, in the order in which they came, with a pause between. */
export function createQuestions({
  dialog,
  parent,
  pause = () => setTimeout(PAUSE_MS, undefined, { ref: false }),
}: QuestionsDeps): Questions {
  const closing = new AbortController();
  let waiting = 0;
  let before: Promise<unknown> = Promise.resolve();

  /** Asks when those before it are answered; `harmless` where there is no window to ask in, or no longer. */
  function inTurn<Answer>(
    ask: (window: BrowserWindow, ended: AbortSignal) => Promise<Answer>,
    harmless: Answer,
    signal?: AbortSignal,
  ): Promise<Answer> {
    mayWait(waiting);
    waiting += 1;
    // A page can close its own window, and with it what was asked there.
    const closed = new AbortController();
    const ended = AbortSignal.any([closing.signal, closed.signal, ...(signal === undefined ? [] : [signal])]);
    const takenBack = new Promise<Answer>((resolve) => {
      const answer = () => resolve(harmless);
      if (ended.aborted) answer();
      ended.addEventListener('abort', answer, { once: true });
    });
    const requested = before.then(async () => {
      const window = parent();
      if (ended.aborted || window === undefined) return harmless;
      // What is modal to a window that was never drawn, or is minimised, is seen no more than it.
      if (window.isMinimized()) window.restore();
      else if (!window.isVisible()) window.show();
      const close = () => closed.abort();
      window.once('closed', close);
      try {
        return await Promise.race([ask(window, ended), takenBack]);
      } finally {
        window.off('closed', close);
      }
    });
    before = requested.catch(() => undefined).then(pause);
    return Promise.race([requested, takenBack]).finally(() => {
      waiting -= 1;
    });
  }

  const choose: Questions['choose'] = (options, signal) =>
    inTurn(
      async (window, ended) => (await dialog.showMessageBox(window, { ...options, signal: ended })).response,
      options.cancelId,
      signal,
    );

  return {
    choose,
    confirm: async ({ title, words, detail }, { yes, no } = { yes: 'Allow', no: 'Cancel' }) =>
      (await choose({
        type: 'question',
        title: 'Milepost',
        message: title,
        detail: `${words}\n\n${detail}`,
        buttons: [no, yes],
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      })) === 1,
    saveAs: (name) =>
      inTurn<string | null>(async (window) => {
        const { canceled, filePath } = await dialog.showSaveDialog(window, {
          title: 'Save',
          defaultPath: name,
          properties: ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'],
        });
        return canceled || filePath === '' ? null : filePath;
      }, null),
    close: () => closing.abort(),
  };
}
