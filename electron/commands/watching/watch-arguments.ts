import { parseArgs } from 'node:util';
import { dataFolder } from '../../hosts/data-folder.ts';
import { badArguments, type ReadArguments } from '../host-arguments.ts';

export type WatchArguments = {
  /** An absolute path. */
  dataDir: string;
  keyStdin: boolean;
  printSchedule: boolean;
};

const WATCH_USAGE = 'Usage: npm run watch -- [--data-dir DIR] [--key-stdin] [--print-schedule]';

/** Parses the arguments of `npm run watch`; returns a sentence if they are invalid. */
export function readWatchArguments(args: readonly string[]): ReadArguments<WatchArguments> {
  const wrong = (words: string) => ({ ok: false, words: `${words} ${WATCH_USAGE}` }) as const;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        'data-dir': { type: 'string' },
        'key-stdin': { type: 'boolean' },
        'print-schedule': { type: 'boolean' },
      },
    });
    const folder = dataFolder(values['data-dir']);
    if (!folder.ok) return wrong(folder.words);
    return {
      ok: true,
      read: {
        dataDir: folder.dataDir,
        keyStdin: values['key-stdin'] === true,
        printSchedule: values['print-schedule'] === true,
      },
    };
  } catch (error) {
    return wrong(badArguments(error));
  }
}
