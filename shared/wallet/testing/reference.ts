/** The rules of a wallet implemented by exhaustive search, for tests to compare with. */
import type { TransferLine } from '../transfer.ts';

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
    const { blockPoints = 0, blockMiles = 0 } = line;
    let blocks = 0;
    while (blockPoints > 0 && (blocks + 1) * blockPoints <= points) blocks += 1;
    moves.push({ points, miles: miles + bonus + blocks * blockMiles });
  }
  return moves;
}
