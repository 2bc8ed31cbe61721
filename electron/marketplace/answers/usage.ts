import type { Amount } from '#shared/money.ts';
import { amount, instant, label, member, membersOf, text } from './reading.ts';
import { recordOf } from './shape.ts';

/** What a Call was charged, as far as the service states it. */
export type Usage = {
  /** The service's own word: paid, free_tier, refunded, outcome_unknown, …, or one never seen. */
  chargeState: string | null;
  amount: Amount | null;
  /** An amount that is given and is not an exact one, as its JSON text, shortened; absent where there is none. */
  unreadAmount?: string;
  usageRef: string | null;
  observedAt: number | null;
};

/** What services call that which is charged, besides an amount: the whole before its parts. */
export const CHARGED = [
  'totalBuyerCharge',
  'totalCharge',
  'total',
  'buyerCharge',
  'charge',
  'charged',
  'cost',
];

/** The first member of these names that is a record; a mere word under one of them is no amount. */
export const statedIn = (value: unknown, names: readonly string[]): unknown =>
  names.map((name) => member(value, name)).find((one) => membersOf(one) !== null);

/** Null where there is no usage at all. */
export function readUsage(value: unknown): Usage | null {
  if (membersOf(value) === null) return null;
  const known = member(value, 'amount') ?? statedIn(value, CHARGED);
  const read = amount(known);
  return {
    chargeState: label(member(value, 'chargeState')),
    amount: read,
    ...(read === null &&
      known !== undefined &&
      known !== null && { unreadAmount: JSON.stringify(known).slice(0, 80) }),
    usageRef: text(member(value, 'usageRef')),
    observedAt: instant(member(value, 'observedAt')),
  };
}

/** What an answer about a Call states of money, as it came: beside its result, or in it. */
export type StatedMoney = { usage: unknown; receipt: unknown };

/** Null where it states none. */
export function moneyIn(value: unknown): StatedMoney | null {
  const body = recordOf(value, 'call', 'execution', 'run');
  const of = (name: string) => member(body, name) ?? member(member(body, 'result'), name) ?? null;
  const money = { usage: of('usage'), receipt: of('receipt') };
  return money.usage === null && money.receipt === null ? null : money;
}
