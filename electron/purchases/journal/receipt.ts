import type { Amount } from '#shared/money.ts';
import { ownEntry } from '#shared/own-entry.ts';
import { plainName } from '#shared/plain-text.ts';
import { fold } from '../../marketplace/answers/fold.ts';
import { CHARGED, onlyRecord, statedCharge, statedRefund } from '../../marketplace/answers/money.ts';
import { label, member, membersOf, stateWord, text } from '../../marketplace/answers/reading.ts';

/** A receipt as far as it can be read. It can come with a refusal too: money may have moved. */
export type Receipt = {
  receiptRef: string | null;
  /** The service's own words; null where it gives none. */
  state: string | null;
  refundState: string | null;
  lossState: string | null;
  transactionRef: string | null;
  /** All that it shows as charged; null where no exact amount can be read. */
  total: Amount | null;
  /** An amount that is given and is not an exact one, as its JSON text, shortened; absent where there is none. */
  unreadTotal?: string;
  /** What it shows as given back; absent where it shows nothing. */
  refund?: Amount | 'unreadable';
};

export function readReceipt(stated: unknown): Receipt | null {
  const receipt = onlyRecord(stated);
  if (membersOf(receipt) === null) return null;
  const { amount: total, unread } = statedCharge(receipt, [...CHARGED, 'amount']);
  return {
    receiptRef: label(member(receipt, 'receiptRef', 'ref', 'id')),
    state: stateWord(member(receipt, 'state', 'chargeState', 'status')),
    refundState: stateWord(member(receipt, 'refundState')),
    lossState: text(member(receipt, 'lossState')),
    transactionRef: label(member(receipt, 'transactionRef')),
    total,
    // A bare number may count units of any asset; a record of money that cannot be read is one that nobody understood.
    ...statedRefund(receipt),
    ...(typeof unread === 'object' && { unreadTotal: JSON.stringify(unread).slice(0, 80) }),
  };
}

const RETURNED = new Set(['refunded', 'released', 'reversed', 'voided', 'void', 'freetier']);
const NOT_CHARGED = new Set(['reserved', 'none', 'notcharged', 'insufficientcredit']);
const OPEN = new Set(['unknown', 'outcomeunknown', 'pending']);

/** What a receipt says of the money, in the words of a charge state; null where it is silent. */
export function chargeStateOf(receipt: Receipt): string | null {
  const states = [receipt.refundState, receipt.state].map((word) => fold(word ?? ''));
  if (states.some((word) => RETURNED.has(word))) return 'refunded';
  if (states.some((word) => OPEN.has(word))) return 'outcome_unknown';
  if (NOT_CHARGED.has(states[1] ?? '')) return 'free_tier';
  if (states[1] === 'settled' || states[1] === 'paid') return 'paid';
  // A word that nobody has seen is the service's own, and is reported as such.
  return receipt.state;
}

const STATE_LABELS: Readonly<Record<string, string>> = {
  reserved: 'The amount was reserved, not charged.',
  settled: 'The charge is settled.',
  refunded: 'The charge was refunded.',
  unknown: 'The service does not know yet whether the charge stands.',
};

/** What a receipt says, in our words; the service's own word where it is one that nobody has seen. */
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
