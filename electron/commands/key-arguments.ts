import { parseArgs } from 'node:util';
import { dataFolder } from '../hosts/data-folder.ts';
import type { ReadArguments } from './host-arguments.ts';

export type KeyArguments = {
  action: 'set' | 'forget' | 'status';
  marketplace: string | undefined;
  /** An absolute path. */
  dataDir: string;
};

const KEY_USAGE = 'Usage: npm run key -- set|forget|status [--marketplace URL] [--data-dir DIR]';

const isAction = (value: string | undefined): value is KeyArguments['action'] =>
  value === 'set' || value === 'forget' || value === 'status';

/** Parses the arguments of `npm run key`; returns a sentence, which never repeats an argument, if they are invalid. */
export function readKeyArguments(args: readonly string[]): ReadArguments<KeyArguments> {
  const wrong = (words: string) => ({ ok: false, words: `${words} ${KEY_USAGE}` }) as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { marketplace: { type: 'string' }, 'data-dir': { type: 'string' } },
    });
    const [action, ...rest] = positionals;
    if (!isAction(action)) return wrong('Say what to do with the key.');
    if (rest.length > 0)
      return wrong(
        'The key is read from standard input, never from an argument: other programs could read it there.',
      );
    const folder = dataFolder(values['data-dir']);
    if (!folder.ok) return wrong(folder.words);
    return { ok: true, read: { action, marketplace: values.marketplace, dataDir: folder.dataDir } };
  } catch {
    return wrong('That option is not known, or lacks its value.');
  }
}
