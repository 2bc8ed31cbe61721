import { Button, Group, Stack, Text } from '@mantine/core';
import type { Purchase } from '#shared/contract/purchases.ts';
import { PurchaseActions } from '../components/purchase-actions.tsx';
import { stateLabel } from '../components/purchase-words.ts';
import { RefusalWords } from '../components/refusal-words.tsx';
import { askForQuote, closeQuoteSheet, type QuoteRequest } from './quote-sheet.ts';

const TITLES: Partial<Record<Purchase['state'], string>> = {
  not_quoted: 'The service gave no quote',
  refused: 'The service refused the Call',
  cancelled: 'The service cancelled the Call',
  not_sent: 'It did not leave this computer',
};

/** A purchase that came to nothing: why, what was charged, and a new quote if the person wants one. */
export function QuoteOver({ purchase, request }: { purchase: Purchase; request: QuoteRequest | null }) {
  const title = TITLES[purchase.state];
  return (
    <Stack>
      {title ? (
        <RefusalWords purchase={purchase} title={title} />
      ) : (
        <Text size="sm">{purchase.words || stateLabel(purchase.state)}</Text>
      )}
      <PurchaseActions purchase={purchase} />
      <Group justify="flex-end">
        {request && (
          <Button variant="default" onClick={() => void askForQuote(request)}>
            Ask for a new quote
          </Button>
        )}
        <Button variant="default" onClick={closeQuoteSheet}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
