import { parseArgs } from 'node:util';
import { type ChannelSetup, channelSetupSchema } from '#shared/contract/program/channels.ts';
import { dataFolder } from '../../hosts/data-folder.ts';
import { badArguments, type ReadArguments } from '../host-arguments.ts';

export type ChannelArguments = {
  setup: ChannelSetup /** An absolute path. */;
  dataDir: string;
  yes: boolean;
};

const CHANNEL_USAGE =
  'Usage: npm run channel -- email --host HOST [--port 465] [--user NAME] --from ADDRESS --to ADDRESS | ntfy [--server URL] | webhook --address URL, each with [--data-dir DIR] [--yes]';

/** Parses the arguments of `npm run channel`; returns a sentence if they are invalid. */
export function readChannelArguments(args: readonly string[]): ReadArguments<ChannelArguments> {
  const wrong = (words: string) => ({ ok: false, words: `${words} ${CHANNEL_USAGE}` }) as const;
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    return wrong(badArguments(error));
  }
  const { values, positionals } = parsed;
  const [kind, ...rest] = positionals;
  if (rest.length > 0)
    return wrong('A secret is read from standard input, never from an argument: others could read it there.');
  const { host, port = '465', user = '', from, to, server = 'https://ntfy.sh', address } = values;
  const setup = channelSetupSchema.safeParse({
    kind,
    ...(kind === 'email' ? { host, port: Number(port), user, from, to } : {}),
    ...(kind === 'ntfy' ? { server } : {}),
    ...(kind === 'webhook' ? { address } : {}),
  });
  if (!setup.success) return wrong('Name a channel with all that it needs.');
  const folder = dataFolder(values['data-dir']);
  if (!folder.ok) return wrong(folder.words);
  return {
    ok: true,
    read: { setup: setup.data, dataDir: folder.dataDir, yes: values.yes === true },
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      host: text,
      port: text,
      user: text,
      from: text,
      to: text,
      server: text,
      address: text,
      'data-dir': text,
      yes: { type: 'boolean' },
    },
  });
}
