/** Programmes of one currency whose miles a member moves freely among them: Avios, Virgin Points. Pure. */
import { type Holdings, type Pool, pointsIn } from './holdings.ts';

/** Miles of another programme that are moved into the one that needs them. */
export type Move = { from: string; miles: number; pool: Pool };

/** The pool of a programme; null where its miles cannot be moved. */
const poolOf = (pools: readonly Pool[], programme: string): Pool | null =>
  pools.find(({ programmes }) => programmes.includes(programme)) ?? null;

/** The programmes whose miles pay for an award of this one: itself first, then the others of its pool. */
export const payingProgrammes = (pools: readonly Pool[], programme: string): string[] => [
  programme,
  ...(poolOf(pools, programme)?.programmes ?? []).filter((other) => other !== programme),
];

/** The miles of other programmes of one owner that can be moved into one today, the most first. */
export function movable(holdings: Holdings, programme: string): Move[] {
  const pool = poolOf(holdings.pools, programme);
  if (pool === null) return [];
  return pool.programmes
    .filter((other) => other !== programme)
    .map((from) => ({ from, miles: pointsIn(holdings, { kind: 'programme', name: from }), pool }))
    .filter(({ miles }) => miles > 0)
    .sort((a, b) => b.miles - a.miles);
}

/** Of the miles that can be moved, as many as are needed, from as few programmes as possible. */
export function movesFor(holdings: Holdings, programme: string, miles: number): Move[] {
  const moves: Move[] = [];
  let missing = miles;
  for (const move of movable(holdings, programme)) {
    if (missing <= 0) break;
    const moved = Math.min(move.miles, missing);
    moves.push({ ...move, miles: moved });
    missing -= moved;
  }
  return moves;
}
