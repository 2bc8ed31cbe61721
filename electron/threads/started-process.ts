import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A process that this one started, and may end at any moment. */
export type StartedProcess = {
  /** Sends plain data (structured clone). */
  send(message: unknown): void;
  /** Ends it at once, whatever it does: by SIGKILL, or as the system does that. */
  kill(): void;
};

type ProcessEvents = {
  message: (message: unknown) => void;
  /** After its last message: its exit code, or the name of the signal that ended it. */
  ended: (how: number | string) => void;
};

/**
 * Starts a file as a process without environment, input or output, whose heap may grow to `memoryMb`. It holds nothing
 * open: the program may end first, and ends it then. `forkProcess` in the browser host and in commands, Electron's own in
 * the desktop program (`electron/desktop/utility-process.ts`).
 */
export type StartProcess = (
  file: URL,
  options: { args: readonly string[]; memoryMb: number },
  events: ProcessEvents,
) => StartedProcess;

/** What Windows needs to start a program at all; nothing elsewhere. */
export const ENVIRONMENT = process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot };

export const forkProcess: StartProcess = (file, { args, memoryMb }, events) => {
  const child = fork(fileURLToPath(file), args, {
    env: ENVIRONMENT,
    execArgv: [`--max-old-space-size=${memoryMb}`],
    serialization: 'advanced',
    // What it writes may quote anything.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    windowsHide: true,
  });
  child.unref();
  child.channel?.unref();
  child.on('message', events.message);
  // Not started, or no longer there to be sent to: 'close' follows.
  child.on('error', () => child.kill('SIGKILL'));
  let isOver = false;
  child.once('close', (code, signal) => {
    isOver = true;
    events.ended(code ?? signal ?? 1);
  });
  return {
    send: (message) => {
      if (child.connected) child.send(message as object, () => {});
    },
    kill: () => {
      if (!isOver) child.kill('SIGKILL');
    },
  };
};
