import { randomUUID } from 'node:crypto';
import type { EventStore } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

const REMEMBERED_EVENTS = 500;

/** Remembers what one session was sent, so that a stream that broke can be taken up again after the last event seen. */
export function createEventStore(): EventStore {
  const events: { id: string; stream: string; message: JSONRPCMessage }[] = [];
  return {
    async storeEvent(stream, message) {
      const id = randomUUID();
      events.push({ id, stream, message });
      if (events.length > REMEMBERED_EVENTS) events.shift();
      return id;
    },
    async replayEventsAfter(lastEventId, { send }) {
      const last = events.findIndex((event) => event.id === lastEventId);
      const stream = events[last]?.stream;
      if (stream === undefined) throw new Error('The event is not remembered.');
      for (const event of events.slice(last + 1)) {
        if (event.stream === stream) await send(event.id, event.message);
      }
      return stream;
    },
  };
}
