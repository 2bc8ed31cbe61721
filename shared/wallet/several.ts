/** Several awards paid for from one wallet: added up by programme, never across programmes. Pure. */
import { type Account, type Holdings, isUsable } from './holdings.ts';
import { optionFor, type Transfer, type WalletOption } from './options.ts';
import type { Move } from './pools.ts';

export type Need = { programme: string; miles: number };

export type ProgrammeNeed = Need & { awards: number; option: WalletOption };

/** Miles of a pool that are moved from one programme into another. */
type MoveTo = Move & { to: string };

/**
 * Whether everything can be paid for at once. `clash`: each programme alone could be, but no combination was found that
 * spends no point twice.
 */
export type Together =
  | { kind: 'bookable'; moves: readonly MoveTo[]; transfers: readonly Transfer[] }
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
  const paid = paidTogether(holdings, programmes);
  return { programmes, together: paid === null ? { kind: 'clash' } : { kind: 'bookable', ...paid } };
}

type Paid = { moves: MoveTo[]; transfers: Transfer[] };

/** Tries each option of each programme with the miles and bank points that the options before it leave; null for none. */
function paidTogether(holdings: Holdings, needs: readonly Need[]): Paid | null {
  let tries = 0;
  function pay(left: Holdings, rest: readonly Need[]): Paid | null {
    tries += 1;
    const [first, ...others] = rest;
    if (first === undefined) return { moves: [], transfers: [] };
    const option = optionFor(left, first.programme, first.miles);
    if (option.kind === 'short' || tries > MAX_TRIES) return null;
    const { owner, own } = option;
    const moves = option.moved.map((move) => ({ ...move, to: first.programme }));
    const spent = [
      { owner, kind: 'programme', name: first.programme, points: Math.min(own, first.miles) } as const,
      ...moves.map(({ from, miles }) => ({ owner, kind: 'programme', name: from, points: miles }) as const),
    ].reduce(without, left);
    for (const way of option.kind === 'transfer' ? option.ways : [[]]) {
      const after = pay(
        way
          .map(({ line, points }) => ({ owner, kind: 'bank', name: line.bank, points }) as const)
          .reduce(without, spent),
        others,
      );
      if (after !== null)
        return { moves: [...moves, ...after.moves], transfers: [...way, ...after.transfers] };
    }
    return null;
  }
  return pay(holdings, needs);
}

/** The wallet without so many points of an owner's account. */
function without(holdings: Holdings, spent: Account & { owner: string; points: number }): Holdings {
  let left = spent.points;
  return {
    ...holdings,
    balances: holdings.balances.map((balance) => {
      const isSpent =
        balance.owner === spent.owner && balance.kind === spent.kind && balance.name === spent.name;
      if (!isSpent || !isUsable(balance, holdings.today)) return balance;
      const taken = Math.min(balance.points, left);
      left -= taken;
      return { ...balance, points: balance.points - taken };
    }),
  };
}
