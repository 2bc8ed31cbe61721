import { Alert, Button, Loader, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCircle } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { Purchase } from '#shared/contract/purchases.ts';
import { Money } from '../money/money.tsx';
import { PurchaseActions } from '../money/purchase-actions.tsx';
import { type ProgressStep, progressSteps, UNKNOWN_MESSAGE } from '../money/purchase-messages.ts';
import { SearchTitle } from '../records/search-title.tsx';
import { DialogButtons } from '../ui/forms/dialog-buttons.tsx';
import { RequestId } from '../ui/request-id.tsx';
import { purchasePath, resultPath } from '../ui/screen-paths.ts';
import classes from './quote.module.css';
import { closeQuoteSheet } from './quote-sheet.ts';

/** Progress of an approved purchase. Closing the dialog leaves it running. */
export function PurchaseProgress({ purchase }: { purchase: Purchase }) {
  const steps = progressSteps(purchase.state);
  return (
    <Stack>
      <div>
        <Text size="md" fw={600}>
          <SearchTitle title={purchase.title} />
        </Text>
        {purchase.price && (
          <Text c="dimmed">
            <Money amount={purchase.price} />
          </Text>
        )}
      </div>
      {steps ? (
        <ol className={classes.steps}>
          {steps.map((step) => (
            <li
              key={step.label}
              data-state={step.state}
              aria-current={step.state === 'now' ? 'step' : undefined}
            >
              <StepIcon state={step.state} />
              {step.label}
            </li>
          ))}
        </ol>
      ) : (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={UNKNOWN_MESSAGE}>
          <Text>A new purchase of the same request stays locked until this one is settled.</Text>
        </Alert>
      )}
      {steps && purchase.state !== 'completed' && <Text>{purchase.words}</Text>}
      {purchase.callRef && (
        <Text size="xs" c="dimmed" component="div">
          Call <RequestId id={purchase.callRef} what="Call reference" />
        </Text>
      )}
      <PurchaseActions purchase={purchase} />
      <DialogButtons
        note={
          purchase.state === 'completed'
            ? purchase.words
            : 'You can close this: the purchase goes on, also when Milepost is closed and started again.'
        }
        more={
          <Button component={Link} href={purchasePath(purchase.purchaseId)} onClick={closeQuoteSheet}>
            Show purchase
          </Button>
        }
      >
        {purchase.state === 'completed' && (
          <Button variant="filled" component={Link} href={resultPath(purchase)} onClick={closeQuoteSheet}>
            Show results
          </Button>
        )}
      </DialogButtons>
    </Stack>
  );
}

function StepIcon({ state }: { state: ProgressStep['state'] }) {
  if (state === 'done') return <IconCheck size={18} aria-hidden />;
  if (state === 'now') return <Loader size={16} aria-hidden />;
  return <IconCircle size={18} stroke={1.2} aria-hidden />;
}
