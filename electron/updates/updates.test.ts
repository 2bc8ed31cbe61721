import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { costHere, slownessHere } from '#shared/testing/cost-here.ts';
import { TIME_BUDGET_MS } from '../log/time-budget.ts';
import { channelWait } from './channel-wait.ts';
import { isSigned, signedText, type UpdateInfo } from './signature.ts';
import { createUpdates, type UpdaterHere } from './updates.ts';

const makers = generateKeyPairSync('ed25519');
const others = generateKeyPairSync('ed25519');
const publicKey = makers.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

const info = (more: Partial<UpdateInfo> = {}): UpdateInfo => ({
  version: '2.0.0',
  files: [{ url: 'Milepost-2.0.0.AppImage', sha512: 'abc' }],
  ...more,
});
const signed = (given: UpdateInfo, { privateKey } = makers): UpdateInfo => ({
  ...given,
  signature: sign(null, Buffer.from(signedText(given)), privateKey).toString('base64'),
});

/** Updates over a channel that offers `offered`, with time that passes when it is told to. */
function updates(offered: unknown, { works = true, confirm = true } = {}) {
  const stored = new Map<string, unknown>();
  const timers = new Set<{ at: number; run: () => void }>();
  const did: string[] = [];
  let now = 1_000_000_000_000;
  let inFlight: string | null = null;
  let downloads: (stop: AbortSignal) => Promise<void> = async () => {};
  let checks: Promise<void> | null = null;
  let prepares: (() => Promise<void>) | undefined;
  let installs: (failed: () => void) => void = () => {};
  let held = false;
  const orHeld = () => {
    if (held) throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
  };
  const here: UpdaterHere = works
    ? {
        works: true,
        publicKey,
        updater: {
          check: async () => {
            did.push('check');
            await checks;
            if (offered instanceof Error) throw offered;
            return offered;
          },
          download: async (onPercent, stop) => {
            did.push('download');
            onPercent(40.7);
            await downloads(stop);
          },
          prepare: async () => {
            await prepares?.();
          },
          install: (failed) => {
            did.push('install');
            installs(failed);
          },
        },
      }
    : { works: false, words: 'Updates come with git pull and npm ci.' };
  const { handlers, close } = createUpdates({
    here,
    memory: {
      read: <Schema extends z.ZodType>(name: string, schema: Schema) => {
        if (name === 'updates.schedule') orHeld();
        const value = schema.safeParse(stored.get(name));
        return value.success ? value.data : undefined;
      },
      write: (name, value) => {
        orHeld();
        stored.set(name, value);
      },
    },
    publish: () => {},
    clock: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    inFlight: () => inFlight,
    confirm: async () => confirm,
  });
  return {
    handlers,
    close,
    did,
    timers,
    hold: (is: boolean) => {
      held = is;
    },
    buying: (words: string | null) => {
      inFlight = words;
    },
    /** From here on the channel takes requests and answers none. */
    silence: () => {
      checks = new Promise(() => {});
      downloads = (stop) =>
        new Promise((_, reject) => stop.addEventListener('abort', () => reject(new Error('cancelled'))));
    },
    prepareWith: (work: () => Promise<void>) => {
      prepares = work;
    },
    failInstall: () => {
      installs = (failed) => failed();
    },
    failDownload: () => {
      downloads = async () => {
        throw new Error('sha512 checksum mismatch');
      };
    },
    /** Sets the clock back; timers go on as they were. */
    setBack: (ms: number) => {
      now -= ms;
      for (const timer of timers) timer.at -= ms;
    },
    pass: async (ms: number) => {
      const until = now + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= until).sort((one, other) => one.at - other.at);
        if (next === undefined) break;
        timers.delete(next);
        now = Math.max(now, next.at);
        next.run();
        await new Promise(setImmediate);
      }
      now = until;
    },
  };
}

const readyToInstall = async (more: Parameters<typeof updates>[1] = {}) => {
  const there = updates(signed(info()), more);
  await there.handlers.check(undefined);
  await there.handlers.download(undefined);
  await new Promise(setImmediate);
  return there;
};

describe('updates', () => {
  it.each([
    ['429 Too Many Requests\nHeaders: {\n  "retry-after": "1800"\n}'],
    [
      '429 \nHeaders: {\n  "date": "Sun, 09 Sep 2001 01:46:40 GMT",\n  "retry-after": "Sun, 09 Sep 2001 02:16:40 GMT"\n}',
    ],
  ])('wait as long as the channel asked, whoever asks: %j', async (message) => {
    const { handlers, did, pass } = updates(new Error(message));
    const { state } = await handlers.check(undefined);
    expect(state).toMatchObject({ step: 'failed', words: expect.stringContaining('30 min') });
    await pass(1_790_000);
    expect((await handlers.check(undefined)).state).toMatchObject({ words: expect.stringContaining('10 s') });
    expect(did).toEqual(['check']);
    await pass(10_000);
    await handlers.check(undefined);
    expect(did.length).toBeGreaterThan(1);
  });

  it.each([
    ['7200', '2 h'],
    ['50000000', 'more than a year'],
  ])(
    'by themselves wait for hours or days, and may be asked for once by hand: %s',
    async (seconds, words) => {
      const { handlers, did, pass } = updates(new Error(`429\nHeaders: {"retry-after": "${seconds}"}`));
      const { state } = await handlers.check(undefined);
      expect(state).toMatchObject({ step: 'failed', words: expect.stringContaining(words) });
      const offers = /once by hand/u;
      expect(state).toMatchObject({ words: expect.stringMatching(offers) });
      await pass(3_500_000);
      expect(did).toEqual(['check']);
      // The channel says the same again: that was the once.
      expect((await handlers.check(undefined)).state).toMatchObject({
        words: expect.not.stringMatching(offers),
      });
      await pass(3_500_000);
      await handlers.check(undefined);
      expect(did).toEqual(['check', 'check']);
    },
  );

  it.each(['"retry-after":', '"date":[ '])(
    'are not held by what a channel says, however much: %j',
    (piece) => {
      const said = piece.repeat(Math.floor(60_000_000 / piece.length));
      const message = `503\n${said}\nHeaders: {\n  "retry-after": "7200"\n}`;
      // A pause of the machine counts once at most.
      const cost = Math.min(
        ...[1, 2].map(() => costHere(() => expect(channelWait(new Error(message), 0)).toBe(7_200_000))),
      );
      expect(cost).toBeLessThan(TIME_BUDGET_MS * slownessHere());
    },
  );

  it('wait no longer than was asked where the clock is set back', async () => {
    const { handlers, did, setBack } = updates(new Error('429\nHeaders: {"retry-after": "60"}'));
    await handlers.check(undefined);
    setBack(86_400_000);
    await handlers.check(undefined);
    expect(did).toEqual(['check', 'check']);
  });

  it('leave the channel alone for longer after each failure, however often a page requests them', async () => {
    const { handlers, did, pass, failDownload } = updates(signed(info()));
    const often = async (act: 'check' | 'download') => {
      for (let time = 0; time < 50; time++) {
        await (async () => handlers[act](undefined))().catch(() => undefined);
        await new Promise(setImmediate);
      }
    };
    const requested = async (ms: number) => {
      did.length = 0;
      await pass(ms);
      await often('check');
      await often('download');
      return did;
    };
    failDownload();
    expect(await requested(0)).toEqual(['check', 'download']);
    expect(await requested(9_999)).toEqual([]);
    expect((await handlers.read(undefined)).state).toEqual({
      step: 'failed',
      words: expect.stringContaining('1 second'),
    });
    expect(await requested(1)).toEqual(['check', 'download']);
    expect(await requested(19_999)).toEqual([]);
    for (let time = 0; time < 12; time++) await requested(600_000);
    expect(await requested(599_999)).toEqual([]);
    expect(await requested(1)).toEqual(['check', 'download']);
  });

  it('say again what a check found a moment ago, and check anew after that', async () => {
    const { handlers, did, pass } = updates(null);
    for (let time = 0; time < 50; time++)
      expect((await handlers.check(undefined)).state).toEqual({ step: 'newest' });
    expect(did).toEqual(['check']);
    await pass(5_000);
    await handlers.check(undefined);
    expect(did).toEqual(['check', 'check']);
  });

  it('are checked, downloaded and installed, each when told to', async () => {
    const { handlers, did } = updates(signed(info()));
    expect((await handlers.check(undefined)).state).toEqual({ step: 'found', version: '2.0.0' });
    expect(did).toEqual(['check']);
    await handlers.download(undefined);
    await new Promise(setImmediate);
    expect((await handlers.read(undefined)).state).toEqual({ step: 'ready', version: '2.0.0' });
    expect((await handlers.install(undefined)).state).toEqual({ step: 'installing', version: '2.0.0' });
    expect(did).toEqual(['check', 'download', 'install']);
  });

  it('are looked for again after the data file was held at the time, and no more often than the schedule says', async () => {
    const { did, hold, pass, handlers } = updates(null);
    hold(true);
    await pass(60_000);
    expect(did).toEqual([]);
    hold(false);
    await pass(3_600_000);
    expect(did).toEqual(['check']);
    await pass(24 * 3_600_000);
    expect(did).toEqual(['check']);
    hold(true);
    await expect(async () => handlers.setSchedule({ schedule: 'never' })).rejects.toThrow('locked');
    hold(false);
    expect(await handlers.read(undefined)).toMatchObject({ schedule: 'weekly', state: { step: 'newest' } });
  });

  it('say what the channel said where the time of it cannot be written down', async () => {
    const { did, hold, pass, handlers } = updates(null);
    hold(true);
    await expect(async () => handlers.check(undefined)).rejects.toThrow('locked');
    hold(false);
    expect((await handlers.read(undefined)).state).toEqual({ step: 'newest' });
    await pass(2 * 3_600_000);
    expect(did).toEqual(['check']);
  });

  const tampered: [string, unknown][] = [
    ['nobody signed', info()],
    ['somebody else signed', signed(info(), others)],
    ['was signed as another version', { ...signed(info()), version: '3.0.0' }],
    [
      'was signed with another sum',
      { ...signed(info()), files: [{ url: 'Milepost-2.0.0.AppImage', sha512: 'evil' }] },
    ],
    [
      'was signed under another name',
      { ...signed(info()), files: [{ url: 'https://evil.example/x', sha512: 'abc' }] },
    ],
    [
      'has a file more than was signed',
      { ...signed(info()), files: [...info().files, { url: 'x', sha512: 'y' }] },
    ],
    [
      'has packages beside its files',
      { ...signed(info()), packages: { x64: { path: 'evil.7z', sha512: 'evil' } } },
    ],
    [
      'has a sum in an older format',
      signed({ ...info(), files: [{ ...info().files[0], sha2: 'evil' } as never] }),
    ],
    ['has no files', signed(info({ files: [] }))],
    ['is no description at all', 'version: 2.0.0'],
    ['has a signature that is none', info({ signature: '…' })],
  ];
  it.each(tampered)('takes no version that %s', async (_what, offered) => {
    const { handlers, did } = updates(offered);
    const { state } = await handlers.check(undefined);
    expect(state).toMatchObject({ step: 'failed', words: expect.stringContaining('not signed') });
    await expect(async () => handlers.download(undefined)).rejects.toThrow('no version to download');
    expect(did).toEqual(['check']);
  });

  it('accepts no key but one of Ed25519', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const rsaKey = rsa.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
    expect(isSigned(signed(info(), rsa), rsaKey)).toBe(false);
    expect(isSigned(signed(info()), 'no key')).toBe(false);
    expect(isSigned(signed(info()), publicKey)).toBe(true);
  });

  it('say that there is none, or that nobody answered', async () => {
    expect((await updates(null).handlers.check(undefined)).state).toEqual({ step: 'newest' });
    const { state, checkedAt } = await updates(new Error('net::ERR')).handlers.check(undefined);
    expect(state).toMatchObject({ step: 'failed', words: expect.stringContaining('could not be read') });
    expect(checkedAt).toBeNull();
  });

  it('wait no longer than a minute for a channel that does not answer', async () => {
    const { handlers, silence, pass } = updates(signed(info()));
    silence();
    const checked = handlers.check(undefined);
    await pass(60_000);
    expect((await checked).state).toMatchObject({
      step: 'failed',
      words: expect.stringContaining('could not be read'),
    });
  });

  it('end a download of which nothing more comes', async () => {
    const { handlers, silence, pass } = updates(signed(info()));
    await handlers.check(undefined);
    silence();
    await handlers.download(undefined);
    await pass(119_000);
    expect((await handlers.read(undefined)).state.step).toBe('downloading');
    await pass(1_000);
    expect((await handlers.read(undefined)).state).toMatchObject({
      step: 'failed',
      words: expect.stringContaining('Nothing was installed'),
    });
  });

  it('say that the new version could not be installed', async () => {
    const { handlers, failInstall } = await readyToInstall();
    failInstall();
    expect((await handlers.install(undefined)).state).toMatchObject({
      step: 'failed',
      words: expect.stringContaining('could not be installed'),
    });
  });

  it('say so too where the system refuses it beforehand', async () => {
    const { handlers, did, prepareWith } = await readyToInstall();
    prepareWith(async () => {
      throw new Error('the code signature does not match');
    });
    expect((await handlers.install(undefined)).state).toMatchObject({ step: 'failed' });
    expect(did).not.toContain('install');
  });

  it('wait for what is bought while the system prepares the installation', async () => {
    const { handlers, did, buying, pass, prepareWith } = await readyToInstall();
    prepareWith(async () => buying('An order is on its way.'));
    expect((await handlers.install(undefined)).state.step).toBe('waiting');
    expect(did).not.toContain('install');
    buying(null);
    await pass(2_000);
    expect(did).toContain('install');
  });

  it('install nothing that was downloaded wrong', async () => {
    const { handlers, did, failDownload } = updates(signed(info()));
    failDownload();
    await handlers.check(undefined);
    await handlers.download(undefined);
    await new Promise(setImmediate);
    expect((await handlers.read(undefined)).state).toMatchObject({ step: 'failed' });
    await expect(handlers.install(undefined)).rejects.toThrow('No new version is downloaded');
    expect(did).not.toContain('install');
  });

  it('install nothing that the user did not confirm outside the page', async () => {
    const { handlers, did } = await readyToInstall({ confirm: false });
    await expect(handlers.install(undefined)).rejects.toThrow('Nothing was installed');
    expect(did).not.toContain('install');
    expect((await handlers.read(undefined)).state.step).toBe('ready');
  });

  it('wait while something is being bought, and install once it is not', async () => {
    const { handlers, did, buying, pass } = await readyToInstall();
    buying('An order is on its way.');
    expect((await handlers.install(undefined)).state).toEqual({
      step: 'waiting',
      version: '2.0.0',
      words: 'An order is on its way.',
    });
    await pass(60_000);
    expect(did).not.toContain('install');
    buying(null);
    await pass(5_000);
    expect(did.filter((what) => what === 'install')).toHaveLength(1);
  });

  it('are checked by themselves as the schedule says, weekly unless it was changed', async () => {
    const { handlers, did, pass } = updates(null);
    await pass(2 * 60_000);
    expect(did).toHaveLength(1);
    await pass(6 * 86_400_000);
    expect(did).toHaveLength(1);
    await pass(2 * 86_400_000);
    expect(did).toHaveLength(2);
    await handlers.setSchedule({ schedule: 'daily' });
    await pass(3 * 86_400_000);
    expect(did.length).toBeGreaterThanOrEqual(4);
    expect((await handlers.setSchedule({ schedule: 'never' })).schedule).toBe('never');
    const before = did.length;
    await pass(60 * 86_400_000);
    expect(did).toHaveLength(before);
  });

  it('are checked again where the clock was set back by years since', async () => {
    const { did, pass, setBack } = updates(null);
    await pass(2 * 60_000);
    setBack(3 * 365 * 86_400_000);
    await pass(2 * 60 * 60_000);
    expect(did).toHaveLength(2);
  });

  it('never download by schedule alone', async () => {
    const { did, pass } = updates(signed(info()));
    await pass(30 * 86_400_000);
    expect(did).not.toContain('download');
  });

  it('end with the program, also those that wait for a purchase', async () => {
    const { handlers, did, buying, pass, close, timers } = await readyToInstall();
    buying('A quote is being asked for.');
    await handlers.install(undefined);
    close();
    buying(null);
    await pass(60_000);
    expect(did).not.toContain('install');
    expect(timers.size).toBe(0);
  });

  it('say where they come from where the program cannot update itself', async () => {
    const { handlers, timers } = updates(null, { works: false });
    expect((await handlers.read(undefined)).self).toEqual({
      works: false,
      words: 'Updates come with git pull and npm ci.',
    });
    expect(timers.size).toBe(0);
    await expect(handlers.check(undefined)).rejects.toThrow('git pull');
    await expect(async () => handlers.setSchedule({ schedule: 'daily' })).rejects.toThrow('git pull');
  });
});
