import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGE_PLACE, type ToSystem } from '../../electron-stand-in/messages.ts';
import { type Packed, packAndUnpack } from '../../electron-stand-in/packed.ts';

/** The archive that electron-builder makes, unpacked outside this repository and started with the stand-in. */
describe.skipIf(process.platform !== 'linux')('the packed program', () => {
  let packed: Packed;
  let child: ChildProcess;
  let folder: string;
  const heard: ToSystem[] = [];
  let said = '';

  const hear = async <Kind extends ToSystem['kind']>(kind: Kind) => {
    const found = () =>
      heard.find((message): message is Extract<ToSystem, { kind: Kind }> => message.kind === kind);
    while (found() === undefined) {
      if (child.exitCode !== null) throw new Error(`ended before it said ${kind}: ${said}`);
      await Promise.race([once(child, 'message'), once(child, 'exit')]);
    }
    const message = found();
    if (message === undefined) throw new Error(`never said ${kind}`);
    return message;
  };

  beforeAll(() => {
    packed = packAndUnpack();
    folder = mkdtempSync(join(tmpdir(), 'milepost-started-'));
    child = fork(
      resolve(import.meta.dirname, '../../electron-stand-in/process.ts'),
      [packed.app, packed.version, '--data-dir', folder, '--marketplace', 'demo'],
      { serialization: 'advanced', silent: true, execArgv: ['--disable-warning=ExperimentalWarning'] },
    );
    child.on('message', (message: ToSystem) => heard.push(message));
    child.stderr?.on('data', (chunk) => {
      said += String(chunk);
    });
  }, 240_000);

  afterAll(() => void child?.kill('SIGKILL'));

  it('opens its window on a page of the archive', async () => {
    const { url } = await hear('open');
    expect(url).toMatch(new RegExp(`^${PAGE_PLACE}/`));
    const { port } = await hear('listening');
    const page = await fetch(`http://127.0.0.1:${port}/`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<div id="root">');
  });

  it('keeps a journal and answers its page, with the addons of the archive', async () => {
    const { window } = await hear('open');
    child.send({ kind: 'invoke', window, id: 1, channel: 'milepost:status.read', input: undefined });
    const { answer } = await hear('answer');
    expect(answer).toMatchObject({ ok: true, value: { ok: true, value: { storage: { state: 'ready' } } } });
    expect(existsSync(join(folder, 'milepost.sqlite'))).toBe(true);
  });

  it('serves an assistant without a window when started for one', async () => {
    const client = new Client({ name: 'some assistant', version: '1' });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [
        '--disable-warning=ExperimentalWarning',
        resolve(import.meta.dirname, '../../electron-stand-in/process.ts'),
        packed.app,
        packed.version,
        '--mcp',
        '--data-dir',
        folder,
      ],
      stderr: 'pipe',
    });
    await client.connect(transport);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('search_saved_awards');
    const { isError, content } = await client.callTool({ name: 'list_searches', arguments: {} });
    expect({ isError, content }).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('does not let assistants read') }],
    });
    await client.close();
  });

  it('shows the licence notices that were packed with it', () => {
    const notices = JSON.parse(readFileSync(join(packed.app, 'out/main/notices.json'), 'utf8'));
    const names = notices.map((notice: { name: string }) => notice.name);
    expect(names).toEqual(
      expect.arrayContaining(['react', 'zod', 'better-sqlite3', '@napi-rs/keyring', 'electron']),
    );
  });

  it('puts the same notices beside the archive, and has no update channel unless one was named', () => {
    const text = readFileSync(join(packed.resources, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    expect(text).toContain('LICENSES.chromium.html');
    expect(text).toMatch(/^react-dom [\d.]+ \(MIT\)$/mu);
    expect(existsSync(join(packed.resources, 'app-update.yml'))).toBe(false);
  });

  it('ends on request', async () => {
    const removed = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await removed).toEqual([0, null]);
  });
});
