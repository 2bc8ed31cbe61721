import type { Connection } from '#shared/contract/index.ts';
import { eventStream } from './event-stream.ts';

export type BrowserConnectionDeps = {
  /** The secret of this launch; null where the page was opened without one. */
  secret: string | null;
  fetch?: typeof globalThis.fetch;
};

/** The header that proves that a request comes from the page that this launch opened. */
export const SECRET_HEADER = 'x-milepost-secret';

/** The contract over the loopback host that served this page. */
export function browserConnection({
  secret,
  fetch = globalThis.fetch.bind(globalThis),
}: BrowserConnectionDeps): Connection {
  const headers = { [SECRET_HEADER]: secret ?? '' };
  return {
    call: async (group, name, input) => {
      const response = await fetch(`/api/${encodeURIComponent(group)}/${encodeURIComponent(name)}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ input }),
        cache: 'no-store',
      });
      return response.json();
    },
    listen: (receive) => eventStream({ fetch, headers, receive }),
  };
}
