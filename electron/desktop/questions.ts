import { setTimeout } from 'node:timers/promises';
import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron';
import { limitWaiting, type PlainQuestion } from '../app/plain-question.ts';

export type QuestionsDeps = {
  dialog: Pick<Dialog, 'showMessageBox' | 'showSaveDialog'>;
  /** The window that a question is modal to; undefined if none is open. */
  parent: () => BrowserWindow | undefined;
  /** Resolves once the next question may appear in the place of the last. */
  pause?: () => Promise<unknown>;
};

export type Questions = {
  /** Asks outside the page, so that a compromised page cannot answer. A stray key press answers no. */
  confirm(question: PlainQuestion, buttons?: { yes: string; no: string }): Promise<boolean>;
  /** Asks with custom buttons; resolves to the index of the chosen one, or `cancelId`. */
  choose(options: MessageBoxOptions & { cancelId: number }, signal?: AbortSignal): Promise<number>;
  /** Asks where to save a file of this name; null if cancelled. */
  saveAs(name: string): Promise<string | null>;
  /** Withdraws all questions, the visible one too; each resolves to its harmless answer. */
  close(): void;
};

/** Longer than a double click, whose second press must not answer the next question; milliseconds. */
const PAUSE_MS = 500;

/** Asks one question at a time, in order, each modal to its window, with a pause between them. */
export function createQuestions({
  dialog,
  parent,
  pause = () => setTimeout(PAUSE_MS, undefined, { ref: false }),
}: QuestionsDeps): Questions {
  const closing = new AbortController();
  let waiting = 0;
  let before: Promise<unknown> = Promise.resolve();

  /** Asks once earlier questions are answered; resolves to `harmless` if the window is missing or closes. */
  function inTurn<Answer>(
    ask: (window: BrowserWindow, ended: AbortSignal) => Promise<Answer>,
    harmless: Answer,
    signal?: AbortSignal,
  ): Promise<Answer> {
    limitWaiting(waiting);
    waiting += 1;
    // A page can close its own window, and with it the question.
    const closed = new AbortController();
    const ended = AbortSignal.any([closing.signal, closed.signal, ...(signal === undefined ? [] : [signal])]);
    const withdrawn = new Promise<Answer>((resolve) => {
      const answer = () => resolve(harmless);
      if (ended.aborted) answer();
      ended.addEventListener('abort', answer, { once: true });
    });
    const requested = before.then(async () => {
      const window = parent();
      if (ended.aborted || window === undefined) return harmless;
      // A dialog that is modal to a hidden or minimised window would not be visible.
      if (window.isMinimized()) window.restore();
      else if (!window.isVisible()) window.show();
      const close = () => closed.abort();
      window.once('closed', close);
      try {
        return await Promise.race([ask(window, ended), withdrawn]);
      } finally {
        window.off('closed', close);
      }
    });
    before = requested.catch(() => undefined).then(pause);
    return Promise.race([requested, withdrawn]).finally(() => {
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
