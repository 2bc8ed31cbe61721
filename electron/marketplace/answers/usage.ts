import type { Amount } from '#shared/money.ts';
import { CALL_RECORDS } from './member-names.ts';
import { CHARGED, onlyRecord, REFUNDED, statedCharge, statedRefund } from './money.ts';
import { firstItems, instant, list, member, membersOf, stateWord, text } from './reading.ts';
import { recordOf } from './shape.ts';

/** What a Call was charged, as far as the service states it. */
export type Usage = {
  /** The service's own word: paid, free_tier, refunded, outcome_unknown, …, or one never seen. */
  chargeState: string | null;
  amount: Amount | null;
  /** An amount that is given and is not an exact one, as its JSON text, shortened; absent where there is none. */
  unreadAmount?: string;
  /** What is stated as given back of it; absent where nothing is. */
  refund?: Amount | 'unreadable';
  usageRef: string | null;
  observedAt: number | null;
};

/** What services call a charge that stands in the record of a Call itself: a mere total may count anything there. */
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
/** Records of a Call's usage, beside or around the one that the contract names. */
const USAGES = ['usage', 'usageRecord', 'metering'];
/** Records of money that may say other things of it as well. */
const ABOUT_MONEY = ['billing', 'payment', 'settlement', 'invoice', 'transaction'];
/** Where their amounts stand among what is stated of a charge, under no name that a service has. */
const beside = (name: string): string => `${name} beside the usage`;

/**
 * What a record of a Call states of its charge, as it came: its usage, together with the charges that stand beside it.
 * Undefined where it states none.
 */
export function usageIn(record: unknown): unknown {
  const [usage, ...otherUsages] = usagesOf(record);
  if (list(usage).length > 0) return usage;
  const names = member(record, 'chargeState') === undefined ? [] : ['chargeState', 'amount'];
  const own = [...names, ...OWN_CHARGES].map((name) => [name, member(record, name)] as const);
  const about = ABOUT_MONEY.map(
    (name) =>
      [beside(name), statedCharge(onlyRecord(member(record, name)), ['amount', ...CHARGED]).amount] as const,
  );
  const usages = otherUsages.map(
    (other, index) =>
      [beside(USAGES_BESIDE[index] ?? ''), statedCharge(other, ['amount', ...CHARGED]).amount] as const,
  );
  const charges = [...own, ...about, ...usages].filter(([, value]) => value !== undefined && value !== null);
  // What was given back stands beside what was charged; alone, it is of something else.
  const back =
    charges.length === 0 && usage === undefined
      ? []
      : REFUNDED.map((name) => [name, member(record, name)] as const).filter(([, value]) => value != null);
  const stated = [...charges, ...back];
  return stated.length === 0
    ? usage
    : { currency: member(record, 'currency'), ...Object.fromEntries(stated), ...membersOf(usage) };
}

/** What a record of a Call says of its usage, the contract's own name first. */
const usagesOf = (record: unknown): unknown[] =>
  [...USAGES.map((name) => member(record, name)), member(member(record, 'meta', 'metadata'), 'usage')]
    .map(onlyRecord)
    .filter((one) => membersOf(one) !== null || list(one).length > 0);
const USAGES_BESIDE = ['a second', 'a third', 'a fourth'];

/** Null where there is no usage at all. */
export function readUsage(stated: unknown): Usage | null {
  const value = onlyRecord(stated);
  const isSeveral = list(value).length > 0;
  if (membersOf(value) === null && !isSeveral) return null;
  // Of several charges nobody says whether one replaces another or comes beside it.
  const { amount, unread } = isSeveral
    ? { amount: null, unread: value }
    : statedCharge(value, ['amount', ...CHARGED, ...[...ABOUT_MONEY, ...USAGES_BESIDE].map(beside)]);
  return {
    chargeState: stateWord(member(value, 'chargeState')) ?? stateOfCharges(value),
    amount,
    ...(unread !== undefined && { unreadAmount: JSON.stringify(unread).slice(0, 80) }),
    ...statedRefund(value),
    usageRef: text(member(value, 'usageRef')),
    observedAt: instant(member(value, 'observedAt')),
  };
}

/** The state that the charges within state; several that differ are one that nobody knows. */
function stateOfCharges(value: unknown): string | null {
  const charges = ['charges', 'charge', 'lineItems'].flatMap((name) =>
    firstItems([member(value, name)].flat()),
  );
  const states = charges.flatMap((charge) => stateWord(member(charge, 'chargeState', 'state')) ?? []);
  return states.length === 0 ? null : [...new Set(states)].join(', ').slice(0, 80);
}

/** What an answer about a Call states of money, as it came: beside its result, or in it. */
export type StatedMoney = { usage: unknown; receipt: unknown };

/** Null where it states none. */
export function moneyIn(value: unknown): StatedMoney | null {
  const body = recordOf(value, ...CALL_RECORDS);
  const inResult = member(body, 'result');
  const receipt = member(body, 'receipt') ?? member(inResult, 'receipt') ?? null;
  const money = { usage: usageIn(body) ?? usageIn(inResult) ?? null, receipt };
  return money.usage === null && money.receipt === null ? null : money;
}
