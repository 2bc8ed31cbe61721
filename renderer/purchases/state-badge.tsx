import { Badge } from '@mantine/core';
import type { PurchaseState } from '#shared/purchase/state.ts';
import { stateLabel, stateTone } from '../money/purchase-messages.ts';
import classes from './purchases.module.css';

/** Where a purchase stands, in a word or two; `words` says on hover what it means for the money. */
export function StateBadge({ state, words }: { state: PurchaseState; words: string }) {
  return (
    <Badge
      variant="light"
      color={stateTone(state)}
      radius="sm"
      title={words}
      className={classes.badge}
      data-tone={stateTone(state)}
    >
      {stateLabel(state)}
    </Badge>
  );
}
