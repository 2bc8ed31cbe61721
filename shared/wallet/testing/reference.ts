/** The rules of a wallet implemented by exhaustive search, for tests to compare with. */
import type { Holdings } from '../holdings.ts';
import type { TransferLine } from '../transfer.ts';

/** Points of an account that have not expired, counted one by one. */
export function referencePoints({ balances, today }: Holdings, kind: string, name: string): number {
  let sum = 0;
  for (const balance of balances)
    if (
      balance.kind === kind &&
      balance.name === name &&
      !(balance.expires !== null && balance.expires < today)
    )
      sum += balance.points;
  return sum;
}

/** Every amount that can be transferred, with the miles that it becomes; zero is one of them. */
export function referenceMoves(line: TransferLine, balance: number, today: string) {
  const moves = [{ points: 0, miles: 0 }];
  for (let points = 1; points <= balance; points += 1) {
    if (points < line.minimum || points % line.step !== 0) continue;
    let miles = 0;
    while ((miles + 1) * line.points <= points * line.miles) miles += 1;
    const isBonus = line.bonusUntil === null || !(line.bonusUntil < today);
    let bonus = 0;
    while (isBonus && (bonus + 1) * 100 <= miles * line.bonusPercent) bonus += 1;
    moves.push({ points, miles: miles + bonus });
  }
  return moves;
}

/** Every combination of transfers from banks to one programme: what each bank gives, and the total miles. */
export function referenceWays(holdings: Holdings, programme: string) {
  let ways: { given: { bank: string; points: number }[]; miles: number }[] = [{ given: [], miles: 0 }];
  for (const line of holdings.transfers.filter((each) => each.programme === programme)) {
    const moves = referenceMoves(line, referencePoints(holdings, 'bank', line.bank), holdings.today);
    ways = ways.flatMap((way) =>
      moves.map(({ points, miles }) => ({
        given: points === 0 ? way.given : [...way.given, { bank: line.bank, points }],
        miles: way.miles + miles,
      })),
    );
  }
  return ways;
}
