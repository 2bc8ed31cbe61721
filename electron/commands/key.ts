/** `npm run key -- set|forget|status`: the access key of a marketplace, for machines without the desktop's clipboard. */
import '../hosts/untrusted-environment.ts';
import { join } from 'node:path';
import { z } from 'zod';
import { createActivity } from '../activity/activity.ts';
import { readKeyText } from '../key/key-text.ts';
import { systemKeychain } from '../key/keychain.ts';
import { forgetKey, type KeyResult, setKey, type TerminalKeyDeps } from '../key/terminal-key.ts';
import { readAddress } from '../marketplace/http/origin-rule.ts';
import { createReach } from '../marketplace/http/reach.ts';
import { keylessFetch } from '../marketplace/oauth/keyless-fetch.ts';
import { revokeKey } from '../marketplace/oauth/revoke.ts';
import { createNodeFetch } from '../marketplace/sockets/node-fetch.ts';
import { environmentProxy } from '../marketplace/sockets/proxies.ts';
import { createOriginBudgets } from '../marketplace/waits/origin-budget.ts';
import { SYSTEM_TIMING } from '../marketplace/waits/timing.ts';
import { storedWaits } from '../marketplace/waits/wait-store.ts';
import { ALLOWED_ORIGINS, allowedOriginsSchema, STORED_ADDRESS } from '../settings/stored-address.ts';
import { openStorage } from '../storage/open.ts';
import { writePrivately } from '../storage/private-files.ts';
import { storedSettings } from '../storage/stored-settings.ts';
import { type KeyArguments, readKeyArguments } from './key-arguments.ts';
import { readSecret } from './secret-input.ts';

const say = (words: string) => process.stderr.write(`${words}\n`);

writePrivately();

const WRONG_ARGUMENTS = 2;
const DID_NOT_WORK = 1;

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

async function run({ action, marketplace, dataDir }: KeyArguments): Promise<number> {
  const opened = openStorage(join(dataDir, 'milepost.sqlite'));
  if (!opened.ok) {
    say(opened.problem.words);
    return DID_NOT_WORK;
  }
  const budgets = createOriginBudgets(SYSTEM_TIMING, storedWaits(opened.storage.db));
  const activity = createActivity({ storage: opened.storage, publish: () => {} });
  try {
    const settings = storedSettings(opened.storage.db);
    const address = marketplace ?? settings.read(STORED_ADDRESS, z.string());
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
    const { fetch } = createReach({
      fetch: createNodeFetch({ proxyFor: environmentProxy(process.env) }),
      own: () => [origin],
      allowed: { read: () => settings.read(ALLOWED_ORIGINS, allowedOriginsSchema) ?? [], write: () => {} },
      confirm: async () => false,
    });
    const fetchAt = keylessFetch({ fetch, clock: Date.now, record: activity.record, budgets });
    return await ACTIONS[action]({
      keychain: systemKeychain(),
      settings,
      origin,
      revoke: (key, from) => revokeKey(key, from, { base, origin }, fetchAt),
    });
  } finally {
    budgets.close();
    activity.close();
    opened.storage.close();
  }
}

const read = readKeyArguments(process.argv.slice(2));
if (read.ok) process.exitCode = await run(read.read);
else {
  say(read.words);
  process.exitCode = WRONG_ARGUMENTS;
}
