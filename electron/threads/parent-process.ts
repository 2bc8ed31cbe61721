import { constants, setPriority } from 'node:os';

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

/** How long the parent may take to end after a signal that reached this process too, in milliseconds. */
const LONGEST_END_MS = 4_750;

/**
 * The parent of this process, which ends with it. Throws if nothing started this file as a process. The signals with which
 * a terminal or a service manager ends a program and what it started are left to the parent, which may still need this
 * process for its last jobs; one that hangs and cannot obey them is ended from here.
 */
export function parentProcess(): ParentProcess {
  // On a busy machine the page comes before what is opened from outside.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const parent = process.ppid;
  const endParent = () => {
    if (process.send !== undefined && process.ppid === parent) process.kill(parent, 'SIGKILL');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => setTimeout(endParent, LONGEST_END_MS).unref());
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
