import type { Publish } from '#shared/contract/index.ts';
import type { Activity } from './activity/activity.ts';
import type { AppDeps } from './app.ts';
import { createKey } from './key/key.ts';
import { createOAuth } from './marketplace/oauth/oauth.ts';
import { readAccount } from './marketplace/readers/account.ts';
import type { InUse } from './marketplace-in-use.ts';
import type { StoredSettings } from './settings/stored-settings.ts';

export type ConnectingDeps = Pick<
  AppDeps,
  'keychain' | 'clipboard' | 'keyFromStdin' | 'fetch' | 'clock' | 'openExternal'
> & {
  current: () => InUse;
  settings: StoredSettings;
  record: Activity['record'];
  publish: Publish;
};

/** The key, and the ways of getting one: stored by hand, given for a run, or asked for in the browser. */
export function openConnecting({ current, settings, record, publish, ...deps }: ConnectingDeps) {
  const key = createKey({
    keychain: deps.keychain,
    origin: () => current().live.origin,
    clipboard: deps.clipboard,
    demoKey: () => current().demoKey,
    readAccount: async () => {
      const asked = await current().live.ask('account', {});
      if (!asked.ok) return asked;
      const account = readAccount(asked.answer.body);
      return account.kind === 'authenticated'
        ? { ok: true, scopes: account.scopes, account: account.accountRef }
        : { ok: true, scopes: null, account: null };
    },
    publish,
    settings,
    revoke: (text, from) => oauth.revoke(text, from),
  });
  if (deps.keyFromStdin !== undefined) key.useForThisRun(deps.keyFromStdin);
  const oauth = createOAuth({
    marketplace: () => current().live,
    fetch: deps.fetch,
    clock: deps.clock,
    record,
    key: {
      known: async () => {
        const { state, scopes } = await key.handlers.status(undefined);
        return { stored: state !== 'none', scopes };
      },
      keep: key.keep,
      scopes: async () => (await key.handlers.check(undefined)).scopes,
    },
    openExternal: deps.openExternal ?? null,
    onChange: () => publish('changed', { topics: ['marketplace'] }),
  });
  return { key, oauth };
}
