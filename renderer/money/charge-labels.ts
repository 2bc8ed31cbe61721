import { ownEntry } from '#shared/own-entry.ts';

/** What the service's word for a charge means, in a word or two; an unknown word is shown as it is. */
const CHARGE: Readonly<Record<string, string>> = {
  paid: 'Paid',
  free_tier: 'Free of charge',
  refunded: 'Refunded',
  insufficient_credit: 'Not charged: too little credit',
  outcome_unknown: 'Not known yet',
  open: 'Not settled',
  not_stated: 'Not stated',
};

export const chargeLabel = (chargeState: string): string =>
  ownEntry(CHARGE, chargeState) ?? `“${chargeState.slice(0, 80)}”`;
