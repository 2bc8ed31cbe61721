import { isUnresolved } from '#shared/purchase/state.ts';
import { LONG_WAIT_MS } from '../../marketplace/waits/by-hand.ts';
import { isStorageError } from '../../storage/problem.ts';
import type { Entry } from '../journal/entry.ts';
import { type Uses, withExchangeLock } from '../journal/purchase-context.ts';
import { laterPoll, waitLeft } from './back-off.ts';
import { type Ordering, sendCommand } from './buying.ts';
import type { Searching } from './call-claim.ts';
import { findInCallList } from './call-search.ts';
import { pollCallStatus } from './call-status.ts';
import { foreignAccount } from './purchase-account.ts';
import { interpretOutput, type TakingIn } from './settling.ts';

/** Runs at start: sends nothing, and records the true state of everything unfinished. */
export function recoverUnfinished(context: TakingIn): void {
  // One transaction, since another process on this data folder may be starting too.
  context.storage.transaction(() => {
    for (const entry of context.journal.inStates(['quoting']))
      context.journal.record(entry.id, {
        event: 'quote_failed',
        words: 'Milepost was closed before the quote came. Nothing was bought.',
      });
    for (const entry of context.journal.inStates(['approved']))
      context.journal.record(entry.id, {
        event: 'voided',
        words: 'Milepost was closed before anything was sent. Nothing was bought.',
      });
    for (const entry of context.journal.inStates(['submitted']))
      if (!waitsToBeSent(entry))
        context.journal.record(entry.id, {
          event: 'answer_lost',
          words:
            'Milepost was closed before an answer came. It may have been charged, so it is looked for at the service.',
          changes: { nextPollAt: context.clock() },
        });
  });
  for (const id of context.outputs.toInterpret()) interpretOutput(context, id);
}

/**
 * Whether the service did not take an order yet and asked to wait: a restart changes neither (§7.1). An order that is being
 * sent is not planned for any time (`claimOrder`).
 */
export const waitsToBeSent = ({ state, nextPollAt }: Entry): boolean =>
  state === 'submitted' && nextPollAt !== null;

/** What reading the outcome of a purchase needs. */
export type Polling = Searching & TakingIn;

/** Reads an unresolved purchase's status, or waits for the exchange in progress. Read-only (§7.3). */
export async function poll(context: Polling, id: string): Promise<void> {
  const entry = context.journal.must(id);
  if (!isUnresolved(entry.state)) return;
  if (!context.busy.has(id)) await context.learnAccount();
  return pollOnce(context, id);
}

/** As above, but automatic: skipped if the service has stated a wait since it was planned (§7.1). */
export async function pollAutomatically(context: Polling, id: string): Promise<void> {
  await context.learnAccount();
  const entry = context.journal.must(id);
  if (!context.closed() && isUnresolved(entry.state) && waitLeft(context, entry) === 0)
    await pollOnce(context, id);
}

async function pollOnce(context: Polling, id: string): Promise<void> {
  const underWay = context.busy.get(id);
  if (underWay !== undefined) return underWay;
  if (foreignAccount(context, context.journal.must(id)) !== null) return;
  await withExchangeLock(context, id, () => readOutcome(context, id));
}

async function readOutcome(context: Polling, id: string): Promise<void> {
  const entry = context.journal.must(id);
  try {
    // Nothing is read unless the answer can be stored.
    context.journal.amend(id, { nextPollAt: laterPoll(context, entry).nextPollAt });
    if (entry.callRef !== null) {
      await pollCallStatus(context, id, entry.callRef);
      return;
    }
    const found = await findInCallList(context, entry);
    if (context.closed()) return;
    if (found.own === null) {
      context.journal.amend(id, laterPoll(context, entry));
      return;
    }
    const { callRef, raw } = found.own;
    context.journal.note(id, {
      event: 'found',
      by: 'main',
      words: 'Found in the list of Calls at the service, which names its order.',
      detail: raw,
    });
    await pollCallStatus(context, id, callRef);
  } catch (error) {
    // The service still has the answer; it is read again, at growing intervals, until the file is writable.
    if (isStorageError(error)) {
      context.storageFailed(error);
      context.journal.amend(id, laterPoll(context, entry));
    }
    throw error;
  }
}

/**
 * Takes the step planned for `due`, in UTC ms: sends the same order again if the service asked to wait, reads the
 * status otherwise.
 */
export async function pollWhenDue(context: Polling & Ordering, id: string, due: number): Promise<void> {
  await context.learnAccount();
  if (context.closed()) return;
  const entry = context.journal.must(id);
  // Another program on the data file was faster. Its new plan is in the journal.
  if (entry.nextPollAt !== due) return context.publishChange();
  if (entry.state !== 'submitted') return pollOnce(context, id);
  if (foreignAccount(context, entry) !== null || entry.damaged !== undefined) return;
  await sendWaiting(context, id, due);
}

/** Whether the user may send an order once although the service asked to wait: for hours or days, by mistake perhaps. */
export const mayBeSentByHand = (context: Uses<'clock' | 'monotonic' | 'plans'>, entry: Entry): boolean =>
  waitsToBeSent(entry) && entry.damaged === undefined && waitLeft(context, entry) >= LONG_WAIT_MS;

/** Sends an order that waits, unless another program was faster. */
export async function sendWaiting(context: Ordering, id: string, due: number): Promise<void> {
  if (context.busy.has(id)) return;
  if (!claimOrder(context, id, due)) return context.publishChange();
  try {
    await sendCommand(context, id);
  } catch (error) {
    const { state, nextPollAt } = context.journal.must(id);
    if (state === 'submitted' && nextPollAt === null) context.journal.amend(id, { nextPollAt: due });
    throw error;
  }
}

/**
 * Claims an order whose wait is over for this program: if two sent it at once, one might be refused what the other is
 * charged for. It stays `submitted` until an answer or the next start.
 */
const claimOrder = ({ storage, journal }: Uses<'storage' | 'journal'>, id: string, due: number): boolean =>
  storage.transaction(() => {
    const { state, nextPollAt } = journal.must(id);
    if (state !== 'submitted' || nextPollAt !== due) return false;
    journal.amend(id, { nextPollAt: null });
    return true;
  });
