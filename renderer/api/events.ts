import type { ContractEvent, EventName } from '#shared/contract/index.ts';
import { connection } from './connection.ts';

type Receiver = { name: EventName; receive: (payload: never) => void };

const receivers = new Set<Receiver>();
let listening = false;

/**
 * Calls back with each event of that name. Returns how to stop. One connection serves every listener, and it stays open
 * for as long as the page lives: a screen that goes and comes back misses nothing in between.
 */
export function listen<Name extends EventName>(
  name: Name,
  receive: (payload: ContractEvent<Name>) => void,
): () => void {
  const receiver: Receiver = { name, receive };
  receivers.add(receiver);
  if (!listening) {
    listening = true;
    connection.listen((received, payload) => {
      for (const each of receivers) if (each.name === received) each.receive(payload as never);
    });
  }
  return () => {
    receivers.delete(receiver);
  };
}
