/** `npm run key -- set|forget|status`: the access key of a marketplace, for machines without the desktop's clipboard. */
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { defaultDataFolder } from '../data-folder.ts';
import { dropKeyNotes, readKeyNotes, renewKeyNotes } from '../key/key-notes.ts';
import { readKeyText } from '../key/key-text.ts';
import { type Keychain, systemKeychain } from '../keychain.ts';
import { readAddress } from '../marketplace/origin-rule.ts';
import { KEPT_ADDRESS } from '../settings/kept-address.ts';
import { type StoredSettings, storedSettings } from '../settings/stored-settings.ts';
import { openStorage } from '../storage/open.ts';
import { type KeyArguments, readKeyArguments } from './key-arguments.ts';
import { readSecret } from './secret-input.ts';

const say = (words: string) => process.stderr.write(`${words}\n`);

const WRONG_ARGUMENTS = 2;
const DID_NOT_WORK = 1;

type Context = { keychain: Keychain; settings: StoredSettings; origin: string };

/** A key that the service handed over in a browser is given back by the program alone, which can reach the service. */
function tellOfHandedOver({ settings, origin }: Context): void {
  if (readKeyNotes(settings, origin)?.from !== undefined)
    say(
      'The service handed the key before over in the browser, and it may still work there: remove it in your account at the marketplace.',
    );
}

async function set({ keychain, settings, origin }: Context): Promise<number> {
  const read = readKeyText(await readSecret(process.stdin, (words) => process.stderr.write(words)));
  if (!read.ok) {
    say(`${read.words} Nothing was stored.`);
    return WRONG_ARGUMENTS;
  }
  tellOfHandedOver({ keychain, settings, origin });
  // First the mark, then the key: no approval under the old key may pass with the new one, in a program that runs now.
  renewKeyNotes(settings, origin);
  const done = await keychain.store(origin, read.key);
  if (!done.ok) {
    say(`${done.words} Nothing was stored. "npm run host -- --key-stdin" takes a key for one run.`);
    return DID_NOT_WORK;
  }
  process.stdout.write(`The key for ${origin} is stored in this machine's keychain.\n`);
  return 0;
}

async function forget({ keychain, settings, origin }: Context): Promise<number> {
  tellOfHandedOver({ keychain, settings, origin });
  dropKeyNotes(settings, origin);
  const done = await keychain.forget(origin);
  if (!done.ok) {
    say(`${done.words} Nothing was removed.`);
    return DID_NOT_WORK;
  }
  process.stdout.write(`There is no key for ${origin} in this machine's keychain any more.\n`);
  return 0;
}

async function status({ keychain, origin }: Context): Promise<number> {
  const works = await keychain.works();
  if (!works.works) {
    say(works.words);
    return DID_NOT_WORK;
  }
  const words = (await keychain.read(origin)) === null ? 'No key is stored' : 'A key is stored';
  process.stdout.write(`${words} for ${origin}.\n`);
  return 0;
}

const ACTIONS = { set, forget, status } as const;

async function run({ action, marketplace, dataDir }: KeyArguments): Promise<number> {
  const opened = openStorage(join(resolve(dataDir ?? defaultDataFolder()), 'milepost.sqlite'));
  if (!opened.ok) {
    say(opened.problem.words);
    return DID_NOT_WORK;
  }
  try {
    const settings = storedSettings(opened.storage.db);
    const address = marketplace ?? settings.read(KEPT_ADDRESS, z.string());
    if (address === undefined || address === 'demo') {
      say('The embedded marketplace needs no key. Name another with --marketplace.');
      return WRONG_ARGUMENTS;
    }
    const read = readAddress(address);
    if (!read.ok) {
      say(read.why);
      return WRONG_ARGUMENTS;
    }
    return await ACTIONS[action]({ keychain: systemKeychain(), settings, origin: read.base.origin });
  } finally {
    opened.storage.close();
  }
}

const read = readKeyArguments(process.argv.slice(2));
if (read.ok) process.exitCode = await run(read.read);
else {
  say(read.words);
  process.exitCode = WRONG_ARGUMENTS;
}
