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
  /** Permissions that the user gave outside the page, each for one reason and one origin, stored in the data file. */
  allowed: { read(): readonly string[]; write(permissions: readonly string[]): void };
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

/** Why an address needs a permission. One for a reason allows nothing for the other. */
type Reason = 'local' | 'unencrypted';

const WORDS: Readonly<Record<Reason, string>> = {
  local: 'on this machine or your own network',
  unencrypted: 'without encryption, so that others on the way can read and change what is sent',
};

export function createReach(deps: ReachDeps): Reach {
  const addressesOf =
    deps.addressesOf ??
    (async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address));

  const permission = (reason: Reason, url: URL): string => `${reason} ${url.origin}`;
  const isAllowed = (reason: Reason, url: URL): boolean =>
    deps.own().includes(url.origin) || deps.allowed.read().includes(permission(reason, url));
  const allow = (reasons: readonly Reason[], url: URL): void =>
    deps.allowed.write(
      [...deps.allowed.read(), ...reasons.map((reason) => permission(reason, url))].slice(-MAX_ALLOWED),
    );
  const isPlain = (url: URL): boolean => url.protocol === 'http:' && !isLoopback(url);

  /** What is unusual about the address. */
  const unusual = async (url: URL): Promise<Reason[]> => {
    const isLocal =
      namesLocalHost(url) || (await addressesOf(url.hostname).catch(() => [])).some(isLocalAddress);
    return [...(isLocal ? (['local'] as const) : []), ...(isPlain(url) ? (['unencrypted'] as const) : [])];
  };
  const wordsOf = (reasons: readonly Reason[]): string =>
    reasons.length > 1
      ? 'on this machine or your own network, without encryption'
      : WORDS[reasons[0] ?? 'local'];

  return {
    fetch: (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      // Both at every request: a name may lead elsewhere than when it was allowed.
      const mayReachLocal = isAllowed('local', url);
      const isRefused =
        (isPlain(url) && !isAllowed('unencrypted', url)) || (namesLocalHost(url) && !mayReachLocal);
      if (isRefused)
        return Promise.reject(Object.assign(new Error('not allowed'), { code: 'LOCAL_ADDRESS' }));
      const checked: FetchInit = { ...init, mayReachLocal };
      return deps.fetch(input, checked);
    },
    async ask(url) {
      const reasons = (await unusual(url)).filter((reason) => !isAllowed(reason, url));
      if (reasons.length === 0) return true;
      const confirmed = await deps.confirm({
        title: `Let Milepost connect to ${url.origin}?`,
        words: `Milepost was asked to connect to ${url.origin}: it is ${wordsOf(reasons)}.`,
        detail: 'Allow it only if you gave this address yourself and know what answers there.',
      });
      if (confirmed) allow(reasons, url);
      return confirmed;
    },
    async askToUse(url) {
      if (url.href === deps.given?.href) return true;
      const reasons = await unusual(url);
      const confirmed = await deps.confirm({
        title: `Use ${url.origin} as your marketplace?`,
        words: [
          `Milepost was asked to use the marketplace at ${url.href}`,
          `What you search for and buy, and the key that you store for it, would be sent to ${url.origin}`,
          ...(reasons.length === 0 ? [] : [`It is ${wordsOf(reasons)}.`]),
        ],
        detail: 'Allow it only if you gave this address yourself and know what answers there.',
        // Not the address itself: a page may have chosen it to be dangerous in a shell.
        instead: 'Or start Milepost with the address: npm run host -- --marketplace URL',
      });
      if (confirmed)
        allow(
          reasons.filter((reason) => !isAllowed(reason, url)),
          url,
        );
      return confirmed;
    },
  };
}
