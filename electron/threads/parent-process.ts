/** The process that started this one. */
export type ParentProcess = {
  send(message: unknown): void;
  receive(each: (message: unknown) => void): void;
};

/** Electron's own channel, in a process that its `utilityProcess` started. */
type ParentPort = {
  postMessage(message: unknown): void;
  on(event: 'message', receive: (event: { data: unknown }) => void): void;
};

/**
 * The parent of this process, which ends with it. Throws if nothing started this file as a process. The signals with which
 * a terminal ends a program are left to the parent, which may still need this process for its last jobs.
 */
export function parentProcess(): ParentProcess {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  const port = (process as { parentPort?: ParentPort }).parentPort;
  if (port !== undefined)
    return {
      send: (message) => port.postMessage(message),
      receive: (each) => port.on('message', ({ data }) => each(data)),
    };
  if (process.send === undefined) throw new Error('This file is the start of a process of Milepost.');
  process.once('disconnect', () => process.exit());
  return {
    send: (message) => void process.send?.(message),
    receive: (each) => void process.on('message', each),
  };
}
