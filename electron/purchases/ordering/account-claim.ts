import { fail } from '#shared/contract/failure.ts';
import { plainName } from '#shared/plain-text.ts';
import { isUnresolved } from '#shared/purchase/state.ts';
import type { Uses } from '../journal/purchase-context.ts';
import type { Ordering } from './buying.ts';
import { isAccountUnknown, refuseForeign, unknownAccount } from './purchase-account.ts';
import { mayBeSentByHand, type Polling, poll, sendWaiting, waitsToBeSent } from './recovery.ts';

/**
 * Reads a purchase's status at the user's request, even if only the user knows whether it belongs to the current
 * account.
 */
export async function checkAgain(context: Polling & Ordering & Uses<'confirm'>, id: string): Promise<void> {
  const { polls } = context.journal.must(id);
  await context.learnAccount();
  await claimAccount(context, id);
  const entry = context.journal.must(id);
  refuseForeign(context, entry);
  if (waitsToBeSent(entry)) {
    // It is sent again when its wait is over, by plan; once by hand where that is hours or days away.
    if (mayBeSentByHand(context, entry)) await sendWaiting(context, id, entry.nextPollAt ?? 0);
    return context.publishChange();
  }
  // It may have been read by itself since the click, and a wait be named then.
  if (context.busy.has(id) || context.journal.must(id).polls === polls) await poll(context, id);
}

/**
 * Accepts the user's statement that a purchase was made with the current key's account, if the service does not state
 * both accounts and the key has changed. Confirmed outside the page, since this key is used for the purchase from
 * then on.
 */
async function claimAccount(
  context: Uses<'accountContext' | 'confirm' | 'journal' | 'publishChange' | 'storage'>,
  id: string,
): Promise<void> {
  const entry = context.journal.must(id);
  if (!isUnresolved(entry.state) || !isAccountUnknown(context, entry)) return;
  const { keyMark } = context.accountContext();
  const confirmed = await context.confirm({
    title: 'Was this purchase made with the account of the key in use?',
    words: `“${plainName(entry.title)}” (${plainName(entry.toolTitle)}). ${unknownAccount(entry)} Milepost would look for it in the account of the key in use.`,
    detail:
      'Say no if it was made with another account, and store a key of that one: this account cannot settle it, and sending the order again could then be charged here as well.',
  });
  if (!confirmed) fail('not_confirmed', 'You did not confirm it. Nothing was changed.', { purchaseId: id });
  const current = context.accountContext();
  const now = context.journal.must(id);
  // The key was replaced or the purchase settled during the question.
  if (current.keyMark !== keyMark || !isUnresolved(now.state) || !isAccountUnknown(context, now)) return;
  context.storage.transaction(() => {
    context.journal.note(id, {
      event: 'account_claimed',
      by: 'user',
      words:
        'You said that it was made with the account of the key in use, and confirmed it outside the page.',
    });
    context.journal.amend(id, { keyMark, account: now.account ?? current.account });
  });
  context.publishChange();
}
