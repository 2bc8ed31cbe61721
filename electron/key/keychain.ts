import type { AsyncEntry } from '@napi-rs/keyring';
import { loadKeychainAddon } from './native-addon.ts';

/** The outcome of a change to the keychain. `words` never contain a key. */
export type KeychainDone = { ok: true } | { ok: false; words: string };

/** Why the keychain could not be read, in Milepost's own words: no error of the system is passed on. */
export class UnreadKeychain extends Error {
  /** Whether this machine has no keychain at all, as far as can be seen. */
  readonly isMissing: boolean;
  constructor(words: string, isMissing: boolean) {
    super(words);
    this.name = 'UnreadKeychain';
    this.isMissing = isMissing;
  }
}

/**
 * The system's keychain with one key per exact origin (`https://market.example`). Failures are told in Milepost's own
 * words, so that no error can carry a key.
 */
export type Keychain = {
  store(origin: string, key: string): Promise<KeychainDone>;
  /** Null if the origin has no key. Rejects with `UnreadKeychain` if that cannot be read. */
  read(origin: string): Promise<string | null>;
  forget(origin: string): Promise<KeychainDone>;
  /** Whether the keychain works; if not, why. */
  works(): Promise<{ works: boolean; words: string }>;
};

/** The service name shown by the system's keychain viewer. */
const SERVICE = 'Milepost';
/** An account that is never stored; reading it tests whether the keychain answers. */
const PROBE = 'probe';
/** Time limit in milliseconds, long enough for the user to unlock the keychain. */
const ANSWER_WITHIN_MS = 60_000;
const PROBE_WITHIN_MS = 2_000;

export const WORKS = 'The keychain of this machine works.';
/** Also the words while an answer is awaited. */
export const NO_ANSWER =
  'The keychain of this machine does not answer; it may be waiting for you to unlock it.';

class NoAnswer extends Error {}

async function within<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer()), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Explains a failure. The error's text is only matched against known phrases, never passed on. */
function explained(error: unknown): UnreadKeychain {
  if (error instanceof NoAnswer) return new UnreadKeychain(NO_ANSWER, false);
  const text = error instanceof Error ? error.message : String(error);
  if (/locked|prompt|cancel|denied by user|user.{0,100}denied|-128\b|-25308/iu.test(text))
    return new UnreadKeychain(
      'The keychain of this machine is locked, or access to it was refused. Unlock it and try again.',
      false,
    );
  return new UnreadKeychain('There is no keychain on this machine that Milepost can use.', true);
}

/**
 * The keychain's entry of an account. The addon is loaded on demand, so that Milepost runs on machines it was not built
 * for. On Linux the Secret Service is required by name: the library would otherwise silently use the kernel's keyring,
 * which is lost at a reboot.
 */
async function entry(account: string): Promise<AsyncEntry> {
  const { AsyncEntry: Entry } = loadKeychainAddon() as typeof import('@napi-rs/keyring');
  return new Entry(SERVICE, account, { linux: { store: 'secret-service' } });
}

/** The keychain of the operating system. */
export function systemKeychain(): Keychain {
  const attempt = async (
    account: string,
    work: (of: AsyncEntry) => Promise<unknown>,
  ): Promise<KeychainDone> => {
    try {
      await within(entry(account).then(work), ANSWER_WITHIN_MS);
      return { ok: true };
    } catch (error) {
      return { ok: false, words: explained(error).message };
    }
  };
  const get = async (account: string) => (await (await entry(account)).getPassword()) ?? null;
  return {
    store: (origin, key) => attempt(origin, (of) => of.setPassword(key)),
    read: (origin) =>
      within(get(origin), ANSWER_WITHIN_MS).catch((error: unknown) => {
        throw explained(error);
      }),
    forget: (origin) => attempt(origin, (of) => of.deletePassword()),
    works: async () => {
      try {
        await within(get(PROBE), PROBE_WITHIN_MS);
        return { works: true, words: WORKS };
      } catch (error) {
        return { works: false, words: explained(error).message };
      }
    },
  };
}
