import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { FromFileDeps } from '../app/assistants/from-file.ts';
import { type WindowlessApp, withoutWindow } from './without-window.ts';

export type ServeAssistantDeps = FromFileDeps & { app: WindowlessApp; input: Readable; output: Writable };

/** `milepost --mcp`: serves one assistant over standard input and output without a window, and exits with it. */
export const serveAssistant = ({ app, input, output, ...deps }: ServeAssistantDeps): Promise<void> =>
  withoutWindow(app, async () => {
    // Loaded on demand: a start with a window does not need it.
    const { mcpOverStdio } = await import('../app/assistants/from-file.ts');
    await mcpOverStdio(input, output, deps);
    return 0;
  });

/** The real standard input: on Windows Electron gives windowed programs one that is always at its end. */
export const standardInput = (platform: NodeJS.Platform = process.platform): Readable =>
  platform === 'win32' ? createReadStream('', { fd: 0, autoClose: false }) : process.stdin;

/** The command that starts this program for an assistant; for an AppImage, the image rather than its temporary mount. */
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
