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
