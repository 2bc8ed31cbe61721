import { fail } from '#shared/contract/failure.ts';
import type { Amount } from '#shared/money.ts';
import { formatAmount } from '#shared/money.ts';
import { type ApprovedTerms, approvalStands } from '#shared/purchase/approval.ts';
import { checkLimits } from '#shared/purchase/limits.ts';
import type { Asked } from '../marketplace/answer.ts';
import { isStorageError } from '../storage/problem.ts';
import type { Entry } from './journal.ts';
import { expireIfOver, timeLeft } from './quoting.ts';
import { ceilingOf, type Room } from './room.ts';
import { settle } from './settling.ts';
import { spendingNow, spendingOf } from './spending.ts';

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
export function withinLimits(room: Room, entry: Entry & { price: Amount }) {
  const spending = spendingNow(room.journal, room.limits(), entry.demo, room.clock(), entry.id);
  return checkLimits(
    room.limits(),
    spendingOf(spending),
    ceilingOf({ price: entry.price, ceiling: entry.ceiling }),
  );
}

/**
 * Records the person's approval of exactly the quote that was shown and, in the same transaction, the command that
 * will be sent. When this returns, both are on the disk (decision 5). Nothing has left yet: `sendCommand` does that.
 * Fails without a trace where the terms differ; voids the purchase where its ground is gone.
 */
export function approve(room: Room, id: string, shown: Shown): void {
  const entry = room.journal.get(id);
  if (entry === undefined) fail('not_found', 'This purchase is not in the journal. Nothing was bought.');
  if (expireIfOver(room, id))
    fail('quote_expired', 'The quote ended before it was approved. Nothing was bought: ask for a new one.');
  if (entry.state !== 'quoted' || !isQuoted(entry))
    fail('not_approvable', 'This quote is no longer waiting for an approval. Nothing more was bought.', {
      purchaseId: id,
    });

  const terms: ApprovedTerms = {
    quoteRef: entry.quoteRef,
    toolRef: entry.toolRef,
    toolVersion: entry.toolVersion,
    inputDigest: entry.inputDigest,
    price: entry.price,
    expiresAt: entry.expiresAt,
  };
  const now = room.clock();
  const verdict = approvalStands(
    { ...shown, toolRef: entry.toolRef, expiresAt: entry.expiresAt },
    terms,
    { marketplace: entry.marketplace, account: entry.account, keyMark: entry.keyMark },
    room.ground(),
    Math.max(now, entry.expiresAt - timeLeft(room, entry)),
  );
  if (!verdict.ok) {
    if (['marketplace', 'key', 'account'].includes(verdict.changed))
      room.journal.record(id, { event: 'voided', words: verdict.reason });
    room.publishChange();
    fail('approval_void', `${verdict.reason} Nothing was bought: ask for a new quote.`, { purchaseId: id });
  }

  room.storage.transaction(() => {
    const limits = withinLimits(room, entry);
    if (!limits.ok)
      fail('over_limit', `${limits.reason} Nothing was bought. Limits are changed in Settings.`, {
        purchaseId: id,
      });
    const open = room.journal.openPurchaseOf(entry.marketplace, entry.requestDigest);
    if (open)
      fail('already_open', 'The same request is already being bought. It is not bought twice.', {
        purchaseId: open.id,
      });
    room.journal.record(id, {
      event: 'approved',
      words: `You approved ${formatAmount(entry.price)} for this request.`,
      detail: { terms, ceiling: entry.ceiling },
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
  });
  room.publishChange();
}

/**
 * Sends the command that the journal holds, and settles what comes back. Every sending of one purchase is the
 * identical command with its original idempotency key (§7.3). Does nothing where this process is already at it.
 */
export async function sendCommand(room: Room, id: string): Promise<Asked | null> {
  if (room.busy.has(id)) return null;
  const entry = room.journal.must(id);
  if (entry.quoteRef === null || entry.idempotencyKey === null) return null;
  room.busy.add(id);
  try {
    const asked = await room.marketplace().ask('call', {
      quoteRef: entry.quoteRef,
      idempotencyKey: entry.idempotencyKey,
    });
    await settleOnceStored(room, id, asked);
    return asked;
  } finally {
    room.busy.delete(id);
    room.publishChange();
  }
}

/** How long to hold an answer before trying again to write it down, in ms. */
const STORE_AGAIN_MS = 2_000;

/** An answer that the disk would not take is held until it does: what was paid for is not dropped. */
async function settleOnceStored(room: Room, id: string, asked: Asked): Promise<void> {
  for (;;) {
    try {
      settle(room, id, asked);
      return;
    } catch (error) {
      if (!isStorageError(error)) throw error;
      await new Promise<void>((resolve) => room.after(STORE_AGAIN_MS, resolve));
    }
  }
}
