import { Button, Modal, Stack } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { Failure } from '#shared/contract/failure.ts';
import { ContractFailure } from '#shared/contract/failure.ts';
import type { Purchase } from '#shared/contract/purchases.ts';
import { api } from '../api/api.ts';
import { FullAmounts } from '../money/money.tsx';
import { FailureNotice, NotRead } from '../ui/failure-notice.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { purchasePath, resultPath } from '../ui/screen-paths.ts';
import { PurchaseProgress } from './purchase-progress.tsx';
import { QuoteOver } from './quote-over.tsx';
import {
  closeQuoteSheet,
  openQuote,
  purchaseKey,
  type QuoteSheetRequest,
  type Sheet,
  unwatchPurchase,
  useWatchedPurchases,
} from './quote-sheet.ts';
import { QuoteTerms } from './quote-terms.tsx';

/** The dialog named "Quote": the terms, the one button that spends, and the progress. */
export function QuoteDialog({ sheet }: { sheet: Sheet }) {
  // Opened only once it is mounted, so that it records where the focus was and returns it.
  const isThere = useMounted();
  return (
    <Modal
      centered
      opened={isThere && sheet.stage !== 'closed'}
      onClose={closeQuoteSheet}
      title="Quote"
      size={720}
    >
      {sheet.stage === 'quoting' && <LoadingState words="Getting a quote. It costs nothing." />}
      {sheet.stage === 'failed' && <QuoteFailed failure={sheet.failure} request={sheet.request} />}
      {sheet.stage === 'open' && <QuotedPurchase purchaseId={sheet.purchaseId} request={sheet.request} />}
    </Modal>
  );
}

function QuotedPurchase({ purchaseId, request }: { purchaseId: string; request: QuoteSheetRequest | null }) {
  const shown = useQuery({
    queryKey: purchaseKey(purchaseId),
    queryFn: () => api.purchases.show({ purchaseId }),
  });
  const [, navigate] = useLocation();
  const approvedHere = useWatchedPurchases().includes(purchaseId);
  const purchase = shown.data;

  const gave = purchase?.state === 'completed' ? resultPath(purchase) : null;
  useEffect(() => {
    if (gave === null || !approvedHere) return;
    closeQuoteSheet();
    unwatchPurchase(purchaseId);
    navigate(gave);
  }, [gave, approvedHere, navigate, purchaseId]);

  if (shown.isLoadingError) return <NotRead of={shown} />;
  if (!purchase) return <LoadingState />;
  return (
    <FullAmounts>
      <Stage purchase={purchase} request={request} />
    </FullAmounts>
  );
}

function Stage({ purchase, request }: { purchase: Purchase; request: QuoteSheetRequest | null }) {
  switch (purchase.state) {
    case 'quoting':
      return <LoadingState words="Getting a quote. It costs nothing." />;
    case 'quoted':
    case 'expired':
    case 'void':
      return purchase.quote ? (
        <QuoteTerms purchase={purchase} quote={purchase.quote} request={request} />
      ) : (
        <QuoteOver purchase={purchase} request={request} />
      );
    case 'approved':
    case 'submitted':
    case 'pending':
    case 'unknown':
    case 'completed':
      return <PurchaseProgress purchase={purchase} />;
    default:
      return <QuoteOver purchase={purchase} request={request} />;
  }
}

/** No quote. An open purchase of the same request is named and linked, because it blocks a new one. */
function QuoteFailed({ failure, request }: { failure: Failure; request: QuoteSheetRequest }) {
  const [, navigate] = useLocation();
  const open = failure.purchaseId;
  return (
    <Stack>
      <FailureNotice
        error={new ContractFailure(failure)}
        title={
          failure.code === 'already_open' ? 'An earlier purchase of this request is still open' : 'No quote'
        }
        onRetry={failure.code === 'already_open' ? undefined : () => void openQuote(request)}
      >
        {open !== undefined && (
          <Button
            variant="filled"
            size="xs"
            onClick={() => {
              closeQuoteSheet();
              navigate(purchasePath(open));
            }}
          >
            Show that purchase
          </Button>
        )}
      </FailureNotice>
    </Stack>
  );
}
