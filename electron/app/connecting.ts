import type { Publish } from '#shared/contract/index.ts';
import type { Activity } from '../activity/activity.ts';
import { createKey, type KeyDeps } from '../key/key.ts';
import type { TransportDeps } from '../marketplace/http/transport-deps.ts';
import { createOAuth } from '../marketplace/oauth/oauth.ts';
import { readAnswer } from '../marketplace/service/read-answer.ts';
import type { StoredSettings } from '../storage/stored-settings.ts';
import type { AppDeps } from './app-deps.ts';
import type { InUse } from './marketplace-in-use.ts';
import type { TerminalCommands } from './terminal-commands.ts';

export type ConnectingDeps = Pick<
  AppDeps,
  'keychain' | 'clipboard' | 'keyFromStdin' | 'fetch' | 'clock' | 'openExternal'
> & {
  current: () => InUse;
  settings: StoredSettings;
  record: Activity['record'];
  publish: Publish;
  /** Asks the user outside the page. */
  confirm: KeyDeps['confirm'];
  onKeyRead: NonNullable<KeyDeps['onKeyRead']>;
  onKeyWorksAgain: NonNullable<KeyDeps['onKeyWorksAgain']>;
  commands: TerminalCommands;
} & Pick<Required<TransportDeps>, 'timing' | 'budgets'>;

/** The key and the ways to get one: stored by hand, given for one run, or by OAuth in the browser. */
export function openConnecting({ current, settings, record, publish, commands, ...deps }: ConnectingDeps) {
  const key = createKey({
    keychain: deps.keychain,
    origin: () => current().live.origin,
    clipboard: deps.clipboard,
    confirm: deps.confirm,
    demoKey: () => current().demoKey,
    terminal: {
      store: () => commands.storeKey(current().address ?? ''),
      forOneRun: () => commands.keyForOneRun(current().address ?? ''),
    },
    readAccount: async () => {
      const reply = await current().live.ask('account', {});
      if (!reply.ok) return reply;
      const account = readAnswer('account', reply.answer);
      return account.kind === 'authenticated'
        ? { ok: true, scopes: account.scopes, account: account.accountRef }
        : { ok: true, scopes: null, account: null };
    },
    publish,
    settings,
    onKeyRead: deps.onKeyRead,
    onKeyWorksAgain: deps.onKeyWorksAgain,
    revoke: (text, from) => oauth.revoke(text, from),
  });
  if (deps.keyFromStdin !== undefined) key.useForThisRun(deps.keyFromStdin);
  const oauth = createOAuth({
    marketplace: () => current().live,
    fetch: deps.fetch,
    clock: deps.clock,
    timing: deps.timing,
    budgets: deps.budgets,
    record,
    key: {
      known: async () => {
        const { state, scopes } = await key.handlers.status(undefined);
        return { stored: state !== 'none', scopes };
      },
      store: key.store,
      scopes: async () => (await key.handlers.check(undefined)).scopes,
    },
    openExternal: deps.openExternal ?? null,
    onChange: () => publish('changed', { topics: ['marketplace'] }),
  });
  return { key, oauth };
}
