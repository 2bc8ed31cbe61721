import { afterEach, describe, expect, it } from 'vitest';
import { ContractFailure } from '#shared/contract/failure.ts';
import {
  createScheduledRefreshes,
  type Permitted,
  type RefreshOutcome,
  waitAfter,
} from './scheduled-refreshes.ts';

const HOUR = 3_600_000;
const NOON = new Date(2027, 2, 14, 12).getTime();

/** A world with a clock that is moved by hand, and searches whose refresh comes due some hours after the last. */
function world(everyHours: Record<string, number>) {
  const state = {
    now: NOON,
    online: true,
    otherwiseBusy: false,
    bought: [] as string[],
    outcomes: new Map<string, RefreshOutcome>(),
    failures: [] as { searchId: number; failures: number; words: string; notBefore: number }[],
    /** What the next refresh meets; null: it brings results. */
    fate: null as null | 'refused' | 'unknown' | Error,
    alarms: new Set<{ at: number; run: () => void }>(),
    /** Why what is refused is refused, and what wait the service names. */
    code: null as string | null,
    retryAfterMs: null as number | null,
    reading: 0,
    /** What happens while the permissions are read. */
    whileRead: async () => {},
  };
  const searches = new Map(
    Object.entries(everyHours).map(([grantId, hours], place): [string, Permitted & { every: number }] => [
      grantId,
      {
        grantId,
        searchId: place + 1,
        every: hours * HOUR,
        dueAt: NOON + hours * HOUR,
        notBefore: null,
        failures: 0,
      },
    ]),
  );
  const failed = (searchId: number, failures: number, words: string, notBefore: number) => {
    state.failures.push({ searchId, failures, words, notBefore });
    for (const search of searches.values())
      if (search.searchId === searchId) Object.assign(search, { failures, notBefore });
  };
  const succeed = (grantId: string) => {
    const search = searches.get(grantId);
    if (search !== undefined)
      Object.assign(search, { dueAt: state.now + search.every, notBefore: null, failures: 0 });
  };
  const start = () => {
    const refreshes = createScheduledRefreshes({
      clock: () => state.now,
      after: (ms, run) => {
        const alarm = { at: state.now + ms, run };
        state.alarms.add(alarm);
        return () => state.alarms.delete(alarm);
      },
      permitted: async () => {
        state.reading += 1;
        const read = [...searches.values()].map(({ every: _every, ...permitted }) => permitted);
        await state.whileRead();
        return read;
      },
      canBuy: () => state.online,
      busy: () =>
        state.otherwiseBusy || [...state.outcomes.values()].some((outcome) => outcome.state === 'open'),
      buy: async (grantId) => {
        const { fate } = state;
        if (fate instanceof Error) throw fate;
        state.bought.push(grantId);
        const purchaseId = `${grantId}-${state.bought.length}`;
        if (fate === null) succeed(grantId);
        state.outcomes.set(purchaseId, {
          state: fate === 'unknown' ? 'open' : fate === 'refused' ? 'failed' : 'bought',
          words: fate ?? 'Done.',
          code: state.code,
          retryAfterMs: state.retryAfterMs,
        });
        return purchaseId;
      },
      outcome: (purchaseId) =>
        state.outcomes.get(purchaseId) ?? { state: 'failed', words: '', code: null, retryAfterMs: null },
      failed,
    });
    refreshes.plan();
    return refreshes;
  };
  return { state, searches, start, succeed };
}

type World = ReturnType<typeof world>;
let open: ReturnType<World['start']>[] = [];
afterEach(() => {
  for (const refreshes of open) refreshes.close();
  open = [];
});
const begin = (made: World) => {
  const refreshes = made.start();
  open.push(refreshes);
  return refreshes;
};
const settled = async () => {
  for (let turn = 0; turn < 6; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** Lets time pass as a running program sees it: every alarm rings when its time comes. */
async function pass({ state }: World, ms: number): Promise<void> {
  const end = state.now + ms;
  for (;;) {
    await settled();
    const [next] = [...state.alarms].sort((a, b) => a.at - b.at);
    if (next === undefined || next.at > end) break;
    state.now = Math.max(state.now, next.at);
    state.alarms.delete(next);
    next.run();
  }
  state.now = end;
  await settled();
}

describe('refreshes by itself', () => {
  it('happen only for searches with a permission, when each is due', async () => {
    const none = world({});
    begin(none);
    await pass(none, 100 * HOUR);
    expect(none.state.bought).toEqual([]);

    const two = world({ often: 6, seldom: 20 });
    begin(two);
    await pass(two, 5.9 * HOUR);
    expect(two.state.bought).toEqual([]);
    await pass(two, 18.1 * HOUR);
    expect(two.state.bought).toEqual(['often', 'often', 'often', 'seldom', 'often']);
  });

  it('come once a day over weeks of a machine that sleeps at night, and never in a burst', async () => {
    const weeks = world({ one: 24, two: 24 });
    begin(weeks);
    const times: number[] = [];
    for (let day = 0; day < 28; day++) {
      await pass(weeks, 14 * HOUR);
      times.push(weeks.state.bought.length);
      // Asleep: no alarm rings, and on waking each rings once.
      weeks.state.now += 10 * HOUR;
      await pass(weeks, 0);
    }
    const perDay = times.map((sum, day) => sum - (times[day - 1] ?? 0));
    expect(Math.max(...perDay)).toBeLessThanOrEqual(2);
    expect(weeks.state.bought.length).toBeGreaterThanOrEqual(2 * 26);
    expect(weeks.state.bought.length).toBeLessThanOrEqual(2 * 28);
  });

  it('are made once after a long time closed or asleep, not once for each that was missed', async () => {
    const slept = world({ search: 6 });
    begin(slept).close();
    slept.state.now += 300 * HOUR;
    slept.state.alarms.clear();
    begin(slept);
    await settled();
    expect(slept.state.bought).toEqual(['search']);

    // Asleep: no alarm rings until the machine wakes, and then the one that is due does.
    slept.state.now += 300 * HOUR;
    const [alarm] = slept.state.alarms;
    if (alarm !== undefined) slept.state.alarms.delete(alarm);
    alarm?.run();
    await settled();
    expect(slept.state.bought).toEqual(['search', 'search']);
  });

  it('are one after the other: an unsettled one keeps all others back, until it is settled', async () => {
    const made = world({ first: 6, second: 6 });
    const refreshes = begin(made);
    made.state.fate = 'unknown';
    await pass(made, 30 * HOUR);
    expect(made.state.bought).toEqual(['first']);
    made.state.fate = null;
    await pass(made, 30 * HOUR);
    expect(made.state.bought).toEqual(['first']);

    made.state.outcomes.set('first-1', { state: 'bought', words: 'Done.', code: null, retryAfterMs: null });
    made.succeed('first');
    refreshes.plan();
    await settled();
    expect(made.state.bought).toEqual(['first', 'second']);
  });

  it('are not repeated where the one before is settled while the permissions are read', async () => {
    const made = world({ search: 6 });
    const refreshes = begin(made);
    made.state.now += 7 * HOUR;
    made.state.otherwiseBusy = true;
    made.state.whileRead = async () => {
      made.state.whileRead = async () => {};
      made.state.otherwiseBusy = false;
      made.succeed('search');
      refreshes.plan();
    };
    refreshes.plan();
    await settled();
    expect(made.state.reading).toBeGreaterThan(2);
    expect(made.state.bought).toEqual([]);
  });

  it('are never two at once, however often something changes', async () => {
    const made = world({ search: 6 });
    const refreshes = begin(made);
    made.state.now += 7 * HOUR;
    for (let change = 0; change < 20; change++) refreshes.plan();
    await settled();
    expect(made.state.bought).toEqual(['search']);
  });

  it('wait while the service is out of reach or something else is being bought, and follow when that is over', async () => {
    const made = world({ search: 6 });
    const refreshes = begin(made);
    made.state.online = false;
    await pass(made, 20 * HOUR);
    expect(made.state.bought).toEqual([]);
    made.state.online = true;
    made.state.otherwiseBusy = true;
    refreshes.plan();
    await settled();
    expect(made.state.bought).toEqual([]);
    made.state.otherwiseBusy = false;
    refreshes.plan();
    await settled();
    expect(made.state.bought).toEqual(['search']);
    expect(made.state.failures.filter(({ words }) => !words.startsWith('A scheduled refresh'))).toEqual([]);
  });

  it('end with the permission, also when it is taken back just before', async () => {
    const made = world({ search: 6 });
    const refreshes = begin(made);
    await pass(made, 5 * HOUR);
    made.searches.delete('search');
    refreshes.plan();
    await pass(made, 50 * HOUR);
    expect(made.state.bought).toEqual([]);
  });

  it('are not made again by a clock that is set back', async () => {
    const made = world({ search: 6 });
    const refreshes = begin(made);
    await pass(made, 7 * HOUR);
    expect(made.state.bought).toEqual(['search']);
    made.state.now -= 48 * HOUR;
    refreshes.plan();
    await pass(made, 40 * HOUR);
    expect(made.state.bought).toEqual(['search']);
  });

  it('take no further step once the program is closed', async () => {
    const made = world({ search: 6 });
    begin(made).close();
    await pass(made, 100 * HOUR);
    expect(made.state.bought).toEqual([]);
  });
});

describe('a refresh by itself that brings nothing', () => {
  it('is reported, and the next follows later and later, at most a day', async () => {
    expect([1, 2, 3, 5, 6, 9].map((failures) => waitAfter(failures) / HOUR)).toEqual([1, 2, 4, 16, 24, 24]);
    const made = world({ search: 6 });
    begin(made);
    made.state.fate = 'refused';
    await pass(made, 6.1 * HOUR);
    expect(made.state.failures.at(-1)).toMatchObject({ searchId: 1, failures: 1, words: 'refused' });
    await pass(made, 3.5 * HOUR);
    expect(made.state.bought).toHaveLength(3);
    await pass(made, 24 * HOUR);
    expect(made.state.bought.length).toBeLessThanOrEqual(6);
    made.state.fate = null;
    await pass(made, 24 * HOUR);
    const [search] = made.searches.values();
    expect(search).toMatchObject({ failures: 0, notBefore: null });
  });

  it('is written down before anything is asked, so that a restart does not repeat it at once', async () => {
    const made = world({ search: 6 });
    made.state.fate = new Error('the program ended here');
    begin(made);
    await pass(made, 6 * HOUR);
    expect(made.state.failures[0]?.words).toContain('was begun');
    made.state.fate = null;
    made.state.alarms.clear();
    begin(made);
    await settled();
    expect(made.state.bought).toEqual([]);
    await pass(made, HOUR);
    expect(made.state.bought).toEqual(['search']);
  });

  it.each(['over_limit', 'not_granted'])('waits for the next day where it is %s', async (code) => {
    const made = world({ search: 6 });
    made.state.fate = new ContractFailure({ code, message: 'More than today allows.' });
    begin(made);
    await pass(made, 6 * HOUR);
    const midnight = new Date(2027, 2, 15).getTime();
    expect(made.state.failures.at(-1)).toMatchObject({
      words: 'More than today allows.',
      notBefore: midnight,
    });
    made.state.fate = null;
    await pass(made, 5.9 * HOUR);
    expect(made.state.bought).toEqual([]);
    await pass(made, 0.2 * HOUR);
    expect(made.state.bought).toEqual(['search']);
  });

  it('is not held back for ever by a time that another clock wrote down', async () => {
    const made = world({ search: 6 });
    const [search] = made.searches.values();
    Object.assign(search ?? {}, { notBefore: NOON + 1000 * HOUR, failures: 1 });
    begin(made);
    await pass(made, 6 * HOUR);
    expect(made.state.bought).toEqual(['search']);
  });

  it.each([
    ['a key', 'no_key', 'account'],
    ['a key that is accepted', 'UNAUTHENTICATED', 'account'],
    ['the account of the permission', 'not_granted', 'account'],
  ] as const)('for the want of %s is tried again as soon as that has come', async (_what, code, come) => {
    const made = world({ search: 6 });
    made.state.fate = new ContractFailure({ code, message: 'Not now.' });
    const refreshes = begin(made);
    await pass(made, 6 * HOUR);
    made.state.fate = null;
    refreshes.plan('connection');
    refreshes.plan();
    await settled();
    expect(made.state.bought).toEqual([]);
    refreshes.plan(come);
    await settled();
    expect(made.state.bought).toEqual(['search']);
  });

  it('for the want of a connection is tried again as it comes back, and once in an hour where it comes and goes', async () => {
    const made = world({ search: 6 });
    Object.assign(made.state, { fate: 'refused', code: 'timeout' });
    const refreshes = begin(made);
    await pass(made, 6 * HOUR);
    expect(made.state.bought).toHaveLength(1);
    for (let times = 0; times < 5; times++) {
      refreshes.plan('connection');
      await pass(made, 60_000);
    }
    expect(made.state.bought).toHaveLength(2);
    await pass(made, HOUR);
    made.state.fate = null;
    refreshes.plan('connection');
    await settled();
    expect(made.state.bought).toHaveLength(3);
  });

  it('is not tried again before a wait that the service named, whatever has come', async () => {
    const made = world({ search: 6 });
    Object.assign(made.state, { fate: 'refused', code: 'timeout', retryAfterMs: 5 * HOUR });
    const refreshes = begin(made);
    await pass(made, 6 * HOUR);
    refreshes.plan('connection');
    refreshes.plan('account');
    await pass(made, 4.9 * HOUR);
    expect(made.state.bought).toHaveLength(1);
    made.state.fate = null;
    await pass(made, 0.2 * HOUR);
    expect(made.state.bought).toHaveLength(2);
  });
});
