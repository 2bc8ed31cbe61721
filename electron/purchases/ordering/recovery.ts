import { fail } from '#shared/contract/failure.ts';
import { formatAmount } from '#shared/money.ts';
import { plainName } from '#shared/plain-text.ts';
import { isUnresolved } from '#shared/purchase/state.ts';
import { readCallStatus } from '../../marketplace/answers/call-status.ts';
import type { RequestFailure } from '../../marketplace/http/answer.ts';
import { isStorageError } from '../../storage/problem.ts';
import type { Entry, Refusal } from '../journal/entry.ts';
import { LOST, ORDER_RESTORED, type TimelineEntry } from '../journal/journal.ts';
import { ceilingOf, exchanging, type PurchaseContext } from '../journal/purchase-context.ts';
import { countedAmounts } from '../journal/spending.ts';
import { callWaitLeft, laterPoll, orderLeft, passedSince, waitLeft } from './back-off.ts';
import { sendCommand } from './buying.ts';
import { findInCallList, freshStatus } from './call-search.ts';
import { applyStatus, pollCallStatus, takeInStatus } from './call-status.ts';
import { chargeRead } from './seen-calls.ts';
import { type Declined, interpretOutput, saysUsed, takeInCharge } from './settling.ts';

/** What the program finds when it starts: nothing is sent, everything unfinished is named as what it is. */
export function takeStock(context: PurchaseContext): void {
  // One transaction: another process on this data folder may be taking stock as well.
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
 * sent is not planned for any time (`takeOrder`).
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

/** Whether nobody but the user knows if it was made with the account in use: the service states only one of both, or none. */
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
 * Writes down whose account the open purchases are of, where the service did not state it when they were made and states it
 * now for the very same key: another key of that account settles them then, whatever becomes of this one.
 */
export function learnWhose({ journal, accountContext }: PurchaseContext): void {
  const { marketplace, account, keyMark } = accountContext();
  if (account === null) return;
  for (const entry of journal.inStates(['approved', 'submitted', 'pending', 'unknown']))
    if (entry.account === null && entry.marketplace === marketplace && entry.keyMark === keyMark)
      journal.amend(entry.id, { account });
}

/** Reads how an unresolved purchase stands at the service, or waits for the exchange that is under way. Only ever reads (§7.3). */
export async function poll(context: PurchaseContext, id: string): Promise<void> {
  const entry = context.journal.must(id);
  if (!isUnresolved(entry.state)) return;
  if (!context.busy.has(id)) await context.learnAccount();
  return pollNow(context, id);
}

/** The same by itself, which leaves alone what the service named a wait for since it was decided (§7.1). */
export async function pollByItself(context: PurchaseContext, id: string): Promise<void> {
  await context.learnAccount();
  const entry = context.journal.must(id);
  if (!context.closed() && isUnresolved(entry.state) && waitLeft(context, entry) === 0)
    await pollNow(context, id);
}

async function pollNow(context: PurchaseContext, id: string): Promise<void> {
  const underWay = context.busy.get(id);
  if (underWay !== undefined) return underWay;
  if (foreignAccount(context, context.journal.must(id)) !== null) return;
  await exchanging(context, id, () => readWhatItIs(context, id));
}

async function readWhatItIs(context: PurchaseContext, id: string): Promise<void> {
  const entry = context.journal.must(id);
  try {
    // Nothing is read whose answer could not be written down.
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
      if (fresh !== null) takeInStatus(context, id, callRef, await fresh);
      // It was read before anybody knew whose it is, and the service named a wait for it.
      else if (left > 0)
        context.journal.amend(id, {
          callRef,
          ...chargeRead(context, entry, callRef),
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
    // What was read is still at the service; it is read again when it can be written down, less and less often meanwhile.
    if (isStorageError(error)) {
      context.storageFailed();
      context.journal.amend(id, laterPoll(context, entry));
    }
    throw error;
  }
}

/**
 * Repeats the identical command with its original idempotency key, by the user’s act (§7.3: status first). A refusal
 * of it is no proof that nothing was bought: that takes the service's list of Calls as well.
 */
export async function resume(context: PurchaseContext, id: string): Promise<void> {
  const before = context.journal.must(id);
  if (before.state !== 'unknown')
    fail('not_resumable', 'Only a purchase whose outcome is unknown can be resumed.', { purchaseId: id });
  const known = context.journal.timeline(id).length;
  await context.learnAccount();
  const foreign = foreignAccount(context, before);
  if (foreign !== null) fail('other_account', foreign, { purchaseId: id });
  // Whatever is under way may settle it; only then is its status read, and only after that may it be sent again.
  await context.busy.get(id);
  const now = context.journal.must(id);
  // Read since the click, by itself: what the service named then is to be waited for.
  const named = now.state === 'unknown' && now.polls !== before.polls ? waitLeft(context, now) : 0;
  if (named > 0)
    fail(
      'too_soon',
      'The service has just said how the Call stands, and asks to be left alone for a while. Nothing was sent again.',
      { purchaseId: id, retryAfterMs: named },
    );
  await poll(context, id);
  if (context.closed() || context.journal.must(id).state !== 'unknown') return;
  // Another click has sent it meanwhile, or what was under way was the order itself.
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
  // What the service declined is looked for in its list at once. A Call that is known keeps the waits of its own.
  if (!context.closed() && entry.callRef === null && hasJustBeenDeclined(context, id))
    await poll(context, id);
  context.publishChange();
}

const OF_AN_ORDER_SENT_AGAIN = new Set(['resumed', 'order_declined', 'answer_lost', 'wait_requested']);

const hasJustBeenDeclined = (context: PurchaseContext, id: string): boolean =>
  context.journal.timeline(id).at(-1)?.event === 'order_declined';

/** An order that was lost may be on its way for this long, in ms: read earlier, a list says nothing of it. */
const ON_ITS_WAY_MS = 5 * 60_000;

/** Events after which an order may have arrived without anybody being told. */
const MAY_HAVE_COME = new Set([...LOST, 'resumed']);

/** How the service declined a repeated order. */
type DeclinedOrder = { requestId: string | null; refusal: Refusal };

/**
 * How the service declined a repeated order, other than as used, and so long after its last sending that may have arrived
 * that this one has; null where it did not. It settles the purchase only together with a list of Calls read completely
 * that holds other Calls alone and shows one that was ordered later, or with the user's word.
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
 * Whether the service said of a repeated order that its quote or key has been used: then an earlier sending, whose answer
 * was lost, may have been taken. Nothing that the service declines later takes that back.
 */
function wasUsedSinceLost(timeline: readonly TimelineEntry[]): boolean {
  const lost = timeline.findIndex(({ event }) => event === 'answer_lost' || event === 'outcome_unknown');
  return (
    lost !== -1 &&
    timeline
      .slice(lost)
      .some(
        ({ event, detail }) =>
          event === 'order_declined' && detail !== null && saysUsed(JSON.parse(detail) as Declined),
      )
  );
}

/**
 * An order that came with a backup was approved elsewhere, if at all: a page in the wrong hands could write one for any
 * quote, above every limit. So the user is asked outside the page before it is sent from here.
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

/** A Tool by the name that the service gave this machine, never by one that came with a file. */
function toolAsRead(context: PurchaseContext, { toolRef }: Entry): string {
  const facts = context.toolFacts(toolRef);
  if (facts === null)
    return `the Tool ${plainName(toolRef)}, whose name and provider this machine has not read from the service`;
  return `the Tool ${plainName(facts.title)}${facts.providerName === null ? '' : ` by ${plainName(facts.providerName)}`}`;
}

/**
 * What was planned for `due`, in UTC ms: waits that the service asked for end in the same command, everything else in a
 * read of its status.
 */
export async function pollWhenDue(context: PurchaseContext, id: string, due: number): Promise<void> {
  await context.learnAccount();
  if (context.closed()) return;
  const entry = context.journal.must(id);
  // Another program on the data file was faster. What it was told to wait is in the journal, which is planned by anew.
  if (entry.nextPollAt !== due) return context.publishChange();
  if (entry.state !== 'submitted') return pollNow(context, id);
  if (foreignAccount(context, entry) !== null || context.busy.has(id)) return;
  if (!takeOrder(context, id, due)) return context.publishChange();
  try {
    await sendCommand(context, id);
  } catch (error) {
    const { state, nextPollAt } = context.journal.must(id);
    if (state === 'submitted' && nextPollAt === null) context.journal.amend(id, { nextPollAt: due });
    throw error;
  }
}

/**
 * Takes an order whose wait is over to be sent by this program alone: of two that sent it at once, one might be refused
 * what the other is charged for. It stays as one that is being sent, until an answer comes or the next start finds it.
 */
const takeOrder = ({ storage, journal }: PurchaseContext, id: string, due: number): boolean =>
  storage.transaction(() => {
    const { state, nextPollAt } = journal.must(id);
    if (state !== 'submitted' || nextPollAt !== due) return false;
    journal.amend(id, { nextPollAt: null });
    return true;
  });

/** Asks the service to cancel a Call that is under way, by the user’s act. Only its answer changes anything. */
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
  // A read under way may settle it; and, repeated, it would cut short the wait that the answer to this names.
  while (context.busy.has(id)) await context.busy.get(id);
  if (context.closed() || context.journal.must(id).state !== 'pending') return;
  await exchanging(context, id, () => askToCancel(context, id, callRef, idempotencyKey));
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
  // One key for all attempts: however often it is pressed, it is one act.
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
  if (!reply.ok) takeInCharge(context, context.journal.must(id), reply.failure);
  if (!reply.ok)
    fail('not_cancelled', `${reply.failure.message} The Call goes on until the service says otherwise.`, {
      purchaseId: id,
    });
  const status = readCallStatus(reply.answer.body);
  const entry = context.journal.must(id);
  if (status.kind === 'refused') {
    takeInCharge(context, entry, reply.answer);
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
