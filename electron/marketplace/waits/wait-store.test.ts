import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Storage } from '../../storage/open.ts';
import { emptyDataFile, openDataFile } from '../../storage/testing/empty-data-file.ts';
import { byHand, isByHand } from './by-hand.ts';
import { createOriginBudgets } from './origin-budget.ts';
import { SYSTEM_TIMING, type Timing } from './timing.ts';
import { storedWaits } from './wait-store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const storeOfItsOwn = () => storedWaits(emptyDataFile().db);

/** A clock that is moved by hand. */
function driven() {
  let now = Date.UTC(2026, 10, 22);
  const timing: Timing = { clock: () => now, monotonic: () => now, random: () => 0, after: () => () => {} };
  const pass = (ms: number) => {
    now += ms;
  };
  return { timing, pass, now: () => now };
}

test.each([
  ['a clock that goes on', 40_000, 40_000],
  ['a clock that was set back', -100_000_000, 100_000],
])('a wait survives a restart, with %s', (_, passed, left) => {
  const store = storeOfItsOwn();
  const world = driven();
  const before = createOriginBudgets(world.timing, store).of('https://a.example');
  before.learn({ status: 503, retryAfterMs: 100_000, retryable: null });
  world.pass(60_000);
  const later = { ...world.timing, clock: () => world.now() - 60_000 + (passed > 0 ? 60_000 : passed) };
  expect(createOriginBudgets(later, store).of('https://a.example').pausedForMs()).toBe(left);
  expect(createOriginBudgets(later, store).of('https://b.example').pausedForMs()).toBe(0);
});

test.each([
  ['https://A.example', 'https://a.example'],
  ['https://a.example:443', 'https://a.example'],
  ['https://a.example./', 'https://a.example'],
  ['http://a.example.:8080/x', 'http://a.example:8080'],
  ['https://b\u00fccher.example', 'https://xn--bcher-kva.example'],
  ['http://127.1', 'http://127.0.0.1'],
])('%s has the budget of %s, now and after a restart', (written, origin) => {
  const store = storeOfItsOwn();
  const { timing } = driven();
  const budgets = createOriginBudgets(timing, store);
  const heard = budgets.of(new URL(written).origin);
  heard.learn({ status: 429, retryAfterMs: 100_000, retryable: null });
  expect(budgets.of(origin).pausedForMs()).toBe(100_000);
  expect(createOriginBudgets(timing, store).of(new URL(written).origin).pausedForMs()).toBe(100_000);
  expect(budgets.of('https://a.example.org').pausedForMs()).toBe(0);
});

test('a short wait that one program hears does not end a longer one that another heard', () => {
  const store = storeOfItsOwn();
  const { timing } = driven();
  const [one, other] = [1, 2].map(() => createOriginBudgets(timing, store).of('https://a.example'));
  one?.learn({ status: 503, retryAfterMs: 100_000, retryable: null });
  other?.learn({ status: 429, retryAfterMs: 10_000, retryable: null });
  expect(createOriginBudgets(timing, store).of('https://a.example').pausedForMs()).toBe(100_000);
});

test('a short wait under a clock that is a day ahead does not end a longer one, once the clock is put right', () => {
  const store = storeOfItsOwn();
  const world = driven();
  let ahead = 0;
  const start = () =>
    createOriginBudgets({ ...world.timing, clock: () => world.now() + ahead }, store).of('https://a.example');
  start().learn({ status: 503, retryAfterMs: DAY_MS, retryable: null });
  ahead = DAY_MS;
  const astray = start();
  expect(astray.pausedForMs()).toBe(0);
  astray.learn({ status: 429, retryAfterMs: 5_000, retryable: null });
  world.pass(60_000);
  ahead = 0;
  expect(astray.pausedForMs()).toBe(DAY_MS - 60_000);
  expect(start().pausedForMs()).toBe(DAY_MS - 60_000);
});

test.each([5_000, 30 * HOUR_MS])(
  'a wait of %i ms that was named under a clock ahead of now is over when that has passed',
  (retryAfterMs) => {
    const store = storeOfItsOwn();
    const world = driven();
    const ahead = { ...world.timing, clock: () => world.now() + DAY_MS };
    createOriginBudgets(ahead, store)
      .of('https://a.example')
      .learn({ status: 503, retryAfterMs, retryable: null });
    const budget = createOriginBudgets(world.timing, store).of('https://a.example');
    expect(budget.pausedForMs()).toBe(retryAfterMs);
    world.pass(retryAfterMs);
    expect(budget.pausedForMs()).toBe(0);
  },
);

test('of the waits that are over, those alone are stored that a wrong clock could bring back', () => {
  const store = storeOfItsOwn();
  const world = driven();
  const budget = createOriginBudgets(world.timing, store).of('https://a.example');
  for (const retryAfterMs of [5_000, 60_000, 20_000, 10_000]) {
    budget.learn({ status: 503, retryAfterMs, retryable: null });
    world.pass(100_000);
  }
  expect(store.read('https://a.example')?.map(({ namedAt, until }) => until - namedAt)).toEqual([
    60_000, 20_000, 10_000,
  ]);
  world.pass(3 * DAY_MS);
  budget.learn({ status: 503, retryAfterMs: 1_000, retryable: null });
  expect(store.read('https://a.example')).toHaveLength(1);
});

test('a short wait is stored over a restart though a longer one, which the computer slept through, is left to this run', () => {
  const store = storeOfItsOwn();
  const world = driven();
  let slept = 0;
  const awake = { ...world.timing, monotonic: () => world.now() - slept };
  const budget = createOriginBudgets(awake, store).of('https://a.example');
  budget.learn({ status: 503, retryAfterMs: 2 * HOUR_MS, retryable: null });
  slept = 3 * HOUR_MS;
  world.pass(slept);
  budget.learn({ status: 429, retryAfterMs: 21_000, retryable: false });
  expect(budget.pausedForMs()).toBe(2 * HOUR_MS);
  world.pass(9_000);
  expect(createOriginBudgets(world.timing, store).of('https://a.example').pausedForMs()).toBe(12_000);
});

/** Two programs that have the same data file open. */
function twoOnOneFile(): [Storage, Storage] {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-waits-'));
  const open = (): Storage => {
    const storage = openDataFile(join(folder, 'milepost.sqlite'));
    onTestFinished(() => storage.close());
    return storage;
  };
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return [open(), open()];
}

test('a program that runs already hears a wait that another on the data file was named, and announces it', () => {
  const { timing, pass } = driven();
  const [one, other] = twoOnOneFile().map(({ db }) =>
    createOriginBudgets(timing, storedWaits(db)).of('https://a.example'),
  );
  let announced = 0;
  other?.listen(() => announced++);
  expect(other?.pausedForMs()).toBe(0);
  one?.learn({ status: 503, retryAfterMs: 100_000, retryable: null });
  expect(other?.pausedForMs()).toBe(100_000);
  expect(announced).toBe(1);
  pass(60_000);
  other?.learn({ status: 429, retryAfterMs: 10_000, retryable: null });
  expect(one?.pausedForMs()).toBe(40_000);
  expect(other?.pausedForMs()).toBe(40_000);
  pass(40_000);
  expect([one?.pausedForMs(), other?.pausedForMs()]).toEqual([0, 0]);
});

test('what is asked reads the waits again only where another program wrote to the data file', () => {
  const { timing } = driven();
  const [{ db }, other] = twoOnOneFile();
  const store = storedWaits(db);
  const read = vi.spyOn(store, 'read');
  const budget = createOriginBudgets(timing, store).of('https://a.example');
  budget.learn({ status: 429, retryAfterMs: 10_000, retryable: null });
  for (let times = 0; times < 100; times++) budget.pausedForMs();
  expect(read).toHaveBeenCalledTimes(1);
  storedWaits(other.db).write('https://b.example', { namedAt: timing.clock(), until: timing.clock() + 1 });
  expect(budget.pausedForMs()).toBe(10_000);
  expect(read).toHaveBeenCalledTimes(2);
});

test('a data file that cannot be read shortens no wait that is known', () => {
  const { timing } = driven();
  const [one, other] = twoOnOneFile();
  const budget = createOriginBudgets(timing, storedWaits(one.db)).of('https://a.example');
  budget.learn({ status: 429, retryAfterMs: 10_000, retryable: null });
  storedWaits(other.db).write('https://a.example', {
    namedAt: timing.clock(),
    until: timing.clock() + 99_000,
  });
  one.close();
  expect(budget.pausedForMs()).toBe(10_000);
});

test('a wait of days lets the user’s requests out once they may, and holds back all that is automatic', async () => {
  const { timing } = driven();
  const budget = createOriginBudgets(timing, storeOfItsOwn()).of('https://a.example');
  const never = new AbortController().signal;
  const enter = (isUsers: boolean) =>
    budget
      .enter({ urgent: false, what: 'search', since: 0, longestWaitMs: 15_000, byHand: isUsers }, never)
      .then(
        (leave) => {
          leave();
          return 'sent';
        },
        () => 'waits',
      );
  budget.learn({ status: 429, retryAfterMs: 100_000 * DAY_MS, retryable: true });
  expect(budget.namedMs()).toBe(100_000 * DAY_MS);
  expect([await enter(false), await enter(true)]).toEqual(['waits', 'waits']);
  budget.permitOnce();
  expect([await enter(false), await enter(true), await enter(true)]).toEqual(['waits', 'sent', 'waits']);
  budget.openToHand();
  expect([await enter(false), await enter(true), await enter(true)]).toEqual(['waits', 'sent', 'sent']);
  // Whatever the service names next holds again.
  budget.learn({ status: 429, retryAfterMs: 5 * DAY_MS, retryable: true });
  expect([await enter(false), await enter(true)]).toEqual(['waits', 'waits']);
});

test('what a timer does is no act of the user, whoever planned it', async () => {
  const seen: boolean[] = [];
  await byHand(
    () =>
      new Promise<void>((resolve) => {
        seen.push(isByHand());
        SYSTEM_TIMING.after(1, () => {
          seen.push(isByHand());
          resolve();
        });
      }),
  );
  expect([...seen, isByHand()]).toEqual([true, false, false]);
});
