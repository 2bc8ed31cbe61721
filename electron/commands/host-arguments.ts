import { parseArgs } from 'node:util';
import { dataFolder } from '../hosts/data-folder.ts';
import { readAddress } from '../marketplace/http/origin-rule.ts';

export type HostArguments = {
  /** 0 selects any free port. */
  port: number;
  /** An absolute path. */
  dataDir: string;
  /** An address, `demo`, or undefined for what is stored in the settings. */
  marketplace: string | undefined;
  open: boolean;
  json: boolean;
  keyStdin: boolean;
};

export type ReadArguments<Read> = { ok: true; read: Read } | { ok: false; words: string };

const HOST_USAGE =
  'Usage: npm run host -- [--port N] [--data-dir DIR] [--marketplace URL|demo] [--no-open] [--json] [--key-stdin]';

/** The first sentence of a `parseArgs` error. Repeats arguments only if they are plain words, since one may be a key. */
export function badArguments(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  const isPlain = / '-{0,2}[a-z-]{1,20}(?: <value>)?'(?:[. ]|$)|^[^']*$/u.test(said);
  return isPlain
    ? `${said.split(/[.\n]/u)[0]}.`
    : `${said.split(" '")[0]}. A key is read from standard input alone.`;
}

/** Parses the arguments of `npm run host` and `npm start`; returns a sentence if they are invalid. */
export function readHostArguments(args: readonly string[]): ReadArguments<HostArguments> {
  const wrong = (words: string) => ({ ok: false, words: `${words} ${HOST_USAGE}` }) as const;
  let values: ReturnType<typeof parse>['values'];
  try {
    values = parse(args).values;
  } catch (error) {
    return wrong(badArguments(error));
  }
  const port = values.port ?? '0';
  if (!/^\d{1,5}$/u.test(port) || Number(port) > 65_535)
    return wrong('The port must be a number from 0 to 65535.');
  const { marketplace } = values;
  if (marketplace !== undefined && marketplace !== 'demo') {
    const address = readAddress(marketplace);
    if (!address.ok) return wrong(`${address.why} "demo" is the embedded marketplace.`);
  }
  const folder = dataFolder(values['data-dir']);
  if (!folder.ok) return wrong(folder.words);
  return {
    ok: true,
    read: {
      port: Number(port),
      dataDir: folder.dataDir,
      marketplace,
      open: values['no-open'] !== true,
      json: values.json === true,
      keyStdin: values['key-stdin'] === true,
    },
  };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      port: { type: 'string' },
      'data-dir': { type: 'string' },
      marketplace: { type: 'string' },
      'no-open': { type: 'boolean' },
      json: { type: 'boolean' },
      'key-stdin': { type: 'boolean' },
    },
  });
}
