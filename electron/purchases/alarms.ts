import { isStorageError } from '../storage/problem.ts';
import { IllegalEventError } from './journal.ts';
import { expireIfOver, timeLeft } from './quoting.ts';
import { foreignGround, lookWhenDue } from './recovery.ts';
import { type Room, STORE_AGAIN_MS } from './room.ts';
import { interpretOutput } from './settling.ts';

/**
 * Sets an alarm for whatever the journal says is next for each open purchase. The journal is the only plan. While the
 * data file refuses to be written to, nothing is tried more often than every few seconds.
 */
export function createAlarms(room: Room, ready: () => boolean) {
  const planned = new Map<string, () => void>();
  let closed = false;
  let quietUntil = Number.NEGATIVE_INFINITY;

  const set = (name: string, ms: number, work: () => void) => {
    const quiet = quietUntil - room.monotonic();
    planned.set(name, room.after(Math.max(0, ms, quiet), work));
  };
  const callOffAll = () => {
    for (const callOff of planned.values()) callOff();
    planned.clear();
  };

  function plan(): void {
    if (closed) return;
    callOffAll();
    try {
      if (!ready()) {
        set('', STORE_AGAIN_MS, plan);
        return;
      }
      for (const entry of room.journal.inStates(['quoted', 'submitted', 'pending', 'unknown'])) {
        if (entry.state === 'quoted')
          set(entry.id, timeLeft(room, entry), () => inBackground(async () => expireIfOver(room, entry.id)));
        else if (entry.nextLookAt !== null && !room.busy.has(entry.id) && foreignGround(room, entry) === null)
          set(entry.id, entry.nextLookAt - room.clock(), () =>
            inBackground(() => lookWhenDue(room, entry.id)),
          );
      }
      const toInterpret = room.outputs.toInterpret().filter((id) => !room.uninterpretable.has(id));
      if (toInterpret.length > 0)
        set('interpret', 0, () => {
          for (const id of toInterpret) interpretOutput(room, id);
          room.publishChange();
        });
    } catch (error) {
      if (!isStorageError(error)) throw error;
      set('', STORE_AGAIN_MS, plan);
    }
  }

  /** Work that goes on after the person's request was answered. What it finds is in the journal. */
  function inBackground(work: () => Promise<unknown>): void {
    work().catch((error: unknown) => {
      // A race that another process won is settled by the journal; anything else is looked at again by plan.
      if (!(error instanceof IllegalEventError)) plan();
    });
  }

  return {
    plan,
    inBackground,
    storageFailed: () => {
      quietUntil = room.monotonic() + STORE_AGAIN_MS;
    },
    close: () => {
      closed = true;
      callOffAll();
    },
  };
}
