import { useSyncExternalStore } from 'react';

type Clock = { read: () => number; subscribe: (tick: () => void) => () => void };

/** One timer for all components that show times at one rate: they tick together, and only while any is mounted. */
function clockOf(everyMs: number): Clock {
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const listeners = new Set<() => void>();
  const tick = () => {
    now = Date.now();
    for (const listener of listeners) listener();
  };
  return {
    read() {
      // Without listeners the timer is stopped; the first reader gets the current time, and then a stable one.
      if (timer === undefined && Date.now() - now >= everyMs) now = Date.now();
      return now;
    },
    subscribe(listener) {
      listeners.add(listener);
      timer ??= setInterval(tick, everyMs);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}

const seconds = clockOf(1000);
const quarterMinutes = clockOf(15_000);

/** The time now in UTC ms, updated every second (countdowns) or every fifteen (ages). */
export function useNow(every: 'second' | 'quarter-minute' = 'quarter-minute'): number {
  const clock = every === 'second' ? seconds : quarterMinutes;
  return useSyncExternalStore(clock.subscribe, clock.read);
}
