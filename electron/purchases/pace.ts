import type { Entry } from './entry.ts';
import type { Changes } from './journal.ts';
import type { Room } from './room.ts';

/** How long to wait before each next look where the service sets no pace, in ms; the last one repeats. */
const PACE_MS = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 300_000] as const;
const LONGEST_MS = 3_600_000;

/** When to look again: as the service says where it does (§7.1), else ever more slowly. */
export function laterLook(
  room: Pick<Room, 'clock'>,
  entry: Entry,
  retryAfterMs: number | null = null,
): Pick<Changes, 'nextLookAt' | 'looks'> {
  const own = PACE_MS[Math.min(entry.looks, PACE_MS.length - 1)] ?? LONGEST_MS;
  const wait = Math.min(retryAfterMs ?? own, LONGEST_MS);
  return { nextLookAt: room.clock() + wait, looks: entry.looks + 1 };
}
