import type { Amount } from '#shared/money.ts';
import { amount } from './money.ts';
import { instant, kindOf, member, unknownKind } from './reading.ts';

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

/** What the account holds. It allows no spending, however much it is: the limits here do. */
export function readBalance(body: unknown): BalanceReading {
  const kind = kindOf(body);
  if (kind !== null && kind.folded !== 'available')
    return { kind: 'unreadable', why: unknownKind('answer about the balance', kind) };
  const available = amount(member(body, 'available', 'balance'), member(body, 'currency'));
  if (available === null)
    return { kind: 'unreadable', why: 'The service does not state an exact amount that is available.' };
  return {
    kind: 'available',
    available,
    reserved: amount(member(body, 'reserved'), member(body, 'currency')),
    observedAt: instant(member(body, 'observedAt')),
  };
}
