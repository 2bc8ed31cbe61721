import { fail } from '#shared/contract/failure.ts';
import type { AlarmedPurchase } from '#shared/contract/purchases.ts';
import { type ChargeAlarm, chargeAlarm } from '#shared/purchase/charge.ts';
import type { Entry } from './entry.ts';
import type { PurchaseContext } from './purchase-context.ts';
import { chargeOfEntry } from './spending.ts';

/** The alarm of a purchase that the user has not seen yet; null where there is none. */
function unseenAlarm(entry: Entry): ChargeAlarm | null {
  const alarm = chargeAlarm(chargeOfEntry(entry));
  return alarm === null || entry.chargeSeen === alarm.mark ? null : alarm;
}

/** Every charge that is not what was approved and that the user has not seen, newest first. */
export const alarmedPurchases = (context: PurchaseContext): AlarmedPurchase[] =>
  context.journal.chargedOtherwise().flatMap((entry) => {
    const alarm = unseenAlarm(entry);
    return alarm === null
      ? []
      : [{ purchaseId: entry.id, title: entry.title, toolTitle: entry.toolTitle, demo: entry.demo, alarm }];
  });

/** Writes down that the user has seen exactly this charge; fails with `changed_meanwhile` where it is another by now. */
export function seeCharge(context: PurchaseContext, purchaseId: string, mark: string): void {
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

/** Why nothing is bought without the user now; null where nothing stands in its way. */
export function whyNotUnattended(context: PurchaseContext): string | null {
  const [first] = alarmedPurchases(context).filter(({ demo }) => demo === context.accountContext().demo);
  return first === undefined
    ? null
    : `${first.alarm.words} Nothing is bought by itself until you have seen it in Purchases.`;
}

/** Fails with `charge_alarm` while a charge stands that the user has not seen. */
export function refuseWhileAlarmed(context: PurchaseContext): void {
  const why = whyNotUnattended(context);
  if (why !== null) fail('charge_alarm', why);
}

/** Notifies of each alarm once in this run of the program, outside the page where that is possible. */
export function alarmNotifier(context: PurchaseContext) {
  const known = new Set<string>();
  return () => {
    for (const { purchaseId, title, alarm } of alarmedPurchases(context)) {
      const name = `${purchaseId} ${alarm.mark}`;
      if (known.has(name)) continue;
      known.add(name);
      context.notifyCharge({ purchaseId, title, words: alarm.words });
    }
  };
}
