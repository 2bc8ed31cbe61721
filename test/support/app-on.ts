import { createApp } from '../../electron/app/app.ts';
import type { App, AppDeps } from '../../electron/app/app-deps.ts';
import type { Keychain } from '../../electron/key/keychain.ts';
import { createNodeFetch } from '../../electron/marketplace/sockets/node-fetch.ts';
import { environmentProxy } from '../../electron/marketplace/sockets/proxies.ts';

/** A keychain with one key for one origin, which accepts no other. */
export const keychainWith = (origin: () => string, key: () => string | null): Keychain => ({
  store: async () => ({ ok: true }),
  read: async (requested) => (requested === origin() ? key() : null),
  forget: async () => ({ ok: true }),
  works: async () => ({ works: true, words: '' }),
});

type Given = Pick<AppDeps, 'dataDir' | 'marketplace' | 'keychain'> & Partial<AppDeps>;

/** The whole program as the hosts compose it. By default, questions outside the page are confirmed. */
export const openAppOn = (given: Given): Promise<App> =>
  createApp({
    fetch: createNodeFetch({ proxyFor: environmentProxy({}) }),
    clipboard: null,
    clock: Date.now,
    confirm: async () => true,
    checkOutput: true,
    version: '0.0.0',
    ...given,
  });
