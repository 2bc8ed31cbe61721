import { parseArgs } from 'node:util';
import { dataFolder } from '../hosts/data-folder.ts';

export type ReadArguments<Read> = { ok: true; read: Read } | { ok: false; words: string };

export const TEXT = { type: 'string' } as const;
export const FLAG = { type: 'boolean' } as const;
type Options = Readonly<Record<string, typeof TEXT | typeof FLAG>>;
type Values<Taken extends Options> = {
  [Name in keyof Taken]?: Taken[Name] extends typeof FLAG ? boolean : string;
};

/** The first sentence of a `parseArgs` error. Repeats arguments only if they are plain words, since one may be a key. */
function badArguments(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  const isPlain = / '-{0,2}[a-z-]{1,20}(?: <value>)?'(?:[. ]|$)|^[^']*$/u.test(said);
  return isPlain
    ? `${said.split(/[.\n]/u)[0]}.`
    : `${said.split(" '")[0]}. A key is read from standard input alone.`;
}

type Command<Taken extends Options> = { usage: string; options: Taken; takesWords?: boolean };

/**
 * Parses the arguments of a command, which all take `--data-dir`. Where they are invalid, `read` or this gives a sentence
 * that repeats no secret.
 * @param read makes what the command needs of its options, the absolute data folder and its words; or says what is wrong
 */
export function readArguments<const Taken extends Options, Read extends object>(
  args: readonly string[],
  { usage, options, takesWords = false }: Command<Taken>,
  read: (values: Values<Taken>, dataDir: string, words: readonly string[]) => Read | string,
): ReadArguments<Read> {
  const wrong = (words: string) => ({ ok: false, words: `${words} Usage: ${usage}` }) as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: takesWords,
      options: { ...options, 'data-dir': TEXT },
    });
    const folder = dataFolder((values as Values<{ 'data-dir': typeof TEXT }>)['data-dir']);
    if (!folder.ok) return wrong(folder.words);
    const result = read(values as Values<Taken>, folder.dataDir, positionals);
    return typeof result === 'string' ? wrong(result) : { ok: true, read: result };
  } catch (error) {
    return wrong(badArguments(error));
  }
}
