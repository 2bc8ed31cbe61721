import {
  chmodSync,
  closeSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConnectionFile, writeConnectionFile } from '../assistant/connection-file.ts';
import { holdDataFolder } from '../hosts/single-instance.ts';
import { openStorage } from './open.ts';
import { openForReading } from './open-for-reading.ts';
import {
  icaclsArguments,
  isWithin,
  makePrivate,
  type PrivateFilesMachine,
  restrictOutput,
  StrangersFileError,
} from './private-files.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);
const folder = () => {
  const dir = mkdtempSync(join(tmpdir(), 'milepost-private-'));
  chmodSync(dir, 0o755);
  return dir;
};

describe.skipIf(process.platform === 'win32')('the rights of the data folder', () => {
  it('are its user’s alone when it is made', () => {
    const dir = join(folder(), 'a', 'b');
    makePrivate(dir);
    expect(modeOf(dir)).toBe('700');
  });

  it('are mended with those of the data file, its journal, its copies and the logs', () => {
    const dir = folder();
    const files = [
      'milepost.sqlite',
      'milepost.sqlite-wal',
      'milepost.sqlite-shm',
      'milepost.sqlite.before-upgrade-from-3',
      'milepost.lock',
      'demo-marketplace.sqlite',
      'window.json',
      'opening.json',
      'logs/milepost.log',
    ];
    mkdirSync(join(dir, 'logs'));
    for (const file of files) {
      writeFileSync(join(dir, file), '');
      chmodSync(join(dir, file), 0o644);
    }
    makePrivate(dir);
    expect(modeOf(dir)).toBe('700');
    expect(modeOf(join(dir, 'logs'))).toBe('700');
    for (const file of files) expect(modeOf(join(dir, file)), file).toBe('600');
  });

  it('of what is not its own stay as they are, and no link is followed', () => {
    const dir = folder();
    const elsewhere = join(folder(), 'elsewhere');
    writeFileSync(elsewhere, '');
    chmodSync(elsewhere, 0o644);
    writeFileSync(join(dir, 'letter.txt'), '');
    chmodSync(join(dir, 'letter.txt'), 0o644);
    makePrivate(dir);
    expect(modeOf(dir)).toBe('755');
    symlinkSync(elsewhere, join(dir, 'milepost.lock'));
    makePrivate(dir);
    expect(modeOf(elsewhere)).toBe('644');
    expect(modeOf(join(dir, 'letter.txt'))).toBe('644');
  });

  it('of a link in the place of its logs are not followed, and a file there costs nothing', () => {
    const dir = folder();
    const elsewhere = folder();
    writeFileSync(join(elsewhere, 'shared.txt'), '');
    chmodSync(join(elsewhere, 'shared.txt'), 0o644);
    symlinkSync(elsewhere, join(dir, 'logs'));
    makePrivate(dir);
    expect([modeOf(dir), modeOf(elsewhere), modeOf(join(elsewhere, 'shared.txt'))]).toEqual([
      '700',
      '755',
      '644',
    ]);
    const other = folder();
    writeFileSync(join(other, 'logs'), '');
    makePrivate(other);
    expect(modeOf(join(other, 'logs'))).toBe('600');
  });

  it('of a file that the output goes to are taken from others, and of nothing else', () => {
    const file = join(folder(), 'host.log');
    writeFileSync(file, '');
    chmodSync(file, 0o664);
    const fd = openSync(file, 'a');
    restrictOutput([fd], 4711);
    expect(modeOf(file)).toBe('664');
    restrictOutput([fd, openSync('/dev/null', 'w')]);
    expect(modeOf(file)).toBe('600');
    closeSync(fd);
    restrictOutput([fd]);
  });

  it('of a folder that everybody writes to stay as they are', () => {
    const dir = folder();
    writeFileSync(join(dir, 'milepost.lock'), '');
    chmodSync(dir, 0o1777);
    makePrivate(dir);
    expect(modeOf(dir)).toBe('1777');
  });

  describe('that another user of the machine made', () => {
    const ADA: PrivateFilesMachine = { platform: 'linux', user: 4711, home: '/home/ada' };
    /** Root alone can give files away; otherwise this test's own user is the other one. */
    const giveAway = (path: string) => {
      if (process.getuid?.() === 0) lchownSync(path, 4712, 4712);
    };

    it('are not relied on: nothing is opened there', () => {
      const dir = folder();
      giveAway(dir);
      expect(() => makePrivate(dir, ADA)).toThrow(StrangersFileError);
      expect(modeOf(dir)).toBe('755');
      const link = join(folder(), 'link');
      symlinkSync(dir, link);
      expect(() => makePrivate(link, ADA)).toThrow(StrangersFileError);
      expect(holdDataFolder(dir, ADA)).toMatchObject({
        ok: false,
        isRunning: false,
        words: expect.stringMatching(/^Another user of this machine .*The data folder is/u),
      });
    });

    it.each(['milepost.sqlite', 'milepost.sqlite-wal', 'compiled-code', 'logs', 'milepost.lock'])(
      'are not relied on where only %s is theirs, as a file, a folder or a link',
      (name) => {
        for (const make of [
          (path: string) => writeFileSync(path, ''),
          (path: string) => mkdirSync(path),
          (path: string) => symlinkSync(tmpdir(), path),
        ]) {
          const dir = folder();
          make(join(dir, name));
          giveAway(join(dir, name));
          const owner = statSync(dir).uid;
          const user = owner === 0 ? 4711 : owner + 1;
          expect(() => makePrivate(dir, { ...ADA, user })).toThrow(StrangersFileError);
        }
      },
    );

    it('is neither read, nor written, nor asked how Milepost is started', () => {
      const dir = folder();
      const file = join(dir, 'milepost.sqlite');
      const opened = openStorage(file);
      if (opened.ok) opened.storage.close();
      writeConnectionFile(dir, { command: 'evil', args: [] });
      giveAway(join(dir, 'assistant.json'));
      const owner = statSync(dir).uid;
      expect(readConnectionFile(dir)).not.toBeNull();
      vi.spyOn(process, 'getuid').mockReturnValue(owner === 0 ? 4711 : owner + 1);
      onTestFinished(() => {
        vi.restoreAllMocks();
      });
      expect(openStorage(file)).toMatchObject({ ok: false, problem: { code: 'no_access' } });
      expect(() => openForReading(file)).toThrow(StrangersFileError);
      expect(readConnectionFile(dir)).toBeNull();
    });

    it('is opened by root, who runs in containers over folders of others', () => {
      const dir = folder();
      giveAway(dir);
      makePrivate(dir, { ...ADA, user: 0 });
      expect(modeOf(dir)).toBe('755');
    });
  });
});

describe('the rights on Windows', () => {
  it('are those of the profile where the folder lies in it', () => {
    expect(isWithin('/home/ada/data/Milepost', '/home/ada')).toBe(true);
    expect(isWithin('/home/ada', '/home/ada')).toBe(false);
    expect(isWithin('/home/adamant', '/home/ada')).toBe(false);
    expect(isWithin('/data', '/home/ada')).toBe(false);
  });

  it('name the user and the system, and inherit nothing', () => {
    const args = icaclsArguments('D:\\Milepost', 'DESK\\ada');
    expect(args.slice(0, 4)).toEqual(['D:\\Milepost', '/inheritance:r', '/grant:r', 'DESK\\ada:(OI)(CI)F']);
    expect(args).not.toContain('*S-1-1-0:(OI)(CI)F');
  });
});
