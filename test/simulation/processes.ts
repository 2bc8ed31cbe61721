import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { COUNTS, type Count, type Violation } from './oracle/counts.ts';
import type { Line, WorkerTask } from './worker.ts';

const WORKER = new URL('./worker.ts', import.meta.url).pathname;

/** Starts a worker and passes on its lines as they come; resolves when it has ended. */
async function runWorker(task: WorkerTask, onLine: (line: Line) => void): Promise<void> {
  // Days and months are those of the user's calendar: the same on every machine.
  const child = spawn(process.execPath, [WORKER, JSON.stringify(task)], {
    env: { ...process.env, TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  for await (const line of createInterface({ input: child.stdout })) onLine(JSON.parse(line) as Line);
  const code = await ended;
  if (code !== 0) throw new Error(`A worker of the simulation ended with ${code}: ${JSON.stringify(task)}`);
}

export type PlayedLine = Line & { kind: 'played' };

/** What one worker reports of one history. */
export async function resultOfWorker(task: WorkerTask): Promise<PlayedLine> {
  const known: PlayedLine[] = [];
  await runWorker(task, (line) => void (line.kind === 'played' && known.push(line)));
  const [one] = known;
  if (one === undefined) throw new Error('The worker told nothing.');
  return one;
}

export type Sum = {
  counts: Record<Count, number>;
  /** The first seed that failed in each count, with its violation. */
  first: Map<Count, { seed: number; violation: Violation }>;
  failed: number[];
  histories: number;
  simulatedMs: number;
  calls: number;
  compared: number;
  drawn: Map<string, [times: number, histories: number]>;
  /** Real milliseconds. */
  took: number;
};

export type PlayMany = {
  seed: number;
  histories: number;
  /** Real milliseconds after which no history is begun. */
  forMs?: number;
  /** Processes; one for each core where absent. */
  jobs?: number;
  /** Called for each history that fails, with how many were played so far. */
  onFailed?: (seed: number, violations: readonly Violation[]) => void;
  onPlayed?: (histories: number) => void;
};

/** Histories leave memory behind in their process: after this many, another process continues. */
const MAX_OF_PROCESS = 500;

/** Plays histories in several processes, each from a seed of its own, from `seed` on. */
export async function playMany(options: PlayMany): Promise<Sum> {
  const { seed, histories, forMs = 2 ** 40, jobs, onFailed, onPlayed } = options;
  const began = performance.now();
  const counts = Object.fromEntries(COUNTS.map((count) => [count, 0])) as Record<Count, number>;
  const sum: Sum = {
    counts,
    first: new Map(),
    failed: [],
    histories: 0,
    simulatedMs: 0,
    calls: 0,
    compared: 0,
    drawn: new Map(),
    took: 0,
  };
  const workers = Math.max(1, Math.min(jobs ?? availableParallelism(), histories));
  const onLine = (line: Line): void => {
    if (line.kind === 'sum') {
      sum.histories += line.histories;
      sum.simulatedMs += line.simulatedMs;
      sum.calls += line.calls;
      sum.compared += line.compared;
      onPlayed?.(sum.histories);
      for (const [option, [times, within]] of Object.entries(line.drawn)) {
        const known = sum.drawn.get(option) ?? [0, 0];
        sum.drawn.set(option, [known[0] + times, known[1] + within]);
      }
    }
    if (line.kind !== 'failed') return;
    sum.failed.push(line.seed);
    onFailed?.(line.seed, line.violations);
    for (const violation of line.violations) {
      counts[violation.count] += 1;
      const before = sum.first.get(violation.count);
      if (before === undefined || line.seed < before.seed)
        sum.first.set(violation.count, { seed: line.seed, violation });
    }
  };
  const isOver = (): boolean => performance.now() - began >= forMs;
  const playFrom = async (at: number): Promise<void> => {
    const all = Math.ceil((histories - at) / workers);
    for (let played = 0; played < all && !isOver(); played += MAX_OF_PROCESS)
      await runWorker(
        {
          kind: 'play',
          first: seed + at + played * workers,
          every: workers,
          histories: Math.min(MAX_OF_PROCESS, all - played),
          forMs: forMs - (performance.now() - began),
        },
        onLine,
      );
  };
  await Promise.all(Array.from({ length: workers }, (_, at) => playFrom(at)));
  sum.took = performance.now() - began;
  return sum;
}

const HOUR_MS = 3_600_000;

/** One line for each count of the oracle, then how much was played. */
export function summaryOf({ counts, histories, simulatedMs, calls, compared, took }: Sum): string {
  const seconds = took / 1_000;
  const hours = Math.round(simulatedMs / HOUR_MS);
  return [
    ...COUNTS.map((count) => `${count}: ${counts[count]}`),
    `Calls: ${calls}, compared with the books ${compared} times`,
    `speed: ${(histories / seconds).toFixed(1)} histories a second, ${Math.round(seconds)} s in all`,
    `histories: ${histories}`,
    `simulated time: ${Math.floor(hours / 24)} days and ${hours % 24} hours`,
  ].join('\n');
}

/** How often each option was drawn, and in how many histories, by what it was drawn for. */
export function tableOf({ drawn }: Sum): string {
  const lines = [...drawn].sort(([a], [b]) => (a < b ? -1 : 1));
  return lines
    .map(
      ([option, [times, within]]) => `${String(times).padStart(9)}  ${String(within).padStart(7)}  ${option}`,
    )
    .join('\n');
}

/**
 * The failing counts for the unmodified program (null) and for one that breaks the promise of a count, in one friendly
 * history.
 */
export async function sabotaged(seed: number): Promise<Map<Count | null, Count[]>> {
  const broke = new Map<Count | null, Count[]>();
  await runWorker(
    { kind: 'sabotage', seed },
    (line) => void (line.kind === 'broke' && broke.set(line.promise, line.counts)),
  );
  return broke;
}

/** A random seed. */
export const newSeed = (): number => Math.floor(Math.random() * 1_000_000_000);
