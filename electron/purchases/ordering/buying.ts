import { fail } from '#shared/contract/failure.ts';
import type { Amount } from '#shared/money.ts';
import { formatAmount } from '#shared/money.ts';
import { plainName } from '#shared/plain-text.ts';
import { type ApprovalVerdict, type ApprovedTerms, approvalStands } from '#shared/purchase/approval.ts';
import { needsSecondAct } from '#shared/purchase/authorisation.ts';
import { checkLimits } from '#shared/purchase/limits.ts';
import { isUnresolved } from '#shared/purchase/state.ts';
import { bytesOf, type Reply } from '../../marketplace/http/answer.ts';
import { isStorageError } from '../../storage/problem.ts';
import { damageMessage } from '../journal/damaged.ts';
import type { Changes, Entry } from '../journal/entry.ts';
import { toolLabel } from '../journal/messages.ts';
import {
  ceilingOf,
  requireCallKey,
  STORE_AGAIN_MS,
  type Uses,
  withExchangeLock,
} from '../journal/purchase-context.ts';
import { spendingNow, spendingOf, spendingOnTool } from '../journal/spending.ts';
import { expireIfOver, timeLeft } from '../quoting/quoting.ts';
import { applyReply, isBug, recordUnprocessedAnswer, type TakingIn } from './settling.ts';

export type Shown = { quoteRef: string; toolVersion: string; inputDigest: string; price: Amount };

const QUOTED = ['quoteRef', 'toolVersion', 'price', 'inputDigest', 'expiresAt', 'authorisation'] as const;
export type QuotedEntry = Entry & { [Field in (typeof QUOTED)[number]]: NonNullable<Entry[Field]> };

export const isQuoted = (entry: Entry): entry is QuotedEntry =>
  QUOTED.every((field) => entry[field] !== null);

/** Whether the limits allow this purchase, with everything else spent or unresolved. */
export function withinLimits(
  context: Uses<'clock' | 'journal' | 'limits'>,
  entry: Entry & { price: Amount },
  abovePerCall = false,
) {
  const now = context.clock();
  const spending = spendingNow(context.journal, context.limits(), entry.demo, now, entry.id);
  return checkLimits(context.limits(), spendingOf(spending), ceilingOf(entry), {
    abovePerCall,
    tool: { toolId: entry.toolId, spending: spendingOnTool(context.journal, context.limits(), entry, now) },
  });
}

/** What entitles a purchase: the user's click, or an earlier standing approval. */
export type Right =
  | { event: 'approved'; words: string; abovePerCall: boolean; aboveAuthorisation: boolean }
  | {
      event: 'approved_in_batch' | 'approved_by_grant';
      words: string;
      changes: Pick<Changes, 'batchId' | 'grantId'>;
      /** Called in the approval's transaction; throws if the standing approval does not cover the purchase. */
      covers: () => void;
    };

/** Throws `damaged`: nothing is ordered of which something stored cannot be read. */
export function refuseDamaged(entry: Entry): void {
  if (entry.damaged !== undefined)
    fail('damaged', `${damageMessage(entry)} Nothing was sent.`, { purchaseId: entry.id });
}

/** The purchase, if it waits for an approval; throws the reason otherwise. */
function waiting(
  context: Uses<'clock' | 'journal' | 'monotonic' | 'publishChange' | 'quotedAt'>,
  id: string,
): QuotedEntry {
  const entry = context.journal.must(id);
  refuseDamaged(entry);
  if (expireIfOver(context, id))
    fail('quote_expired', 'The quote ended before it was approved. Nothing was bought: ask for a new one.');
  if (entry.state !== 'quoted' || !isQuoted(entry))
    fail('not_approvable', 'This quote is no longer waiting for an approval. Nothing more was bought.', {
      purchaseId: id,
    });
  return entry;
}

/** What recording an approval and its order needs. */
export type Approving = Uses<
  | 'accountContext'
  | 'clock'
  | 'journal'
  | 'limits'
  | 'monotonic'
  | 'newId'
  | 'publishChange'
  | 'quotedAt'
  | 'storage'
>;

/**
 * Records the approval of exactly the quote that was shown and, in the same transaction, the order to be sent. On
 * return both are stored, and nothing has been sent: `sendCommand` does that. Throws without a trace if the terms
 * differ; voids the purchase if it belongs to another account context.
 */
export function approve(context: Approving, id: string, shown: Shown, right: Right): void {
  const entry = waiting(context, id);
  const verdict = verdictOn(context, entry, shown);
  if (!verdict.ok) {
    if (['marketplace', 'key', 'account'].includes(verdict.changed))
      context.journal.record(id, { event: 'voided', words: verdict.reason });
    context.publishChange();
    fail('approval_void', `${verdict.reason} Nothing was bought: ask for a new quote.`, { purchaseId: id });
  }
  requireCallKey(context.accountContext());
  context.storage.transaction(() => recordOrder(context, entry, right));
  context.publishChange();
}

/** Whether what was shown is still what would be bought, and as whom. */
export const verdictOn = (
  context: Uses<'accountContext' | 'clock' | 'monotonic' | 'quotedAt'>,
  entry: QuotedEntry,
  shown: Shown,
): ApprovalVerdict =>
  approvalStands(
    { ...shown, toolRef: entry.toolRef, expiresAt: entry.expiresAt },
    entry,
    entry,
    context.accountContext(),
    Math.max(context.clock(), entry.expiresAt - timeLeft(context, entry)),
  );

const termsOf = (entry: QuotedEntry): ApprovedTerms => ({
  quoteRef: entry.quoteRef,
  toolRef: entry.toolRef,
  toolVersion: entry.toolVersion,
  inputDigest: entry.inputDigest,
  price: entry.price,
  expiresAt: entry.expiresAt,
});

function recordOrder(
  context: Uses<'clock' | 'journal' | 'limits' | 'newId'>,
  entry: QuotedEntry,
  right: Right,
): void {
  const { id } = entry;
  const limits = withinLimits(context, entry, right.event === 'approved' && right.abovePerCall);
  if (!limits.ok)
    fail('over_limit', `${limits.reason} Nothing was bought. Limits are changed in Settings.`, {
      purchaseId: id,
    });
  const { authorisation } = entry;
  if (needsSecondAct(authorisation) && !(right.event === 'approved' && right.aboveAuthorisation))
    fail(
      'above_authorisation',
      `${authorisation.words} Nothing was bought: it needs an act of yours of its own.`,
      {
        purchaseId: id,
      },
    );
  const open =
    context.journal.openPurchaseOf(entry.marketplace, entry.requestDigest) ??
    context.journal
      .ofQuote(entry.marketplace, entry.quoteRef)
      .find((other) => other.id !== id && isUnresolved(other.state));
  if (open)
    fail('already_open', 'The same request is already being bought. It is not bought twice.', {
      purchaseId: open.id,
    });
  if (right.event !== 'approved') right.covers();
  context.journal.record(id, {
    event: right.event,
    words: right.words,
    detail: { terms: termsOf(entry), ceiling: entry.ceiling },
    changes: right.event === 'approved' ? {} : right.changes,
  });
  const idempotencyKey = context.newId();
  context.journal.record(id, {
    event: 'submitted',
    words: 'Milepost wrote the order down and is sending it.',
    detail: {
      quoteRef: entry.quoteRef,
      idempotencyKey,
      toolRef: entry.toolRef,
      inputDigest: entry.inputDigest,
    },
    changes: { idempotencyKey, submittedAt: context.clock(), attempts: 1 },
  });
}

/**
 * The user's approval. Above the limit for one Call it is first confirmed outside the page; all conditions are
 * checked again afterwards.
 */
export async function approveByUser(
  context: Approving & Uses<'acts' | 'confirm'>,
  id: string,
  shown: Shown,
  { abovePerCall, aboveAuthorisation }: { abovePerCall: boolean; aboveAuthorisation: boolean },
): Promise<void> {
  const entry = waiting(context, id);
  const words = `You approved ${formatAmount(entry.price)} for this request${aboveAuthorisation && needsSecondAct(entry.authorisation) ? ', which is not within what was authorised' : ''}`;
  const limits = withinLimits(context, entry);
  await context.acts.allow({
    title: entry.title,
    most: ceilingOf(entry),
  });
  if (!abovePerCall || limits.ok || limits.limit !== 'perCall')
    return approve(context, id, shown, {
      event: 'approved',
      words: `${words}.`,
      abovePerCall: false,
      aboveAuthorisation,
    });
  const confirmed = await context.confirm({
    title: 'Spend more than your limit for one Call?',
    words: `Milepost was asked to buy “${plainName(entry.title)}” for ${formatAmount(entry.price)}. ${limits.reason}`,
    detail: `${toolLabel(entry.toolTitle, entry.providerName)}. The limit itself stays as it is.`,
  });
  if (!confirmed) fail('not_confirmed', 'You did not confirm it. Nothing was bought.', { purchaseId: id });
  approve(context, id, shown, {
    event: 'approved',
    words: `${words}, above the limit for one Call, and confirmed it outside the page.`,
    abovePerCall: true,
    aboveAuthorisation,
  });
}

/** What sending an order and taking in its answer needs. */
export type Ordering = TakingIn &
  Uses<'busy' | 'closed' | 'firstSeen' | 'marketplace' | 'pause' | 'publishChange' | 'unstored'>;

/**
 * Sends the stored order and applies the reply. Every sending of a purchase is the identical request with its
 * original idempotency key (§7.3). Does nothing if this process is already sending it.
 */
export async function sendCommand(context: Ordering, id: string): Promise<Reply | null> {
  if (context.busy.has(id)) return null;
  const entry = context.journal.must(id);
  if (entry.quoteRef === null || entry.idempotencyKey === null) return null;
  const { quoteRef, idempotencyKey, toolRef } = entry;
  const order = { quoteRef, idempotencyKey, toolRef };
  return withExchangeLock(context, id, async () => {
    let reply: Reply | null = null;
    try {
      reply = await context.marketplace().ask('call', order);
      await settleOnceStored(context, id, reply);
    } catch (error) {
      if (isBug(error) && !context.closed())
        recordUnprocessedAnswer(context, id, reply?.ok === true ? reply.answer : null);
      throw error;
    }
    return reply;
  });
}

/** Holds an answer in memory until the disk accepts it: a paid result is never dropped. */
async function settleOnceStored(context: Ordering, id: string, reply: Reply): Promise<void> {
  // After closing, the next start finds the order in the journal and reads its outcome from the service.
  while (!context.closed()) {
    try {
      await context.outputs.whileStored(bytesOf(reply), () => {
        if (!context.closed()) applyReply(context, id, reply);
      });
      context.unstored.delete(id);
      return;
    } catch (error) {
      if (!isStorageError(error)) throw error;
      const isNew = !context.unstored.has(id);
      context.unstored.add(id);
      if (isNew) context.publishChange();
      context.storageFailed(error);
      await context.pause(STORE_AGAIN_MS);
    }
  }
}
