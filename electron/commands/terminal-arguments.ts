/** The arguments of the commands for a terminal. A `dataDir` is an absolute path. */
import { type ChannelSetup, channelSetupSchema } from '#shared/contract/program/channels.ts';
import { type Amount, parseAmount } from '#shared/money.ts';
import { FLAG, readArguments, TEXT } from './arguments.ts';

export type KeyArguments = {
  action: 'set' | 'forget' | 'status';
  marketplace: string | undefined;
  dataDir: string;
};

const isAction = (value: string | undefined): value is KeyArguments['action'] =>
  value === 'set' || value === 'forget' || value === 'status';

const BY_INPUT =
  'A secret is read from standard input, never from an argument: other programs could read it there.';

/** Parses the arguments of `npm run key`. */
export const readKeyArguments = (args: readonly string[]) =>
  readArguments(
    args,
    {
      usage: 'npm run key -- set|forget|status [--marketplace URL] [--data-dir DIR]',
      options: { marketplace: TEXT },
      takesWords: true,
    },
    ({ marketplace }, dataDir, [action, ...rest]): KeyArguments | string => {
      if (!isAction(action)) return 'Say what to do with the key.';
      return rest.length > 0 ? BY_INPUT : { action, marketplace, dataDir };
    },
  );

export type LimitsArguments = {
  dataDir: string;
  currency: string;
  /** The limits to change; if none, they are only shown. */
  change: { perCall?: Amount; perDay?: Amount; perMonth?: Amount };
  yes: boolean;
};

const LIMITS = [
  ['per-call', 'perCall'],
  ['per-day', 'perDay'],
  ['per-month', 'perMonth'],
] as const;

/** Parses the arguments of `npm run limits`. */
export const readLimitsArguments = (args: readonly string[]) =>
  readArguments(
    args,
    {
      usage:
        'npm run limits -- [--per-call N] [--per-day N] [--per-month N] [--currency USD] [--data-dir DIR] [--yes]',
      options: { 'per-call': TEXT, 'per-day': TEXT, 'per-month': TEXT, currency: TEXT, yes: FLAG },
    },
    ({ currency = 'USD', yes = false, ...values }, dataDir): LimitsArguments | string => {
      if (!/^[A-Z]{3}$/u.test(currency)) return 'The currency is three capital letters, such as USD.';
      const change: LimitsArguments['change'] = {};
      for (const [option, name] of LIMITS) {
        const text = values[option];
        if (text === undefined) continue;
        const amount = parseAmount(text, currency);
        if (amount === undefined) return `--${option} takes an amount such as 0.10, with up to six decimals.`;
        change[name] = amount;
      }
      return { dataDir, currency, change, yes };
    },
  );

export type McpArguments = {
  dataDir: string;
  /** Serve an assistant, or turn their access on or off. */
  act: 'serve' | 'turn-on' | 'turn-off';
  yes: boolean;
};

/** Parses the arguments of `npm run mcp`. */
export const readMcpArguments = (args: readonly string[]) =>
  readArguments(
    args,
    {
      usage: 'npm run -s mcp -- [--data-dir DIR] [--turn-on [--yes] | --turn-off]',
      options: { 'turn-on': FLAG, 'turn-off': FLAG, yes: FLAG },
    },
    ({ 'turn-on': on, 'turn-off': off, yes = false }, dataDir): McpArguments | string => {
      if (on && off) return 'Turn it on or off, not both.';
      return { dataDir, act: on ? 'turn-on' : off ? 'turn-off' : 'serve', yes };
    },
  );

export type ChannelArguments = { setup: ChannelSetup; dataDir: string; yes: boolean };

/** Parses the arguments of `npm run channel`. */
export const readChannelArguments = (args: readonly string[]) =>
  readArguments(
    args,
    {
      usage:
        'npm run channel -- email --host HOST [--port 465] [--user NAME] --from ADDRESS --to ADDRESS | ntfy [--server URL] | webhook --address URL, each with [--data-dir DIR] [--yes]',
      options: {
        host: TEXT,
        port: TEXT,
        user: TEXT,
        from: TEXT,
        to: TEXT,
        server: TEXT,
        address: TEXT,
        yes: FLAG,
      },
      takesWords: true,
    },
    ({ yes = false, ...values }, dataDir, [kind, ...rest]): ChannelArguments | string => {
      if (rest.length > 0) return BY_INPUT;
      const { host, port = '465', user = '', from, to, server = 'https://ntfy.sh', address } = values;
      const setup = channelSetupSchema.safeParse({
        kind,
        ...(kind === 'email' ? { host, port: Number(port), user, from, to } : {}),
        ...(kind === 'ntfy' ? { server } : {}),
        ...(kind === 'webhook' ? { address } : {}),
      });
      if (!setup.success) return 'Name a channel with all that it needs.';
      return { setup: setup.data, dataDir, yes };
    },
  );

export type WatchArguments = { dataDir: string; keyStdin: boolean; printSchedule: boolean };

/** Parses the arguments of `npm run watch`. */
export const readWatchArguments = (args: readonly string[]) =>
  readArguments(
    args,
    {
      usage: 'npm run watch -- [--data-dir DIR] [--key-stdin] [--print-schedule]',
      options: { 'key-stdin': FLAG, 'print-schedule': FLAG },
    },
    (values, dataDir): WatchArguments => ({
      dataDir,
      keyStdin: values['key-stdin'] === true,
      printSchedule: values['print-schedule'] === true,
    }),
  );
