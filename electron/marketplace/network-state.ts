import type { NetworkSign } from './transport.ts';

/** Whether the marketplace could be reached when it was last asked. Offline is a state, not an error. */
export type NetworkState = {
  state: 'online' | 'offline' | 'unknown';
  /** UTC ms of the last request that told. */
  since: number | null;
  words: string;
};

export type NetworkWatch = {
  saw(sign: NetworkSign): void;
  paused(ms: number): void;
  read(): NetworkState;
  close(): void;
};

export function createNetworkWatch(deps: { clock: () => number; onChange: () => void }): NetworkWatch {
  let state: NetworkState['state'] = 'unknown';
  let since: number | null = null;
  let pausedUntil = 0;
  let pauseEnds: NodeJS.Timeout | undefined;

  const words = (): string => {
    const waiting = Math.ceil((pausedUntil - deps.clock()) / 1000);
    if (waiting > 0) return `The service asked to wait: ${waiting} s to go.`;
    if (state === 'online') return 'The marketplace answers.';
    if (state === 'offline') return 'The marketplace cannot be reached. Everything saved still works.';
    return 'The marketplace has not been asked yet.';
  };

  return {
    saw: (sign) => {
      const now = sign === 'answered' ? 'online' : 'offline';
      const changed = now !== state;
      state = now;
      since = deps.clock();
      if (changed) deps.onChange();
    },
    paused: (ms) => {
      pausedUntil = deps.clock() + ms;
      clearTimeout(pauseEnds);
      pauseEnds = setTimeout(deps.onChange, ms).unref();
      deps.onChange();
    },
    close: () => clearTimeout(pauseEnds),
    read: () => ({ state, since, words: words() }),
  };
}
