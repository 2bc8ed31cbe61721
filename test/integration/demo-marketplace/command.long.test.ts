import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { openBooks } from '../../support/marketplace/books-reader.ts';

import { AWARD_CAPABILITY, ask, newBooksFile, ROUTE } from './ask.ts';

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

async function awardQuote({ url, key }: Announcement): Promise<string> {
  const list = await ask(url, '/api/v1/market-tools/list', { body: { limit: 100 } });
  const tool = (list.body.items as { toolRef: string; capabilityId: string }[]).find(
    (item) => item.capabilityId === AWARD_CAPABILITY,
  );
  const quote = await ask(url, '/api/v1/tools/quote', {
    key,
    body: { toolRef: tool?.toolRef, input: ROUTE },
  });
  return String(quote.body.quoteRef);
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

  it('neither loses nor duplicates a charge when killed during a Call', async () => {
    const books = newBooksFile();
    const acknowledged = new Set<string>();
    let child = start('--json', '--books', books);
    let market = await announced(child);
    for (const [turn, delay] of [0, 2, 5, 9, 14, 25].entries()) {
      const { url, key } = market;
      const body = { quoteRef: await awardQuote(market), idempotencyKey: `kill-${turn}` };
      const answered = ask(url, '/api/v1/tools/call', { key, body }).then(
        (answer) => acknowledged.add(String(answer.body.callRef)),
        () => undefined,
      );
      await wait(delay);
      child.kill('SIGKILL');
      await Promise.all([answered, once(child, 'close')]);
      child = start('--json', '--books', books);
      market = await announced(child);
      const repeated = await ask(market.url, '/api/v1/tools/call', { key, body });
      expect(repeated.body.kind).toBe('completed');
    }
    const reader = openBooks(books);
    const calls = reader.calls();
    expect(calls.map((call) => [call.idempotencyKey, call.charges.map(({ kind }) => kind)])).toEqual(
      [0, 1, 2, 3, 4, 5].map((turn) => [`kill-${turn}`, ['charge']]),
    );
    for (const callRef of acknowledged) expect(calls.map((call) => call.callRef)).toContain(callRef);
    reader.close();
  });
});
