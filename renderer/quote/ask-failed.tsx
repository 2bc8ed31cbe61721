import { Button, Stack } from '@mantine/core';
import { useLocation } from 'wouter';
import type { Failure } from '#shared/contract/failure.ts';
import { ContractFailure } from '#shared/contract/failure.ts';
import { FailureNotice } from '../components/failure-notice.tsx';
import { purchasePath } from '../components/screen-paths.ts';
import { askForQuote, closeQuoteSheet, type QuoteRequest } from './quote-sheet.ts';

/** No quote came. An open purchase of the same request is named and linked to, because it locks a new one. */
export function AskFailed({ failure, request }: { failure: Failure; request: QuoteRequest }) {
  const [, navigate] = useLocation();
  const open = failure.purchaseId;
  return (
    <Stack>
      <FailureNotice
        error={new ContractFailure(failure)}
        title={
          failure.code === 'already_open' ? 'An earlier purchase of this request is still open' : 'No quote'
        }
        onRetry={failure.code === 'already_open' ? undefined : () => void askForQuote(request)}
      >
        {open !== undefined && (
          <Button
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
