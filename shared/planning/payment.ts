/** How a plan is paid for: by whom, after which transfers and moves, what is left, and what is missing. Pure. */
import { milesFor, type TransferLine } from '../wallet/transfer.ts';
import {
  assignments,
  fewestTransfers,
  meansFor,
  type Need,
  type PayingMeans,
  type Purses,
  payerOf,
} from './paying.ts';

type OwnedTransfer = { owner: string; line: TransferLine; points: number; miles: number };
type OwnedMove = { owner: string; from: string; toOwner: string; to: string; miles: number };
type Left = { owner: string; kind: 'programme' | 'bank'; name: string; points: number };

export type Payment = {
  /** The owner that pays each need, in order. */
  paidBy: string[];
  transfers: OwnedTransfer[];
  moves: OwnedMove[];
  left: Left[];
};

/** The payment with the fewest points moved from banks, then the fewest miles from one account to another; null where not everything can be paid. */
export function paymentOf(purses: Purses, needs: readonly Need[]): Payment | null {
  let best: { payment: Payment; points: number; miles: number } | null = null;
  for (const owners of assignments(purses, needs)) {
    const means = meansFor(purses, needs, owners);
    const moved = fewestTransfers(means, purses.today);
    if (moved === null || moved === 'cut') continue;
    const points = moved.reduce((sum, each) => sum + each, 0);
    if (best !== null && points > best.points) continue;
    const payment = { paidBy: owners, ...spent(means, moved, purses.today) };
    const miles = payment.moves.reduce((sum, move) => sum + move.miles, 0);
    if (best === null || points < best.points || miles < best.miles) best = { payment, points, miles };
    if (points === 0 && miles === 0) break;
  }
  return best?.payment ?? null;
}

type Account = { owner: string; programme: string; mask: number; miles: number };

/** Takes the miles of each sink from its own account first, then from those of its pool and household. */
function spent(means: PayingMeans, moved: readonly number[], today: string): Omit<Payment, 'paidBy'> {
  const { sinks, sources, options, purses } = means;
  const transfers = options.flatMap(({ owner, line }, place): OwnedTransfer[] => {
    const points = moved[place] ?? 0;
    return points === 0 ? [] : [{ owner, line, points, miles: milesFor(line, points, today) }];
  });
  const accounts = new Map<string, Account>();
  const accountFor = (owner: string, programme: string, mask: number): Account => {
    const key = JSON.stringify([owner, programme]);
    const known = accounts.get(key) ?? { owner, programme, mask, miles: 0 };
    accounts.set(key, known);
    return known;
  };
  for (const { owner, programme, mask, miles } of sources) accountFor(owner, programme, mask).miles += miles;
  for (const [place, { owner, line, mask }] of options.entries()) {
    const points = moved[place] ?? 0;
    if (points > 0) accountFor(owner, line.programme, mask).miles += milesFor(line, points, today);
  }
  const all = [...accounts.values()];
  const taken = all.map(() => sinks.map(() => 0));
  for (const [sink, { owner, programme, miles }] of sinks.entries()) {
    const preferred = all
      .map((account, at) => ({ account, at }))
      .filter(({ account }) => (account.mask >> sink) & 1)
      .sort(
        (a, b) =>
          rank(a.account, owner, programme) - rank(b.account, owner, programme) ||
          b.account.miles - a.account.miles,
      );
    let missing = miles;
    for (const { account, at } of preferred) {
      const part = Math.min(missing, account.miles);
      account.miles -= part;
      missing -= part;
      addTo(taken, at, sink, part);
    }
    if (missing > 0) freeMiles(means, all, taken, sink, missing);
  }
  const moves = all.flatMap((account, at) =>
    sinks.flatMap((sink, place): OwnedMove[] => {
      const miles = taken[at]?.[place] ?? 0;
      if (miles === 0 || (account.owner === sink.owner && account.programme === sink.programme)) return [];
      return [
        { owner: account.owner, from: account.programme, toOwner: sink.owner, to: sink.programme, miles },
      ];
    }),
  );
  const usedBanks = new Set(transfers.map(({ owner, line }) => JSON.stringify([owner, line.bank])));
  const banks = options.flatMap(({ owner, line, purse }, place): Left[] => {
    const isFirst = options.findIndex((other) => other.purse === purse) === place;
    if (!isFirst || !usedBanks.has(JSON.stringify([owner, line.bank]))) return [];
    const out = options.reduce((sum, other, at) => (other.purse === purse ? sum + (moved[at] ?? 0) : sum), 0);
    return [{ owner, kind: 'bank', name: line.bank, points: (purses[purse] ?? 0) - out }];
  });
  const programmes = all
    .filter((_, at) => taken[at]?.some((miles) => miles > 0))
    .map(
      ({ owner, programme, miles }): Left => ({ owner, kind: 'programme', name: programme, points: miles }),
    );
  return { transfers, moves, left: [...programmes, ...banks] };
}

/** The sink's own account, then its owner's others, then those of the household. */
const rank = (account: Account, owner: string, programme: string): number =>
  (account.owner === owner ? 0 : 2) + (account.programme === programme ? 0 : 1);

function addTo(taken: number[][], account: number, sink: number, miles: number): void {
  const row = taken[account];
  if (row !== undefined) row[sink] = (row[sink] ?? 0) + miles;
}

/**
 * An account that pays another sink pays this one instead, where the other has an account left to pay it: the shortest
 * chain of such exchanges, as often as miles are missing.
 */
function freeMiles(
  { sinks }: PayingMeans,
  accounts: Account[],
  taken: number[][],
  sink: number,
  missing: number,
): void {
  for (let rest = missing; rest > 0; ) {
    // Breadth first over sinks: how each is reached, by which account of the one before.
    const before = new Map<number, { from: number; account: number } | null>([[sink, null]]);
    const queue = [sink];
    let end: { account: number; sink: number } | null = null;
    while (end === null && queue.length > 0) {
      const at = queue.shift() ?? sink;
      for (const [place, account] of accounts.entries()) {
        if (((account.mask >> at) & 1) === 0) continue;
        if (account.miles > 0) {
          end = { account: place, sink: at };
          break;
        }
        for (const [other] of sinks.entries())
          if (!before.has(other) && (taken[place]?.[other] ?? 0) > 0) {
            before.set(other, { from: at, account: place });
            queue.push(other);
          }
      }
    }
    if (end === null) return;
    const steps: { account: number; to: number; from: number | null }[] = [];
    for (let at: number | null = end.sink, account: number = end.account; at !== null; ) {
      const step: { from: number; account: number } | null = before.get(at) ?? null;
      steps.push({ account, to: at, from: steps.length === 0 ? null : (steps.at(-1)?.to ?? null) });
      if (step === null) break;
      account = step.account;
      at = step.from;
    }
    const amount = steps.reduce(
      (least, { account, from }) =>
        Math.min(least, from === null ? (accounts[account]?.miles ?? 0) : (taken[account]?.[from] ?? 0)),
      rest,
    );
    for (const { account, to, from } of steps) {
      const own = accounts[account];
      if (from === null && own !== undefined) own.miles -= amount;
      if (from !== null) addTo(taken, account, from, -amount);
      addTo(taken, account, to, amount);
    }
    rest -= amount;
  }
}

/**
 * The miles that are missing of each programme, after every transfer and pooling: of each need in turn, as few as let it
 * and those before it be paid. Empty where everything can be paid.
 */
export function shortOf(purses: Purses, needs: readonly Need[]): Need[] {
  const payer = payerOf(purses);
  const paid: Need[] = [];
  const short = new Map<string, number>();
  for (const need of needs) {
    const most = Math.max(0, Math.min(need.miles, payer.most(paid, need.programme)));
    if (most > 0) paid.push({ programme: need.programme, miles: most });
    if (most < need.miles) short.set(need.programme, (short.get(need.programme) ?? 0) + need.miles - most);
  }
  return [...short].map(([programme, miles]) => ({ programme, miles }));
}
