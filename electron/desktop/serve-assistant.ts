import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { App } from 'electron';
import type { FromFileDeps } from '../app/assistants/from-file.ts';

export type ServeAssistantDeps = FromFileDeps & {
  app: Pick<App, 'setPath' | 'disableHardwareAcceleration' | 'dock' | 'exit'>;
  input: Readable;
  output: Writable;
};

/**
 * `milepost --mcp`: serves one assistant over standard input and output, with no window, and ends with it. A window that
 * is open keeps its own files: Electron's profile of this process is thrown away.
 */
export async function serveAssistant({ app, input, output, ...deps }: ServeAssistantDeps): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'milepost-mcp-'));
  app.setPath('userData', profile);
  app.disableHardwareAcceleration();
  app.dock?.hide();
  try {
    // A start with a window needs none of it.
    const { mcpOverStdio } = await import('../app/assistants/over-stdio.ts');
    await mcpOverStdio(input, output, deps);
  } finally {
    rmSync(profile, { recursive: true, force: true });
    app.exit(0);
  }
}

/** Standard input as it is: on Windows Electron gives a program with windows one that is always at its end. */
export const standardInput = (platform: NodeJS.Platform = process.platform): Readable =>
  platform === 'win32' ? createReadStream('', { fd: 0, autoClose: false }) : process.stdin;

/** How an assistant's program starts this one: of an image that is mounted anew at each start, the image itself. */
export function mcpCommandOf(
  isPackaged: boolean,
  dataDir: string,
  { execPath, argv, env, platform }: Pick<NodeJS.Process, 'execPath' | 'argv' | 'env' | 'platform'> = process,
): { command: string; args: string[] } {
  const image = platform === 'linux' ? env.APPIMAGE : undefined;
  const args = ['--mcp', '--data-dir', dataDir];
  return isPackaged
    ? { command: image ?? execPath, args }
    : { command: execPath, args: [resolve(argv[1] ?? '.'), ...args] };
}
