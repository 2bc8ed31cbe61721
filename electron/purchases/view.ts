import type { Purchase, PurchaseSummary } from '#shared/contract/purchases.ts';
import { isQuoted, withinLimits } from './buying.ts';
import type { Entry } from './entry.ts';
import { timeLeft } from './quoting.ts';
import { readReceipt, receiptWords } from './receipt.ts';
import { foreignGround } from './recovery.ts';
import { ceilingOf, type Room } from './room.ts';
import { countedFor, spendingNow, totalsWith } from './spending.ts';
import { stateWords } from './words.ts';

export function summaryOf(entry: Entry): PurchaseSummary {
  return {
    purchaseId: entry.id,
    state: entry.state,
    words: stateWords(entry),
    toolRef: entry.toolRef,
    toolId: entry.toolId,
    toolTitle: entry.toolTitle,
    title: entry.title,
    price: entry.price,
    counted: countedFor(entry),
    chargeState: entry.chargeState,
    callRef: entry.callRef,
    createdAt: entry.createdAt,
    updatedAt: entry.updatedAt,
    runId: entry.runId,
    batchId: entry.batchId,
    grantId: entry.grantId,
  };
}

/** Whether the person may approve it at this moment, by the same rules that the approval itself is judged by. */
function approvable(room: Room, entry: Entry): Purchase['approvable'] {
  const no = (why: string, limit: Purchase['approvable']['limit'] = null) => ({ ok: false, why, limit });
  if (entry.state !== 'quoted' || !isQuoted(entry)) return no(stateWords(entry));
  if (timeLeft(room, entry) <= 0) return no('The quote has ended. Ask for a new one.');
  const ground = room.ground();
  if (ground.marketplace !== entry.marketplace || ground.keyMark !== entry.keyMark)
    return no('The marketplace or the key has changed since the quote. Ask for a new one.');
  const limits = withinLimits(room, entry);
  return limits.ok ? { ok: true, why: '', limit: null } : no(limits.reason, limits.limit);
}

export function purchaseView(room: Room, id: string): Purchase {
  const entry = room.journal.must(id);
  const facts = room.toolFacts(entry.toolRef);
  const spending = spendingNow(room.journal, room.limits(), entry.demo, room.clock(), id);
  const price = entry.price === null ? null : ceilingOf({ price: entry.price, ceiling: entry.ceiling });
  const receipt = readReceipt(entry.receipt);
  const own = foreignGround(room, entry) === null;
  return {
    ...summaryOf(entry),
    providerName: entry.providerName,
    input: entry.input,
    quote:
      isQuoted(entry) && entry.price !== null
        ? {
            quoteRef: entry.quoteRef,
            toolRef: entry.toolRef,
            toolVersion: entry.toolVersion,
            price: entry.price,
            ceiling: ceilingOf({ price: entry.price, ceiling: entry.ceiling }),
            expiresAt: entry.expiresAt,
            normalizedInput: entry.normalizedInput,
            inputDigest: entry.inputDigest,
          }
        : null,
    priceBefore: entry.priceBefore,
    refusal: entry.refusal,
    dataUse: facts?.dataUse ?? [],
    effects: facts?.effects ?? [],
    approvable: approvable(room, entry),
    spendingBefore: spending,
    spendingAfterToday: price === null ? spending.today : totalsWith(spending.today, price),
    receipt: entry.receipt ?? null,
    receiptRead: receipt === null ? null : { ...receipt, words: receiptWords(receipt) },
    nextLookAt: entry.nextLookAt,
    can: {
      checkAgain: own && (entry.state === 'pending' || entry.state === 'unknown'),
      resume: own && entry.state === 'unknown',
      discard: entry.state === 'quoted',
      cancel:
        own &&
        entry.state === 'pending' &&
        entry.callRef !== null &&
        room.marketplace().available('cancel').ok,
    },
    timeline: room.journal
      .timeline(id)
      .map(({ at, event, by, words, requestId }) => ({ at, event, by, words, requestId })),
    requestId: entry.requestId,
  };
}
