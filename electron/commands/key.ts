/** `npm run key -- set|forget|status`: the access key of a marketplace, for machines without the desktop's clipboard. */
import '../hosts/untrusted-environment.ts';
import { z } from 'zod';
import { readKeyText } from '../key/key-text.ts';
import { systemKeychain } from '../key/keychain.ts';
import { forgetKey, type KeyResult, setKey, type TerminalKeyDeps } from '../key/terminal-key.ts';
import { readAddress } from '../marketplace/http/origin-rule.ts';
import { keylessFetch } from '../marketplace/oauth/keyless-fetch.ts';
import { revokeKey } from '../marketplace/oauth/revoke.ts';
import { STORED_ADDRESS } from '../settings/stored-address.ts';
import type { Storage } from '../storage/open.ts';
import { storedSettings } from '../storage/stored-settings.ts';
import { DID_NOT_WORK, runCommand, say, WRONG_ARGUMENTS, withStorage } from './in-terminal.ts';
import { readSecret } from './secret-input.ts';
import { type KeyArguments, readKeyArguments } from './terminal-arguments.ts';
import { openNetwork } from './terminal-network.ts';

/** Prints the outcome: to standard output on success, else to standard error. */
function report({ ok, words }: KeyResult): number {
  if (ok) process.stdout.write(`${words.join('\n')}\n`);
  else for (const sentence of words) say(sentence);
  return ok ? 0 : DID_NOT_WORK;
}

async function set(deps: TerminalKeyDeps): Promise<number> {
  const text = await readSecret(process.stdin, (words) => process.stderr.write(words));
  const read = readKeyText(text);
  if (read.ok) return report(await setKey(deps, read.key));
  say(`${read.words} Nothing was stored.`);
  return WRONG_ARGUMENTS;
}

const forget = async (deps: TerminalKeyDeps): Promise<number> => report(await forgetKey(deps));

async function status({ keychain, origin }: TerminalKeyDeps): Promise<number> {
  try {
    const words = (await keychain.read(origin)) === null ? 'No key is stored' : 'A key is stored';
    process.stdout.write(`${words} for ${origin}.\n`);
    return 0;
  } catch (error) {
    say(error instanceof Error ? error.message : 'The keychain of this machine could not be read.');
    return DID_NOT_WORK;
  }
}

const ACTIONS = { set, forget, status } as const;

async function run(storage: Storage, { action, marketplace }: KeyArguments): Promise<number> {
  const address = marketplace ?? storedSettings(storage.db).read(STORED_ADDRESS, z.string());
  if (address === undefined || address === 'demo') {
    say('The embedded marketplace needs no key. Name another with --marketplace.');
    return WRONG_ARGUMENTS;
  }
  const read = readAddress(address);
  if (!read.ok) {
    say(read.why);
    return WRONG_ARGUMENTS;
  }
  const { origin, pathname } = read.base;
  const base = `${origin}${pathname.replace(/\/$/, '')}`;
  const { settings, fetch, record, budgets, close } = openNetwork(storage, [origin], async () => false);
  const fetchAt = keylessFetch({ fetch, clock: Date.now, record, budgets });
  try {
    return await ACTIONS[action]({
      keychain: systemKeychain(),
      settings,
      origin,
      revoke: (key, from) => revokeKey(key, from, { base, origin }, fetchAt),
    });
  } finally {
    close();
  }
}

await runCommand(readKeyArguments(process.argv.slice(2)), (args) =>
  withStorage(args.dataDir, (storage) => run(storage, args)),
);
