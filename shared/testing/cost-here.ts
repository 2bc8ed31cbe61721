/** Processor time of this thread since then, in ms. */
export function processorTime(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since);
  return (user + system) / 1_000;
}

/** Processor time that `work` costs this thread, in ms: what a figure of the same run is held against. */
export function costHere(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  return processorTime(before);
}

const LARGEST_ANSWER = 32 * 1024 * 1024;
/** What copying the largest answer costs on the machines that budgets were set for, in ms. */
const COPY_MS = 20;

/** How many times as long as there a copy takes here, at least 1: where each new page of memory is slow, so is every answer. */
export function slownessHere(): number {
  const bytes = Buffer.alloc(LARGEST_ANSWER, 'a');
  const costs = [1, 2, 3].map(() => costHere(() => Buffer.from(bytes)));
  return Math.max(1, Math.min(...costs) / COPY_MS);
}
