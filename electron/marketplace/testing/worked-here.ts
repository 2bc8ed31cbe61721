import { processorTime } from '#shared/testing/cost-here.ts';

/** Texts of more characters than this take a moment to parse. */
const LONG = 100_000;

/** What this process's own thread did while `work` went on. */
type WorkedHere = {
  /** How each long text began that was parsed here. */
  parsed: string[];
  /** The most of its processor time that passed without a turn, in ms: whatever else a busy machine does is not in it. */
  held: number;
};

export async function workedHere(work: () => Promise<unknown>): Promise<WorkedHere> {
  const done: WorkedHere = { parsed: [], held: 0 };
  let over = false;
  let before = process.threadCpuUsage();
  const measure = () => {
    done.held = Math.max(done.held, processorTime(before));
    before = process.threadCpuUsage();
  };
  const turn = () => {
    measure();
    if (!over) setImmediate(turn);
  };
  setImmediate(turn);
  const { parse } = JSON;
  JSON.parse = (text: string, ...more) => {
    if (text.length > LONG) done.parsed.push(text.slice(0, 20));
    return parse(text, ...more);
  };
  try {
    await work();
  } finally {
    JSON.parse = parse;
    over = true;
    measure();
  }
  return done;
}
