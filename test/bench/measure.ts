/** One line of the table. `floor` is the lower bound measured in the same run; null where there is none. */
export type Result = {
  name: string;
  unit: string;
  floor: number | null;
  measured: number;
  ratio: number | null;
  goal: string;
  /**
   * The number of the goal: the highest ratio where the goal is given in floors, otherwise the highest figure, in its
   * unit.
   */
  limit: number;
};

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const rounded = (value: number): number => Number(value.toPrecision(4));

export function result(name: string, unit: string, goal: string, measured: number, floor?: number): Result {
  return {
    name,
    unit,
    floor: floor === undefined ? null : rounded(floor),
    measured: rounded(measured),
    ratio: floor === undefined ? null : rounded(measured / floor),
    goal,
    limit: limitOf(goal),
  };
}

/** The number in a goal, for comparison with a figure. */
function limitOf(goal: string): number {
  const written = /\d+(?:\.\d+)?/.exec(goal);
  if (written === null) throw new Error(`The goal "${goal}" has no number.`);
  return Number(written[0]);
}

/** Whether a result meets its goal. */
export const meetsGoal = ({ goal, measured, floor, ratio, limit }: Result): boolean => {
  const figure = goal.includes('×') ? ratio : goal.includes('beyond') ? measured - (floor ?? 0) : measured;
  return figure !== null && (goal.startsWith('<') ? figure < limit : figure <= limit);
};

export function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** Processor time only, in ms: a disk or a machine that others use does not count. */
export function processorTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Medians of several ways to do something, alternating, so that a busy moment of the machine affects all of them. */
export function mediansInTurns(rounds: number, ways: readonly (() => number)[]): number[] {
  const timings = ways.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, way] of ways.entries()) timings[index]?.push(way());
  return timings.map(median);
}
