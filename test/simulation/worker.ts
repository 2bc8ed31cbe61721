/** Plays histories in a process of its own. Takes one JSON argument, writes JSON lines. */
import './world/at-once.ts';
import { play } from './history.ts';
import { COUNTS, type Count, type Violation } from './oracle/counts.ts';
import { isOnlyBuying, SABOTAGES, type Sabotage } from './sabotage.ts';
import { shrink } from './shrink.ts';

export type WorkerTask =
  | {
      kind: 'play';
      first: number;
      every: number;
      histories: number;
      /** No history is begun after so many milliseconds. */
      forMs: number;
    }
  | { kind: 'shrink'; seed: number; count: Count }
  | { kind: 'replay'; seed: number }
  /** Plays one friendly history unmodified, and once for each count with a program that breaks that promise. */
  | { kind: 'sabotage'; seed: number };

export type Line =
  | { kind: 'broke'; promise: Count | null; counts: Count[] }
  | { kind: 'failed'; seed: number; violations: readonly Violation[] }
  | {
      kind: 'sum';
      histories: number;
      simulatedMs: number;
      calls: number;
      compared: number;
      /** How often each option was drawn, and in how many histories. */
      drawn: Record<string, [times: number, histories: number]>;
    }
  | {
      kind: 'played';
      seed: number;
      unfriendly: string[];
      lines: readonly string[];
      violations: readonly Violation[];
      trace: string;
    };

const task = JSON.parse(process.argv[2] ?? '') as WorkerTask;
const write = (line: Line): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

/** A long run reports progress after this many histories. */
const PROGRESS_INTERVAL = 100;

const emptySum = (): Line & { kind: 'sum' } => ({
  kind: 'sum',
  histories: 0,
  simulatedMs: 0,
  calls: 0,
  compared: 0,
  drawn: {},
});

async function work(): Promise<void> {
  if (task.kind === 'play') {
    const began = process.hrtime.bigint();
    const passed = (): number => Number(process.hrtime.bigint() - began) / 1e6;
    let sum = emptySum();
    for (let at = 0; at < task.histories && passed() < task.forMs; at++) {
      const seed = task.first + at * task.every;
      const { violations, simulatedMs, calls, compared, drawn } = await play(seed);
      if (violations.length > 0) write({ kind: 'failed', seed, violations });
      for (const [option, times] of drawn) {
        const known = sum.drawn[option] ?? [0, 0];
        sum.drawn[option] = [known[0] + times, known[1] + 1];
      }
      sum.histories += 1;
      sum.simulatedMs += simulatedMs;
      sum.calls += calls;
      sum.compared += compared;
      if (sum.histories < PROGRESS_INTERVAL) continue;
      write(sum);
      sum = emptySum();
    }
    write(sum);
  } else if (task.kind === 'sabotage') {
    const { seed } = task;
    const broken = async (sabotage?: Sabotage): Promise<Count[]> =>
      (await play(seed, { mayBeUnfriendly: isOnlyBuying, sabotage })).violations.map(({ count }) => count);
    write({ kind: 'broke', promise: null, counts: await broken() });
    for (const count of COUNTS)
      write({ kind: 'broke', promise: count, counts: await broken(SABOTAGES[count]) });
  } else {
    const played =
      task.kind === 'shrink'
        ? await shrink(task.seed, task.count)
        : await play(task.seed, { recordsLines: true });
    const { seed, lines, violations, trace } = played;
    write({
      kind: 'played',
      seed,
      unfriendly: played.unfriendly.map(({ words }) => words),
      lines,
      violations,
      trace,
    });
  }
}

const code = await work().then(
  () => 0,
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return 1;
  },
);
// The last lines are long: a process that exits at once loses them.
process.stdout.write('', () => process.exit(code));
