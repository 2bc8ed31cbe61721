import { SENT_STATES } from '#shared/purchase/state.ts';
import { isStorageError } from '../../storage/problem.ts';
import { IllegalEventError } from '../journal/journal.ts';
import { type PurchaseContext, STORE_AGAIN_MS } from '../journal/purchase-context.ts';
import { expireIfOver, timeLeft } from '../quoting/quoting.ts';
import { pollLeft } from './back-off.ts';
import { foreignAccount, pollWhenDue } from './recovery.ts';
import { interpretOutput } from './settling.ts';

/**
 * Sets an alarm for whatever the journal says is next for each open purchase. The journal is the only plan. While the
 * data file refuses to be written to, nothing is tried more often than every few seconds.
 */
export function createAlarms(context: PurchaseContext, ready: () => boolean) {
  const planned = new Map<string, () => void>();
  let closed = false;
  let quietUntil = Number.NEGATIVE_INFINITY;

  const set = (name: string, ms: number, work: () => void) => {
    const quiet = quietUntil - context.monotonic();
    planned.set(name, context.after(Math.max(0, ms, quiet), work));
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
      for (const entry of context.journal.inStates(['quoted', ...SENT_STATES])) {
        const { nextPollAt } = entry;
        if (entry.state === 'quoted')
          set(entry.id, timeLeft(context, entry), () =>
            inBackground(async () => expireIfOver(context, entry.id)),
          );
        else if (
          nextPollAt !== null &&
          !context.busy.has(entry.id) &&
          foreignAccount(context, entry) === null
        )
          set(entry.id, pollLeft(context, entry, nextPollAt), () =>
            inBackground(() => pollWhenDue(context, entry.id, nextPollAt)),
          );
      }
      const toInterpret = context.outputs.toInterpret().filter((id) => !context.uninterpretable.has(id));
      if (toInterpret.length > 0)
        set('interpret', 0, () => {
          for (const id of toInterpret) interpretOutput(context, id);
          context.publishChange();
        });
    } catch (error) {
      if (!isStorageError(error)) throw error;
      set('', STORE_AGAIN_MS, plan);
    }
  }

  function storageFailed(): void {
    quietUntil = context.monotonic() + STORE_AGAIN_MS;
  }

  /** Work that goes on after the user’s request was answered. What it finds is in the journal. */
  function inBackground(work: () => Promise<unknown>): void {
    work().catch((error: unknown) => {
      // A race that another process won is settled by the journal; anything else is looked at again by plan.
      if (error instanceof IllegalEventError) return;
      if (isStorageError(error)) storageFailed();
      plan();
    });
  }

  return {
    plan,
    inBackground,
    storageFailed,
    close: () => {
      closed = true;
      callOffAll();
    },
  };
}
