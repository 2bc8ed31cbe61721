import type { Failure } from '#shared/contract/failure.ts';
import type { Purchase } from '#shared/contract/purchases.ts';
import { wholeAmountLabel } from '#shared/money.ts';
import { api } from '../api/api.ts';
import { queryClient } from '../api/query-client.ts';
import { failureOf } from '../ui/failure-notice.tsx';
import { announce } from '../ui/status-messages.ts';
import { storeOf } from '../ui/store.ts';

/** The request of a quote. With `after` it is for the page after that of this purchase. */
export type QuoteSheetRequest = { toolRef: string; input: Record<string, unknown>; after?: string };

/** The one quote sheet of the window. `request` is its origin, so that a new quote can be offered. */
export type Sheet =
  | { stage: 'closed' }
  | { stage: 'quoting'; request: QuoteSheetRequest }
  | { stage: 'failed'; request: QuoteSheetRequest; failure: Failure }
  | { stage: 'open'; purchaseId: string; request: QuoteSheetRequest | null };

const { read, set: show, useValue } = storeOf<Sheet>({ stage: 'closed' });
/** Purchases approved from this window: watched until they are settled, whether or not their sheet is open. */
const watched = storeOf<readonly string[]>([]);

export const isQuoteSheetOpen = (): boolean => read().stage !== 'closed';
const isQuoting = (): boolean => read().stage === 'quoting';

export { useValue as useQuoteSheet };
export const useWatchedPurchases = watched.useValue;

/** The cache key of a purchase. */
export const purchaseKey = (purchaseId: string) => ['purchases', 'show', purchaseId] as const;

/** Caches a purchase as the main process just returned it, for every view of it. */
export function cachePurchase(purchase: Purchase): void {
  queryClient.setQueryData(purchaseKey(purchase.purchaseId), purchase);
}

/**
 * Opens the quote sheet and requests a quote; buys nothing. If the sheet is closed meanwhile, the quote is left to
 * expire: it is listed under Purchases.
 */
export async function openQuote(request: QuoteSheetRequest): Promise<void> {
  // A second click before the sheet is rendered requests nothing more.
  if (isQuoting()) return;
  const quoting: Sheet = { stage: 'quoting', request };
  show(quoting);
  announce('Getting a quote. It costs nothing.');
  try {
    const purchase = await api.purchases.quote(request);
    cachePurchase(purchase);
    if (read() !== quoting) return;
    show({ stage: 'open', purchaseId: purchase.purchaseId, request });
    announce(
      purchase.state === 'quoted' && purchase.price
        ? `Quote: ${wholeAmountLabel(purchase.price)}. Nothing is bought until you approve.`
        : purchase.words,
    );
  } catch (error) {
    if (read() !== quoting) return;
    const failure = failureOf(error);
    show({ stage: 'failed', request, failure });
    announce(`No quote. ${failure.message}`);
  }
}

/** Opens the sheet of an existing purchase. */
export function openQuoteSheet(purchaseId: string): void {
  show({ stage: 'open', purchaseId, request: null });
}

/** Closes the sheet. An approved purchase continues; any other is unchanged. */
export function closeQuoteSheet(): void {
  show({ stage: 'closed' });
}

export function watchPurchase(purchaseId: string): void {
  if (!watched.read().includes(purchaseId)) watched.set([...watched.read(), purchaseId]);
}

export function unwatchPurchase(purchaseId: string): void {
  watched.set(watched.read().filter((id) => id !== purchaseId));
}
