/** A key that the service itself issued is revoked where it is removed or replaced (RFC 7009). */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createActivity } from '../../../electron/activity/activity.ts';
import { forgetKey, setKey, type TerminalKeyDeps } from '../../../electron/key/terminal-key.ts';
import { keylessFetch } from '../../../electron/marketplace/oauth/keyless-fetch.ts';
import { revokeKey } from '../../../electron/marketplace/oauth/revoke.ts';
import { createOriginBudgets } from '../../../electron/marketplace/waits/origin-budget.ts';
import { SYSTEM_TIMING } from '../../../electron/marketplace/waits/timing.ts';
import { openStorage } from '../../../electron/storage/open.ts';
import { storedSettings } from '../../../electron/storage/stored-settings.ts';
import { productFetch } from '../../support/product-fetch.ts';
import { type Connectable, openConnectable } from './connectable.ts';

let at: Connectable;
beforeEach(async () => {
  at = await openConnectable();
});
afterEach(() => at.close());

const ALL = ['market_tools:call', 'account:read'];

/** The service's answer to a key. */
const answerTo = async (key: string | undefined): Promise<number> =>
  (await fetch(`${at.demo.baseUrl}/api/v1/account`, { headers: { authorization: `Bearer ${key}` } })).status;

/** `npm run key` on the same data file and keychain, without reading standard input. */
function terminal() {
  const opened = openStorage(join(at.dataDir, 'milepost.sqlite'));
  if (!opened.ok) throw new Error(opened.problem.words);
  const { origin } = new URL(at.demo.baseUrl);
  const activity = createActivity({ storage: opened.storage, publish: () => {} });
  const fetchAt = keylessFetch({
    fetch: productFetch,
    clock: Date.now,
    record: activity.record,
    budgets: createOriginBudgets(SYSTEM_TIMING),
  });
  const deps: TerminalKeyDeps = {
    keychain: at.keychain,
    settings: storedSettings(opened.storage.db),
    origin,
    revoke: (key, from) => revokeKey(key, from, { base: at.demo.baseUrl, origin }, fetchAt),
  };
  return { deps, close: () => opened.storage.close() };
}

describe('a key that the service handed over', () => {
  it('is revoked when a terminal replaces it, and when a terminal removes it; Activity shows it', async () => {
    const { deps, close } = terminal();
    try {
      await at.connect(ALL);
      const first = at.stored.at(-1);
      expect(await setKey(deps, 'aek_pasted')).toEqual({
        ok: true,
        words: [expect.stringContaining('is stored'), expect.stringContaining('was revoked')],
      });
      expect(at.stored.at(-1)).toBe('aek_pasted');
      expect(await answerTo(first)).toBe(401);
      expect((await forgetKey(deps)).words).toEqual([expect.stringContaining('There is no key')]);

      await at.connect(ALL);
      const second = at.stored.at(-1);
      const refusing = {
        ...deps.keychain,
        store: async () => ({ ok: false, words: 'It is locked.' }) as const,
      };
      expect((await setKey({ ...deps, keychain: refusing }, 'aek_other')).words.join()).not.toContain(
        'revoked',
      );
      expect(await answerTo(second)).toBe(200);
      const done = await forgetKey(deps);
      expect(done).toMatchObject({
        ok: true,
        words: [expect.anything(), expect.stringContaining('was revoked')],
      });
      expect(JSON.stringify(done)).not.toContain(second);
      expect(await answerTo(second)).toBe(401);
      const { rows } = await at.app.handlers.activity.list({ limit: 500 });
      expect(rows.filter(({ path }) => path.includes('revoke'))).toHaveLength(2);
    } finally {
      close();
    }
  });

  it('is revoked when another one replaces it, and when it is removed; it is in nothing that is shown', async () => {
    await at.connect(ALL);
    const [first] = at.stored;
    const again = await at.connect(ALL);
    const second = at.stored.at(-1);
    expect(again).toMatchObject({ replaced: true, oldKey: expect.stringContaining('was revoked') });
    expect([await answerTo(first), await answerTo(second)]).toEqual([401, 200]);
    const after = await at.app.handlers.key.forget(undefined);
    expect(after.before).toContain('was revoked');
    expect(await answerTo(second)).toBe(401);
    const shown = JSON.stringify([
      again,
      after,
      at.crossed,
      await at.app.handlers.activity.list({ limit: 500 }),
    ]);
    for (const key of [first, second]) expect(shown).not.toContain(key);
  });

  it.each([
    ['cannot be asked', { kind: 'status', status: 500 }, /did not hear/u],
    ['offers none', { kind: 'change_members', drop: ['revocation_endpoint'] }, /offers no way/u],
    [
      'names one elsewhere',
      { kind: 'change_members', set: { revocation_endpoint: 'https://elsewhere.example/revoke' } },
      /at another address/u,
    ],
  ] as const)(
    'is removed even where the server %s, and the user learns that it may still work',
    async (_what, fault, words) => {
      await at.connect(ALL);
      const key = at.stored.at(-1);
      await at.control.inject({ on: 'oauth', times: 'always', ...fault } as never);
      const { before } = await at.app.handlers.key.forget(undefined);
      expect(before).toMatch(words);
      expect(before).toContain('may still work');
      expect(at.stored.at(-1)).toBe('');
      expect(await answerTo(key)).toBe(200);
      const { rows } = await at.app.handlers.activity.list({ limit: 500 });
      expect(rows.filter(({ origin }) => origin !== new URL(at.demo.baseUrl).origin)).toEqual([]);
    },
  );

  it('waits no longer than allowed for a server that does not answer', async () => {
    await at.control.inject({ on: 'oauth', kind: 'hang', times: 'always' });
    const { origin } = new URL(at.demo.baseUrl);
    const shown = await revokeKey(
      'aek_held',
      { issuer: origin, clientId: 'milepost' },
      { base: at.demo.baseUrl, origin },
      () => fetch,
      { withinMs: 50 },
    );
    expect(shown).toContain('may still work');
  });
});
