import { lookup } from 'node:dns/promises';
import { isLocalAddress, namesLocalHost } from '../sockets/local-address.ts';
import type { FetchInit } from '../sockets/node-fetch.ts';
import { isLoopback } from './origin-rule.ts';

/** A question that is asked outside the page. */
export type ReachQuestion = { title: string; words: string | string[]; detail: string; instead?: string };

export type ReachDeps = {
  fetch: typeof globalThis.fetch;
  /** Origins that the user named for this run, or that the program serves itself. */
  own: () => readonly string[];
  /** The marketplace's address that the user gave for this run; absent or null where they gave none. */
  given?: URL | null;
  /** Origins that the user allowed outside the page, in the data file. */
  allowed: { read(): readonly string[]; write(origins: readonly string[]): void };
  /** Fails with `confirmation_unavailable` where nobody can be asked. */
  confirm: (question: ReachQuestion) => Promise<boolean>;
  /** The addresses of a name; the system's look-up where absent. */
  addressesOf?: (hostname: string) => Promise<readonly string[]>;
};

/**
 * Where requests may go: to public services over HTTPS always, and to this machine, a local network, or anything over
 * plain HTTP only where the user has said so outside the page. A page or a marketplace in the wrong hands could
 * otherwise read whatever answers there.
 */
export type Reach = {
  /** `fetch` that keeps to it. The address that a name stands for is checked where it is connected to. */
  fetch: typeof globalThis.fetch;
  /** Asks the user outside the page where it takes that; false where they do not want it. */
  ask(address: URL): Promise<boolean>;
  /**
   * Asks the user outside the page whether this is to be their marketplace, in one question with what is unusual about
   * where it lies. Only what they named for this run themselves is not asked about.
   */
  askToUse(marketplace: URL): Promise<boolean>;
};

const MOST_ALLOWED = 100;

export function createReach(deps: ReachDeps): Reach {
  const addressesOf =
    deps.addressesOf ??
    (async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address));

  const isAllowed = (url: URL): boolean =>
    deps.own().includes(url.origin) || deps.allowed.read().includes(url.origin);
  const allow = (url: URL): void =>
    deps.allowed.write([...deps.allowed.read(), url.origin].slice(-MOST_ALLOWED));
  const isPlain = (url: URL): boolean => url.protocol === 'http:' && !isLoopback(url);

  /** What is unusual about the address, in words; null where nothing is. */
  const unusual = async (url: URL): Promise<string | null> => {
    const local =
      namesLocalHost(url) || (await addressesOf(url.hostname).catch(() => [])).some(isLocalAddress);
    if (local && isPlain(url)) return 'on this machine or your own network, without encryption';
    if (local) return 'on this machine or your own network';
    return isPlain(url)
      ? 'without encryption, so that others on the way can read and change what is sent'
      : null;
  };

  return {
    fetch: (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const mayReachLocal = isAllowed(url);
      if (!mayReachLocal && (isPlain(url) || namesLocalHost(url)))
        return Promise.reject(Object.assign(new Error('not allowed'), { code: 'LOCAL_ADDRESS' }));
      const checked: FetchInit = { ...init, mayReachLocal };
      return deps.fetch(input, checked);
    },
    async ask(url) {
      if (isAllowed(url)) return true;
      const why = await unusual(url);
      if (why === null) return true;
      const confirmed = await deps.confirm({
        title: `Let Milepost connect to ${url.origin}?`,
        words: `Milepost was asked to connect to ${url.origin}: it is ${why}.`,
        detail: 'Allow it only if you gave this address yourself and know what answers there.',
      });
      if (confirmed) allow(url);
      return confirmed;
    },
    async askToUse(url) {
      if (url.href === deps.given?.href) return true;
      const why = await unusual(url);
      const confirmed = await deps.confirm({
        title: `Use ${url.origin} as your marketplace?`,
        words: [
          `Milepost was asked to use the marketplace at ${url.href}`,
          `What you search for and buy, and the key that you store for it, would be sent to ${url.origin}`,
          ...(why === null ? [] : [`It is ${why}.`]),
        ],
        detail: 'Allow it only if you gave this address yourself and know what answers there.',
        // Not the address itself: a page may have chosen it for what a shell would make of it.
        instead: 'Or start Milepost with the address: npm run host -- --marketplace URL',
      });
      if (confirmed && why !== null && !isAllowed(url)) allow(url);
      return confirmed;
    },
  };
}
