import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runJob } from './thread.ts';

/** Runs a job in a thread of this program; resolves to how it ended and to what was written down of it. */
async function ran(program: string) {
  const file = join(mkdtempSync(join(tmpdir(), 'milepost-job-')), 'program.mjs');
  writeFileSync(file, `import { parentPort } from 'node:worker_threads';\n${program}`);
  const written: string[] = [];
  const job = { kind: 'merge', file: 'a', staged: 'b', mayLower: 0 } as const;
  const { result } = runJob(
    job,
    () => {},
    (words) => written.push(words),
    pathToFileURL(file),
  );
  return { ended: await result.catch((error: unknown) => error), written };
}

describe('the thread of a backup', () => {
  it.each([
    [
      `throw Object.assign(new RangeError('aek_secret'), { code: 'ERR_OF_A_TEST' });`,
      /^the thread of a backup \(merge\) ended: RangeError ERR_OF_A_TEST\n\s+at /u,
    ],
    [`Promise.reject(new TypeError('aek_secret'));`, /ended: TypeError\n\s+at /u],
    ['process.exit(7);', /^the thread of a backup \(merge\) ended: exit code 7$/u],
    ['', /ended: exit code 0$/u],
  ])('has it written down why it died, and nothing of what it held: %s', async (program, words) => {
    const { ended, written } = await ran(program);
    expect(ended).toMatchObject({ failure: { code: 'backup_failed' } });
    expect(written).toEqual([expect.stringMatching(words)]);
    expect(written.join()).not.toContain('aek_secret');
  });

  it('that did its job, or says what stood in its way, has nothing written down', async () => {
    const done = await ran(`parentPort.postMessage({ kind: 'done', value: 3 });`);
    expect(done).toEqual({ ended: 3, written: [] });
    const thrown = await ran(
      `parentPort.postMessage({ kind: 'thrown', thrown: { kind: 'failure', failure: { code: 'cancelled', message: 'Cancelled.' } } });`,
    );
    expect(thrown).toMatchObject({ ended: { failure: { code: 'cancelled' } }, written: [] });
  });
});
