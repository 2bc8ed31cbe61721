import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { forkProcess, type StartProcess } from '../threads/started-process.ts';
import { runJob } from './job-process.ts';

/** Runs a job in a process of this program; resolves to how it ended and to what was written down of it. */
async function ran(program: string, { stopped = false, start = forkProcess } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-job-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'program.mjs');
  writeFileSync(file, `process.on('message', () => { ${program} });\nprocess.send({ kind: 'ready' });`);
  const written: string[] = [];
  const job = { kind: 'merge', file: 'a', staged: 'b', mayLower: 0 } as const;
  const { result, stop } = runJob(
    job,
    () => {
      if (stopped) stop();
    },
    (words) => written.push(words),
    { start, program: pathToFileURL(file) },
  );
  return { ended: await result.catch((error: unknown) => error), written };
}

describe('the process of a backup', () => {
  it.each([
    [`throw new RangeError('aek_secret');`, /^the process of a backup \(merge\) ended: 1$/u],
    ['process.exit(7);', /ended: 7$/u],
    [`process.kill(process.pid, 'SIGKILL');`, /ended: SIGKILL$/u],
  ])('has it written down how it ended, and nothing of what it held: %s', async (program, words) => {
    const { ended, written } = await ran(program);
    expect(ended).toMatchObject({ failure: { code: 'backup_failed' } });
    expect(written).toEqual([expect.stringMatching(words)]);
    expect(written.join()).not.toContain('aek_secret');
  });

  it('that did its job, or says what stood in its way, has nothing written down', async () => {
    const done = await ran(`process.send({ kind: 'done', value: 3 });`);
    expect(done).toEqual({ ended: 3, written: [] });
    const thrown = await ran(
      `process.send({ kind: 'thrown', thrown: { kind: 'failure', failure: { code: 'cancelled', message: 'Cancelled.' } } });`,
    );
    expect(thrown).toMatchObject({ ended: { failure: { code: 'cancelled' } }, written: [] });
  });

  it('that grows ends by itself within its limit, and this program does not', async () => {
    const limits: number[] = [];
    const start: StartProcess = (file, options, events) => {
      limits.push(options.memoryMb);
      return forkProcess(file, options, events);
    };
    const { ended, written } = await ran(
      `const all = []; for (;;) all.push('x'.repeat(2 ** 28).split(''));`,
      { start },
    );
    expect(ended).toMatchObject({ failure: { code: 'backup_failed' } });
    expect(written).toEqual([expect.stringMatching(/ended: (?:SIGABRT|SIGKILL|SIGILL|SIGTRAP|\d+)$/u)]);
    // Without one, Node gives a process of this machine's memory what it thinks fit.
    expect(limits).toEqual([1_024]);
  });

  it('that never comes to an end is ended where it is stopped', async () => {
    const { ended, written } = await ran(
      `process.send({ kind: 'progress', words: 'a', done: 0, of: 1 }); for (;;);`,
      { stopped: true },
    );
    expect(ended).toMatchObject({ failure: { code: 'cancelled' } });
    expect(written).toEqual([]);
  });
});
