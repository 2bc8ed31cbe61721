import { Button, Stack, Text } from '@mantine/core';
import type { Purchase } from '#shared/contract/purchases.ts';
import { PurchaseActions } from '../money/purchase-actions.tsx';
import { stateLabel } from '../money/purchase-messages.ts';
import { RefusalMessage } from '../money/refusal-message.tsx';
import { DialogButtons } from '../ui/forms/dialog-buttons.tsx';
import { useNow } from '../ui/now.ts';
import { spanLabel } from '../ui/relative-time.ts';
import classes from './quote.module.css';
import { closeQuoteSheet, openQuote, type QuoteSheetRequest } from './quote-sheet.ts';

const TITLES: Partial<Record<Purchase['state'], string>> = {
  not_quoted: 'The service gave no quote',
  refused: 'The service refused the Call',
  cancelled: 'The service cancelled the Call',
  not_sent: 'It did not leave this computer',
};

/** A purchase without result: why, what was charged, and a new quote on request. */
export function QuoteOver({ purchase, request }: { purchase: Purchase; request: QuoteSheetRequest | null }) {
  const title = TITLES[purchase.state];
  return (
    <Stack>
      {title ? (
        <RefusalMessage purchase={purchase} title={title} />
      ) : (
        <Text>{purchase.words || stateLabel(purchase.state)}</Text>
      )}
      <PurchaseActions purchase={purchase} />
      <DialogButtons leave={{ label: 'Close', onLeave: closeQuoteSheet }}>
        {request && (
          <QuoteAgain request={request} from={purchase.updatedAt + (purchase.refusal?.retryAfterMs ?? 0)} />
        )}
      </DialogButtons>
    </Stack>
  );
}

/** Offers a new quote, once the wait that the service requested is over (§7.1). Requests nothing automatically. */
function QuoteAgain({ request, from }: { request: QuoteSheetRequest; from: number }) {
  const now = useNow('second');
  const waits = from > now;
  return (
    <>
      {waits && (
        <Text c="dimmed" className={classes.countdown}>
          possible in {spanLabel(from - now + 999)}
        </Text>
      )}
      <Button disabled={waits} onClick={() => void openQuote(request)}>
        New quote
      </Button>
    </>
  );
}
