/** A key that the service itself handed over is given back where it is removed or replaced (RFC 7009). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { revokeKey } from '../../../electron/marketplace/oauth/revoke.ts';
import { type Connectable, openConnectable } from './connectable.ts';

let at: Connectable;
beforeEach(async () => {
  at = await openConnectable();
});
afterEach(() => at.close());

const ALL = ['market_tools:call', 'account:read'];

/** What the service answers to a key. */
const answerTo = async (key: string | undefined): Promise<number> =>
  (await fetch(`${at.demo.baseUrl}/api/v1/account`, { headers: { authorization: `Bearer ${key}` } })).status;

describe('a key that the service handed over', () => {
  it('stops working there when another one takes its place, and when it is removed; it is in nothing that is told', async () => {
    await at.connect(ALL);
    const [first] = at.stored;
    const again = await at.connect(ALL);
    const second = at.stored.at(-1);
    expect(again).toMatchObject({ replaced: true, oldKey: expect.stringContaining('was revoked') });
    expect([await answerTo(first), await answerTo(second)]).toEqual([401, 200]);
    const after = await at.app.handlers.key.forget(undefined);
    expect(after.before).toContain('was revoked');
    expect(await answerTo(second)).toBe(401);
    const told = JSON.stringify([
      again,
      after,
      at.crossed,
      await at.app.handlers.activity.list({ limit: 500 }),
    ]);
    for (const key of [first, second]) expect(told).not.toContain(key);
  });

  it.each([
    ['cannot be asked', { kind: 'status', status: 500 }, /could not be told/u],
    ['offers none', { kind: 'change_members', drop: ['revocation_endpoint'] }, /offers no way/u],
    [
      'names one elsewhere',
      { kind: 'change_members', set: { revocation_endpoint: 'https://elsewhere.example/revoke' } },
      /at another address/u,
    ],
  ] as const)(
    'is removed all the same where the server %s, and that it may still work is told',
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

  it('waits for a server that does not answer no longer than it may', async () => {
    await at.control.inject({ on: 'oauth', kind: 'hang', times: 'always' });
    const { origin } = new URL(at.demo.baseUrl);
    const told = await revokeKey(
      'aek_held',
      { issuer: origin, clientId: 'milepost' },
      { base: at.demo.baseUrl, origin },
      () => fetch,
      50,
    );
    expect(told).toContain('may still work');
  });
});
