import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Counts, Finding } from './counts.ts';
import { COUNTS } from './counts.ts';
import { startLineProcess } from './line-process.ts';

const FAILURES = ['full', 'locked', 'read-only'] as const;

/** Makes the data file fail at points of every purchase: full, locked by another program, read-only. */
export async function storageFaults(
  programs: { failingDisk: string; lockHolder: string },
  folder: string,
  atMost: number,
  counts: Counts,
  report: Finding,
): Promise<void> {
  await Promise.all(
    FAILURES.map(async (failure) => {
      const own = join(folder, `disk-${failure}`);
      mkdirSync(own, { recursive: true });
      const running = startLineProcess(programs.failingDisk, {
        folder: own,
        failure,
        atMost: Number.isFinite(atMost) ? atMost : null,
        lockHolder: programs.lockHolder,
      });
      const { counts: more, findings } = await running.receive<{ counts: Counts; findings: string[] }>();
      for (const name of COUNTS) counts[name] += more[name];
      for (const finding of findings) report(finding);
      await running.ended;
    }),
  );
}
