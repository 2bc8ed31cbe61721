import type { ContractEvent, EventName } from '#shared/contract/index.ts';
import { connection } from './connection.ts';

type Receiver = { name: EventName; receive: (payload: never) => void };

const receivers = new Set<Receiver>();
let listening = false;

/**
 * Calls back with each event of that name. Returns a function that stops it. All listeners share one connection, which
 * stays open as long as the page, so that a screen that is closed and opened again misses nothing.
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
