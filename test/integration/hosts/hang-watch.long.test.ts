import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const BUDGET = new URL('../../../electron/log/time-budget.ts', import.meta.url).href;

/** Processor time of a process so far, in ms, in ticks of 10; null once it has ended. */
function workedMs(pid: number): number | null {
  try {
    const [, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[10]) + Number(fields[11])) * 10;
  } catch {
    return null;
  }
}

it.each([
  ['after it was asked to end', 'endsSoon();', null],
  ['whoever asks it to end', '', null],
  ['by a signal that reaches it alone', '', 'SIGTERM'],
] as const)(
  'a program whose main thread hangs is ended %s, and says what held it',
  async (_, first, signalled) => {
    const folder = mkdtempSync(join(tmpdir(), 'milepost-hang-'));
    const file = join(folder, 'milepost.log');
    const program = `
    import { begins, endsSoon, watchTimeBudget } from ${JSON.stringify(BUDGET)};
    watchTimeBudget({ write: () => {}, file: ${JSON.stringify(file)} });
    process.on('SIGTERM', () => process.exit());
    setTimeout(() => {
      process.stdout.write('hangs');
      begins('an answer (describe)');
      ${first}
      for (;;);
    }, 3_500);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
    try {
      await once(child.stdout, 'data');
      const before = workedMs(child.pid ?? 0) ?? 0;
      let worked = before;
      const looking = setInterval(() => {
        worked = workedMs(child.pid ?? 0) ?? worked;
      }, 20);
      if (signalled !== null) child.kill(signalled);
      const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
      clearInterval(looking);
      expect(signal).toBe('SIGKILL');
      // Of the processor: a busy machine stretches the clock.
      expect(worked - before).toBeLessThan(5_000);
      expect(readFileSync(file, 'utf8')).toContain('held by an answer (describe)');
    } finally {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true });
    }
  },
  300_000,
);
