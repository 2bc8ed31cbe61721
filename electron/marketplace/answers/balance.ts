import type { Amount } from '#shared/money.ts';
import { amount, onlyRecord } from './money.ts';
import { instant, kindOf, type Members, member, membersOf, unknownKind } from './reading.ts';
import { recordOf } from './shape.ts';

export type BalanceReading =
  | {
      kind: 'available';
      available: Amount;
      /** Held for what is under way; null where that is not known. */
      reserved: Amount | null;
      /** UTC ms by the service's clock; null where not known. */
      observedAt: number | null;
    }
  | { kind: 'unreadable'; why: string };

/** What may be spent comes before what the account holds, of which a part may be held for what is under way. */
const AVAILABLE = ['available', 'availableBalance', 'availableAmount', 'availableFunds', 'balance'];

/** The record of a balance, or the only one of several; one of several currencies is the account's to choose. */
function balanceIn(body: unknown): unknown {
  const only = [member(body, 'balances'), member(body, 'balance')]
    .map((one) => membersOf(onlyRecord(one)))
    .find((one): one is Members => one !== null && member(one, ...AVAILABLE) !== undefined);
  return only === undefined ? body : { ...membersOf(body), balance: undefined, ...only };
}

/** What the account holds. It allows no spending, however much it is: the limits here do. */
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
