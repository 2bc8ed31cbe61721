import type { Keychain } from '../keychain.ts';

/** A keychain in memory; keys are lost when the process ends and never touch a disk. */
export function memoryKeychain(keys = new Map<string, string>()): Keychain {
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
