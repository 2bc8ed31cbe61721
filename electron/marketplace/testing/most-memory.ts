import { readFileSync } from 'node:fs';

/** In bytes; 0 if it has ended. */
function memoryOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4_096;
  } catch {
    return 0;
  }
}

/** The most memory, in bytes, that any of these processes has while `work` goes on. */
export async function mostMemory(
  processes: () => readonly number[],
  work: () => Promise<unknown>,
): Promise<number> {
  let most = 0;
  const measuring = setInterval(() => {
    for (const pid of processes()) most = Math.max(most, memoryOf(pid));
  }, 20);
  try {
    await work();
  } finally {
    clearInterval(measuring);
  }
  return most;
}
