import type { KeyOrigin } from '../marketplace/oauth/revoke.ts';
import type { StoredSettings } from '../storage/stored-settings.ts';
import { dropKeyNotes, freshNotes, readKeyNotes, renewKeyNotes, writeKeyNotes } from './key-notes.ts';
import type { Keychain } from './keychain.ts';

export type TerminalKeyDeps = {
  keychain: Keychain;
  settings: StoredSettings;
  /** The exact origin that the key is for. */
  origin: string;
  /** Gives a key back to the server that gave it, and says in words what came of it. Never throws. */
  revoke: (key: string, from: KeyOrigin) => Promise<string>;
};

/** What came of it, in sentences. */
export type KeyDone = { ok: boolean; words: readonly string[] };

/** The key in the keychain where the service itself handed it over: letting it go alone would leave it working there. */
async function handedOver({ keychain, settings, origin }: TerminalKeyDeps) {
  const from = readKeyNotes(settings, origin)?.from;
  const key = from === undefined ? null : await keychain.read(origin);
  return from === undefined || key === null ? null : { key, from };
}

/**
 * Puts a key into the keychain, and gives the one before back where the service handed it over.
 * @param key as `readKeyText` took it
 */
export async function setKey(deps: TerminalKeyDeps, key: string): Promise<KeyDone> {
  const { keychain, settings, origin, revoke } = deps;
  const before = await handedOver(deps);
  // First the mark, then the key: no approval under the old key may pass with the new one, in a program that runs now.
  renewKeyNotes(settings, origin);
  const done = await keychain.store(origin, key);
  if (!done.ok) {
    // The key before is still there, and can still be given back.
    if (before !== null) writeKeyNotes(settings, origin, { ...freshNotes(), from: before.from });
    return {
      ok: false,
      words: [`${done.words} Nothing was stored. "npm run host -- --key-stdin" takes a key for one run.`],
    };
  }
  // A program that runs now looks for the key when the mark is another one: it has to find it then.
  renewKeyNotes(settings, origin);
  const given = before === null || before.key === key ? [] : [await revoke(before.key, before.from)];
  return { ok: true, words: [`The key for ${origin} is stored in this machine’s keychain.`, ...given] };
}

/** Takes the key out of the keychain, and gives it back where the service handed it over. */
export async function forgetKey(deps: TerminalKeyDeps): Promise<KeyDone> {
  const { keychain, settings, origin, revoke } = deps;
  const before = await handedOver(deps);
  // The mark goes even where the keychain then refuses: what was approved under the key is void either way.
  dropKeyNotes(settings, origin);
  const done = await keychain.forget(origin);
  const given = before === null ? [] : [await revoke(before.key, before.from)];
  return done.ok
    ? { ok: true, words: [`There is no key for ${origin} in this machine’s keychain any more.`, ...given] }
    : { ok: false, words: [`${done.words} Nothing was removed.`, ...given] };
}
