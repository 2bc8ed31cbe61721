import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { ADDRESS } from './data/fill.ts';

const root = resolve(import.meta.dirname, '../..');

export type Program = {
  url: string;
  /** How long its main thread was blocked since the last call, in ms. */
  loopDelay(): Promise<{ p99: number; worst: number }>;
  /** Its resident memory, in MB. */
  residentMb(): number;
  end(): Promise<void>;
};

async function started(child: ChildProcess): Promise<Program> {
  if (child.stdout === null || child.stderr === null) throw new Error('a program without output');
  const said = createInterface({ input: child.stderr });
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(() => {
      throw new Error('the program ended before it was ready');
    }),
  ])) as [string];
  // It begins where it was left; measurements begin at the first screen.
  const announcement = new URL((JSON.parse(line) as { url: string }).url);
  return {
    url: `${announcement.origin}/${announcement.hash}`,
    async loopDelay() {
      child.kill('SIGUSR2');
      for await (const [words] of on(said, 'line')) {
        const announcement = /^loop-delay (.+)$/u.exec(String(words))?.[1];
        if (announcement !== undefined) return JSON.parse(announcement) as { p99: number; worst: number };
      }
      throw new Error('the program ended');
    },
    residentMb: () =>
      Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1000,
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

const STDIO = ['ignore', 'pipe', 'pipe'] as const;

const watching = (watched: boolean) =>
  watched ? ['--import', resolve(import.meta.dirname, 'loop-delay.ts')] : [];

/** The product over a data folder, its marketplace unreachable, with its main thread monitored if `watched`. */
export function startProduct(dataDir: string, watched: boolean): Promise<Program> {
  return started(
    spawn(
      process.execPath,
      [
        ...watching(watched),
        resolve(root, 'out/main/host.js'),
        ...['--json', '--no-open', '--data-dir', dataDir, '--marketplace', ADDRESS],
      ],
      { cwd: root, stdio: [...STDIO] },
    ),
  );
}

/** A process that serves a folder and does nothing else. */
export function startEmpty(folder: string, watched: boolean): Promise<Program> {
  return started(
    spawn(process.execPath, [...watching(watched), resolve(import.meta.dirname, 'empty-server.ts'), folder], {
      cwd: root,
      stdio: [...STDIO],
    }),
  );
}
