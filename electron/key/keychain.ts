import type { AsyncEntry } from 'keytar';
import { loadKeychainAddon } from './native-addon.ts';

/** What came of changing the keychain. `words` never hold a key. */
export type KeychainDone = { ok: true } | { ok: false; words: string };

/**
 * Where keys are stored: the system's keychain, one key per exact origin (`https://market.example`). Nothing here throws:
 * a keychain that is missing, locked or refused is reported in words, and no error of it can carry a key onwards.
 */
export type Keychain = {
  store(origin: string, key: string): Promise<KeychainDone>;
  /** Null where no key is stored for the origin, and where the keychain cannot be read. */
  read(origin: string): Promise<string | null>;
  forget(origin: string): Promise<KeychainDone>;
  /** Whether this system has a keychain that works; where not, why. */
  works(): Promise<{ works: boolean; words: string }>;
};

/** The service under which the system's own keychain viewer shows the keys. */
const SERVICE = 'Milepost';
/** An account that is never stored: asking for it shows whether the keychain answers. */
const PROBE = 'probe';
/** A locked keychain asks the user first; beyond this, milliseconds, it counts as not answering. */
const ANSWER_WITHIN_MS = 60_000;
const PROBE_WITHIN_MS = 2_000;

class NoAnswer extends Error {}

async function within<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer()), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Why the keychain did not do it. Only known phrases are looked for: the error's own text is never passed on. */
function messageFor(error: unknown): string {
  if (error instanceof NoAnswer)
    return 'The keychain of this machine does not answer; it may be waiting for you to unlock it.';
  const text = error instanceof Error ? error.message : String(error);
  if (/locked|prompt|cancel|denied by user|user.*denied|-128\b|-25308/iu.test(text))
    return 'The keychain of this machine is locked, or access to it was refused. Unlock it and try again.';
  return 'There is no keychain on this machine that Milepost can use.';
}

/**
 * The keychain's entry of an account. Loaded when first needed: a machine that the addon was not built for still runs
 * Milepost. On Linux the Secret Service is required by name, because the library would otherwise quietly use the
 * kernel's keyring, which forgets everything at a reboot.
 */
async function entry(account: string): Promise<AsyncEntry> {
  const { AsyncEntry: Entry } = loadKeychainAddon() as typeof import('keytar');
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
      return { ok: false, words: messageFor(error) };
    }
  };
  const get = async (account: string) => (await (await entry(account)).getPassword()) ?? null;
  return {
    store: (origin, key) => attempt(origin, (of) => of.setPassword(key)),
    read: (origin) => within(get(origin), ANSWER_WITHIN_MS).catch(() => null),
    forget: (origin) => attempt(origin, (of) => of.deletePassword()),
    works: async () => {
      try {
        await within(get(PROBE), PROBE_WITHIN_MS);
        return { works: true, words: 'The keychain of this machine works.' };
      } catch (error) {
        return { works: false, words: messageFor(error) };
      }
    },
  };
}

/** Keys for this run only: they are removed when the process ends, and never touch a disk. */
export function memoryKeychain(): Keychain {
  const keys = new Map<string, string>();
  return {
    store: async (origin, key) => {
      keys.set(origin, key);
      return { ok: true };
    },
    read: async (origin) => keys.get(origin) ?? null,
    forget: async (origin) => {
      keys.delete(origin);
      return { ok: true };
    },
    works: async () => ({ works: false, words: 'Keys are stored for this run only.' }),
  };
}
