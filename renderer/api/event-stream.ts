import { EventSourceParserStream } from 'eventsource-parser/stream';

export type EventStreamDeps = {
  fetch: typeof globalThis.fetch;
  headers: Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  receive: (name: string, payload: unknown) => void;
};

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;
/** An id that no host issued: it is answered with an event saying that everything may have changed. */
const UNKNOWN_ID = 'none';

export type EventStream = {
  stop: () => void;
  /** Resolves once the host sends every further event, or could not be reached: it never rejects. */
  begun: Promise<void>;
};

/**
 * Reads the host's events, and reconnects when the stream breaks, sending the last id so that nothing in between is
 * missed. `EventSource` cannot be used: it sends no header, and the secret belongs in one.
 */
export function eventStream({ fetch, headers, receive }: EventStreamDeps): EventStream {
  const begun = Promise.withResolvers<void>();
  const stopped = new AbortController();
  let lastId: string | null = null;
  let isSilent = false;
  /** No host answers: what the frame claims is read again, which says so, and everything once there is one. */
  const noteSilence = () => {
    lastId = UNKNOWN_ID;
    if (isSilent || stopped.signal.aborted) return;
    isSilent = true;
    receive('changed', { topics: ['status'] });
  };

  const readOnce = async () => {
    const response = await fetch('/api/events', {
      headers: { ...(await headers), ...(lastId === null ? {} : { 'last-event-id': lastId }) },
      cache: 'no-store',
      signal: stopped.signal,
    }).catch((error: unknown) => {
      noteSilence();
      throw error;
    });
    begun.resolve();
    // Retrying does not help after a refusal: the page belongs to another launch, and every call reports it.
    if (response.status === 401 || response.status === 403) {
      noteSilence();
      stopped.abort();
      return;
    }
    if (!response.ok || response.body === null) throw new Error(`events answered ${response.status}`);
    isSilent = false;
    const reader = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
      .getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (next.value.id !== undefined) lastId = next.value.id;
      if (next.value.event !== undefined) receive(next.value.event, JSON.parse(next.value.data));
      waitMs = FIRST_WAIT_MS;
    }
  };

  let waitMs = FIRST_WAIT_MS;
  const readForEver = async () => {
    while (!stopped.signal.aborted) {
      await readOnce().catch(() => undefined);
      begun.resolve();
      lastId ??= UNKNOWN_ID;
      if (stopped.signal.aborted) return;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    }
  };
  void readForEver();
  return { stop: () => stopped.abort(), begun: begun.promise };
}
