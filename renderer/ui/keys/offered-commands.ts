/** The commands of the open screen, in addition to those that the palette always has. */
import { useSyncExternalStore } from 'react';
import { listenersOf } from '../listeners.ts';

/** A command, with its key where it has one. */
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
