import { waitLabel } from '#shared/formats.ts';
import type { NetworkSign } from './transport-deps.ts';

/** Whether the marketplace was reachable at the last request. Offline is a state, not an error. */
export type NetworkState = {
  state: 'online' | 'offline' | 'unknown';
  /** UTC ms of the request that showed this. */
  since: number | null;
  words: string;
  /** Something in between answers in the marketplace's place. */
  instead?: true;
};

export type NetworkWatch = {
  saw(sign: NetworkSign): void;
  read(): NetworkState;
};

export function createNetworkWatch(deps: {
  clock: () => number;
  /** The rest of the pause that the service asked for, in ms. */
  pausedForMs: () => number;
  onChange: () => void;
}): NetworkWatch {
  let state: NetworkState['state'] = 'unknown';
  let since: number | null = null;
  let isInstead = false;

  const words = (): string => {
    if (isInstead)
      return 'Something between here and the marketplace answers in its place: the sign-in page of this network, a proxy, or an error page. Open any page in your browser to sign in; everything saved still works.';
    const waiting = deps.pausedForMs();
    if (waiting > 0) return `The service asked to wait: ${waitLabel(waiting)} to go.`;
    if (state === 'online') return 'The marketplace answers.';
    if (state === 'offline') return 'The marketplace cannot be reached. Everything saved still works.';
    return 'The marketplace has not been asked yet.';
  };

  return {
    saw: (sign) => {
      const now = sign === 'answered' ? 'online' : 'offline';
      const changed = now !== state || isInstead !== (sign === 'instead');
      isInstead = sign === 'instead';
      state = now;
      since = deps.clock();
      if (changed) deps.onChange();
    },
    read: () => ({ state, since, words: words(), ...(isInstead && { instead: true as const }) }),
  };
}
