import type { Amount } from '#shared/money.ts';
import { ownEntry } from '#shared/own-entry.ts';
import { plainName } from '#shared/plain-text.ts';
import { fold } from '../../marketplace/answers/fold.ts';
import { withoutLargeParts } from '../../marketplace/outside/bounded.ts';
import type { StatedMoney } from '../../marketplace/service/vocabulary.ts';

/** A receipt, as far as readable. A refusal can carry one too: money may have moved. */
export type Receipt = {
  receiptRef: string | null;
  /** The service's own word; null if absent. */
  state: string | null;
  refundState: string | null;
  lossState: string | null;
  transactionRef: string | null;
  /** The total charged; null if there is no exact amount. */
  total: Amount | null;
  /** A stated total that is not exact, as shortened JSON; absent if there is none. */
  unreadTotal?: string;
  /** The refund shown; absent if there is none. */
  refund?: Amount | 'unreadable';
};

/** A receipt as it was read of an answer. */
export function readReceipt(read: StatedMoney['receipt']): Receipt | null {
  if (read === null) return null;
  const { receiptRef, state, refundState, lossState, transactionRef, total, misfits } = read;
  return {
    receiptRef,
    state,
    refundState,
    lossState,
    transactionRef,
    total,
    ...statedRefund(read),
    ...(misfits.total !== undefined && { unreadTotal: unreadOf(misfits.total) }),
  };
}

/** What does not fit, as shortened JSON. */
export const unreadOf = (value: unknown): string =>
  (JSON.stringify(withoutLargeParts(value)) ?? '').slice(0, 80);

/** The stated refund; absent if there is none. */
export function statedRefund({
  refund,
  misfits,
}: Pick<NonNullable<StatedMoney['receipt']>, 'refund' | 'misfits'>): { refund?: Amount | 'unreadable' } {
  if (misfits.refund !== undefined || refund?.units.startsWith('-') === true) return { refund: 'unreadable' };
  return refund === null ? {} : { refund };
}

const RETURNED = new Set(['refunded', 'released', 'reversed', 'voided', 'void', 'freetier']);
const NOT_CHARGED = new Set(['reserved', 'none', 'notcharged', 'insufficientcredit']);
const OPEN = new Set(['unknown', 'outcomeunknown', 'pending']);

/** The charge state that a receipt implies; null if it states none. */
export function chargeStateOf(receipt: Receipt): string | null {
  const states = [receipt.refundState, receipt.state].map((word) => fold(word ?? ''));
  if (states.some((word) => RETURNED.has(word))) return 'refunded';
  if (states.some((word) => OPEN.has(word))) return 'outcome_unknown';
  if (NOT_CHARGED.has(states[1] ?? '')) return 'free_tier';
  if (states[1] === 'settled' || states[1] === 'paid') return 'paid';
  // An unknown word is passed on as the service's own.
  return receipt.state;
}

const STATE_LABELS: Readonly<Record<string, string>> = {
  reserved: 'The amount was reserved, not charged.',
  settled: 'The charge is settled.',
  refunded: 'The charge was refunded.',
  unknown: 'The service does not know yet whether the charge stands.',
};

/** What a receipt states, in Milepost's words; an unknown state in the service's. */
export function receiptMessage(receipt: Receipt): string {
  const state =
    receipt.state === null
      ? 'The receipt does not say how the charge stands.'
      : (ownEntry(STATE_LABELS, fold(receipt.state)) ??
        `The receipt calls the charge “${plainName(receipt.state)}”, which Milepost does not know.`);
  const loss = fold(receipt.lossState ?? 'none');
  if (loss === 'none' || loss === 'notapplicable') return state;
  return loss === 'unknown'
    ? `${state} Whether anything is lost is not known yet.`
    : `${state} The service records a loss (“${plainName(receipt.lossState ?? '')}”).`;
}
