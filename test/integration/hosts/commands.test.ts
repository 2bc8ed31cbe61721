import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  lchownSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_PREFERENCES } from '#shared/contract/program/preferences.ts';
import { startDemoMarketplace } from '../../../electron/demo-marketplace/index.ts';
import { holdDataFolder } from '../../../electron/hosts/single-instance.ts';
import { type Command, call, newFolder, opened, run } from './command.ts';

const HOST = 'out/main/host.js';
const KEY = 'out/main/key.js';
const KEY_TEXT = 'aek_of_this_test_0123456789';

const NO_DISPLAY = { DISPLAY: '', WAYLAND_DISPLAY: '', BROWSER: '' };

const started: Command[] = [];
afterEach(async () => {
  for (const { child, finished } of started.splice(0)) {
    child.kill('SIGKILL');
    await finished;
  }
});

function host(args: readonly string[], options: Parameters<typeof run>[2] = {}): Command {
  const command = run(HOST, ['--no-open', ...args], options);
  started.push(command);
  return command;
}

async function openHost(args: readonly string[], options: Parameters<typeof run>[2] = {}) {
  const command = host(['--json', ...args], options);
  const { url, pid }: { url: string; pid: number } = JSON.parse(await command.firstLine);
  return { ...command, url, pid };
}

/** Runs with `--all`. */
const rarely = it.skipIf(process.env.MILEPOST_ALL !== '1');

describe('npm run host', () => {
  it('with --json prints one line: its address and its process', async () => {
    const dataDir = newFolder();
    const { url, pid, child, finished } = await openHost(['--data-dir', dataDir]);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#[\w-]{43}$/);
    expect(pid).toBe(child.pid);
    expect(await call(url, 'status', 'read')).toMatchObject({
      ok: true,
      value: { marketplace: { demo: true } },
    });
    expect(await call(url, 'settings', 'read')).toMatchObject({ value: { dataFolder: dataDir } });
    child.kill('SIGTERM');
    const { stdout } = await finished;
    expect(stdout).toBe(`${JSON.stringify({ url, pid })}\n`);
  });

  rarely('starts in the theme and view of the last run, whatever became of its data file', async () => {
    const dataDir = newFolder();
    const first = await openHost(['--data-dir', dataDir]);
    await call(first.url, 'preferences', 'save', { ...DEFAULT_PREFERENCES, theme: 'dark' });
    await call(first.url, 'views', 'remember', { path: '/results?search=1' });
    first.child.kill('SIGTERM');
    await first.finished;
    writeFileSync(join(dataDir, 'milepost.sqlite'), 'this is no database '.repeat(400));
    const { url } = await openHost(['--data-dir', dataDir]);
    const { origin, pathname, search } = new URL(url);
    expect(pathname + search).toBe('/results?search=1');
    expect(await (await fetch(`${origin}/`)).text()).toContain('data-theme="dark"');
    expect(await call(url, 'status', 'read')).toMatchObject({ value: { storage: { state: 'unusable' } } });
  });

  rarely('ends cleanly where its page was sent and nothing was requested', async () => {
    const dataDir = newFolder();
    const { url, child, finished } = await openHost(['--data-dir', dataDir]);
    await (await fetch(new URL('/', url))).text();
    child.kill('SIGTERM');
    expect(await finished).toMatchObject({ code: 0, stderr: '' });
  });

  it('opens the program without a request from a page', async () => {
    const dataDir = newFolder();
    await openHost(['--data-dir', dataDir]);
    await expect.poll(() => existsSync(join(dataDir, 'milepost.sqlite'))).toBe(true);
  });

  it.runIf(process.platform === 'linux')(
    'without a display or a browser prints its address and what to do in two lines',
    async () => {
      for (const command of [
        run(HOST, ['--data-dir', newFolder()], { env: NO_DISPLAY }),
        run('electron/commands/start.ts', ['--data-dir', newFolder()], { env: NO_DISPLAY }),
      ]) {
        started.push(command);
        const { port } = new URL((await command.firstLine).replace('Milepost is at ', ''));
        await expect.poll(() => command.printed.stderr).toMatch(/\n$/);
        expect(command.printed.stderr).toBe(
          `There is no display here. Open it in a browser on this machine, or on another after: ssh -L ${port}:127.0.0.1:${port} this-machine (it works once; Ctrl+C ends Milepost).\n`,
        );
      }
    },
  );

  it('prints an address that works once, and the next one when it was used', async () => {
    const command = host(['--data-dir', newFolder()]);
    const printed = (await command.firstLine).replace('Milepost is at ', '');
    expect(await call(printed, 'about', 'read')).toMatchObject({ failure: { code: 'wrong_secret' } });
    const own = await opened(printed);
    expect(await call(own, 'about', 'read')).toMatchObject({ ok: true });
    await expect(opened(printed)).rejects.toThrow('401');
    await expect.poll(() => command.printed.stderr).toContain('For another browser: ');
    const next = /For another browser: (\S+)/u.exec(command.printed.stderr)?.[1] ?? '';
    expect(await call(await opened(next), 'about', 'read')).toMatchObject({ ok: true });
  });

  it.runIf(process.platform !== 'win32')(
    'leaves its address to its user alone where its output goes to a file',
    async () => {
      const folder = newFolder();
      const output = join(folder, 'host.log');
      writeFileSync(output, '', { mode: 0o644 });
      const fd = openSync(output, 'a');
      const child = spawn(
        process.execPath,
        [HOST, '--no-open', '--json', '--data-dir', join(folder, 'data')],
        {
          stdio: ['ignore', fd, fd],
        },
      );
      closeSync(fd);
      const ended = once(child, 'exit');
      await expect.poll(() => readFileSync(output, 'utf8')).toContain('http://127.0.0.1:');
      expect(statSync(output).mode & 0o777).toBe(0o600);
      child.kill();
      await ended;
    },
  );

  rarely('with --json prints one for programs, which works any number of times', async () => {
    const { url } = await openHost(['--data-dir', newFolder()]);
    expect([await opened(url), await opened(url)]).toEqual([url, url]);
  });

  it('leaves nothing on a browser’s command line that anybody else could use', async () => {
    const folder = newFolder();
    const seen = join(folder, 'command-line');
    const browser = join(folder, 'xdg-open');
    writeFileSync(browser, `#!/bin/sh\nprintf %s "$*" > '${seen}.part'\nmv '${seen}.part' '${seen}'\n`, {
      mode: 0o755,
    });
    const command = run(HOST, ['--json', '--data-dir', join(folder, 'data')], {
      env: { BROWSER: browser, PATH: `${folder}:${process.env.PATH ?? ''}` },
    });
    started.push(command);
    const { url: own } = JSON.parse(await command.firstLine) as { url: string };
    await expect.poll(() => existsSync(seen)).toBe(true);
    const handed = readFileSync(seen, 'utf8');
    expect(handed).not.toContain(new URL(own).hash.slice(1));
    expect(await opened(handed)).toBe(own);
    await expect(opened(handed)).rejects.toThrow('401');
    expect(await call(handed, 'about', 'read')).toMatchObject({ failure: { code: 'wrong_secret' } });
  });

  it('ends cleanly when its terminal is closed, everything written', async () => {
    const dataDir = newFolder();
    const { url, child, finished } = await openHost(['--data-dir', dataDir]);
    // An open event stream does not delay it.
    const { origin, hash } = new URL(url);
    const events = await fetch(`${origin}/api/events`, { headers: { 'x-milepost-secret': hash.slice(1) } });
    child.kill('SIGHUP');
    expect(await finished).toMatchObject({ code: 0, signal: null });
    await events.text().catch(() => undefined);
    expect(readdirSync(dataDir).filter((name) => /-(?:wal|journal)$/.test(name))).toEqual([]);
  });

  rarely('ends cleanly on a repeated signal, as from a terminal and from npm', async () => {
    const { child, finished } = await openHost(['--data-dir', newFolder()]);
    const again = setInterval(() => child.kill('SIGINT'), 1);
    child.kill('SIGINT');
    expect(await finished).toMatchObject({ code: 0, signal: null });
    clearInterval(again);
  });

  it.skipIf(process.platform === 'win32')('ends when the npm that started it is ended', async () => {
    const dataDir = newFolder();
    // As npm does: with a shell in between, which receives the signal and does not forward it.
    const shell = run(
      'test/integration/hosts/through-a-shell.ts',
      [HOST, '--json', '--no-open', '--data-dir', dataDir],
      {
        env: { npm_lifecycle_event: 'host' },
      },
    );
    started.push(shell);
    await shell.firstLine;
    expect(holdDataFolder(dataDir).ok).toBe(false);
    shell.child.kill('SIGTERM');
    await expect
      .poll(() => {
        const held = holdDataFolder(dataDir);
        if (held.ok) held.release();
        return held.ok;
      })
      .toBe(true);
  });

  it('is refused on a data folder in use, with a sentence, and accepted once it is free', async () => {
    const dataDir = newFolder();
    const first = await openHost(['--data-dir', dataDir]);
    const second = await host(['--json', '--data-dir', dataDir]).finished;
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toContain(`Milepost is already running on this data folder: ${dataDir}.`);
    expect(await call(first.url, 'about', 'read')).toMatchObject({ ok: true });
    first.child.kill('SIGKILL');
    await first.finished;
    await openHost(['--data-dir', dataDir]);
  });

  rarely('listens on the given port, and reports where that is in use', async () => {
    const occupied = createServer();
    await new Promise<void>((done) => occupied.listen(0, '127.0.0.1', done));
    const address = occupied.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const refused = await host(['--json', '--port', String(port), '--data-dir', newFolder()]).finished;
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(`Port ${port} is in use by another program.`);
    await new Promise((done) => occupied.close(done));
    const { url } = await openHost(['--port', String(port), '--data-dir', newFolder()]);
    expect(new URL(url).port).toBe(String(port));
  });

  it('refuses an unknown argument in one sentence', async () => {
    const { code, stdout, stderr } = await host(['--wat']).finished;
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain("Unknown option '--wat'");
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('accepts a key for this run from standard input, and writes it nowhere', async () => {
    const dataDir = newFolder();
    const { url, child, finished } = await openHost(
      ['--key-stdin', '--marketplace', 'http://127.0.0.1:9', '--data-dir', dataDir],
      { input: `${KEY_TEXT}\n` },
    );
    expect(await call(url, 'key', 'status')).toMatchObject({ ok: true, value: { state: 'memory' } });
    child.kill('SIGTERM');
    const { stdout, stderr } = await finished;
    expect(stdout + stderr).not.toContain(KEY_TEXT);
    for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        expect(readFileSync(join(entry.parentPath, entry.name)).includes(KEY_TEXT), entry.name).toBe(false);
  });

  it.runIf(process.platform !== 'win32')(
    'prints the key nowhere even with Node’s own debug output, though it was sent',
    async () => {
      const market = await startDemoMarketplace();
      const key = market.issueKey();
      const [dataDir, named] = [newFolder(), newFolder()];
      const command = await openHost(
        ['--key-stdin', '--marketplace', market.baseUrl, '--data-dir', dataDir],
        {
          input: `${key}\n`,
          env: {
            NODE_DEBUG: '*',
            NODE_OPTIONS: `--report-on-signal --report-signal=SIGUSR2 --report-uncaught-exception --report-directory=${named} --trace-warnings`,
          },
        },
      );
      const { url, child, finished } = command;
      expect(await call(url, 'key', 'check')).toMatchObject({
        ok: true,
        value: { scopes: expect.arrayContaining(['account:read']) },
      });
      child.kill('SIGUSR2');
      await expect.poll(() => readdirSync(named).length).toBe(1);
      const system = ['cmdline', 'environ', 'comm'].flatMap((name) => {
        const file = `/proc/${child.pid}/${name}`;
        return existsSync(file) ? [readFileSync(file, 'utf8')] : [];
      });
      child.kill('SIGTERM');
      const { stdout, stderr } = await finished;
      await market.close();
      expect(stderr).toMatch(/^[A-Z_\d]+ \d+: /mu);
      const reports = readdirSync(named).map((name) => readFileSync(join(named, name), 'utf8'));
      expect(reports[0]).toContain('javascriptStack');
      for (const text of [stdout, stderr, ...system, ...reports]) expect(text.includes(key)).toBe(false);
    },
  );

  it('does not start with standard input that cannot be a key', async () => {
    const { code, stderr } = await host(['--key-stdin', '--data-dir', newFolder()], { input: 'two words' })
      .finished;
    expect(code).toBe(2);
    expect(stderr).toContain('no spaces');
    expect(stderr).not.toContain('two words');
  });

  rarely('continues where no browser can be opened, and reports it', async () => {
    const command = run(HOST, ['--data-dir', newFolder()], {
      env: { PATH: '/nonexistent', BROWSER: '/nonexistent' },
    });
    started.push(command);
    const url = await opened((await command.firstLine).replace('Milepost is at ', ''));
    await expect.poll(() => command.printed.stderr).toContain('No browser could be opened.');
    expect(await call(url, 'about', 'read')).toMatchObject({ ok: true });
  });
});

describe('npm start -- --no-open', () => {
  it('prints an address that works, with or without Electron', async () => {
    const command = run('electron/commands/start.ts', ['--no-open', '--data-dir', newFolder()]);
    started.push(command);
    const url = await opened((await command.firstLine).replace('Milepost is at ', ''));
    const page = await fetch(new URL(url).origin);
    expect(await page.text()).toContain('<div id="root">');
    expect(await call(url, 'status', 'read')).toMatchObject({ ok: true });
    command.child.kill('SIGINT');
    expect(await command.finished).toMatchObject({ code: 0 });
  });
});

describe('npm run key', () => {
  const key = (args: readonly string[], input = '') =>
    run(KEY, [...args, '--data-dir', newFolder()], {
      input,
      env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
    }).finished;

  it('refuses a key as an argument, without repeating it', async () => {
    const { code, stdout, stderr } = await key(['set', KEY_TEXT, '--marketplace', 'https://m.example']);
    expect(code).toBe(2);
    expect(stderr).toContain('never from an argument');
    expect(stdout + stderr).not.toContain(KEY_TEXT);
  });

  it('reports that the embedded marketplace needs none', async () => {
    const { code, stderr } = await key(['status']);
    expect(code).toBe(2);
    expect(stderr).toContain('The embedded marketplace needs no key.');
  });

  it.runIf(process.platform === 'linux')(
    'stores nothing where there is no keychain, and states what to do',
    async () => {
      const { code, stdout, stderr } = await key(['set', '--marketplace', 'https://m.example'], KEY_TEXT);
      expect(code).toBe(1);
      expect(stderr).toContain('There is no keychain on this machine');
      expect(stderr).toContain('--key-stdin');
      expect(stdout + stderr).not.toContain(KEY_TEXT);
    },
  );
});

describe.skipIf(process.platform === 'win32')('a data folder that another user made', () => {
  /** The commands' own user: the tests may run as root, who is nobody's stranger. */
  const AS_ANOTHER = { NODE_OPTIONS: '--import=data:text/javascript,process.getuid=()=>4711' };

  it.each([
    ['host', ['--no-open', '--json']],
    ['key', ['forget', '--marketplace', 'https://m.example']],
  ])('is not written to by npm run %s, which says so', async (command, args) => {
    const dataDir = newFolder();
    if (process.getuid?.() === 0) lchownSync(dataDir, 4712, 4712);
    const { code, stdout, stderr } = await run(`out/main/${command}.js`, [...args, '--data-dir', dataDir], {
      env: AS_ANOTHER,
    }).finished;
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('Another user of this machine owns the data folder');
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
