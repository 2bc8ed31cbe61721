import { parseArgs } from 'node:util';
import { type Amount, parseAmount } from '#shared/money.ts';
import { dataFolder } from '../hosts/data-folder.ts';
import { badArguments, type ReadArguments } from './host-arguments.ts';

export type LimitsArguments = {
  /** An absolute path. */
  dataDir: string;
  currency: string;
  /** The limits to change; if none, they are only shown. */
  change: { perCall?: Amount; perDay?: Amount; perMonth?: Amount };
  yes: boolean;
};

const LIMITS_USAGE =
  'Usage: npm run limits -- [--per-call N] [--per-day N] [--per-month N] [--currency USD] [--data-dir DIR] [--yes]';

const OPTIONS = [
  ['per-call', 'perCall'],
  ['per-day', 'perDay'],
  ['per-month', 'perMonth'],
] as const;

/** Parses the arguments of `npm run limits`; returns a sentence if they are invalid. */
export function readLimitsArguments(args: readonly string[]): ReadArguments<LimitsArguments> {
  const wrong = (words: string) => ({ ok: false, words: `${words} ${LIMITS_USAGE}` }) as const;
  let values: ReturnType<typeof parse>['values'];
  try {
    values = parse(args).values;
  } catch (error) {
    return wrong(badArguments(error));
  }
  const currency = values.currency ?? 'USD';
  if (!/^[A-Z]{3}$/u.test(currency)) return wrong('The currency is three capital letters, such as USD.');
  const change: LimitsArguments['change'] = {};
  for (const [option, name] of OPTIONS) {
    const text = values[option];
    if (text === undefined) continue;
    const amount = parseAmount(text, currency);
    if (amount === undefined)
      return wrong(`--${option} takes an amount such as 0.10, with up to six decimals.`);
    change[name] = amount;
  }
  const folder = dataFolder(values['data-dir']);
  if (!folder.ok) return wrong(folder.words);
  return { ok: true, read: { dataDir: folder.dataDir, currency, change, yes: values.yes === true } };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      'per-call': { type: 'string' },
      'per-day': { type: 'string' },
      'per-month': { type: 'string' },
      currency: { type: 'string' },
      'data-dir': { type: 'string' },
      yes: { type: 'boolean' },
    },
  });
}
