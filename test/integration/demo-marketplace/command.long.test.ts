import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';

import { ask } from './ask.ts';

type Announcement = {
  url: string;
  providerUrl: string;
  pid: number;
  key: string;
};

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function start(...args: string[]) {
  const child = spawn(process.execPath, ['electron/commands/marketplace.ts', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

async function announced(child: ChildProcess): Promise<Announcement> {
  if (!child.stdout) throw new Error('no standard output');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return JSON.parse(line) as Announcement;
}

async function outcome(child: ChildProcess): Promise<{ code: number; stdout: string; stderr: string }> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = (await once(child, 'close')) as [number];
  return { code, stdout, stderr };
}

describe('npm run marketplace', () => {
  it('prints its address in one line, accepts the printed key, and ends on SIGTERM', async () => {
    const child = start('--json');
    const ended = outcome(child);
    const announcement = await announced(child);
    expect(announcement.pid).toBe(child.pid);
    expect((await ask(announcement.url, '/api/v1/account', { key: announcement.key })).body).toMatchObject({
      accountRef: 'account:demo',
    });
    child.kill('SIGTERM');
    const { code, stdout } = await ended;
    expect([code, stdout.trim().split('\n').length]).toEqual([0, 1]);
  });

  it.each([
    [['--port', 'eighty'], '--port takes a port number'],
    [['--port', '70000'], '--port takes a port number'],
    [['--books', ''], '--books takes the name of a file'],
    [['--nonsense'], '--nonsense'],
    [['stray'], 'stray'],
  ])('refuses %j with one sentence and exit code 2', async (args, words) => {
    const { code, stdout, stderr } = await outcome(start(...args));
    expect([code, stdout, stderr.trim().split('\n').length]).toEqual([2, '', 1]);
    expect(stderr).toContain(words);
  });

  it('reports that its port is in use', async () => {
    const first = start('--json');
    const { url } = await announced(first);
    const { code, stderr } = await outcome(start('--port', new URL(url).port));
    expect(code).toBe(1);
    expect(stderr).toContain('cannot start');
  });
});
