/**
 * The longest that this process's own thread was at work without a turn for anything else while `work` went on, in ms of
 * its processor time: however busy the machine is with other things, that counts what was done here alone.
 */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = process.threadCpuUsage();
  const measure = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
    before = process.threadCpuUsage();
  };
  const measuring = setInterval(measure, 1);
  try {
    await work();
  } finally {
    clearInterval(measuring);
    measure();
  }
  return longest;
}
