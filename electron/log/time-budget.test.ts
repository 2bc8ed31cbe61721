import { expect, test, vi } from 'vitest';
import { begins, TIME_BUDGET_MS, watchTimeBudget } from './time-budget.ts';

const work = (ms: number): void => {
  for (const before = process.threadCpuUsage(); process.threadCpuUsage(before).user < ms * 1_000; );
};

test('what holds the main process longer than its budget is written down, with how long', async () => {
  const written: string[] = [];
  const stop = watchTimeBudget({ write: (_level, words) => written.push(words) });
  begins('an answer (describe)');
  work(3 * TIME_BUDGET_MS);
  await vi.waitFor(() => expect(written).toHaveLength(1));
  expect(written[0]).toMatch(/held 1 times; longest for 1[5-9]\d|longest for [2-9]\d\d/u);
  expect(written[0]).toContain('by an answer (describe)');
  stop();
});
