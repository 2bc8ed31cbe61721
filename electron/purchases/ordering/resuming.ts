import { fail } from '#shared/contract/failure.ts';
import { formatAmount } from '#shared/money.ts';
import { plainName } from '#shared/plain-text.ts';
import type { Entry } from '../journal/entry.ts';
import { toolLabel } from '../journal/messages.ts';
import { ceilingOf, type Uses } from '../journal/purchase-context.ts';
import { ORDER_RESTORED } from '../journal/purchase-events.ts';
import { orderLeft, waitLeft } from './back-off.ts';
import { type Ordering, refuseDamaged, sendCommand } from './buying.ts';
import { refuseForeign } from './purchase-account.ts';
import { type Polling, poll } from './recovery.ts';

/**
 * Repeats the identical order with its original idempotency key, at the user's request (§7.3: status first). A
 * refusal does not prove that nothing was bought: that also takes the list of Calls.
 */
export async function resume(
  context: Polling & Ordering & Uses<'confirm' | 'toolFacts'>,
  id: string,
): Promise<void> {
  const before = context.journal.must(id);
  if (before.state !== 'unknown')
    fail('not_resumable', 'Only a purchase whose outcome is unknown can be resumed.', { purchaseId: id });
  refuseDamaged(before);
  const known = context.journal.timeline(id).length;
  await context.learnAccount();
  refuseForeign(context, before);
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
  refuseForeign(context, entry);
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
}

const OF_AN_ORDER_SENT_AGAIN = new Set(['resumed', 'order_declined', 'answer_lost', 'wait_requested']);

const hasJustBeenDeclined = (context: Uses<'journal'>, id: string): boolean =>
  context.journal.timeline(id).at(-1)?.event === 'order_declined';

/**
 * An order from a backup was approved elsewhere, if at all: a compromised page could write one for any quote and
 * amount. So the user is asked outside the page before it is sent from here.
 */
async function confirmForeignOrder(
  context: Uses<'confirm' | 'journal' | 'toolFacts'>,
  entry: Entry,
): Promise<void> {
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
function toolAsRead(context: Uses<'toolFacts'>, { toolRef }: Entry): string {
  const facts = context.toolFacts(toolRef);
  if (facts === null)
    return `the Tool ${plainName(toolRef)}, whose name and provider this machine has not read from the service`;
  return `the Tool ${toolLabel(facts.title, facts.providerName)}`;
}
