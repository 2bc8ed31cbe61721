import { fail } from '#shared/contract/failure.ts';
import type { AlarmedPurchase } from '#shared/contract/purchases.ts';
import { type ChargeAlarm, chargeAlarm } from '#shared/purchase/charge.ts';
import type { Entry } from './entry.ts';
import type { Uses } from './purchase-context.ts';
import { chargeOfEntry } from './spending.ts';

/** A purchase's alarm that the user has not seen yet; null if there is none. */
function unseenAlarm(entry: Entry): ChargeAlarm | null {
  const alarm = chargeAlarm(chargeOfEntry(entry));
  return alarm === null || entry.chargeSeen === alarm.mark ? null : alarm;
}

/** Every unseen charge that differs from its approval, newest first. */
export const alarmedPurchases = (context: Uses<'journal'>): AlarmedPurchase[] =>
  context.journal.chargedOtherwise().flatMap((entry) => {
    const alarm = unseenAlarm(entry);
    return alarm === null
      ? []
      : [{ purchaseId: entry.id, title: entry.title, toolTitle: entry.toolTitle, demo: entry.demo, alarm }];
  });

/** Records that the user has seen this charge; throws `changed_meanwhile` if it has changed. */
export function seeCharge(
  context: Uses<'journal' | 'publishChange'>,
  purchaseId: string,
  mark: string,
): void {
  const entry = context.journal.must(purchaseId);
  const alarm = unseenAlarm(entry);
  if (alarm === null) return;
  if (alarm.mark !== mark)
    fail(
      'changed_meanwhile',
      'The service states another charge by now. Look at it again; nothing else has changed.',
      { purchaseId },
    );
  context.journal.record(purchaseId, {
    event: 'charge_seen',
    words: `You have seen it: ${alarm.words}`,
    changes: { chargeSeen: mark },
  });
  context.publishChange();
}

/** Why nothing is bought automatically now; null if nothing prevents it. */
export function whyNotUnattended(context: Uses<'accountContext' | 'journal'>): string | null {
  const [first] = alarmedPurchases(context).filter(({ demo }) => demo === context.accountContext().demo);
  return first === undefined
    ? null
    : `${first.alarm.words} Nothing is bought by itself until you have seen it in Purchases.`;
}

/** Throws `charge_alarm` while there is an unseen charge alarm. */
export function refuseWhileAlarmed(context: Uses<'accountContext' | 'journal'>): void {
  const why = whyNotUnattended(context);
  if (why !== null) fail('charge_alarm', why);
}

/** Tells of each alarm that the user has not seen. */
export function notifyAlarms(context: Uses<'journal' | 'notifyCharge'>): void {
  for (const { purchaseId, title, alarm } of alarmedPurchases(context))
    try {
      context.notifyCharge({ purchaseId, mark: alarm.mark, title, words: alarm.words });
    } catch {
      // The alarm stays in Purchases and in the top bar; it is tried again at the next change.
    }
}
