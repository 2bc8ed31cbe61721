import { type Played, play } from './history.ts';
import type { Count } from './oracle/counts.ts';

/** More tries than any history has needed so far. */
const MOST_TRIES = 160;

const among = (ids: readonly string[]): ((id: string) => boolean) => {
  const known = new Set(ids);
  return (id) => known.has(id);
};

/**
 * Finds the shortest form of a failing history: the fewest unfriendly decisions with which the same count still fails.
 * All others are calmed. Delta debugging: removes ever smaller parts of what is left.
 */
export async function shrink(seed: number, count: Count): Promise<Played> {
  const fails = ({ violations }: Played) => violations.some((violation) => violation.count === count);
  let best = await play(seed);
  if (!fails(best)) return best;
  let tries = 0;
  const without = async (stored: readonly string[]): Promise<boolean> => {
    tries += 1;
    const played = await play(seed, { mayBeUnfriendly: among(stored) });
    if (!fails(played)) return false;
    best = played;
    return true;
  };
  let stored = best.unfriendly.map(({ id }) => id);
  for (let parts = 2; stored.length > 0 && tries < MOST_TRIES; ) {
    const size = Math.ceil(stored.length / parts);
    let shorter: string[] | null = null;
    for (let from = 0; from < stored.length && tries < MOST_TRIES && shorter === null; from += size) {
      const rest = [...stored.slice(0, from), ...stored.slice(from + size)];
      if (await without(rest))
        shorter = best.unfriendly.map(({ id }) => id).filter((id) => rest.includes(id));
    }
    if (shorter !== null) {
      stored = shorter;
      parts = Math.max(2, parts - 1);
    } else if (size === 1) break;
    else parts = Math.min(stored.length, parts * 2);
  }
  return play(seed, { mayBeUnfriendly: among(stored), recordsLines: true });
}
