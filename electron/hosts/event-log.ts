import { randomUUID } from 'node:crypto';
import { TOPICS } from '#shared/contract/index.ts';

export type LoggedEvent = { id: string; name: string; payload: unknown };

export type EventLog = {
  add(name: string, payload: unknown): void;
  /** The ID of the latest event, where a new page begins. */
  here(): string;
  /** Events after an ID. If it is of another launch or too old, returns one event that marks every topic as changed. */
  after(id: string): LoggedEvent[];
  listen(receive: (event: LoggedEvent) => void): () => void;
};

/** Enough for a few minutes of heavy use; a page that missed more reads everything again. */
const MAX_EVENTS = 500;

/** The latest events with increasing IDs, for pages whose stream reconnects. */
export function eventLog(): EventLog {
  const launch = randomUUID();
  const events: LoggedEvent[] = [];
  const receivers = new Set<(event: LoggedEvent) => void>();
  let count = 0;

  const idOf = (position: number) => `${launch}/${position}`;
  const everything = (): LoggedEvent => ({
    id: idOf(count),
    name: 'changed',
    payload: { topics: [...TOPICS] },
  });

  return {
    add: (name, payload) => {
      count += 1;
      const event = { id: idOf(count), name, payload };
      events.push(event);
      if (events.length > MAX_EVENTS) events.shift();
      for (const receive of receivers) receive(event);
    },
    here: () => idOf(count),
    after: (id) => {
      const [of, position] = id.split('/');
      const seen = Number(position);
      if (of !== launch || !Number.isSafeInteger(seen) || seen < 0 || seen > count) return [everything()];
      const missed = count - seen;
      if (missed === 0) return [];
      return missed > events.length ? [everything()] : events.slice(-missed);
    },
    listen: (receive) => {
      receivers.add(receive);
      return () => {
        receivers.delete(receive);
      };
    },
  };
}
