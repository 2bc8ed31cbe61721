import type { Connection } from '#shared/contract/index.ts';
import { SECRET_HEADER } from '#shared/secret-header.ts';
import { eventStream } from './event-stream.ts';

export type BrowserConnectionDeps = {
  /** The secret of this launch; null where the page was opened without one. */
  secret: string | null | Promise<string | null>;
  fetch?: typeof globalThis.fetch;
};

/**
 * Exchanges the token in the address for the secret of this launch; null where the host refuses it or cannot be
 * reached.
 */
export async function exchangeToken(token: string, fetch = globalThis.fetch): Promise<string | null> {
  const response = await fetch('/api/-/launch', {
    method: 'POST',
    headers: { [SECRET_HEADER]: token },
    cache: 'no-store',
  }).catch(() => null);
  if (response?.ok !== true) return null;
  const { secret } = (await response.json()) as { secret: string };
  return secret;
}

/** Characters; a page may have 64 KiB of such requests open at once. */
const MAX_LAST_BODY = 8_000;

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 800;

/** The contract over the loopback host that served this page. */
export function browserConnection({
  secret,
  fetch = globalThis.fetch.bind(globalThis),
}: BrowserConnectionDeps): Connection {
  const headers = Promise.resolve(secret).then((found) => ({ [SECRET_HEADER]: found ?? '' }));
  // Without a wait once they are known: a request would follow the rendering that it is to run beside.
  let known: Awaited<typeof headers> | null = null;
  void headers.then((found) => {
    known = found;
  });
  const post = async (path: string, content: object) => {
    const body = JSON.stringify(content);
    return fetch(path, {
      method: 'POST',
      headers: { ...(known ?? (await headers)), 'content-type': 'application/json' },
      body,
      cache: 'no-store',
      // What a page sends as it closes has to outlive it.
      keepalive: body.length < MAX_LAST_BODY && globalThis.document?.visibilityState === 'hidden',
    });
  };
  // A read before events arrive could miss a change to what it read.
  let eventsBegun: Promise<void> | null = null;
  return {
    call: async (group, name, input) => {
      if (eventsBegun !== null) await eventsBegun;
      let response = await post(`/api/${encodeURIComponent(group)}/${encodeURIComponent(name)}`, { input });
      // A slow answer is requested again later, so that it occupies no connection that others need.
      for (
        let pause = FIRST_PAUSE_MS;
        response.status === 202;
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
      ) {
        const { later } = (await response.json()) as { later: string };
        await new Promise((resolve) => setTimeout(resolve, pause));
        response = await post(`/api/-/later/${encodeURIComponent(later)}`, {});
      }
      return response.json();
    },
    listen: (receive) => {
      const { stop, begun } = eventStream({ fetch, headers, receive });
      eventsBegun = begun;
      void begun.then(() => {
        if (eventsBegun === begun) eventsBegun = null;
      });
      return stop;
    },
  };
}
