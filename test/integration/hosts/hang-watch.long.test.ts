import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const BUDGET = new URL('../../../electron/log/time-budget.ts', import.meta.url).href;

it.each([
  ['after it was asked to end', 'endsSoon();', 8_000],
  ['whoever asks it to end', '', 200_000],
])(
  'a program whose main thread hangs is ended %s, and says what held it',
  async (_, first, withinMs) => {
    const folder = mkdtempSync(join(tmpdir(), 'milepost-hang-'));
    const file = join(folder, 'milepost.log');
    const program = `
    import { begins, endsSoon, watchTimeBudget } from ${JSON.stringify(BUDGET)};
    watchTimeBudget({ write: () => {}, file: ${JSON.stringify(file)} });
    setTimeout(() => {
      process.stdout.write('hangs');
      begins('an answer (describe)');
      ${first}
      for (;;);
    }, 3_500);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
    try {
      await once(child.stdout, 'data');
      const began = performance.now();
      const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
      expect(signal).toBe('SIGKILL');
      expect(performance.now() - began).toBeLessThan(withinMs);
      expect(readFileSync(file, 'utf8')).toContain('held by an answer (describe)');
    } finally {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true });
    }
  },
  300_000,
);
