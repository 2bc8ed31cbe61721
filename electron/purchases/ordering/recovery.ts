import { fail } from '#shared/contract/failure.ts';
import { formatAmount } from '#shared/money.ts';
import { plainName } from '#shared/plain-text.ts';
import { isUnresolved } from '#shared/purchase/state.ts';
import { readCallStatus } from '../../marketplace/answers/call-status.ts';
import type { RequestFailure } from '../../marketplace/http/answer.ts';
import { isStorageError } from '../../storage/problem.ts';
import type { Entry, Refusal } from '../journal/entry.ts';
import { LOST, ORDER_RESTORED, type TimelineEntry } from '../journal/journal.ts';
import { ceilingOf, type PurchaseContext, withExchangeLock } from '../journal/purchase-context.ts';
import { countedAmounts } from '../journal/spending.ts';
import { callWaitLeft, laterPoll, orderLeft, passedSince, waitLeft } from './back-off.ts';
import { sendCommand } from './buying.ts';
import { findInCallList, freshStatus } from './call-search.ts';
import { applyStatus, applyStatusReply, pollCallStatus } from './call-status.ts';
import { rememberedCharge } from './seen-calls.ts';
import { applyStatedCharge, type Declined, interpretOutput, isQuoteUsed } from './settling.ts';

/** Runs at start: sends nothing, and records the true state of everything unfinished. */
export function recoverUnfinished(context: PurchaseContext): void {
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

/** Why this purchase may not be touched from here; null where it may: another marketplace or account never resumes it. */
export function foreignAccount(context: PurchaseContext, entry: Entry): string | null {
  const accountContext = context.accountContext();
  if (accountContext.marketplace !== entry.marketplace)
    return 'This purchase was made at another marketplace. Return to that address in Settings to settle it.';
  if (accountContext.keyMark === 'none')
    return 'Reading its status needs the access key. Store it in Settings.';
  if (isAccountUnknown(context, entry))
    return 'The service did not say whose account this purchase was made with, and the key is another one since. Check again if it was made with the account of this key.';
  const sameAccount =
    entry.account === null || accountContext.account === null || entry.account === accountContext.account;
  return sameAccount
    ? null
    : 'This purchase was made with another account. Store a key of that account in Settings to settle it.';
}

/** Whether only the user knows if it belongs to the current account: the service does not state both accounts. */
export function isAccountUnknown(context: PurchaseContext, entry: Entry): boolean {
  const { marketplace, keyMark, account } = context.accountContext();
  return (
    marketplace === entry.marketplace &&
    keyMark !== 'none' &&
    keyMark !== entry.keyMark &&
    (account === null || entry.account === null)
  );
}

/**
 * Records the account of open purchases that the service states only now, for the very same key. Another key of that
 * account can then settle them.
 */
export function recordStatedAccounts({ journal, accountContext }: PurchaseContext): void {
  const { marketplace, account, keyMark } = accountContext();
  if (account === null) return;
  for (const entry of journal.inStates(['approved', 'submitted', 'pending', 'unknown']))
    if (entry.account === null && entry.marketplace === marketplace && entry.keyMark === keyMark)
      journal.amend(entry.id, { account });
}

/** Reads an unresolved purchase's status, or waits for the exchange in progress. Read-only (§7.3). */
export async function poll(context: PurchaseContext, id: string): Promise<void> {
  const entry = context.journal.must(id);
  if (!isUnresolved(entry.state)) return;
  if (!context.busy.has(id)) await context.learnAccount();
  return pollOnce(context, id);
}

/** As above, but automatic: skipped if the service has stated a wait since it was planned (§7.1). */
export async function pollAutomatically(context: PurchaseContext, id: string): Promise<void> {
  await context.learnAccount();
  const entry = context.journal.must(id);
  if (!context.closed() && isUnresolved(entry.state) && waitLeft(context, entry) === 0)
    await pollOnce(context, id);
}

async function pollOnce(context: PurchaseContext, id: string): Promise<void> {
  const underWay = context.busy.get(id);
  if (underWay !== undefined) return underWay;
  if (foreignAccount(context, context.journal.must(id)) !== null) return;
  await withExchangeLock(context, id, () => readOutcome(context, id));
}

async function readOutcome(context: PurchaseContext, id: string): Promise<void> {
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
    if (found.kind === 'own') {
      context.journal.note(
        id,
        'found',
        'main',
        'Found in the list of Calls at the service, which names its order.',
        null,
        found.item,
      );
      const { callRef } = found;
      const fresh = freshStatus(context, callRef);
      const left = callWaitLeft(context, callRef);
      if (fresh !== null) applyStatusReply(context, id, callRef, await fresh);
      // It was read before its owner was known, and the service stated a wait.
      else if (left > 0)
        context.journal.amend(id, {
          callRef,
          ...rememberedCharge(context, entry, callRef),
          ...laterPoll(context, entry, left),
        });
      else await pollCallStatus(context, id, callRef);
    } else {
      const declined =
        found.kind === 'none' && found.current && !isKnownCharged(entry) ? provenDeclined(context, id) : null;
      if (declined === null) context.journal.amend(id, laterPoll(context, entry));
      else
        settleDeclined(context, id, declined, 'The service’s list, read completely, holds no Call for it.');
    }
  } catch (error) {
    // The service still has the answer; it is read again, at growing intervals, until the file is writable.
    if (isStorageError(error)) {
      context.storageFailed();
      context.journal.amend(id, laterPoll(context, entry));
    }
    throw error;
  }
}

/**
 * Repeats the identical order with its original idempotency key, at the user's request (§7.3: status first). A
 * refusal does not prove that nothing was bought: that also takes the list of Calls.
 */
export async function resume(context: PurchaseContext, id: string): Promise<void> {
  const before = context.journal.must(id);
  if (before.state !== 'unknown')
    fail('not_resumable', 'Only a purchase whose outcome is unknown can be resumed.', { purchaseId: id });
  const known = context.journal.timeline(id).length;
  await context.learnAccount();
  const foreign = foreignAccount(context, before);
  if (foreign !== null) fail('other_account', foreign, { purchaseId: id });
  // An exchange in progress may settle it; after that its status is read, and only then may it be sent again.
  await context.busy.get(id);
  const now = context.journal.must(id);
  // If polled automatically since the click, the wait stated then applies.
  const named = now.state === 'unknown' && now.polls !== before.polls ? waitLeft(context, now) : 0;
  if (named > 0)
    fail(
      'too_soon',
      'The service has just said how the Call stands, and asks to be left alone for a while. Nothing was sent again.',
      { purchaseId: id, retryAfterMs: named },
    );
  await poll(context, id);
  if (context.closed() || context.journal.must(id).state !== 'unknown') return;
  // Another click has sent it meanwhile, or the exchange was the order itself.
  if (
    context.journal
      .timeline(id)
      .slice(known)
      .some(({ event }) => OF_AN_ORDER_SENT_AGAIN.has(event))
  )
    return;
  await confirmForeignOrder(context, before);
  const entry = context.journal.must(id);
  if (context.closed() || entry.state !== 'unknown' || context.busy.has(id)) return;
  const elsewhere = foreignAccount(context, entry);
  if (elsewhere !== null) fail('other_account', elsewhere, { purchaseId: id });
  const wait = orderLeft(context, entry);
  if (wait > 0)
    fail(
      'too_soon',
      'This order was sent several times within a minute. Wait a little before you send it again.',
      {
        purchaseId: id,
        retryAfterMs: wait,
      },
    );
  context.journal.record(id, {
    event: 'resumed',
    words: 'You let Milepost send the same order again, with the same key.',
    changes: { attempts: entry.attempts + 1 },
  });
  await sendCommand(context, id);
  // A declined order is searched for in the list at once. A known Call keeps its own waits.
  if (!context.closed() && entry.callRef === null && hasJustBeenDeclined(context, id))
    await poll(context, id);
  context.publishChange();
}

const OF_AN_ORDER_SENT_AGAIN = new Set(['resumed', 'order_declined', 'answer_lost', 'wait_requested']);

const hasJustBeenDeclined = (context: PurchaseContext, id: string): boolean =>
  context.journal.timeline(id).at(-1)?.event === 'order_declined';

/** How long a lost order may still arrive, in ms: a list read earlier proves nothing. */
const ON_ITS_WAY_MS = 5 * 60_000;

/** Events after which an order may have arrived unnoticed. */
const MAY_HAVE_COME = new Set([...LOST, 'resumed']);

/** How the service declined a repeated order. */
type DeclinedOrder = { requestId: string | null; refusal: Refusal };

/**
 * The refusal of a repeated order, other than for being used, long enough after the last sending that may have
 * arrived; null if there is none. It settles the purchase only together with a complete list of Calls that contains
 * only others' and one ordered later, or with the user's statement.
 */
export function provenDeclined(context: PurchaseContext, id: string): DeclinedOrder | null {
  const timeline = context.journal.timeline(id);
  const last = timeline.findLast(({ event }) => event === 'order_declined' || MAY_HAVE_COME.has(event));
  if (last?.event !== 'order_declined' || last.detail === null) return null;
  const lost = timeline.findLast(({ event }) => LOST.includes(event));
  if (lost === undefined || passedSince(context, lost.at) < ON_ITS_WAY_MS) return null;
  if (wasUsedSinceLost(timeline)) return null;
  const { refusal } = JSON.parse(last.detail) as Declined;
  return { requestId: last.requestId, refusal };
}

/** Whether something is known to be charged for a purchase: then a Call was made for it, whatever lists leave out. */
const isKnownCharged = (entry: Entry): boolean =>
  countedAmounts({ ...entry, state: 'refused' }).some(({ units }) => BigInt(units) !== 0n);

/** Settles a purchase as refused whose repeated order was declined. */
export function settleDeclined(
  context: PurchaseContext,
  id: string,
  { requestId, refusal }: DeclinedOrder,
  because: string,
): void {
  context.journal.record(id, {
    event: 'refused',
    words: `${refusal.words} ${because}`,
    requestId,
    changes: { nextPollAt: null, refusal },
  });
}

/**
 * Whether the service stated that a repeated order's quote or key was used: an earlier sending without an answer may
 * then have been accepted. No later refusal changes that.
 */
function wasUsedSinceLost(timeline: readonly TimelineEntry[]): boolean {
  const lost = timeline.findIndex(({ event }) => event === 'answer_lost' || event === 'outcome_unknown');
  return (
    lost !== -1 &&
    timeline
      .slice(lost)
      .some(
        ({ event, detail }) =>
          event === 'order_declined' && detail !== null && isQuoteUsed(JSON.parse(detail) as Declined),
      )
  );
}

/**
 * An order from a backup was approved elsewhere, if at all: a compromised page could write one for any quote and
 * amount. So the user is asked outside the page before it is sent from here.
 */
async function confirmForeignOrder(context: PurchaseContext, entry: Entry): Promise<void> {
  const { id, title, price, ceiling } = entry;
  if (!context.journal.timeline(id).some(({ event }) => event === ORDER_RESTORED)) return;
  const amount = price === null ? 'an amount that is not known' : formatAmount(ceilingOf({ price, ceiling }));
  const confirmed = await context.confirm({
    title: 'Send an order again that came with a backup?',
    words: `Milepost was asked to send again an order for ${amount}, as the backup has it. If the service does not know it yet, it is bought now.`,
    detail: `By the backup it is for ${toolAsRead(context, entry)}, and is called “${plainName(title)}”. If you approved it on the machine that the backup is from, yes; it is charged once.`,
  });
  if (!confirmed) fail('not_confirmed', 'You did not confirm it. Nothing was sent.', { purchaseId: id });
}

/** A Tool by the name that the service gave this machine, never by one from a file. */
function toolAsRead(context: PurchaseContext, { toolRef }: Entry): string {
  const facts = context.toolFacts(toolRef);
  if (facts === null)
    return `the Tool ${plainName(toolRef)}, whose name and provider this machine has not read from the service`;
  return `the Tool ${plainName(facts.title)}${facts.providerName === null ? '' : ` by ${plainName(facts.providerName)}`}`;
}

/**
 * Takes the step planned for `due`, in UTC ms: sends the same order again if the service asked to wait, reads the
 * status otherwise.
 */
export async function pollWhenDue(context: PurchaseContext, id: string, due: number): Promise<void> {
  await context.learnAccount();
  if (context.closed()) return;
  const entry = context.journal.must(id);
  // Another program on the data file was faster. Its new plan is in the journal.
  if (entry.nextPollAt !== due) return context.publishChange();
  if (entry.state !== 'submitted') return pollOnce(context, id);
  if (foreignAccount(context, entry) !== null || context.busy.has(id)) return;
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
const claimOrder = ({ storage, journal }: PurchaseContext, id: string, due: number): boolean =>
  storage.transaction(() => {
    const { state, nextPollAt } = journal.must(id);
    if (state !== 'submitted' || nextPollAt !== due) return false;
    journal.amend(id, { nextPollAt: null });
    return true;
  });

/** Asks the service to cancel a pending Call, at the user's request. Only its answer changes anything. */
export async function cancel(context: PurchaseContext, id: string): Promise<void> {
  const before = context.journal.must(id);
  const { callRef, idempotencyKey } = before;
  if (before.state !== 'pending' || callRef === null || idempotencyKey === null)
    fail('not_cancellable', 'Only a Call that the service is working on can be cancelled.', {
      purchaseId: id,
    });
  const offered = context.marketplace().available('cancel');
  if (!offered.ok)
    fail('not_offered', `This marketplace does not offer to cancel a Call. ${offered.why}`, {
      purchaseId: id,
    });
  await context.learnAccount();
  const foreign = foreignAccount(context, before);
  if (foreign !== null) fail('other_account', foreign, { purchaseId: id });
  // A read in progress may settle it, and must not overwrite the wait in this answer.
  while (context.busy.has(id)) await context.busy.get(id);
  if (context.closed() || context.journal.must(id).state !== 'pending') return;
  await withExchangeLock(context, id, () => askToCancel(context, id, callRef, idempotencyKey));
}

/** A success without a body, such as 204 (RFC 9110, §15.3.5): what was requested is done. */
const isDoneWithoutWords = ({ code, status, bytes }: RequestFailure): boolean =>
  code !== 'cut_off' && status !== null && status >= 200 && status < 300 && bytes?.byteLength === 0;

async function askToCancel(
  context: PurchaseContext,
  id: string,
  callRef: string,
  idempotencyKey: string,
): Promise<void> {
  context.journal.record(id, {
    event: 'cancel_requested',
    words: 'You asked the service to cancel the Call.',
  });
  context.publishChange();
  // One key for all attempts: repeated clicks are one request.
  const reply = await context
    .marketplace()
    .ask('cancel', { callRef, idempotencyKey: `cancel-${idempotencyKey}` });
  if (context.closed()) return;
  if (!reply.ok && isDoneWithoutWords(reply.failure)) {
    context.journal.note(
      id,
      'evidence',
      'service',
      'The service took the request and says nothing of the Call. Its status says what became of it.',
      reply.failure.requestId,
      null,
    );
    return;
  }
  if (!reply.ok) applyStatedCharge(context, context.journal.must(id), reply.failure);
  if (!reply.ok)
    fail('not_cancelled', `${reply.failure.message} The Call goes on until the service says otherwise.`, {
      purchaseId: id,
    });
  const status = readCallStatus(reply.answer.body);
  const entry = context.journal.must(id);
  if (status.kind === 'refused') {
    applyStatedCharge(context, entry, reply.answer);
    context.journal.note(
      id,
      'evidence',
      'service',
      `The service does not cancel the Call (${plainName(status.code)}). It goes on.`,
      reply.answer.requestId,
      reply.answer.body,
    );
  } else if (entry.state === 'pending') applyStatus(context, entry, callRef, status, reply.answer);
}
