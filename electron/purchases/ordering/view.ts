import type { Purchase, PurchaseSummary } from '#shared/contract/purchases.ts';
import { chargeAlarm } from '#shared/purchase/charge.ts';
import { isPolled, isUnresolved } from '#shared/purchase/state.ts';
import type { Entry } from '../journal/entry.ts';
import { stateMessage } from '../journal/messages.ts';
import { ceilingOf, type Uses } from '../journal/purchase-context.ts';
import { readReceipt, receiptMessage } from '../journal/receipt.ts';
import { chargeOfEntry, countedFor, spendingNow } from '../journal/spending.ts';
import { isQuoted, verdictOn, withinLimits } from './buying.ts';
import { isForUser } from './call-claim.ts';
import { foreignAccount, isAccountUnknown, waitsFor } from './purchase-account.ts';
import { mayBeSentByHand, waitsToBeSent } from './recovery.ts';

const UNSTORED =
  'The service has answered, and the answer cannot be stored now: the data file takes no writes. It is held until it can be; it may have been charged. Make space or make the folder writable, and do not close Milepost before that.';

export function summaryOf(context: Uses<'accountContext' | 'unstored'>, entry: Entry): PurchaseSummary {
  const alarm = chargeAlarm(chargeOfEntry(entry));
  return {
    purchaseId: entry.id,
    state: entry.state,
    words: context.unstored.has(entry.id) ? UNSTORED : stateMessage(entry, waitsFor(context, entry)),
    ...(entry.damaged !== undefined && { damaged: true as const }),
    toolRef: entry.toolRef,
    toolId: entry.toolId,
    toolTitle: entry.toolTitle,
    title: entry.title,
    price: entry.price,
    counted: countedFor(entry),
    charged: entry.charged,
    chargeAlarm: alarm === null ? null : { ...alarm, seen: entry.chargeSeen === alarm.mark },
    chargeState: entry.chargeState,
    callRef: entry.callRef,
    createdAt: entry.createdAt,
    updatedAt: entry.updatedAt,
    runId: entry.runId,
    batchId: entry.batchId,
    grantId: entry.grantId,
  };
}

/** Whether the user may approve it now, by the same rules as the approval itself. */
function approvable(
  context: Uses<'journal' | 'accountContext' | 'limits' | 'clock' | 'monotonic' | 'quotedAt'>,
  entry: Entry,
): Purchase['approvable'] {
  const no = (why: string, limit: Purchase['approvable']['limit'] = null) => ({ ok: false, why, limit });
  if (entry.state !== 'quoted' || !isQuoted(entry)) return no(stateMessage(entry));
  const verdict = verdictOn(context, entry, entry);
  if (!verdict.ok) return no(`${verdict.reason} Ask for a new one.`);
  const limits = withinLimits(context, entry);
  return limits.ok ? { ok: true, why: '', limit: null } : no(limits.reason, limits.limit);
}

export function purchaseView(
  context: Uses<
    | 'accountContext'
    | 'clock'
    | 'journal'
    | 'limits'
    | 'marketplace'
    | 'monotonic'
    | 'plans'
    | 'quotedAt'
    | 'toolFacts'
    | 'unstored'
  >,
  id: string,
): Purchase {
  const entry = context.journal.must(id);
  const facts = context.toolFacts(entry.toolRef);
  const spending = spendingNow(context.journal, context.limits(), entry.demo, context.clock(), id);
  const receipt = readReceipt(entry.receipt);
  const own = foreignAccount(context, entry) === null;
  return {
    ...summaryOf(context, entry),
    providerName: entry.providerName,
    input: entry.input,
    quote: isQuoted(entry)
      ? {
          quoteRef: entry.quoteRef,
          toolRef: entry.toolRef,
          toolVersion: entry.toolVersion,
          price: entry.price,
          ceiling: ceilingOf(entry),
          expiresAt: entry.expiresAt,
          normalizedInput: entry.normalizedInput,
          inputDigest: entry.inputDigest,
          authorisation: entry.authorisation,
        }
      : null,
    priceBefore: entry.priceBefore,
    refusal: entry.refusal,
    dataUse: facts?.dataUse ?? [],
    effects: facts?.effects ?? [],
    approvable: approvable(context, entry),
    spendingBefore: spending,
    receipt: entry.receipt?.raw ?? null,
    receiptRead: receipt === null ? null : { ...receipt, words: receiptMessage(receipt) },
    nextPollAt: entry.nextPollAt,
    waitUntil: isUnresolved(entry.state) ? entry.waitUntil : null,
    can: {
      checkAgain:
        ((own || isAccountUnknown(context, entry)) && isPolled(entry.state)) ||
        (waitsToBeSent(entry) &&
          (isAccountUnknown(context, entry) || (own && mayBeSentByHand(context, entry)))),
      resume: own && entry.state === 'unknown' && entry.damaged === undefined,
      placeCall: own && isForUser(context, entry),
      discard: entry.state === 'quoted',
      cancel:
        own &&
        entry.state === 'pending' &&
        entry.callRef !== null &&
        context.marketplace().available('cancel').ok,
    },
    timeline: context.journal
      .timeline(id)
      .map(({ at, event, by, words, requestId }) => ({ at, event, by, words, requestId })),
    requestId: entry.requestId,
  };
}
