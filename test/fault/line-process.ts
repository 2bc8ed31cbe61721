import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** A program controlled by lines of JSON. */
export type LineProcess = {
  child: ChildProcessByStdio<Writable, Readable, null>;
  send(line: string): void;
  /** The next line that it writes; rejects when it ends before. */
  receive<Answer>(): Promise<Answer>;
  ended: Promise<NodeJS.Signals | number | null>;
  isAlive(): boolean;
};

export function startLineProcess(program: string, options: object): LineProcess {
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const received: string[] = [];
  const waiting: { resolve(line: string): void; reject(error: Error): void }[] = [];
  let alive = true;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const next = waiting.shift();
    if (next === undefined) received.push(line);
    else next.resolve(line);
  });
  // A message to a process that was just killed is lost, as it should be.
  child.stdin.on('error', () => undefined);
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) => {
    child.once('close', (code, signal) => {
      alive = false;
      for (const { reject } of waiting.splice(0)) reject(new Error(`it ended with ${code ?? signal}`));
      resolve(signal ?? code);
    });
  });
  return {
    child,
    ended,
    isAlive: () => alive,
    send: (line) => child.stdin.write(`${line}\n`),
    async receive<Answer>() {
      const next = received.shift();
      if (next !== undefined) return JSON.parse(next) as Answer;
      if (!alive) throw new Error('it has ended');
      const line = await new Promise<string>((resolve, reject) => waiting.push({ resolve, reject }));
      return JSON.parse(line) as Answer;
    },
  };
}
