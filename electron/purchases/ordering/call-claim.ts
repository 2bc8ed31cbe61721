import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { formatAmount } from '#shared/money.ts';
import { plainName } from '#shared/plain-text.ts';
import type { ListedCall } from '../../marketplace/service/vocabulary.ts';
import type { Entry } from '../journal/entry.ts';
import { type Uses, withExchangeLock } from '../journal/purchase-context.ts';
import { DISOWNED, findInCallList, type Search } from './call-search.ts';
import { pollCallStatus } from './call-status.ts';
import { isDeclined, provenDeclined, recordRefused } from './declined-orders.ts';
import { refuseForeign } from './purchase-account.ts';
import type { TakingIn } from './settling.ts';

type Candidates = Awaited<ReturnType<ContractHandlers['purchases']['callCandidates']>>;

/**
 * Whether the user may say what became of an unknown purchase: its Call is searched for, or has failed without a stated
 * charge, or the service neither tells of it nor takes the order again.
 */
export const isForUser = (context: Uses<'journal'>, entry: Entry): boolean =>
  entry.state === 'unknown' &&
  (entry.callRef === null || entry.refusal !== null || isDeclined(context.journal.timeline(entry.id)));

/** The purchase, if the user may say what became of it; throws otherwise. */
function searchedPurchase(context: Uses<'accountContext' | 'journal'>, purchaseId: string): Entry {
  const entry = context.journal.must(purchaseId);
  if (!isForUser(context, entry))
    fail('not_looking', 'Its Call is known, or none is looked for. Nothing was changed.', { purchaseId });
  refuseForeign(context, entry);
  return entry;
}

/** What reading about one purchase at the service needs. */
export type Searching = Uses<
  'accountContext' | 'busy' | 'closed' | 'journal' | 'learnAccount' | 'marketplace' | 'publishChange'
>;

async function search(context: Searching, purchaseId: string): Promise<Search> {
  await context.learnAccount();
  await context.busy.get(purchaseId);
  const entry = searchedPurchase(context, purchaseId);
  const found = await withExchangeLock(context, purchaseId, () => findInCallList(context, entry));
  // No other Call than the known one is offered.
  return entry.callRef === null ? found : { ...found, unplaced: [] };
}

/** The listed Calls that could belong to this purchase. Read-only. */
export async function callCandidates(context: Searching, purchaseId: string): Promise<Candidates> {
  const { complete, unplaced } = await search(context, purchaseId);
  return {
    complete,
    calls: unplaced.map(({ callRef, toolRef, state, createdAt, usage }) => ({
      callRef,
      toolRef,
      state: state ?? '',
      createdAt,
      amount: usage?.amount ?? null,
    })),
  };
}

/**
 * Accepts the user's statement about the owner of a Call if the service does not state it. Confirmed outside the
 * page, since it settles what counts as spent; only for Calls whose owner is open.
 */
export async function placeByUser(
  context: Searching & TakingIn & Uses<'confirm'>,
  purchaseId: string,
  callRef: string,
  isOwn: boolean,
): Promise<void> {
  const before = await search(context, purchaseId);
  const call = before.unplaced.find((one) => one.callRef === callRef) ?? fail(...noCandidate(purchaseId));
  const confirmed = await context.confirm(question(searchedPurchase(context, purchaseId), call, isOwn));
  if (!confirmed) fail('not_confirmed', 'You did not confirm it. Nothing was changed.', { purchaseId });
  await context.busy.get(purchaseId);
  const entry = searchedPurchase(context, purchaseId);
  if (entry.callRef !== null || context.journal.ofCall(entry.marketplace, callRef) !== undefined)
    fail(...noCandidate(purchaseId));
  context.journal.note(purchaseId, {
    event: isOwn ? 'call_claimed' : DISOWNED,
    by: 'user',
    words: isOwn
      ? 'You said that this Call is the one of this purchase, and confirmed it outside the page.'
      : 'You said that this Call is not of this purchase, and confirmed it outside the page.',
    detail: { callRef, item: call.raw },
  });
  if (isOwn) await withExchangeLock(context, purchaseId, () => pollCallStatus(context, purchaseId, callRef));
  context.publishChange();
}

/**
 * Accepts the user's statement that the service made no Call for a purchase, if it declined the repeated order and
 * lists no candidate: only someone who knows that its list is current can state that.
 */
export async function saysNoCallByUser(
  context: Searching & Uses<'clock' | 'confirm' | 'firstSeen' | 'monotonic' | 'storage'>,
  purchaseId: string,
): Promise<void> {
  if (searchedPurchase(context, purchaseId).refusal !== null) return saysUnchargedByUser(context, purchaseId);
  const declined = async () => {
    const found = await search(context, purchaseId);
    const isNone = found.own === null && found.complete && found.unplaced.length === 0;
    return isNone ? provenDeclined(context, purchaseId) : null;
  };
  const notDeclined = () =>
    fail(
      'not_declined',
      'That takes an order that the service declined when it was sent again, five minutes and more after it was lost, and a complete list of Calls with none that could be it. Nothing was changed.',
      { purchaseId },
    );
  if ((await declined()) === null) notDeclined();
  const { title, toolTitle, price } = searchedPurchase(context, purchaseId);
  const confirmed = await context.confirm({
    title: 'Count this purchase as not bought?',
    words: `Milepost was asked to count “${plainName(title)}” (${plainName(toolTitle)}) as not bought. If the service made a Call for it after all, ${price === null ? 'what it cost' : formatAmount(price)} is charged and not counted here.`,
    detail:
      'The service declined the order when it was sent again, and its list shows no Call for it. Its list may lag behind: look at your account there first.',
  });
  if (!confirmed) fail('not_confirmed', 'You did not confirm it. Nothing was changed.', { purchaseId });
  const proven = (await declined()) ?? notDeclined();
  context.storage.transaction(() => {
    context.journal.note(purchaseId, {
      event: 'no_call_claimed',
      by: 'user',
      words: 'You said that the service made no Call for this purchase, and confirmed it outside the page.',
    });
    const { requestId, refusal } = proven;
    const words = `${refusal.words} You said that it made no Call for this purchase.`;
    recordRefused(context, context.journal.must(purchaseId), refusal, { requestId, words });
  });
  context.publishChange();
}

/** Accepts the user's statement that a Call that failed, says the service, was charged no more than the service stated. */
async function saysUnchargedByUser(
  context: Uses<'accountContext' | 'busy' | 'confirm' | 'journal' | 'publishChange'>,
  purchaseId: string,
): Promise<void> {
  const { title, toolTitle, price, refusal, charged } = searchedPurchase(context, purchaseId);
  const confirmed = await context.confirm({
    title: 'Count this purchase as failed?',
    words: `Milepost was asked to count “${plainName(title)}” (${plainName(toolTitle)}) as failed, and ${charged === null ? 'as not charged' : `as charged ${formatAmount(charged)}`}. If it was charged more, up to ${price === null ? 'what it cost' : formatAmount(price)} is not counted here.`,
    detail: `${refusal?.words ?? ''} Look at your account there first.`,
  });
  if (!confirmed) fail('not_confirmed', 'You did not confirm it. Nothing was changed.', { purchaseId });
  await context.busy.get(purchaseId);
  const entry = searchedPurchase(context, purchaseId);
  if (entry.refusal === null) fail(...noCandidate(purchaseId));
  context.journal.note(purchaseId, {
    event: 'no_charge_claimed',
    by: 'user',
    words:
      'You said that the failed Call was charged no more than stated, and confirmed it outside the page.',
  });
  recordRefused(context, entry, entry.refusal, { requestId: entry.requestId });
  context.publishChange();
}

const noCandidate = (purchaseId: string) =>
  [
    'not_a_candidate',
    'This Call is not one that could be of this purchase. Nothing was changed.',
    { purchaseId },
  ] as const;

function question({ title, toolTitle, price }: Entry, call: ListedCall, isOwn: boolean) {
  const named = `the Call ${plainName(call.callRef)}, which the service lists as “${plainName(call.state ?? 'of no state')}”`;
  return {
    title: isOwn ? 'Take this Call as the one of your purchase?' : 'Leave this Call to another program?',
    words: isOwn
      ? `Milepost was asked to take ${named} as the one of “${plainName(title)}” (${plainName(toolTitle)}). What it holds and what it cost are then this purchase’s.`
      : `Milepost was asked to count ${named} as not of “${plainName(title)}” (${plainName(toolTitle)}). If it is, ${price === null ? 'what it cost' : formatAmount(price)} is charged and not counted here.`,
    detail:
      'The service does not say by which order the Call was made. Another program, or another computer, may have made it with the same account.',
  };
}
