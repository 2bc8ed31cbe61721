import { type App, type AppDeps, createApp } from '../../electron/app.ts';
import type { Keychain } from '../../electron/keychain.ts';

/** A keychain that holds one key for one origin, and takes no other. */
export const keychainWith = (origin: () => string, key: () => string | null): Keychain => ({
  store: async () => ({ ok: true }),
  read: async (asked) => (asked === origin() ? key() : null),
  forget: async () => ({ ok: true }),
  works: async () => ({ works: true, words: '' }),
});

type Given = Pick<AppDeps, 'dataDir' | 'marketplace' | 'keychain'> & Partial<AppDeps>;

/** The whole program as the hosts compose it. Unless it is told otherwise, what is asked outside the page is confirmed. */
export const appOn = (given: Given): Promise<App> =>
  createApp({
    fetch,
    clipboard: null,
    clock: Date.now,
    confirm: async () => true,
    checkOutput: true,
    version: '0.0.0',
    ...given,
  });
