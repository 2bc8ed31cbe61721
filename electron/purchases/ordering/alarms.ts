import { SENT_STATES } from '#shared/purchase/state.ts';
import { isStorageError, unlessStorageFails } from '../../storage/problem.ts';
import { IllegalEventError } from '../journal/journal.ts';
import { STORE_AGAIN_MS, type Uses } from '../journal/purchase-context.ts';
import { expireIfOver, timeLeft } from '../quoting/quoting.ts';
import { pollLeft } from './back-off.ts';
import type { Ordering } from './buying.ts';
import { foreignAccount } from './purchase-account.ts';
import { type Polling, pollWhenDue } from './recovery.ts';
import { interpretOutput } from './settling.ts';

/**
 * Sets a timer for the next step of each open purchase. The journal is the only plan. While the data file refuses
 * writes, nothing is tried more often than every few seconds.
 */
export function createAlarms(
  context: Polling & Ordering & Uses<'after' | 'onStorageFailed' | 'quotedAt'>,
  ready: () => boolean,
) {
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
    const later = () => set('', STORE_AGAIN_MS, plan);
    unlessStorageFails(() => {
      if (!ready()) return later();
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
    }, later);
  }

  function storageFailed(error: unknown): void {
    context.onStorageFailed?.(error);
    quietUntil = context.monotonic() + STORE_AGAIN_MS;
  }

  /** Runs work beyond the user's request. Its results are in the journal. */
  function inBackground(work: () => Promise<unknown>): void {
    work().catch((error: unknown) => {
      // The journal settles a race won by another process; anything else is retried as planned.
      if (error instanceof IllegalEventError) return;
      if (isStorageError(error)) storageFailed(error);
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
