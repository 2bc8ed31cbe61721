/** The commands of the open screen, in addition to those that the palette always has. */
import { storeOf } from '../store.ts';

/** A command, with its key where it has one. */
export type Command = { name: string; keys?: string; run: () => void };

const offered = storeOf<readonly Command[]>([]);

/** Lists commands in the palette until the returned function is called. */
export function offerCommands(commands: readonly Command[]): () => void {
  offered.set([...offered.read(), ...commands]);
  return () => offered.set(offered.read().filter((each) => !commands.includes(each)));
}

export const useOfferedCommands = offered.useValue;
