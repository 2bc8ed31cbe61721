import type { Amount } from '#shared/money.ts';
import { CHARGED, onlyRecord, REFUNDED, statedCharge, statedRefund } from './money.ts';
import { firstItems, instant, list, member, membersOf, stateWord, text } from './reading.ts';
import { referenceIn } from './shape.ts';

/** What a Call was charged, as far as the service states it. */
export type Usage = {
  /** The service's own word: paid, free_tier, refunded, outcome_unknown, …, or an unknown one. */
  chargeState: string | null;
  amount: Amount | null;
  /** A stated amount that is not exact, as shortened JSON; absent if there is none. */
  unreadAmount?: string;
  /** The stated refund; absent if there is none. */
  refund?: Amount | 'unreadable';
  usageRef: string | null;
  observedAt: number | null;
};

/** Names of a charge directly in a Call record, where a plain total may count anything. */
const OWN_CHARGES = [
  'charge',
  'charged',
  'charges',
  'cost',
  'buyerCharge',
  'amountCharged',
  'chargedAmount',
  'totalCharge',
  'totalCharged',
  'totalBuyerCharge',
];
/** Names of usage records; the contract's own is first. */
const USAGES = ['usage', 'usageRecord', 'metering'];
/** Names of money records that may hold other data too. */
const ABOUT_MONEY = ['billing', 'payment', 'settlement', 'invoice', 'transaction'];
/** Keys for amounts collected from those records; no service uses such a name. */
const beside = (name: string): string => `${name} beside the usage`;
/** The amount in such a record that is not exact, which counts where no exact one is stated. */
const UNREAD = beside('an unread amount');

/** The usage in a Call record as received, merged with the charges beside it. Undefined if there is none. */
export function usageIn(record: unknown): unknown {
  const [usage, ...otherUsages] = usagesOf(record);
  if (list(usage).length > 0) return usage;
  const names = member(record, 'chargeState') === undefined ? [] : ['chargeState', 'amount'];
  const own = [...names, ...OWN_CHARGES].map((name) => [name, member(record, name)] as const);
  const abouts = ABOUT_MONEY.map(
    (name) => [name, statedCharge(onlyRecord(member(record, name)), ['amount', ...CHARGED])] as const,
  );
  const about = abouts.map(([name, { amount }]) => [beside(name), amount] as const);
  // An order may be refused with a demand for money; only a Call was charged.
  const unread =
    referenceIn(record, 'callRef') === null
      ? undefined
      : abouts.map(([, charge]) => charge.unread).find((one) => one !== undefined);
  const usages = otherUsages.map(
    (other, index) =>
      [beside(FURTHER_USAGES[index] ?? ''), statedCharge(other, ['amount', ...CHARGED]).amount] as const,
  );
  const charges = [...own, ...about, ...usages, [UNREAD, unread] as const].filter(
    ([, value]) => value !== undefined && value !== null,
  );
  // A refund counts only beside a charge; alone it belongs to something else.
  const back =
    charges.length === 0 && usage === undefined
      ? []
      : REFUNDED.map((name) => [name, member(record, name)] as const).filter(([, value]) => value != null);
  const stated = [...charges, ...back];
  return stated.length === 0
    ? usage
    : { currency: member(record, 'currency'), ...Object.fromEntries(stated), ...membersOf(usage) };
}

/** The usage records in a Call record, the contract's own name first. */
const usagesOf = (record: unknown): unknown[] =>
  [...USAGES.map((name) => member(record, name)), member(member(record, 'meta', 'metadata'), 'usage')]
    .map(onlyRecord)
    .filter((one) => membersOf(one) !== null || list(one).length > 0);
const FURTHER_USAGES = ['a second', 'a third', 'a fourth'];

/** Null if there is no usage at all. */
export function readUsage(stated: unknown): Usage | null {
  const value = onlyRecord(stated);
  const isList = list(value).length > 0;
  if (membersOf(value) === null && !isList) return null;
  // Several charges may replace or supplement each other.
  const { amount, unread = amount === null ? member(value, UNREAD) : undefined } = isList
    ? { amount: null, unread: value }
    : statedCharge(value, ['amount', ...CHARGED, ...[...ABOUT_MONEY, ...FURTHER_USAGES].map(beside)]);
  return {
    chargeState: stateWord(member(value, 'chargeState')) ?? stateOfCharges(value),
    amount,
    ...(unread !== undefined && { unreadAmount: JSON.stringify(unread).slice(0, 80) }),
    ...statedRefund(value),
    usageRef: text(member(value, 'usageRef')),
    observedAt: instant(member(value, 'observedAt')),
  };
}

/** The charge state in the charges; several that differ become one unknown state. */
function stateOfCharges(value: unknown): string | null {
  const charges = ['charges', 'charge', 'lineItems'].flatMap((name) =>
    firstItems([member(value, name)].flat()),
  );
  const states = charges.flatMap((charge) => stateWord(member(charge, 'chargeState', 'state')) ?? []);
  return states.length === 0 ? null : [...new Set(states)].join(', ').slice(0, 80);
}
