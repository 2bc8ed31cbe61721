import { fail } from '#shared/contract/failure.ts';
import type { Amount } from '#shared/money.ts';
import { formatAmount } from '#shared/money.ts';
import { type ApprovedTerms, approvalStands } from '#shared/purchase/approval.ts';
import { checkLimits } from '#shared/purchase/limits.ts';
import type { Asked } from '../marketplace/answer.ts';
import { isStorageError } from '../storage/problem.ts';
import type { Entry } from './entry.ts';
import type { Changes } from './journal.ts';
import { expireIfOver, timeLeft } from './quoting.ts';
import { ceilingOf, exchanging, type Room, STORE_AGAIN_MS } from './room.ts';
import { settle } from './settling.ts';
import { spendingNow, spendingOf, spendingOnTool } from './spending.ts';

export type Shown = { quoteRef: string; toolVersion: string; inputDigest: string; price: Amount };

type QuotedEntry = Entry & {
  quoteRef: string;
  toolVersion: string;
  price: Amount;
  inputDigest: string;
  expiresAt: number;
};

export function isQuoted(entry: Entry): entry is QuotedEntry {
  return (
    entry.quoteRef !== null &&
    entry.toolVersion !== null &&
    entry.price !== null &&
    entry.inputDigest !== null &&
    entry.expiresAt !== null
  );
}

/** Whether the limits leave a place for this purchase, counting everything else that is spent or unresolved. */
export function withinLimits(room: Room, entry: Entry & { price: Amount }, abovePerCall = false) {
  const now = room.clock();
  const spending = spendingNow(room.journal, room.limits(), entry.demo, now, entry.id);
  return checkLimits(
    room.limits(),
    spendingOf(spending),
    ceilingOf({ price: entry.price, ceiling: entry.ceiling }),
    { abovePerCall, tool: { toolId: entry.toolId, spending: spendingOnTool(room.journal, entry, now) } },
  );
}

/** By what right a purchase is approved. Everything but the person's own click stands under an approval made before. */
export type Right =
  | { event: 'approved'; words: string; abovePerCall: boolean }
  | {
      event: 'approved_in_batch' | 'approved_by_grant';
      words: string;
      changes: Pick<Changes, 'batchId' | 'grantId'>;
      /** Asked inside the transaction that writes the approval; fails where the standing approval does not cover it. */
      covers: () => void;
    };

/** The purchase as one that waits for an approval; fails with the reason where it does not. */
function waiting(room: Room, id: string): QuotedEntry {
  const entry = room.journal.get(id);
  if (entry === undefined) fail('not_found', 'This purchase is not in the journal. Nothing was bought.');
  if (expireIfOver(room, id))
    fail('quote_expired', 'The quote ended before it was approved. Nothing was bought: ask for a new one.');
  if (entry.state !== 'quoted' || !isQuoted(entry))
    fail('not_approvable', 'This quote is no longer waiting for an approval. Nothing more was bought.', {
      purchaseId: id,
    });
  return entry;
}

/**
 * Records an approval of exactly the quote that was shown and, in the same transaction, the command that will be sent.
 * When this returns, both are on the disk. Nothing has left yet: `sendCommand` does that.
 * Fails without a trace where the terms differ; voids the purchase where its ground is gone.
 */
export function approve(room: Room, id: string, shown: Shown, right: Right): void {
  const entry = waiting(room, id);
  const terms = termsOf(entry);
  const verdict = approvalStands(
    { ...shown, toolRef: entry.toolRef, expiresAt: entry.expiresAt },
    terms,
    { marketplace: entry.marketplace, account: entry.account, keyMark: entry.keyMark },
    room.ground(),
    Math.max(room.clock(), entry.expiresAt - timeLeft(room, entry)),
  );
  if (!verdict.ok) {
    if (['marketplace', 'key', 'account'].includes(verdict.changed))
      room.journal.record(id, { event: 'voided', words: verdict.reason });
    room.publishChange();
    fail('approval_void', `${verdict.reason} Nothing was bought: ask for a new quote.`, { purchaseId: id });
  }
  room.storage.transaction(() => writeOrder(room, entry, terms, right));
  room.publishChange();
}

const termsOf = (entry: QuotedEntry): ApprovedTerms => ({
  quoteRef: entry.quoteRef,
  toolRef: entry.toolRef,
  toolVersion: entry.toolVersion,
  inputDigest: entry.inputDigest,
  price: entry.price,
  expiresAt: entry.expiresAt,
});

function writeOrder(room: Room, entry: QuotedEntry, terms: ApprovedTerms, right: Right): void {
  const { id } = entry;
  const limits = withinLimits(room, entry, right.event === 'approved' && right.abovePerCall);
  if (!limits.ok)
    fail('over_limit', `${limits.reason} Nothing was bought. Limits are changed in Settings.`, {
      purchaseId: id,
    });
  const open = room.journal.openPurchaseOf(entry.marketplace, entry.requestDigest);
  if (open)
    fail('already_open', 'The same request is already being bought. It is not bought twice.', {
      purchaseId: open.id,
    });
  if (right.event !== 'approved') right.covers();
  room.journal.record(id, {
    event: right.event,
    words: right.words,
    detail: { terms, ceiling: entry.ceiling },
    changes: right.event === 'approved' ? {} : right.changes,
  });
  const idempotencyKey = room.newId();
  room.journal.record(id, {
    event: 'submitted',
    words: 'Milepost wrote the order down and is sending it.',
    detail: {
      quoteRef: entry.quoteRef,
      idempotencyKey,
      toolRef: entry.toolRef,
      inputDigest: entry.inputDigest,
    },
    changes: { idempotencyKey, submittedAt: room.clock(), attempts: 1 },
  });
}

/**
 * The person's approval. Above the limit for one Call it is confirmed outside the page first; whatever changes while
 * the person thinks is judged again afterwards.
 */
export async function approveByPerson(
  room: Room,
  id: string,
  shown: Shown,
  abovePerCall: boolean,
): Promise<void> {
  const entry = waiting(room, id);
  const words = `You approved ${formatAmount(entry.price)} for this request`;
  const limits = withinLimits(room, entry);
  if (!abovePerCall || limits.ok || limits.limit !== 'perCall')
    return approve(room, id, shown, { event: 'approved', words: `${words}.`, abovePerCall: false });
  const confirmed = await room.confirm({
    title: 'Spend more than your limit for one Call?',
    words: `Milepost was asked to buy ${entry.title} for ${formatAmount(entry.price)}. ${limits.reason}`,
    detail: `${entry.toolTitle}${entry.providerName === null ? '' : ` by ${entry.providerName}`}. The limit itself stays as it is.`,
  });
  if (!confirmed) fail('not_confirmed', 'You did not confirm it. Nothing was bought.', { purchaseId: id });
  approve(room, id, shown, {
    event: 'approved',
    words: `${words}, above the limit for one Call, and confirmed it outside the page.`,
    abovePerCall: true,
  });
}

/**
 * Sends the command that the journal holds, and settles what comes back. Every sending of one purchase is the
 * identical command with its original idempotency key (§7.3). Does nothing where this process is already at it.
 */
export async function sendCommand(room: Room, id: string): Promise<Asked | null> {
  if (room.busy.has(id)) return null;
  const entry = room.journal.must(id);
  if (entry.quoteRef === null || entry.idempotencyKey === null) return null;
  const order = { quoteRef: entry.quoteRef, idempotencyKey: entry.idempotencyKey };
  return exchanging(room, id, async () => {
    const asked = await room.marketplace().ask('call', order);
    await settleOnceStored(room, id, asked);
    return asked;
  });
}

/** An answer that the disk would not take is held until it does: what was paid for is not dropped. */
async function settleOnceStored(room: Room, id: string, asked: Asked): Promise<void> {
  // Once closed, the next start finds the order in the journal and reads its outcome from the service.
  while (!room.closed()) {
    try {
      settle(room, id, asked);
      return;
    } catch (error) {
      if (!isStorageError(error)) throw error;
      room.storageFailed();
      await room.pause(STORE_AGAIN_MS);
    }
  }
}
