import type { Amount } from '#shared/money.ts';
import { amount, onlyRecord } from './money.ts';
import { instant, kindOf, type Members, member, membersOf, unknownKind } from './reading.ts';
import { recordOf } from './shape.ts';

export type BalanceReading =
  | {
      kind: 'available';
      available: Amount;
      /** Reserved for work in progress; null if unknown. */
      reserved: Amount | null;
      /** UTC ms by the service's clock; null if unknown. */
      observedAt: number | null;
    }
  | { kind: 'unreadable'; why: string };

/** What may be spent precedes the total held, part of which may be reserved. */
const AVAILABLE = ['available', 'availableBalance', 'availableAmount', 'availableFunds', 'balance'];

/** The balance record, or the only one in a list. Of several currencies none is chosen here. */
function balanceIn(body: unknown): unknown {
  const only = [member(body, 'balances'), member(body, 'balance')]
    .map((one) => membersOf(onlyRecord(one)))
    .find((one): one is Members => one !== null && member(one, ...AVAILABLE) !== undefined);
  return only === undefined ? body : { ...membersOf(body), balance: undefined, ...only };
}

/** The account's balance. It authorises no spending, however large: only the user's limits do. */
export function readBalance(answer: unknown): BalanceReading {
  const body = balanceIn(recordOf(answer));
  const kind = kindOf(body);
  if (kind !== null && kind.folded !== 'available')
    return { kind: 'unreadable', why: unknownKind('answer about the balance', kind) };
  const currency = member(body, 'currency', 'currencyCode');
  const available = amount(member(body, ...AVAILABLE), currency);
  if (available === null)
    return { kind: 'unreadable', why: 'The service does not state an exact amount that is available.' };
  return {
    kind: 'available',
    available,
    reserved: amount(member(body, 'reserved', 'reservedBalance', 'held'), currency),
    observedAt: instant(member(body, 'observedAt')),
  };
}
