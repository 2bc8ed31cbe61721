import { existsSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { mcpCommandOf, serveAssistant } from './serve-assistant.ts';

it('serves until its input ends, and leaves no profile of Electron behind', async () => {
  const done: unknown[] = [];
  const paths = new Map<string, string>();
  const [input, output] = [new PassThrough(), new PassThrough()];
  const served = serveAssistant({
    app: {
      setPath: (name, path) => void paths.set(name, path),
      disableHardwareAcceleration: () => void done.push('no acceleration'),
      exit: (code) => void done.push(code),
      dock: undefined as never,
    },
    input,
    output,
    dataDir: '/nonexistent',
    version: '1.2.3',
    clock: () => 0,
    report: () => {},
  });
  const profile = paths.get('userData') ?? '';
  expect(existsSync(profile)).toBe(true);
  input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} })}\n`);
  const [answer] = await output.setEncoding('utf8').take(1).toArray();
  expect(JSON.parse(String(answer))).toMatchObject({
    id: 1,
    error: { message: expect.stringContaining('no data of Milepost') },
  });
  input.end();
  await served;
  expect(done).toEqual(['no acceleration', 0]);
  expect(existsSync(profile)).toBe(false);
});

it('is started by what stays where it is', () => {
  const base = { execPath: '/tmp/.mount_x/milepost', argv: ['electron', '/src'], platform: 'linux' } as const;
  const env = { APPIMAGE: '/home/ada/Milepost.AppImage' };
  const args = ['--mcp', '--data-dir', '/data'];
  expect(mcpCommandOf(true, '/data', { ...base, argv: [...base.argv], env })).toEqual({
    command: '/home/ada/Milepost.AppImage',
    args,
  });
  expect(mcpCommandOf(true, '/data', { ...base, argv: [...base.argv], env: {} }).command).toBe(base.execPath);
  expect(mcpCommandOf(false, '/data', { ...base, argv: [...base.argv], env }).args).toEqual([
    '/src',
    ...args,
  ]);
});
