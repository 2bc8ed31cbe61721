import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { type Command, call, newFolder, root, run } from './command.ts';

const started: Command[] = [];
afterEach(async () => {
  for (const { child, finished } of started.splice(0)) {
    child.kill('SIGKILL');
    await finished;
  }
});

async function openHost(
  dataDir: string,
  program = 'out/main/host.js',
): Promise<{ url: string; end(): Promise<void> }> {
  const command = run(program, ['--json', '--no-open', '--data-dir', dataDir]);
  started.push(command);
  const { url }: { url: string } = JSON.parse(await command.firstLine);
  return {
    url,
    end: async () => {
      command.child.kill('SIGTERM');
      expect(await command.finished).toMatchObject({ code: 0, stderr: '' });
    },
  };
}

/** A data folder as an earlier run left it. */
async function usedFolder(): Promise<string> {
  const dataDir = newFolder();
  const host = await openHost(dataDir);
  expect(await call(host.url, 'status', 'read')).toMatchObject({ value: { storage: { state: 'ready' } } });
  await host.end();
  return dataDir;
}

const nonsense = (file: string) => writeFileSync(file, 'this is no database '.repeat(400));
const sql = (file: string, statements: string) => {
  const db = new Database(file);
  db.exec(statements);
  db.close();
};

/** Everything after the first page, where the tables are. */
function spoil(file: string): void {
  const bytes = readFileSync(file);
  bytes.fill(0xa5, 4_096);
  writeFileSync(file, bytes);
}

/** The built program with broken addons of its database; returns its host. */
function programWithBrokenAddon(): string {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-program-'));
  cpSync(join(root, 'out'), join(folder, 'out'), { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  mkdirSync(join(folder, 'node_modules/better-sqlite3'), { recursive: true });
  symlinkSync(join(root, 'node_modules/open'), join(folder, 'node_modules/open'));
  for (const part of ['package.json', 'lib', 'prebuilds'])
    cpSync(
      join(root, 'node_modules/better-sqlite3', part),
      join(folder, 'node_modules/better-sqlite3', part),
      {
        recursive: true,
      },
    );
  for (const name of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-arm64'])
    writeFileSync(join(folder, 'node_modules/better-sqlite3/prebuilds', `${name}.node`), 'none');
  return relative(root, join(folder, 'out/main/host.js'));
}

describe('the program opens on a data file that cannot be used, and says why', () => {
  it.each([
    ['milepost.sqlite', 'damaged', spoil],
    ['milepost.sqlite', 'newer', (file: string) => sql(file, 'PRAGMA user_version = 999')],
    ['demo-marketplace.sqlite', 'damaged', nonsense],
  ] as const)('%s: %s', async (name, code, harm) => {
    const dataDir = await usedFolder();
    const file = join(dataDir, name);
    harm(file);
    const before = readFileSync(file);
    const host = await openHost(dataDir);
    expect(await call(host.url, 'status', 'read')).toMatchObject({
      ok: true,
      value: { storage: { state: 'unusable', code, path: file } },
    });
    expect(await call(host.url, 'results', 'searches')).toMatchObject({
      ok: false,
      failure: { code: `storage_${code}` },
    });
    expect(await call(host.url, 'about', 'read')).toMatchObject({ ok: true });
    await host.end();
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it.each(['milepost.sqlite', 'demo-marketplace.sqlite'])('%s: a pipe in its place', async (name) => {
    const dataDir = await usedFolder();
    const file = join(dataDir, name);
    rmSync(file);
    execFileSync('mkfifo', [file]);
    const host = await openHost(dataDir);
    expect(await call(host.url, 'status', 'read')).toMatchObject({
      value: { storage: { state: 'unusable', code: 'no_access', path: file } },
    });
    await host.end();
  });

  it('which it cannot even try to read, where its addon is broken', async () => {
    const dataDir = await usedFolder();
    const host = await openHost(dataDir, programWithBrokenAddon());
    expect(await call(host.url, 'status', 'read')).toMatchObject({
      value: { storage: { code: 'incomplete', words: expect.stringContaining('Install Milepost again') } },
    });
    await host.end();
  });
});
