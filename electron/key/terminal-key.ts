import type { KeyOrigin } from '../marketplace/oauth/revoke.ts';
import type { StoredSettings } from '../storage/stored-settings.ts';
import { NOT_REVOKED } from './key.ts';
import { dropKeyNotes, freshNotes, readKeyNotes, renewKeyNotes, writeKeyNotes } from './key-notes.ts';
import type { Keychain } from './keychain.ts';

export type TerminalKeyDeps = {
  keychain: Keychain;
  settings: StoredSettings;
  /** The exact origin that the key is for. */
  origin: string;
  /** Revokes a key at its issuer and returns a sentence on the outcome. Never throws. */
  revoke: (key: string, from: KeyOrigin) => Promise<string>;
};

/** The outcome and its sentences for the user. */
export type KeyResult = { ok: boolean; words: readonly string[] };

/** The stored key and its issuer, if it came through OAuth and so must be revoked when replaced. */
async function findRevocableKey({ keychain, settings, origin, revoke }: TerminalKeyDeps) {
  const from = readKeyNotes(settings, origin)?.from;
  if (from === undefined) return null;
  try {
    const key = await keychain.read(origin);
    return key === null ? null : { key, from, giveBack: () => revoke(key, from) };
  } catch {
    return { key: null, from, giveBack: async () => NOT_REVOKED };
  }
}

/**
 * Stores a key in the keychain, and revokes the previous one if it came through OAuth.
 * @param key as returned by `readKeyText`
 */
export async function setKey(deps: TerminalKeyDeps, key: string): Promise<KeyResult> {
  const { keychain, settings, origin } = deps;
  const before = await findRevocableKey(deps);
  // The mark first: in a running program, no approval under the old key may apply to the new one.
  renewKeyNotes(settings, origin);
  const done = await keychain.store(origin, key);
  if (!done.ok) {
    // The previous key is still stored and can still be revoked.
    if (before !== null) writeKeyNotes(settings, origin, { ...freshNotes(), from: before.from });
    return {
      ok: false,
      words: [`${done.words} Nothing was stored. "npm run host -- --key-stdin" takes a key for one run.`],
    };
  }
  // A running program reads the key when the mark changes, so it is renewed again now that the key is stored.
  renewKeyNotes(settings, origin);
  const given = before === null || before.key === key ? [] : [await before.giveBack()];
  return { ok: true, words: [`The key for ${origin} is stored in this machine’s keychain.`, ...given] };
}

/** Removes the key from the keychain, and revokes it if it came through OAuth. */
export async function forgetKey(deps: TerminalKeyDeps): Promise<KeyResult> {
  const { keychain, settings, origin } = deps;
  const before = await findRevocableKey(deps);
  // The mark is removed even if the keychain then refuses, so that approvals under the key are void.
  dropKeyNotes(settings, origin);
  const done = await keychain.forget(origin);
  const given = before === null ? [] : [await before.giveBack()];
  return done.ok
    ? { ok: true, words: [`There is no key for ${origin} in this machine’s keychain any more.`, ...given] }
    : { ok: false, words: [`${done.words} Nothing was removed.`, ...given] };
}
