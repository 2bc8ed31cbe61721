import Database from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ContractFailure } from '#shared/contract/failure.ts';
import { storedSettings } from '../storage/stored-settings.ts';
import { type AccountRead, createKey, type KeyDeps } from './key.ts';
import { renewKeyNotes } from './key-notes.ts';
import { type Keychain, UnreadKeychain } from './keychain.ts';
import { memoryKeychain } from './testing/memory-keychain.ts';

const ORIGIN = 'https://market.example';

/** A keychain that stores what it is given, as a system's does. */
function workingKeychain(): Keychain & { keys: Map<string, string> } {
  const keys = new Map<string, string>();
  return {
    ...memoryKeychain(keys),
    keys,
    works: async () => ({ works: true, words: 'works' }),
  };
}

const noKeychain: Keychain = {
  store: async () => ({ ok: false, words: 'There is no keychain on this machine.' }),
  read: async () => null,
  forget: async () => ({ ok: false, words: 'There is no keychain on this machine.' }),
  works: async () => ({ works: false, words: 'There is no keychain on this machine.' }),
};

function setUp(over: Partial<KeyDeps> = {}) {
  const db = new Database(':memory:');
  db.exec('CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT');
  const stored = storedSettings(db);
  let writes = 0;
  let failing = 0;
  const settings: typeof stored = {
    ...stored,
    write: (name, value) => {
      if (++writes === failing) throw new Error('The disk is full.');
      stored.write(name, value);
    },
  };
  const failAtWrite = (number: number) => {
    failing = writes + number;
  };
  const clipboard = {
    text: 'aek_live_1',
    readText: (): string | Promise<string> => clipboard.text,
    clear: () => {
      clipboard.text = '';
    },
  };
  const published: string[][] = [];
  const deps: KeyDeps = {
    keychain: workingKeychain(),
    origin: () => ORIGIN,
    clipboard,
    confirm: async () => true,
    readAccount: async (): Promise<AccountRead> => ({
      ok: true,
      scopes: ['market_tools:call'],
      account: 'acct_1',
    }),
    publish: (_, payload) => published.push('topics' in payload ? payload.topics : []),
    settings,
    ...over,
  };
  const dump = () => JSON.stringify(db.prepare('SELECT * FROM settings').all());
  return {
    key: createKey(deps),
    again: () => createKey(deps),
    clipboard,
    published,
    settings,
    dump,
    failAtWrite,
  };
}

/** The same, with a key that was stored from the clipboard. */
async function withKey(over: Partial<KeyDeps> = {}) {
  const made = setUp(over);
  await made.key.handlers.storeFromClipboard(undefined);
  return made;
}

const failureOf = async (work: Promise<unknown> | unknown) => {
  const error = await Promise.resolve(work).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ContractFailure)) throw new Error('no mapped failure');
  return error.failure;
};

describe('the access key', () => {
  it('goes from the clipboard to the keychain, and the clipboard is emptied', async () => {
    const { key, clipboard, published } = setUp();
    expect(await key.handlers.status(undefined)).toMatchObject({ state: 'none', origin: ORIGIN });
    expect(await key.handlers.storeFromClipboard(undefined)).toMatchObject({ state: 'keychain' });
    expect(clipboard.text).toBe('');
    expect(published.at(-1)).toContain('status');
    expect(await key.keyFor()).toBe('aek_live_1');
  });

  it('is cleared from the clipboard alone: what was copied while the keychain was unlocked stays', async () => {
    const keychain = workingKeychain();
    const { key, clipboard } = setUp({
      keychain: {
        ...keychain,
        store: async (origin, text) => {
          clipboard.text = 'a draft of a letter';
          return keychain.store(origin, text);
        },
      },
    });
    await key.handlers.storeFromClipboard(undefined);
    expect([clipboard.text, await key.keyFor()]).toEqual(['a draft of a letter', 'aek_live_1']);
  });

  it.each([
    ['aek_live_1\n', ''],
    ['something else', 'something else'],
  ])(
    'is cleared from what a Linux desktop pastes with the middle button too, and nothing else is: %j',
    async (selected, left) => {
      const { key, clipboard } = setUp();
      const selection = {
        text: selected,
        readText: () => selection.text,
        clear: () => {
          selection.text = '';
        },
      };
      Object.assign(clipboard, { selection });
      await key.handlers.storeFromClipboard(undefined);
      expect([clipboard.text, selection.text]).toEqual(['', left]);
    },
  );

  it('stays stored where the clipboard cannot be cleared', async () => {
    const { key, clipboard } = setUp();
    clipboard.clear = () => {
      throw new Error('held by another program');
    };
    expect(await key.handlers.storeFromClipboard(undefined)).toMatchObject({ state: 'keychain' });
  });

  it('is read from the clipboard only after a yes outside the page, which names the exact origin', async () => {
    const requested: string[] = [];
    const { key, clipboard } = setUp({
      confirm: async ({ title, words }) => {
        requested.push(`${title} ${words}`);
        return false;
      },
    });
    clipboard.readText = () => {
      throw new Error('read without a yes');
    };
    expect(await failureOf(key.handlers.storeFromClipboard(undefined))).toMatchObject({
      code: 'not_confirmed',
    });
    expect(requested).toEqual([
      expect.stringMatching(/key for https:\/\/market\.example\?.*to https:\/\/market\.example/u),
    ]);
  });

  it('is stored for no other marketplace than the one that was named in the question', async () => {
    let origin = ORIGIN;
    const { key, clipboard } = setUp({
      origin: () => origin,
      confirm: async () => {
        origin = 'https://elsewhere.example';
        return true;
      },
    });
    expect(await failureOf(key.handlers.storeFromClipboard(undefined))).toMatchObject({
      code: 'changed_meanwhile',
    });
    expect([clipboard.text, await key.keyFor()]).toEqual(['aek_live_1', null]);
  });

  it('appears in no status and nowhere in the data file', async () => {
    const { key, dump } = await withKey();
    await key.handlers.check(undefined);
    expect(JSON.stringify(await key.handlers.status(undefined)) + dump()).not.toContain('aek_live_1');
  });

  it('is not stored where the clipboard holds something else, and the clipboard is left alone', async () => {
    const { key, clipboard } = setUp();
    clipboard.text = 'two words';
    expect((await failureOf(key.handlers.storeFromClipboard(undefined))).code).toBe('not_a_key');
    expect(clipboard.text).toBe('two words');
    expect(await key.keyFor()).toBeNull();
  });

  it.each([
    ['none', null],
    ['another', 'aek_earlier'],
  ])('is taken back where it cannot be written down, so that %s is stored as before', async (_, earlier) => {
    const keychain = workingKeychain();
    const { key, clipboard, failAtWrite } = setUp({ keychain });
    if (earlier !== null) keychain.keys.set(ORIGIN, earlier);
    failAtWrite(2);
    await expect(Promise.resolve(key.handlers.storeFromClipboard(undefined))).rejects.toThrow(
      'The disk is full',
    );
    expect(keychain.keys.get(ORIGIN) ?? null).toBe(earlier);
    expect(clipboard.text).toBe('aek_live_1');
    expect(await key.handlers.storeFromClipboard(undefined)).toMatchObject({ state: 'keychain' });
    expect(await key.keyFor()).toBe('aek_live_1');
  });

  it('is said to be stored where it can be neither written down nor taken back, with what to do', async () => {
    const keychain = workingKeychain();
    const { key, failAtWrite } = setUp({
      keychain: { ...keychain, forget: async () => ({ ok: false, words: 'The keychain is locked.' }) },
    });
    failAtWrite(2);
    expect(await failureOf(key.handlers.storeFromClipboard(undefined))).toMatchObject({
      code: 'key_not_written_down',
    });
    expect(keychain.keys.get(ORIGIN)).toBe('aek_live_1');
  });

  it('is stored for this run only, and that is said, where there is no keychain', async () => {
    const { key, again } = setUp({ keychain: noKeychain });
    expect(await key.handlers.storeFromClipboard(undefined)).toMatchObject({
      state: 'memory',
      keychain: { works: false },
    });
    expect(await key.keyFor()).toBe('aek_live_1');
    expect(await again().keyFor()).toBeNull();
    expect(again().keyMark()).toBe('none');
  });

  it('can be forgotten where it was stored for this run only', async () => {
    const { key } = await withKey({ keychain: noKeychain });
    expect(await key.handlers.forget(undefined)).toMatchObject({ state: 'none' });
    expect(await key.keyFor()).toBeNull();
  });

  it('is forgotten only after a yes outside the page, which names the exact origin', async () => {
    let allowed = false;
    const questions: string[] = [];
    const { key } = await withKey({
      confirm: async ({ title, words }) => {
        questions.push(`${title} ${words}`);
        return allowed || !title.startsWith('Forget');
      },
    });
    await expect(key.handlers.forget(undefined)).rejects.toMatchObject({
      failure: { code: 'not_confirmed' },
    });
    expect(await key.keyFor()).toBe('aek_live_1');
    allowed = true;
    expect(await key.handlers.forget(undefined)).toMatchObject({ state: 'none' });
    expect(questions.at(-1)).toContain(ORIGIN);
  });

  it('belongs to its origin alone', async () => {
    let origin = ORIGIN;
    const { key } = await withKey({ origin: () => origin });
    origin = 'https://market.example:8443';
    expect(await key.keyFor()).toBeNull();
    expect(key.keyMark()).toBe('none');
  });

  it('comes from a terminal in the browser host, which says so', async () => {
    const { key } = setUp({ clipboard: null });
    expect((await key.handlers.status(undefined)).clipboard).toMatchObject({ works: false });
    expect((await failureOf(key.handlers.storeFromClipboard(undefined))).message).toContain(
      'from a terminal',
    );
    expect(key.useForThisRun('aek_piped\n')).toEqual({ ok: true });
    expect(await key.keyFor()).toBe('aek_piped');
    expect(key.useForThisRun('a b').ok).toBe(false);
  });

  it('of the embedded marketplace is handed over and never stored', async () => {
    const keychain = workingKeychain();
    const { key, clipboard } = setUp({ keychain, demoKey: () => 'demo-key' });
    expect(await key.keyFor()).toBe('demo-key');
    expect(await key.handlers.status(undefined)).toMatchObject({ state: 'memory' });
    expect((await failureOf(key.handlers.storeFromClipboard(undefined))).code).toBe('demo');
    expect(clipboard.text).toBe('aek_live_1');
    expect(keychain.keys.size).toBe(0);
  });

  it('shows its scopes and account once the service was asked, also after a restart', async () => {
    const { key, again } = await withKey();
    await key.handlers.check(undefined);
    expect(key.account()).toBe('acct_1');
    expect(await again().handlers.status(undefined)).toMatchObject({
      scopes: ['market_tools:call'],
      account: 'acct_1',
    });
    await key.handlers.forget(undefined);
    expect(key.account()).toBe(null);
  });

  it('is never shown as of the account of the key before it, whose answer came late', async () => {
    const accounts: Record<string, string> = { aek_live_1: 'acct_1', aek_live_2: 'acct_2' };
    const keychain = workingKeychain();
    const held = Promise.withResolvers<void>();
    let reads = 0;
    const { key, clipboard, again } = await withKey({
      keychain,
      readAccount: async () => {
        const account = accounts[(await keychain.read(ORIGIN)) ?? ''] ?? null;
        if (reads++ === 0) await held.promise;
        return { ok: true, scopes: [], account };
      },
    });
    const other = again();
    const late = Promise.resolve(other.handlers.check(undefined));
    await new Promise(setImmediate);
    clipboard.text = 'aek_live_2';
    await key.handlers.storeFromClipboard(undefined);
    held.resolve();
    expect(await late).toMatchObject({ account: 'acct_2' });
    expect(key.account()).toBe('acct_2');
  });

  it('is shown as nobody’s where every check of it was overtaken by another key', async () => {
    const { key, clipboard } = await withKey({
      readAccount: async () => {
        clipboard.text = `${clipboard.text || 'aek_live_'}2`;
        await key.handlers.storeFromClipboard(undefined);
        return { ok: true, scopes: [], account: 'acct_1' };
      },
    });
    expect((await failureOf(key.handlers.check(undefined))).code).toBe('changed_meanwhile');
    expect(key.account()).toBeNull();
  });

  it('cannot be checked where there is none', async () => {
    const { key } = setUp();
    expect((await failureOf(key.handlers.check(undefined))).code).toBe('no_key');
  });

  it('passes on why the service could not say whose it is', async () => {
    const failure = {
      code: 'offline',
      delivery: 'not_sent',
      message: 'Not reachable.',
      status: null,
      requestId: 'req_1',
      retryAfterMs: null,
      problem: null,
      body: null,
    } as const;
    const { key } = await withKey({ readAccount: async () => ({ ok: false, failure }) });
    expect(await failureOf(key.handlers.check(undefined))).toEqual({
      code: 'offline',
      message: 'Not reachable.',
      requestId: 'req_1',
    });
  });
});

describe('the mark of a key', () => {
  it('is none without a key, and another one after each key', async () => {
    const { key, clipboard } = setUp();
    expect(key.keyMark()).toBe('none');
    await key.handlers.storeFromClipboard(undefined);
    const first = key.keyMark();
    clipboard.text = 'aek_live_2';
    await key.handlers.storeFromClipboard(undefined);
    expect(new Set(['none', first, key.keyMark()]).size).toBe(3);
    await key.handlers.forget(undefined);
    expect(key.keyMark()).toBe('none');
  });

  it('stays the same over a restart with the same key', async () => {
    const { key, again } = await withKey();
    await key.keyFor();
    const second = again();
    await second.keyFor();
    expect(second.keyMark()).toBe(key.keyMark());
  });

  it('changes when a terminal stores another key while the program runs', async () => {
    const { key, settings } = await withKey();
    const before = key.keyMark();
    renewKeyNotes(settings, ORIGIN);
    expect(key.keyMark()).not.toBe(before);
  });

  it('changes when something else replaced the key in the keychain, once the service refuses the old one', async () => {
    const keychain = workingKeychain();
    const { key } = await withKey({ keychain });
    await key.keyFor();
    const before = key.keyMark();
    keychain.keys.set(ORIGIN, 'aek_other');
    expect(await key.keyFor()).toBe('aek_live_1');
    key.answered(401);
    expect(await key.keyFor()).toBe('aek_other');
    expect(key.keyMark()).not.toBe(before);
  });

  it('is minted for a key that was in the keychain before this data file', async () => {
    const keychain = workingKeychain();
    keychain.keys.set(ORIGIN, 'aek_live_1');
    const { key } = setUp({ keychain });
    await key.keyFor();
    expect(key.keyMark()).not.toBe('none');
  });
});

describe('a key that the service handed over in the browser', () => {
  it('takes the place of the one before, with another mark and its scopes known', async () => {
    const { key, again, dump } = await withKey();
    const before = key.keyMark();
    expect(await key.store('aek_from_browser', ['account:read'])).toMatchObject({ storedIn: 'keychain' });
    expect(await key.keyFor()).toBe('aek_from_browser');
    expect(key.keyMark()).not.toBe(before);
    expect(await again().handlers.status(undefined)).toMatchObject({
      scopes: ['account:read'],
      account: null,
    });
    expect(dump()).not.toContain('aek_from_browser');
  });

  it('is given back when it is replaced or removed, and one that came otherwise, or comes again, is not', async () => {
    const given: string[] = [];
    const from = { issuer: ORIGIN, clientId: 'milepost' };
    const { key, clipboard } = await withKey({
      revoke: async (text) => {
        given.push(text);
        return 'It was revoked.';
      },
    });
    expect((await key.store('aek_first', null, from)).before).toBeNull();
    expect((await key.store('aek_first', null, from)).before).toBeNull();
    await key.handlers.check(undefined);
    clipboard.text = 'aek_pasted';
    expect(await key.handlers.storeFromClipboard(undefined)).toMatchObject({ before: 'It was revoked.' });
    expect(await key.handlers.forget(undefined)).not.toHaveProperty('before');
    await key.store('aek_second', null, from);
    expect(await key.handlers.forget(undefined)).toMatchObject({ state: 'none', before: 'It was revoked.' });
    expect(given).toEqual(['aek_first', 'aek_second']);
  });

  it.each([
    ['stored', 'changed_meanwhile'],
    ['forgotten', 'forgotten'],
  ])(
    'is %s at no other marketplace, and sent to none, where another is chosen while the keychain waits',
    async (done, code) => {
      const ELSEWHERE = 'https://elsewhere.example';
      const keychain = workingKeychain();
      const { read } = keychain;
      const unlocked = Promise.withResolvers<void>();
      let origin = ELSEWHERE;
      const revoked: string[] = [];
      const { key } = setUp({
        keychain,
        origin: () => origin,
        revoke: async (text, { issuer }) => {
          revoked.push(`${text} to ${issuer}`);
          return '';
        },
      });
      for (origin of [ELSEWHERE, ORIGIN])
        await key.store(`aek_of_${origin}`, [], { issuer: origin, clientId: 'c' });
      keychain.read = async (at) => {
        await unlocked.promise;
        return read(at);
      };
      const work =
        done === 'stored'
          ? failureOf(key.store('aek_new', [], { issuer: ORIGIN, clientId: 'c' }))
          : Promise.resolve(key.handlers.forget(undefined)).then(() => ({ code: done }));
      origin = ELSEWHERE;
      unlocked.resolve();
      expect(await work).toMatchObject({ code });
      expect(keychain.keys.get(ELSEWHERE)).toBe(`aek_of_${ELSEWHERE}`);
      expect(revoked).toEqual([]);
    },
  );

  it('that cannot be a key is refused, and the one before stays', async () => {
    const { key } = await withKey();
    const mark = key.keyMark();
    const refused = await failureOf(key.store('two words', null));
    expect(refused.code).toBe('not_a_key');
    expect(refused.message).not.toContain('two words');
    expect(await key.keyFor()).toBe('aek_live_1');
    expect(key.keyMark()).toBe(mark);
  });

  it('stands before the embedded marketplace’s own for this run, until it is forgotten', async () => {
    const keychain = workingKeychain();
    const { key } = setUp({ keychain, demoKey: () => 'demo-key' });
    expect(key.keyMark()).toBe('demo');
    await key.store('aek_from_browser', ['account:read']);
    expect(await key.keyFor()).toBe('aek_from_browser');
    expect(key.keyMark()).not.toBe('demo');
    expect(await key.handlers.status(undefined)).toMatchObject({ scopes: ['account:read'] });
    await key.handlers.forget(undefined);
    expect(await key.keyFor()).toBe('demo-key');
    expect(key.keyMark()).toBe('demo');
    expect(keychain.keys.size).toBe(0);
  });
});

describe('a keychain that waits for its owner', () => {
  it('holds up no status, and the status changes when it answers', async () => {
    let answer = (_: string | null) => {};
    const keychain: Keychain = {
      ...memoryKeychain(),
      read: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    };
    const changed = Promise.withResolvers<void>();
    const { key } = setUp({ keychain, publish: () => changed.resolve() });
    expect((await key.handlers.status(undefined)).state).toBe('unread');
    const waiting = key.keyFor();
    answer('aek_live_1');
    expect(await waiting).toBe('aek_live_1');
    await changed.promise;
  });

  it('is shown as it answered, however slow it is, without another reading', async () => {
    const answers: ((key: string | null) => void)[] = [];
    const keychain: Keychain = {
      ...memoryKeychain(),
      read: () => new Promise((resolve) => void answers.push(resolve)),
    };
    let changes = 0;
    const changed = Promise.withResolvers<void>();
    const { key } = setUp({
      keychain,
      publish: () => {
        changes += 1;
        changed.resolve();
      },
    });
    expect((await key.handlers.status(undefined)).state).toBe('unread');
    answers[0]?.('aek_live_1');
    await changed.promise;
    expect((await key.handlers.status(undefined)).state).toBe('keychain');
    expect([answers.length, changes]).toEqual([1, 1]);
    // Only once: the key may have been replaced since.
    const next = key.handlers.status(undefined);
    answers[1]?.(null);
    expect((await next).state).toBe('none');
  });
});

describe('a key in the keychain', () => {
  it('is read once a run, however often it is used, and again where its mark changed', async () => {
    const keychain = workingKeychain();
    const { again, settings } = await withKey({ keychain });
    const read = vi.spyOn(keychain, 'read');
    const works = vi.spyOn(keychain, 'works');
    const key = again();
    await Promise.all([key.keyFor(), key.handlers.status(undefined), key.keyFor()]);
    works.mockClear();
    for (let times = 0; times < 3; times++) {
      expect(await key.keyFor()).toBe('aek_live_1');
      expect(await key.handlers.status(undefined)).toMatchObject({ state: 'keychain' });
    }
    expect([read.mock.calls.length, works.mock.calls.length]).toEqual([1, 0]);
    keychain.keys.set(ORIGIN, 'aek_live_2');
    renewKeyNotes(settings, ORIGIN);
    expect(await key.keyFor()).toBe('aek_live_2');
    keychain.keys.set(ORIGIN, 'aek_live_3');
    await key.handlers.check(undefined);
    expect(await key.keyFor()).toBe('aek_live_3');
  });

  it('that is replaced while it is read is read again', async () => {
    const keychain = workingKeychain();
    const { again, settings } = await withKey({ keychain });
    const { read } = keychain;
    keychain.read = async (origin) => {
      const old = await read(origin);
      keychain.keys.set(ORIGIN, 'aek_live_2');
      renewKeyNotes(settings, ORIGIN);
      keychain.read = read;
      return old;
    };
    const key = again();
    await key.keyFor();
    expect(await key.keyFor()).toBe('aek_live_2');
  });
});

describe('a keychain that cannot be read', () => {
  const LOCKED = new UnreadKeychain('The keychain is locked.', false);
  const MISSING = new UnreadKeychain('There is no keychain.', true);
  const FAILURES: [string, () => Promise<never>][] = [
    ['is locked', () => Promise.reject(LOCKED)],
    ['is gone, though a key was stored in it', () => Promise.reject(MISSING)],
    ['fails in a way that nobody foresaw', () => Promise.reject(new Error('aek_live_1 is not for you'))],
  ];

  it.each(FAILURES)('is never shown as one without a key: %s', async (_how, read) => {
    const keychain = workingKeychain();
    const reads = vi.fn<(mark: string | null) => void>();
    const { key: stored, again, settings } = await withKey({ keychain, onKeyRead: reads });
    await stored.handlers.check(undefined);
    const before = stored.keyMark();
    const key = again();
    reads.mockClear();
    const works = keychain.read;
    keychain.read = read;
    const shown = await key.handlers.status(undefined);
    expect(shown).toMatchObject({ state: 'unread', account: 'acct_1', keychain: { works: false } });
    expect(shown.keychain.words).not.toContain('aek_live_1');
    expect((await failureOf(key.keyFor())).code).toBe('key_unread');
    expect((await failureOf(key.handlers.check(undefined))).code).toBe('key_unread');
    // Nothing that rests on the key is given up.
    expect(key.keyMark()).toBe(before);
    expect(reads).not.toHaveBeenCalled();
    expect(settings.read(`key:${ORIGIN}`, z.looseObject({}))).toMatchObject({ mark: before });
    keychain.read = works;
    expect(await key.handlers.status(undefined)).toMatchObject({ state: 'keychain' });
    expect(await key.keyFor()).toBe('aek_live_1');
    expect(key.keyMark()).toBe(before);
  });

  it('holds no key where this machine has none and nothing was ever stored', async () => {
    const { key } = setUp({ keychain: { ...noKeychain, read: () => Promise.reject(MISSING) } });
    expect(await key.handlers.status(undefined)).toMatchObject({ state: 'none' });
    expect(await key.keyFor()).toBeNull();
  });

  it('keeps the key it holds where another could be held for this run alone and was not noted', async () => {
    const keychain = workingKeychain();
    const { again, settings } = await withKey({ keychain });
    const key = again();
    const { read, store } = keychain;
    Object.assign(keychain, { read: () => Promise.reject(LOCKED), store: noKeychain.store });
    settings.remove = () => {
      throw new Error('The disk is full.');
    };
    await expect(key.store('aek_other', null)).rejects.toThrow('full');
    Object.assign(keychain, { read, store });
    expect(await key.keyFor()).toBe('aek_live_1');
  });
});

describe('a key that the service refuses', () => {
  it.each([401, 403])(
    'is named as that until it works or another is stored, and then what waits goes on: %i',
    async (status) => {
      const worksAgain = vi.fn<() => void>();
      const { key, clipboard } = await withKey({ onKeyWorksAgain: worksAgain });
      expect((await key.handlers.status(undefined)).refused).toBeUndefined();
      key.answered(status);
      expect((await key.handlers.status(undefined)).refused).toContain('Settings');
      // Other failures say nothing of the key.
      for (const other of [400, 404, 429, 500, 503]) key.answered(other);
      expect(key.refused()).not.toBeNull();
      expect(worksAgain).not.toHaveBeenCalled();
      key.answered(200);
      expect(key.refused()).toBeNull();
      expect(worksAgain).toHaveBeenCalledTimes(1);
      key.answered(200);
      expect(worksAgain).toHaveBeenCalledTimes(1);
      key.answered(status);
      clipboard.text = 'aek_live_2';
      await key.handlers.storeFromClipboard(undefined);
      expect(key.refused()).toBeNull();
    },
  );
});
