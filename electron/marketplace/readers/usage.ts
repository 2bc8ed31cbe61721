import type { Amount } from '#shared/money.ts';
import { amount, instant, member, membersOf, text } from '../reading.ts';

/** What a Call was charged, as far as the service tells it. */
export type Usage = {
  /** The service's own word: paid, free_tier, refunded, outcome_unknown, …, or one never seen. */
  chargeState: string | null;
  amount: Amount | null;
  usageRef: string | null;
  observedAt: number | null;
};

/** Null where there is no usage at all. */
export function readUsage(value: unknown): Usage | null {
  if (membersOf(value) === null) return null;
  return {
    chargeState: text(member(value, 'chargeState')),
    amount: amount(member(value, 'amount')),
    usageRef: text(member(value, 'usageRef')),
    observedAt: instant(member(value, 'observedAt')),
  };
}
