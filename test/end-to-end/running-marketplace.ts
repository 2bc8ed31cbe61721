import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import {
  type ControlAddress,
  type ControlClient,
  controlClient,
} from '../support/marketplace/control-client.ts';

/** A marketplace in a separate process. */
export type RunningMarketplace = {
  url: string;
  key: string;
  control: ControlClient;
  /** Ends the process; its books stay in their file. */
  stop(): Promise<void>;
};

/** The bundle that `run.ts` builds, which starts three times as fast; otherwise the source. */
const PROGRAM = process.env.MILEPOST_MARKETPLACE_PROGRAM ?? 'test/support/marketplace/serve.ts';

/** The first line that a process prints, as JSON. Rejects with its last output where it ends before. */
export async function firstLine<Line>(child: ChildProcess, stderr: () => string): Promise<Line> {
  if (child.stdout === null) throw new Error('the process has no standard output');
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`ended with ${String(code)} before it was ready: ${stderr()}`);
  });
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string];
  ended.catch(() => {});
  return JSON.parse(line) as Line;
}

/** Ends a process and waits until it has ended. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

export async function startMarketplace(booksFile: string, port = 0): Promise<RunningMarketplace> {
  const child = spawn(process.execPath, [PROGRAM, '--books', booksFile, '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const ready = await firstLine<{ url: string; key: string; control: ControlAddress }>(child, () => stderr);
  return {
    url: ready.url,
    key: ready.key,
    control: controlClient(ready.control),
    stop: () => endProcess(child),
  };
}

/** Makes every award search find exactly these records, so that the changes between two refreshes are known. */
export const findRecords = ({ control }: RunningMarketplace, data: readonly unknown[]) =>
  control.behave({ award: { replace: { count: data.length, hasMore: false, data: [...data] } } });
