import { notifications } from '@mantine/notifications';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Purchase } from '#shared/contract/purchases.ts';
import { isUnresolved } from '#shared/purchase/state.ts';
import { api } from '../api/api.ts';
import { stateTone, UNKNOWN_MESSAGE } from '../money/purchase-messages.ts';
import { PageLink } from '../ui/page-link.tsx';
import { purchasePath, resultPath } from '../ui/screen-paths.ts';
import { announce } from '../ui/status-messages.ts';
import { purchaseKey, unwatchPurchase, useQuoteSheet, useWatchedPurchases } from './quote-sheet.ts';

const wordsOf = (purchase: Purchase): string =>
  purchase.state === 'unknown' ? UNKNOWN_MESSAGE : `${purchase.title}: ${purchase.words}`;

/**
 * Announces the progress of purchases approved here in the Status region, and their outcome where no sheet shows it.
 */
export function PurchaseWatch() {
  const watched = useWatchedPurchases();
  const sheet = useQuoteSheet();
  const announced = useRef(new Map<string, string>());
  const answers = useQueries({
    queries: watched.map((purchaseId) => ({
      queryKey: purchaseKey(purchaseId),
      queryFn: () => api.purchases.show({ purchaseId }),
    })),
  });

  useEffect(() => {
    for (const { data: purchase } of answers) {
      if (!purchase || purchase.state === 'quoted') continue;
      const words = wordsOf(purchase);
      if (announced.current.get(purchase.purchaseId) === words) continue;
      announced.current.set(purchase.purchaseId, words);
      announce(words);
      if (isUnresolved(purchase.state)) continue;
      const isShown = sheet.stage === 'open' && sheet.purchaseId === purchase.purchaseId;
      if (!isShown) {
        const gave = purchase.state === 'completed';
        const to = gave ? resultPath(purchase) : purchasePath(purchase.purchaseId);
        notifications.show({
          title: purchase.title,
          color: stateTone(purchase.state),
          closeButtonProps: { 'aria-label': 'Close' },
          message: (
            <>
              {purchase.words} <PageLink href={to}>{gave ? 'Show results' : 'Show purchase'}</PageLink>
            </>
          ),
        });
      }
      // While its sheet is open, the sheet shows the output and then stops watching.
      if (!isShown || purchase.state !== 'completed') unwatchPurchase(purchase.purchaseId);
    }
  }, [answers, sheet]);
  return null;
}
