/** Plays histories in a process of its own. Takes one JSON argument, writes JSON lines. */
import { play } from './history.ts';
import { COUNTS, type Count, type Violation } from './oracle/counts.ts';
import { isOnlyBuying, SABOTAGES, type Sabotage } from './sabotage.ts';
import { shrink } from './shrink.ts';

export type Orders =
  | { kind: 'play'; first: number; every: number; histories: number; forMs: number }
  | { kind: 'shrink'; seed: number; count: Count }
  | { kind: 'replay'; seed: number }
  /** Plays one friendly history as it is, and once for each count with a program that breaks that promise. */
  | { kind: 'sabotage'; seed: number };

export type Line =
  | { kind: 'broke'; promise: Count | null; counts: Count[] }
  | { kind: 'failed'; seed: number; violations: readonly Violation[] }
  | { kind: 'sum'; histories: number; simulatedMs: number; calls: number; compared: number }
  | {
      kind: 'told';
      seed: number;
      unfriendly: string[];
      lines: readonly string[];
      violations: readonly Violation[];
      trace: string;
    };

const orders = JSON.parse(process.argv[2] ?? '') as Orders;
const write = (line: Line): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

if (orders.kind === 'play') {
  const began = process.hrtime.bigint();
  const passed = (): number => Number(process.hrtime.bigint() - began) / 1e6;
  const sum: Line & { kind: 'sum' } = { kind: 'sum', histories: 0, simulatedMs: 0, calls: 0, compared: 0 };
  for (let at = 0; at < orders.histories && passed() < orders.forMs; at++) {
    const seed = orders.first + at * orders.every;
    const { violations, simulatedMs, calls, compared } = await play(seed);
    if (violations.length > 0) write({ kind: 'failed', seed, violations });
    sum.histories += 1;
    sum.simulatedMs += simulatedMs;
    sum.calls += calls;
    sum.compared += compared;
  }
  write(sum);
} else if (orders.kind === 'sabotage') {
  const { seed } = orders;
  const broken = async (sabotage?: Sabotage): Promise<Count[]> =>
    (await play(seed, { mayBeUnfriendly: isOnlyBuying, sabotage })).violations.map(({ count }) => count);
  write({ kind: 'broke', promise: null, counts: await broken() });
  for (const count of COUNTS)
    write({ kind: 'broke', promise: count, counts: await broken(SABOTAGES[count]) });
} else {
  const played =
    orders.kind === 'shrink'
      ? await shrink(orders.seed, orders.count)
      : await play(orders.seed, { tellLines: true });
  const { seed, lines, violations, trace } = played;
  write({
    kind: 'told',
    seed,
    unfriendly: played.unfriendly.map(({ words }) => words),
    lines,
    violations,
    trace,
  });
}
// The last lines are long: a process that exits at once takes them with it.
process.stdout.write('', () => process.exit(0));
