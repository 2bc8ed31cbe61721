/**
 * A hostile test's own monitor: whatever holds the thread of the program longer than its budget, without a turn of the event
 * loop, fails the test that caused it, with the stack. What counts is the processor time of this thread, since a busy machine
 * stretches the clock, and of that the share of the program's own functions with what they called: the test and the services
 * that it plays run on the same thread.
 */
import { type Profiler, Session } from 'node:inspector';
import { afterEach, beforeEach, expect } from 'vitest';
import { TIME_BUDGET_MS } from '../../electron/log/time-budget.ts';

const EVERY_MS = 10;
const SAMPLE_EVERY_US = 2_000;

/** Between two turns: begin and end in microseconds of the profile's clock, processor time in ms. */
type Stretch = { from: number; to: number; ms: number };

type Held = {
  /** Processor time in ms. */
  ms: number;
  /** The functions that were called most of it, innermost first. */
  stack: string[];
};

const isProgram = ({ callFrame }: Profiler.ProfileNode): boolean =>
  /\/(?:electron|shared)\/(?!.*(?:\/testing\/|demo-marketplace\/|\.test\.ts))/u.test(callFrame.url);

/** Watches this thread until the returned function is called, which gives the longest stretch, or null if none passed `limitMs`. */
function watchThread(limitMs = TIME_BUDGET_MS): () => Held | null {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });
  session.post('Profiler.start');
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
    let profile: Profiler.Profile | undefined;
    session.post('Profiler.stop', (_error, stopped) => {
      profile = stopped.profile;
    });
    session.disconnect();
    if (profile === undefined) throw new Error('No profile was made of this thread.');
    return longest(profile, stretches, limitMs);
  };
}

function longest(profile: Profiler.Profile, stretches: readonly Stretch[], limitMs: number): Held | null {
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
      // The functions of a test that were called last are not the program's, whoever called them.
      const nearest = [leaf, ...callers].find(
        (node) => node !== undefined && node.callFrame.url !== '' && !node.callFrame.url.startsWith('node:'),
      );
      if (nearest !== undefined && isProgram(nearest)) own.set(id, (own.get(id) ?? 0) + 1);
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

/** Every test of the file fails if what it did held the program's thread longer than its budget. */
export function underTimeBudget(): void {
  let stop: (() => Held | null) | undefined;
  beforeEach(() => {
    stop = watchThread();
  });
  afterEach(() => {
    const held = stop?.() ?? null;
    stop = undefined;
    expect(held, held === null ? '' : `held for ${held.ms} ms by\n  ${held.stack.join('\n  ')}`).toBeNull();
  });
}
