import { Badge } from '@mantine/core';
import type { PurchaseState } from '#shared/purchase/state.ts';
import { stateLabel, stateTone } from '../money/purchase-messages.ts';
import classes from './purchases.module.css';

/** A purchase's state in a word or two; on hover, `words` state its effect on the money. */
export function StateBadge({
  state,
  words,
  damaged = false,
}: {
  state: PurchaseState;
  words: string;
  /** Something stored of it cannot be read. */
  damaged?: boolean;
}) {
  if (damaged)
    return (
      <Badge variant="light" color="red" radius="sm" title={words} className={classes.badge} data-tone="red">
        Damaged, {stateLabel(state).toLowerCase()}
      </Badge>
    );
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
