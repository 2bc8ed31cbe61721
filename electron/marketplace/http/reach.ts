import { lookup } from 'node:dns/promises';
import { isLocalAddress, namesLocalHost } from '../sockets/local-address.ts';
import type { FetchInit } from '../sockets/node-fetch.ts';
import { isLoopback } from './origin-rule.ts';

/** A question to the user outside the page. */
export type ReachQuestion = { title: string; words: string | string[]; detail: string; instead?: string };

export type ReachDeps = {
  fetch: typeof globalThis.fetch;
  /** Origins given for this run, or served by the program itself. */
  own: () => readonly string[];
  /** The marketplace's address given for this run, if any. */
  given?: URL | null;
  /** Origins that the user allowed outside the page, stored in the data file. */
  allowed: { read(): readonly string[]; write(origins: readonly string[]): void };
  /** Throws `confirmation_unavailable` if nobody can be asked. */
  confirm: (question: ReachQuestion) => Promise<boolean>;
  /** Resolves a host name; by the system if absent. */
  addressesOf?: (hostname: string) => Promise<readonly string[]>;
};

/**
 * Where requests may go: public services over HTTPS always; this machine, local networks and plain HTTP only if the
 * user allowed it outside the page. A compromised page or marketplace could otherwise read whatever answers there.
 */
export type Reach = {
  /** A `fetch` with these restrictions, checked against the resolved address. */
  fetch: typeof globalThis.fetch;
  /** Asks the user outside the page if needed; false if refused. */
  ask(address: URL): Promise<boolean>;
  /**
   * Asks the user outside the page whether to use this marketplace, in one question that includes anything unusual
   * about its location. Not asked for an address given for this run.
   */
  askToUse(marketplace: URL): Promise<boolean>;
};

const MAX_ALLOWED = 100;

export function createReach(deps: ReachDeps): Reach {
  const addressesOf =
    deps.addressesOf ??
    (async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address));

  const isAllowed = (url: URL): boolean =>
    deps.own().includes(url.origin) || deps.allowed.read().includes(url.origin);
  const allow = (url: URL): void =>
    deps.allowed.write([...deps.allowed.read(), url.origin].slice(-MAX_ALLOWED));
  const isPlain = (url: URL): boolean => url.protocol === 'http:' && !isLoopback(url);

  /** What is unusual about the address, in words; null if nothing. */
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
        // Not the address itself: a page may have chosen it to be dangerous in a shell.
        instead: 'Or start Milepost with the address: npm run host -- --marketplace URL',
      });
      if (confirmed && why !== null && !isAllowed(url)) allow(url);
      return confirmed;
    },
  };
}
