import { Button, Stack } from '@mantine/core';
import { useLocation } from 'wouter';
import type { Failure } from '#shared/contract/failure.ts';
import { ContractFailure } from '#shared/contract/failure.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { purchasePath } from '../ui/screen-paths.ts';
import { closeQuoteSheet, openQuote, type QuoteSheetRequest } from './quote-sheet.ts';

/** No quote. An open purchase of the same request is named and linked, because it blocks a new one. */
export function QuoteFailed({ failure, request }: { failure: Failure; request: QuoteSheetRequest }) {
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
