import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ContractFailure } from '#shared/contract/failure.ts';
import { requests } from '#shared/contract/index.ts';
import { createKey, type Key } from '../../../electron/key/key.ts';
import type { Keychain } from '../../../electron/key/keychain.ts';
import { createOAuth, type OAuth } from '../../../electron/marketplace/oauth/oauth.ts';
import { readAnswer } from '../../../electron/marketplace/service/read-answer.ts';
import { workedHere } from '../../../electron/marketplace/testing/worked-here.ts';
import { createOriginBudgets } from '../../../electron/marketplace/waits/origin-budget.ts';
import { SYSTEM_TIMING } from '../../../electron/marketplace/waits/timing.ts';
import { storedSettings } from '../../../electron/storage/stored-settings.ts';
import {
  type ControlledMarketplace,
  startControlledMarketplace,
} from '../../support/marketplace/controlled-marketplace.ts';
import { productFetch } from '../../support/product-fetch.ts';
import { json, startLocalServer } from '../marketplace/local-server.ts';
import { type OpenedMarketplace, openMarketplace } from '../marketplace/open-marketplace.ts';
import { decideInBrowser } from './browser.ts';

let demo: ControlledMarketplace;
let opened: OpenedMarketplace;
let oauth: OAuth;
let key: Key;
let heldKeys: Map<string, string>;
let visited: string[];
let changed: PromiseWithResolvers<void>;
/** Why a key cannot be stored; null where it can. */
let notStored: Error | null;
let granted: string[];

const control = () => {
  return demo.control;
};

const changeMetadata = (change: { set: Record<string, unknown>; drop?: string[] }) =>
  control().inject({ on: 'oauth', kind: 'change_members', times: 'always', ...change });

function open(address: string): void {
  heldKeys = new Map();
  visited = [];
  notStored = null;
  granted = [];
  changed = Promise.withResolvers();
  const keychain: Keychain = {
    store: async (origin, text) => {
      heldKeys.set(origin, text);
      return { ok: true };
    },
    read: async (origin) => heldKeys.get(origin) ?? null,
    forget: async (origin) => {
      heldKeys.delete(origin);
      return { ok: true };
    },
    works: async () => ({ works: true, words: '' }),
  };
  opened = openMarketplace(address, { keyFor: () => key.keyFor() });
  const { marketplace, storage, rows } = opened;
  key = createKey({
    keychain,
    origin: () => marketplace.origin,
    clipboard: null,
    confirm: async () => true,
    readAccount: async () => {
      const requested = await marketplace.ask('account', {});
      if (!requested.ok) return requested;
      const account = readAnswer('account', requested.answer);
      return account.kind === 'authenticated'
        ? { ok: true, scopes: account.scopes, account: account.accountRef }
        : { ok: true, scopes: null, account: null };
    },
    publish: () => undefined,
    settings: storedSettings(storage.db),
  });
  oauth = createOAuth({
    marketplace: () => marketplace,
    fetch: productFetch,
    clock: Date.now,
    budgets: createOriginBudgets(SYSTEM_TIMING),
    record: (row) => rows.push(row),
    key: {
      known: async () => {
        const { state, scopes } = await key.handlers.status(undefined);
        return { stored: state !== 'none', scopes };
      },
      store: async (text, ...more) => {
        granted.push(text);
        if (notStored !== null) throw notStored;
        return key.store(text, ...more);
      },
      scopes: async () => (await key.handlers.check(undefined)).scopes,
    },
    openExternal: async (url) => void visited.push(url),
    onChange: () => {
      changed.resolve();
      changed = Promise.withResolvers();
    },
  });
}

beforeEach(async () => {
  demo = await startControlledMarketplace();
  await control().behave({ devicePollSeconds: 0.05 });
  open(demo.baseUrl);
});
afterEach(async () => {
  oauth.reset();
  opened.close();
  await demo.close();
});

const read = async () => requests.oauth.read.output.parse(await oauth.handlers.read(undefined));
const connect = (scopes: string[], more: { flow?: 'device' | 'code' } = {}) =>
  oauth.handlers.connect({ scopes, ...more });

type State = Awaited<ReturnType<typeof read>>['connecting'];

/** Waits, by events, until connecting is in this state. */
async function until<Name extends State['state']>(state: Name): Promise<State & { state: Name }> {
  for (;;) {
    const next = changed.promise;
    const { connecting } = await read();
    if (connecting.state === state) return connecting as State & { state: Name };
    if (connecting.state === 'failed' && state !== 'failed') throw new Error(JSON.stringify(connecting));
    await next;
  }
}

const ALL = ['market_tools:call', 'account:read'];

describe('the metadata', () => {
  it('shows where keys come from: servers, scopes, documentation, flows', async () => {
    const { metadata, trouble } = requests.oauth.refresh.output.parse(
      await oauth.handlers.refresh(undefined),
    );
    expect(trouble).toBeNull();
    expect(metadata).toMatchObject({
      resource: demo.baseUrl,
      matches: true,
      authorizationServers: [demo.baseUrl],
      scopes: ALL,
      documentation: `${demo.baseUrl}/openapi.json`,
      server: { issuer: demo.baseUrl, flows: ['device', 'code'], registers: true },
    });
    expect(metadata?.requestId).toMatch(/^mp-/);
    expect(opened.rows.filter(({ role }) => role === 'oauth')).toHaveLength(2);
  });

  it.each(['https://other.example', 'not an address', 'http://127.0.0.1:1'])(
    'about %s is reported, and is not used to connect',
    async (resource) => {
      await changeMetadata({ set: { resource } });
      expect((await oauth.handlers.refresh(undefined)).metadata).toMatchObject({ resource, matches: false });
      await expect(connect(ALL)).rejects.toMatchObject({ failure: { code: 'wrong_resource' } });
      expect(heldKeys.size).toBe(0);
    },
  );

  it('larger than any metadata is not parsed, and is reported', async () => {
    opened.close();
    const server = await startLocalServer((_, response) =>
      json(response, 200, { resource: server.url, authorization_servers: [], more: 'x'.repeat(300_000) }),
    );
    try {
      open(server.url);
      const { parsed } = await workedHere(async () => {
        expect((await oauth.handlers.refresh(undefined)).trouble).not.toBeNull();
      });
      expect(parsed).toEqual([]);
    } finally {
      await server.close();
    }
  });

  it('that is not published is reported, and so is a server at a forbidden address', async () => {
    opened.close();
    const server = await startLocalServer(({ url }, response) =>
      url.startsWith('/.well-known/oauth-protected-resource')
        ? json(response, 200, {
            resource: `http://${'127.0.0.1'}:${new URL(server.url).port}`,
            authorization_servers: ['http://auth.example', 'ftp://x'],
          })
        : json(response, 404, {}),
    );
    try {
      open(server.url);
      const { metadata } = await oauth.handlers.refresh(undefined);
      expect(metadata).toMatchObject({ matches: true, server: null });
      expect(metadata?.serverTrouble).toContain('HTTPS');
      await expect(connect(ALL)).rejects.toMatchObject({ failure: { code: 'no_server' } });
    } finally {
      await server.close();
    }
    const empty = await startLocalServer((_, response) => json(response, 404, {}));
    try {
      opened.close();
      open(empty.url);
      expect((await oauth.handlers.refresh(undefined)).trouble).toMatchObject({ code: 'not_found' });
      await expect(connect(ALL)).rejects.toMatchObject({ failure: { code: 'not_found' } });
    } finally {
      await empty.close();
    }
  });
});

describe('an authorization server elsewhere', () => {
  it.each([
    ['/base', '/base/.well-known/oauth-protected-resource'],
    ['', '/.well-known/oauth-protected-resource'],
  ])(
    'issues the key for the marketplace at “%s” that named it at %s, and for that origin only',
    async (base, path) => {
      opened.close();
      const place = await startLocalServer(({ url }, response) =>
        url === path
          ? json(response, 200, {
              resource: `${place.url}${base}`,
              authorization_servers: ['https://127.0.0.1:1', demo.baseUrl],
              scopes_supported: ALL,
            })
          : json(response, 404, { status: 404 }),
      );
      try {
        open(`${place.url}${base}`);
        await connect(['market_tools:call']);
        const waiting = await until('waiting');
        expect(new URL(waiting.verification).origin).toBe(demo.baseUrl);
        await decideInBrowser(waiting.open, { decision: 'allow' });
        // This marketplace cannot state the scopes of a key: what the authorization server granted counts.
        expect(await until('connected')).toMatchObject({ scopes: ['market_tools:call'], missing: null });
        expect([...heldKeys.keys()]).toEqual([place.url]);
      } finally {
        await place.close();
      }
    },
  );
});

describe('the device flow', () => {
  it('shows a code, waits for the user, and stores the key without showing it', async () => {
    await connect(ALL);
    const waiting = await until('waiting');
    expect(waiting).toMatchObject({
      flow: 'device',
      scopes: ALL,
      verification: `${demo.baseUrl}/oauth/device`,
    });
    expect(waiting.userCode).toMatch(/^[A-Z]{4}-[A-Z]{4}$/);
    expect(waiting.open).toContain(waiting.userCode);
    expect(visited).toEqual([waiting.open]);
    await decideInBrowser(waiting.open, { decision: 'allow' });
    const connected = await until('connected');
    expect(connected).toMatchObject({
      before: null,
      requested: ALL,
      scopes: ALL,
      missing: null,
      replaced: false,
      storedIn: 'keychain',
    });
    const stored = heldKeys.get(demo.baseUrl) ?? '';
    expect(stored).not.toBe('');
    expect(await opened.marketplace.ask('account', {})).toMatchObject({ ok: true });
    const settings = opened.storage.db.prepare('SELECT * FROM settings').all();
    expect(JSON.stringify([await read(), opened.rows, settings])).not.toContain(stored);
    expect(await key.handlers.status(undefined)).toMatchObject({ state: 'keychain', scopes: ALL });
  });

  it('reports a denial, and keeps the existing key', async () => {
    heldKeys.set(demo.baseUrl, demo.issueKey());
    const before = heldKeys.get(demo.baseUrl);
    await connect(ALL);
    const waiting = await until('waiting');
    await decideInBrowser(waiting.open, { decision: 'deny' });
    expect((await until('failed')).trouble).toMatchObject({ code: 'access_denied' });
    expect(heldKeys.get(demo.baseUrl)).toBe(before);
  });

  const worksThere = async (given = '') =>
    (await fetch(`${demo.baseUrl}/api/v1/account`, { headers: { authorization: `Bearer ${given}` } })).status;

  it.each([
    ['the data file is full', new Database.SqliteError('full', 'SQLITE_FULL'), 'data file could not be'],
    ['what was given is no key', new ContractFailure({ code: 'not_a_key', message: 'No key.' }), 'No key.'],
  ])('revokes a key that cannot be stored: %s', async (_why, error, words) => {
    notStored = error;
    await connect(ALL);
    await decideInBrowser((await until('waiting')).open, { decision: 'allow' });
    const { trouble } = await until('failed');
    expect(trouble.words).toContain(words);
    expect(trouble.words).toContain('The new key was revoked');
    expect(trouble.words).not.toContain(granted[0]);
    expect(await worksThere(granted[0])).toBe(401);
  });

  it('leaves a key that is in the keychain but could not be recorded to the user', async () => {
    notStored = new ContractFailure({ code: 'key_not_written_down', message: 'The key was stored.' });
    await connect(ALL);
    await decideInBrowser((await until('waiting')).open, { decision: 'allow' });
    expect((await until('failed')).trouble).toMatchObject({
      code: 'key_not_written_down',
      words: 'The key was stored.',
    });
    expect(await worksThere(granted[0])).toBe(200);
  });

  it('can be cancelled, and then accepts no key any more', async () => {
    await connect(ALL);
    const waiting = await until('waiting');
    await oauth.handlers.cancel(undefined);
    await decideInBrowser(waiting.open, { decision: 'allow' });
    expect((await read()).connecting).toEqual({ state: 'idle' });
    expect(heldKeys.size).toBe(0);
  });

  it('reports a key without the scope for Calls, and replaces one key with another', async () => {
    await connect(ALL);
    await decideInBrowser((await until('waiting')).open, { decision: 'allow', scopes: ['account:read'] });
    const first = await until('connected');
    expect(first).toMatchObject({ scopes: ['account:read'], missing: 'market_tools:call' });
    const old = heldKeys.get(demo.baseUrl);
    await connect(ALL);
    await decideInBrowser((await until('waiting')).open, { decision: 'allow' });
    const second = await until('connected');
    expect(second).toMatchObject({ before: ['account:read'], scopes: ALL, missing: null, replaced: true });
    expect(heldKeys.get(demo.baseUrl)).not.toBe(old);
  });
});

describe('the code flow with PKCE', () => {
  beforeEach(() =>
    changeMetadata({
      set: { grant_types_supported: ['authorization_code'] },
      drop: ['device_authorization_endpoint'],
    }),
  );

  it('is used where only that is offered: the browser returns to this machine', async () => {
    await connect(ALL);
    const waiting = await until('waiting');
    expect(waiting).toMatchObject({ flow: 'code', userCode: null });
    const requested = new URL(waiting.open).searchParams;
    expect(requested.get('code_challenge_method')).toBe('S256');
    expect(requested.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    const page = await decideInBrowser(waiting.open, { decision: 'allow' });
    expect(await page.text()).toContain('You can go back to Milepost');
    expect(await until('connected')).toMatchObject({ scopes: ALL, missing: null });
    const stored = heldKeys.get(demo.baseUrl) ?? '-';
    expect(JSON.stringify([await read(), opened.rows])).not.toContain(stored);
    // The port is closed again.
    await expect(fetch(requested.get('redirect_uri') ?? '')).rejects.toThrow();
  });

  it('accepts no other answer', async () => {
    await connect(ALL);
    const waiting = await until('waiting');
    const redirect = new URL(new URL(waiting.open).searchParams.get('redirect_uri') ?? '');
    for (const query of ['', '?code=stolen&state=guessed', '?error=access_denied']) {
      const answer = await fetch(`${redirect.href}${query}`);
      expect(answer.status).toBe(404);
    }
    expect((await read()).connecting.state).toBe('waiting');
    await oauth.handlers.cancel(undefined);
  });

  it('cannot be requested where it is not offered', async () => {
    await expect(connect(ALL, { flow: 'device' })).rejects.toMatchObject({ failure: { code: 'no_flow' } });
  });
});
