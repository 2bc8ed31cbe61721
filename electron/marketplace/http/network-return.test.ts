import { expect, it } from 'vitest';
import { watchForReturn } from './network-return.ts';

function stand() {
  const timers: { ms: number; run: () => void }[] = [];
  const state = { offline: true, requested: 0, answer: Promise.withResolvers<void>() };
  const watch = watchForReturn({
    isOffline: () => state.offline,
    ask: () => {
      state.requested += 1;
      state.answer = Promise.withResolvers();
      return state.answer.promise;
    },
    after: (ms, run) => {
      const timer = { ms, run };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
  });
  /** Lets the pause pass that is waited for; its length. */
  const elapse = () => {
    const [timer] = timers.splice(0);
    timer?.run();
    return timer?.ms;
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { watch, timers, state, elapse, settled };
}

it('asks again after pauses that grow to five minutes, for as long as there is no network', async () => {
  const { watch, state, elapse, settled } = stand();
  watch.check();
  const pauses: (number | undefined)[] = [];
  for (let count = 0; count < 9; count += 1) {
    pauses.push(elapse());
    state.answer.reject(new Error('still nothing'));
    await settled();
  }
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300].map((seconds) => seconds * 1000));
  expect(state.requested).toBe(9);
});

it('waits for one answer at a time, however often the state is read', async () => {
  const { watch, timers, state, elapse, settled } = stand();
  watch.check();
  watch.check();
  expect(timers).toHaveLength(1);
  elapse();
  watch.check();
  expect(timers).toHaveLength(0);
  expect(state.requested).toBe(1);
  state.answer.resolve();
  await settled();
  expect(timers).toHaveLength(1);
});

it('is quiet once the network is back, and begins with a short pause when it goes again', async () => {
  const { watch, timers, state, elapse, settled } = stand();
  watch.check();
  elapse();
  state.offline = false;
  state.answer.resolve();
  await settled();
  expect(timers).toHaveLength(0);
  state.offline = true;
  watch.check();
  expect(timers.map(({ ms }) => ms)).toEqual([5_000]);
  state.offline = false;
  watch.check();
  expect(timers).toHaveLength(0);
});

it('asks nothing once Milepost is closed', async () => {
  const { watch, timers, state, elapse, settled } = stand();
  watch.check();
  elapse();
  watch.close();
  state.answer.resolve();
  await settled();
  watch.check();
  expect(timers).toHaveLength(0);
});
