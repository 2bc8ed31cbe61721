import type { App, MessageBoxOptions, WebContents } from 'electron';
import type { ProgramLog } from '../log/program-log.ts';
import { stackFrames } from '../log/stack-frames.ts';

export type FailuresDeps = {
  log: Pick<ProgramLog, 'file' | 'write'>;
  /** Asks in a system dialog; resolves to the index of the pressed button. */
  choose: (options: MessageBoxOptions & { cancelId: number }, signal?: AbortSignal) => Promise<number>;
  isOwnPage: (url: string) => boolean;
  /** Opens a screen that reads little and shows no external data. */
  openSafely: (contents: WebContents) => void;
  restart: () => void;
  quit: () => void;
  /** Whether the program is closing; nothing that ends then is a failure. */
  closing: () => boolean;
};

/** Error code of a load that another one replaced, such as a reload; not a failure. */
const ABORTED = -3;

/** Most errors of one window that are logged, so that a page cannot crowd out other entries. */
const MAX_NOTED = 20;

/** A page that does not receive events within this time counts as failed, in milliseconds; usually it takes a second. */
const STARTS_WITHIN_MS = 30_000;

/** A question that names the log file, since a failed page cannot show its path. */
const question = (
  { file }: FailuresDeps['log'],
  message: string,
  detail: string,
  buttons: string[],
  cancelId: number,
) => ({
  type: 'warning' as const,
  title: 'Milepost',
  message,
  detail: `${detail}\n\nWhat was written down of it is in ${file}. Nothing was sent anywhere.`,
  buttons,
  defaultId: 0,
  cancelId,
  noLink: true,
});

/**
 * Reports a window whose page crashed, hangs, did not load or did not start its scripts, and offers a choice, one question
 * at a time per window. Returns a function to call once the page receives events.
 */
export function watchPage(contents: WebContents, deps: FailuresDeps): () => void {
  const { log, choose, isOwnPage, openSafely, quit, closing } = deps;
  let run = false;
  /** The renderer was ended on purpose to reload a page that hangs. */
  let endedByUs = false;

  async function offer(message: string, detail: string, takenBack?: AbortSignal): Promise<void> {
    if (run || closing()) return;
    run = true;
    try {
      const chosen = await choose(
        question(log, message, detail, ['Reload', 'Open a safe screen', 'Quit'], 2),
        takenBack,
      );
      if (closing() || contents.isDestroyed() || takenBack?.aborted) return;
      if (chosen === 0) contents.reload();
      else if (chosen === 1) openSafely(contents);
      else quit();
    } catch {
      // Too many questions are waiting; the failure is logged.
    } finally {
      run = false;
    }
  }

  let started = new AbortController();
  const pageStarts = () => started.abort();
  contents.on('did-start-navigation', ({ url, isMainFrame, isSameDocument }) => {
    if (!isMainFrame || isSameDocument || !isOwnPage(url)) return;
    pageStarts();
    const page = new AbortController();
    started = page;
    const waiting = setTimeout(() => {
      if (page.signal.aborted || closing()) return;
      log.write('error', 'the page did not start');
      void offer(
        'The window stays empty',
        'Its page did not start. What was saved is safe, and a purchase under way goes on.',
        page.signal,
      );
    }, STARTS_WITHIN_MS);
    waiting.unref();
    page.signal.addEventListener('abort', () => clearTimeout(waiting), { once: true });
  });
  contents.once('destroyed', pageStarts);

  let unresponsive: AbortController | null = null;
  /** Withdraws the question about a page that no longer hangs. */
  function respondsOrEnded(): void {
    unresponsive?.abort();
    unresponsive = null;
  }

  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    respondsOrEnded();
    if (endedByUs) {
      endedByUs = false;
      contents.reload();
      return;
    }
    if (reason === 'clean-exit') return;
    log.write('error', `the page ended: ${reason}, ${exitCode}`);
    void offer(
      'The window stopped working',
      reason === 'oom'
        ? 'It needed more memory than there is. What was saved is safe, and a purchase under way goes on.'
        : 'What was saved is safe, and a purchase under way goes on.',
    );
  });
  contents.on('did-fail-load', (_event, code, description, _address, isMainFrame) => {
    if (!isMainFrame || code === ABORTED) return;
    log.write('error', `the page did not load: ${code} ${description}`);
    void offer('The window could not be opened', 'Its page did not load.');
  });
  // A missing page file is reported by an error page, which does load.
  contents.on('did-navigate', (_event, _address, status) => {
    if (status < 400) return;
    log.write('error', `the page did not load: ${status}`);
    void offer('The window could not be opened', 'Its page did not load.');
  });
  let noted = 0;
  contents.on('console-message', ({ level, message, lineNumber, sourceId }) => {
    if (level !== 'error' || noted === MAX_NOTED) return;
    noted += 1;
    // Only the kind and place of the error: its message may contain anything.
    const [kind = 'an error'] = /\b[A-Z]\w{0,30}Error\b/u.exec(message) ?? [];
    const [file = ''] = /[\w.-]{1,80}$/u.exec(sourceId) ?? [];
    log.write('error', `the page reported ${kind} at ${file}:${lineNumber}`);
  });
  contents.on('preload-error', (_event, _file, error) => {
    log.write('error', `the preload failed: ${stackFrames(error)}`);
    void offer('The window could not be opened', 'A part of Milepost that it needs did not start.');
  });

  contents.on('unresponsive', () => {
    if (unresponsive !== null || run || closing()) return;
    log.write('warn', 'the page does not respond');
    const answered = new AbortController();
    unresponsive = answered;
    void choose(
      question(
        log,
        'The window does not respond',
        'It may recover by itself. A purchase under way goes on whatever you choose.',
        ['Wait', 'Reload', 'Quit'],
        0,
      ),
      answered.signal,
    ).then(
      (chosen) => {
        if (unresponsive === answered) unresponsive = null;
        if (closing() || contents.isDestroyed() || answered.signal.aborted) return;
        if (chosen === 1) {
          endedByUs = true;
          contents.forcefullyCrashRenderer();
        } else if (chosen === 2) quit();
      },
      // Too many questions are waiting; the next hang is reported again.
      () => {
        if (unresponsive === answered) unresponsive = null;
      },
    );
  });
  contents.on('responsive', () => {
    if (unresponsive !== null) log.write('info', 'the page responds again');
    respondsOrEnded();
  });
  return pageStarts;
}

/** Logs helper processes that ended, and reports uncaught errors. Returns a function that stops it. */
export function watchProgram(
  app: Pick<App, 'on'>,
  program: Pick<NodeJS.Process, 'on' | 'off'>,
  { log, choose, restart, quit, closing }: Omit<FailuresDeps, 'isOwnPage' | 'openSafely'>,
): () => void {
  let run = false;
  async function offer(message: string, detail: string): Promise<void> {
    // One question is enough: failures tend to repeat at once.
    if (run || closing()) return;
    run = true;
    try {
      const chosen = await choose(question(log, message, detail, ['Restart', 'Go on', 'Quit'], 1));
      if (closing()) return;
      if (chosen === 0) restart();
      else if (chosen === 2) quit();
    } catch {
      // Too many questions are waiting.
    } finally {
      run = false;
    }
  }

  app.on('child-process-gone', (_event, { type, reason, exitCode, name }) => {
    if (reason === 'clean-exit' || closing()) return;
    // Nobody is asked: Chromium starts its helpers again, whoever used one of ours is told by it, and a page that ended
    // is reported by `watchPage`.
    log.write('error', `a helper process ended: ${type} ${name ?? ''} ${reason}, ${exitCode}`);
  });
  return onUncaught(program, log, () =>
    offer(
      'Something went wrong inside Milepost',
      'What was saved is safe. Restart Milepost before you buy anything more.',
    ),
  );
}

/** Until a window exists: reports an uncaught error and ends the program. Returns a function that stops it. */
export const watchStart = (
  program: Pick<NodeJS.Process, 'on' | 'off'>,
  { log, tell }: { log: Pick<ProgramLog, 'write'>; tell: (words: string) => void },
): (() => void) =>
  onUncaught(program, log, () =>
    tell('Something went wrong inside Milepost before its window opened. What was saved is safe.'),
  );

/** Logs uncaught errors without their messages and calls back. Returns a function that stops it. */
function onUncaught(
  program: Pick<NodeJS.Process, 'on' | 'off'>,
  log: Pick<ProgramLog, 'write'>,
  then: () => void,
): () => void {
  const uncaught = (what: string) => (error: unknown) => {
    log.write('error', `${what}: ${stackFrames(error)}`);
    then();
  };
  const thrown = uncaught('an error that nothing caught');
  const rejected = uncaught('a rejection that nothing handled');
  program.on('uncaughtException', thrown);
  program.on('unhandledRejection', rejected);
  return () => {
    program.off('uncaughtException', thrown);
    program.off('unhandledRejection', rejected);
  };
}
