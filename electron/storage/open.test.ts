import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { openStorage } from './open.ts';
import { openForReading } from './open-for-reading.ts';
import { storageProblem, UnusableFileError } from './problem.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'milepost-storage-'));
  file = join(folder, 'data', 'milepost.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function opened(path = file) {
  const result = openStorage(path);
  if (!result.ok) throw new Error(result.problem.words);
  return result.storage;
}

describe('the data file', () => {
  it('is made with its folder, in WAL mode, synced at every commit, with foreign keys on', () => {
    const storage = opened();
    expect(storage.db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(storage.db.pragma('synchronous', { simple: true })).toBe(2);
    expect(storage.db.pragma('foreign_keys', { simple: true })).toBe(1);
    storage.close();
  });

  it('is the same after closing and opening again', () => {
    const first = opened();
    first.db.prepare("INSERT INTO settings VALUES ('a', '1')").run();
    first.close();
    const second = opened();
    expect(second.db.prepare("SELECT value FROM settings WHERE name = 'a'").get()).toEqual({ value: '1' });
    second.close();
  });

  it('rolls a transaction back whole when anything in it throws', () => {
    const storage = opened();
    expect(() =>
      storage.transaction(() => {
        storage.db.prepare("INSERT INTO settings VALUES ('a', '1')").run();
        throw new Error('stop');
      }),
    ).toThrow('stop');
    expect(storage.db.prepare('SELECT count(*) AS n FROM settings').get()).toEqual({ n: 0 });
    storage.close();
  });
});

describe('upgrading', () => {
  it('numbers its steps 1, 2, 3 … without a gap', () => {
    expect(migrations.map((step) => step.version)).toEqual(migrations.map((_, index) => index + 1));
  });

  it('leaves the file at its old version when a step fails', () => {
    const db = new Database(join(folder, 'half.sqlite'));
    const first = migrations.slice(0, 1);
    const broken = [...first, { version: 2, name: 'broken', sql: 'CREATE TABLE a (b); nonsense;' }];
    migrate(db, join(folder, 'half.sqlite'), first);
    expect(() => migrate(db, join(folder, 'half.sqlite'), broken)).toThrow();
    expect(db.pragma('user_version', { simple: true })).toBe(1);
    expect(db.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'a'").get()).toEqual({ n: 0 });
    db.close();
  });
});

describe('a file that cannot be used', () => {
  const problemOf = (path: string) => {
    const result = openStorage(path, 0);
    if (result.ok) {
      result.storage.close();
      throw new Error('it was opened');
    }
    return result.problem;
  };

  it('is reported as damaged, and left as it is', () => {
    const path = join(folder, 'damaged.sqlite');
    writeFileSync(path, 'this is no database, however long it may be '.repeat(100));
    const before = readFileSync(path);
    expect(problemOf(path)).toMatchObject({ code: 'damaged', path });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('is reported as newer than this program, and left as it is', () => {
    opened().close();
    const db = new Database(file);
    db.pragma('user_version = 999');
    db.close();
    expect(problemOf(file)).toMatchObject({ code: 'newer' });
  });

  it("is reported as another program's", () => {
    const path = join(folder, 'foreign.sqlite');
    const db = new Database(path);
    db.exec('CREATE TABLE theirs (a)');
    db.close();
    expect(problemOf(path)).toMatchObject({ code: 'foreign' });
    expect(existsSync(`${path}.before-upgrade-from-0`)).toBe(false);
  });

  it('is reported as held by another program', () => {
    const path = join(folder, 'held.sqlite');
    const holder = new Database(path);
    holder.exec('BEGIN EXCLUSIVE; CREATE TABLE held (a);');
    expect(problemOf(path)).toMatchObject({ code: 'locked' });
    holder.close();
  });

  it('is reported when its place is no folder', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(problemOf(join(folder, 'file', 'milepost.sqlite'))).toMatchObject({ code: 'no_access' });
  });

  it('is reported as read-only, by the error that SQLite gives', () => {
    opened().close();
    const db = new Database(file, { readonly: true });
    const attempt = () => db.prepare("INSERT INTO settings VALUES ('a', '1')").run();
    expect(attempt).toThrow();
    try {
      attempt();
    } catch (error) {
      expect(storageProblem(error, file)).toMatchObject({ code: 'read_only' });
    }
    db.close();
  });

  it('is reported as read-only when it is opened, although it could be read', () => {
    opened().close();
    for (const each of [folder, dirname(file)]) chmodSync(each, 0o755);
    chmodSync(file, 0o444);
    // To root no file is read-only.
    const asRoot = process.geteuid?.() === 0;
    if (asRoot) process.seteuid?.(65_534);
    try {
      expect(problemOf(file)).toMatchObject({ code: 'read_only' });
    } finally {
      if (asRoot) process.seteuid?.(0);
    }
  });

  it('is reported as full, by the error that SQLite gives', () => {
    const storage = opened();
    storage.db.pragma(`max_page_count = ${String(storage.db.pragma('page_count', { simple: true }))}`);
    const attempt = () =>
      storage.db.prepare('INSERT INTO settings VALUES (?, ?)').run('a', 'x'.repeat(1_000_000));
    expect(attempt).toThrow();
    try {
      attempt();
    } catch (error) {
      expect(storageProblem(error, file)).toMatchObject({ code: 'full' });
    }
    storage.close();
  });
});

describe('a data file that lost what it held', () => {
  const usedFile = () => {
    const storage = opened();
    storage.db.prepare("INSERT INTO settings VALUES ('a', '1')").run();
    return storage;
  };

  it('is not taken for a new one where it is empty', () => {
    usedFile().close();
    writeFileSync(join(dirname(file), 'opening.json'), '{}');
    writeFileSync(file, '');
    const result = openStorage(file);
    expect(result).toMatchObject({ ok: false, problem: { code: 'damaged' } });
    expect(readFileSync(file)).toHaveLength(0);
  });

  it('is not made anew beside what was written to it last', () => {
    const storage = usedFile();
    const waiting = readFileSync(`${file}-wal`);
    storage.close();
    rmSync(file);
    writeFileSync(`${file}-wal`, waiting);
    const result = openStorage(file);
    expect(result).toMatchObject({ ok: false, problem: { code: 'damaged' } });
    expect(existsSync(file)).toBe(false);
    expect(readFileSync(`${file}-wal`)).toEqual(waiting);
  });

  it('is made anew in a new folder, and where it was moved away with all that belongs to it', () => {
    usedFile().close();
    writeFileSync(join(dirname(file), 'opening.json'), '{}');
    rmSync(file);
    const again = opened();
    expect(again.db.prepare('SELECT count(*) AS n FROM settings').get()).toEqual({ n: 0 });
    again.close();
  });
});

describe.skipIf(process.platform === 'win32')('what stands in the place of the data file and is none', () => {
  const stands: [string, string, (path: string) => unknown][] = [
    ['a pipe', '', (path) => execFileSync('mkfifo', [path])],
    ['a folder', '', (path) => mkdirSync(path)],
    [
      'a link to a pipe',
      '',
      (path) => {
        execFileSync('mkfifo', [`${path}.pipe`]);
        symlinkSync(`${path}.pipe`, path);
      },
    ],
    ['a link to a device without end', '', (path) => symlinkSync('/dev/zero', path)],
    ['a link to a device without content', '', (path) => symlinkSync('/dev/null', path)],
    ['a pipe beside it', '-wal', (path) => execFileSync('mkfifo', [path])],
    ['a folder beside it', '-journal', (path) => mkdirSync(path)],
  ];

  it.each(stands)('is neither opened nor waited for: %s', (_, end, make) => {
    opened().close();
    if (end === '') rmSync(file);
    make(`${file}${end}`);
    const before = readdirSync(dirname(file));
    expect(openStorage(file, 0)).toMatchObject({ ok: false, problem: { code: 'no_access', path: file } });
    expect(() => openForReading(file)).toThrow(UnusableFileError);
    expect(readdirSync(dirname(file))).toEqual(before);
  });

  it('is named: a socket', async () => {
    opened().close();
    rmSync(file);
    const server = createServer();
    await new Promise<void>((resolve) => void server.listen(file, resolve));
    expect(openStorage(file, 0)).toMatchObject({
      ok: false,
      problem: { words: expect.stringContaining('milepost.sqlite') },
    });
    expect(() => openForReading(file)).toThrow(UnusableFileError);
    await new Promise((resolve) => void server.close(resolve));
  });
});
