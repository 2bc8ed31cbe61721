/** Several awards paid for from one wallet: added up by programme, never across programmes. Pure. */
import { type Holdings, isUsable } from './holdings.ts';
import { optionFor, type Transfer, type WalletOption } from './options.ts';

export type Need = { programme: string; miles: number };

export type ProgrammeNeed = Need & { awards: number; option: WalletOption };

/**
 * Whether everything can be paid for at once. `clash`: each programme alone could be, but no combination was found that
 * spends no point twice.
 */
export type Together =
  | { kind: 'bookable'; transfers: readonly Transfer[] }
  | { kind: 'clash' }
  | { kind: 'short' };

/** The limit of combinations tried: a user's wallet needs a handful. */
const MAX_TRIES = 5_000;

/** What several awards need by programme, each programme alone, and whether everything can be paid for. */
export function addUp(
  holdings: Holdings,
  needs: readonly Need[],
): { programmes: ProgrammeNeed[]; together: Together } {
  const programmes = [...Map.groupBy(needs, ({ programme }) => programme)].map(([programme, of]) => {
    const miles = of.reduce((sum, need) => sum + need.miles, 0);
    return { programme, miles, awards: of.length, option: optionFor(holdings, programme, miles) };
  });
  if (programmes.some(({ option }) => option.kind === 'short'))
    return { programmes, together: { kind: 'short' } };
  const transfers = paidTogether(holdings, programmes);
  return { programmes, together: transfers === null ? { kind: 'clash' } : { kind: 'bookable', transfers } };
}

/**
 * Tries each option of each programme with the bank points that the options before it leave; null where none was found.
 */
function paidTogether(holdings: Holdings, needs: readonly Need[]): Transfer[] | null {
  let tries = 0;
  function pay(left: Holdings, rest: readonly Need[]): Transfer[] | null {
    tries += 1;
    const [first, ...others] = rest;
    if (first === undefined) return [];
    const option = optionFor(left, first.programme, first.miles);
    if (option.kind === 'short' || tries > MAX_TRIES) return null;
    if (option.kind === 'bookable') return pay(left, others);
    for (const way of option.ways) {
      const after = pay(without(left, way), others);
      if (after !== null) return [...way, ...after];
    }
    return null;
  }
  return pay(holdings, needs);
}

/** The wallet after transfers, without the transferred points. */
function without(holdings: Holdings, transfers: readonly Transfer[]): Holdings {
  const spent = new Map<string, number>();
  const accountOf = (owner: string, bank: string) => JSON.stringify([owner, bank]);
  for (const { owner, line, points } of transfers) {
    const account = accountOf(owner, line.bank);
    spent.set(account, (spent.get(account) ?? 0) + points);
  }
  const { today } = holdings;
  return {
    ...holdings,
    balances: holdings.balances.map((balance) => {
      if (balance.kind !== 'bank' || !isUsable(balance, today)) return balance;
      const account = accountOf(balance.owner, balance.name);
      const taken = Math.min(balance.points, spent.get(account) ?? 0);
      spent.set(account, (spent.get(account) ?? 0) - taken);
      return { ...balance, points: balance.points - taken };
    }),
  };
}
