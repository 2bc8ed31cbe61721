/**
 * A hostile test's own monitor: whatever holds the thread of the program longer than its budget, without a turn of the event
 * loop, fails the test that caused it, with the stack. What counts is the processor time of this thread, since a busy machine
 * stretches the clock, and of that the share of the program's own functions with what they called: the test and the services
 * that it plays run on the same thread.
 */
import { type Profiler, console as profiles, Session } from 'node:inspector';
import { clearInterval, setInterval } from 'node:timers';
import { slownessHere } from '#shared/testing/cost-here.ts';
import { TIME_BUDGET_MS } from '../../electron/log/time-budget.ts';

/** Milliseconds that nothing may hold the thread for on this machine. */
export const BUDGET_HERE_MS = TIME_BUDGET_MS * slownessHere();

const EVERY_MS = 10;
const SAMPLE_EVERY_US = 2_000;

/** Between two turns: begin and end in microseconds of the profile's clock, processor time in ms. */
type Stretch = { from: number; to: number; ms: number };

export type Held = {
  /** Processor time in ms. */
  ms: number;
  /** The functions that were called most of it, innermost first. */
  stack: string[];
};

/** Neither is the program's: what is collected is for the most part the test runner's. */
const BESIDE = new Set(['(idle)', '(garbage collector)']);

/** What the program does in another process or thread, where a test has it done on this one. */
const ELSEWHERE = /\/electron\/(?:marketplace\/outside\/answer-to|backup\/jobs)\.ts/;

const isProgram = ({ callFrame }: Profiler.ProfileNode): boolean =>
  /\/(?:electron|shared)\/(?!.*(?:\/testing\/|demo-marketplace\/|\.test\.ts))/u.test(callFrame.url);

type Watching = {
  limitMs?: number;
  /**
   * Whether the service plays in another process: then what Node itself does on this thread counts as well, such as
   * receiving an answer.
   */
  alone?: boolean;
};

/** Watches this thread until the returned function is called, which gives the longest stretch, or null if none passed `limitMs`. */
export function watchThread({ limitMs = BUDGET_HERE_MS, alone = false }: Watching = {}): () => Held | null {
  const endProfile = beginProfile();
  const stretches = watchStretches(limitMs);
  return () => longest(endProfile(), stretches(), { limitMs, alone });
}

/** What of this thread's time passed `limitMs` without a turn, whoever's it was. */
function watchStretches(limitMs: number): () => Stretch[] {
  const now = () => Number(process.hrtime.bigint() / 1_000n);
  const stretches: Stretch[] = [];
  let from = now();
  let before = process.threadCpuUsage();
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before);
    const to = now();
    if ((user + system) / 1_000 > limitMs) stretches.push({ from, to, ms: (user + system) / 1_000 });
    from = to;
    before = process.threadCpuUsage();
  };
  const timer = setInterval(turn, EVERY_MS);
  return () => {
    clearInterval(timer);
    turn();
    return stretches;
  };
}

let profiler: Session | undefined;

/** One profiler runs as long as this process: each that starts lists all its functions anew, which takes longer than most tests. */
function profilerOfProcess(): Session {
  if (profiler !== undefined) return profiler;
  profiler = new Session();
  profiler.connect();
  profiler.post('Profiler.enable');
  profiler.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });
  profiler.post('Profiler.start');
  return profiler;
}

let begun = 0;

/** Begins a profile of this thread; the returned function ends it. */
function beginProfile(): () => Profiler.Profile {
  const session = profilerOfProcess();
  begun += 1;
  const title = String(begun);
  profiles.profile(title);
  return () => {
    let ended: Profiler.Profile | undefined;
    const take = ({ params }: { params: Profiler.ConsoleProfileFinishedEventDataType }) => {
      if (params.title === title) ended = params.profile;
    };
    session.on('Profiler.consoleProfileFinished', take);
    profiles.profileEnd(title);
    session.off('Profiler.consoleProfileFinished', take);
    if (ended === undefined) throw new Error('No profile was made of this thread.');
    return ended;
  };
}

/** What holds this thread while `work` goes on, in the best of three tries; null if nothing does longer than its budget. */
export async function heldBy(work: () => Promise<unknown>, watching: Watching = {}): Promise<string | null> {
  // Whose time it was is asked only where there is any: a profile costs more than most cases.
  const stop = watchStretches(watching.limitMs ?? BUDGET_HERE_MS);
  await work().catch((error: unknown) => {
    stop();
    throw error;
  });
  if (stop().length === 0) return null;
  let best: Held | null = null;
  for (let tries = 0; tries < 3; tries++) {
    const stop = watchThread(watching);
    let held: Held | null;
    try {
      await work();
    } finally {
      held = stop();
    }
    if (held === null) return null;
    if (best === null || held.ms < best.ms) best = held;
  }
  return best === null ? null : wordsOf(best);
}

export const wordsOf = ({ ms, stack }: Held): string => `held for ${ms} ms by\n  ${stack.join('\n  ')}`;

function longest(
  profile: Profiler.Profile,
  stretches: readonly Stretch[],
  { limitMs, alone }: Required<Watching>,
): Held | null {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  );
  const pathOf = (id: number): Profiler.ProfileNode[] => {
    const path: Profiler.ProfileNode[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const node = nodes.get(at);
      if (node !== undefined) path.push(node);
    }
    return path;
  };
  let worst: Held | null = null;
  for (const { from, to, ms } of stretches) {
    let at = profile.startTime;
    let all = 0;
    const own = new Map<number, number>();
    for (const [index, id] of (profile.samples ?? []).entries()) {
      at += profile.timeDeltas?.[index] ?? 0;
      if (at < from || at > to) continue;
      all += 1;
      const [leaf, ...callers] = pathOf(id);
      // The functions of a test that were called last are not the program's, whoever called them; a library works for its caller.
      const nearest = [leaf, ...callers].find(
        (node) => node !== undefined && !/^$|^node:|\/node_modules\//u.test(node.callFrame.url),
      );
      const isOwn =
        !callers.some(({ callFrame }) => ELSEWHERE.test(callFrame.url)) &&
        (nearest === undefined
          ? alone && !BESIDE.has(leaf?.callFrame.functionName ?? '')
          : isProgram(nearest));
      if (isOwn) own.set(id, (own.get(id) ?? 0) + 1);
    }
    const count = [...own.values()].reduce((sum, each) => sum + each, 0);
    const held = all === 0 ? 0 : (ms * count) / all;
    if (held <= limitMs || held <= (worst?.ms ?? 0)) continue;
    const [most = 0] = [...own].sort(([, one], [, other]) => other - one)[0] ?? [];
    const stack = pathOf(most)
      .filter(({ callFrame }) => callFrame.url !== '')
      .map(
        ({ callFrame }) =>
          `${callFrame.functionName || '(anonymous)'} ${callFrame.url.replace(/^.*?\/(?=electron\/|shared\/|test\/|node_modules\/)/u, '')}:${callFrame.lineNumber + 1}`,
      );
    worst = { ms: Math.round(held), stack: stack.slice(0, 12) };
  }
  return worst;
}
