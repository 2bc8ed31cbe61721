/** What can be done on the open screen right now, beside what the palette can do everywhere. */
import { useSyncExternalStore } from 'react';
import { listenersOf } from '../listeners.ts';

/** Something to be done, with its key where it has one. */
export type Command = { name: string; keys?: string; run: () => void };

let offered: readonly Command[] = [];
const { notify, subscribe } = listenersOf();

/** Lists commands in the palette until the returned function is called. */
export function offerCommands(commands: readonly Command[]): () => void {
  offered = [...offered, ...commands];
  notify();
  return () => {
    offered = offered.filter((each) => !commands.includes(each));
    notify();
  };
}

export const useOfferedCommands = (): readonly Command[] => useSyncExternalStore(subscribe, () => offered);
