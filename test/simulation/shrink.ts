import { type Played, play } from './history.ts';
import type { Count } from './oracle/counts.ts';

/** More tries than any history has needed so far. */
const MAX_TRIES = 160;

const isOneOf = (ids: readonly string[]): ((id: string) => boolean) => {
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
  const stillFails = async (remaining: readonly string[]): Promise<boolean> => {
    tries += 1;
    const played = await play(seed, { mayBeUnfriendly: isOneOf(remaining) });
    if (!fails(played)) return false;
    best = played;
    return true;
  };
  let remaining = best.unfriendly.map(({ id }) => id);
  for (let parts = 2; remaining.length > 0 && tries < MAX_TRIES; ) {
    const size = Math.ceil(remaining.length / parts);
    let shorter: string[] | null = null;
    for (let from = 0; from < remaining.length && tries < MAX_TRIES && shorter === null; from += size) {
      const rest = [...remaining.slice(0, from), ...remaining.slice(from + size)];
      if (await stillFails(rest))
        shorter = best.unfriendly.map(({ id }) => id).filter((id) => rest.includes(id));
    }
    if (shorter !== null) {
      remaining = shorter;
      parts = Math.max(2, parts - 1);
    } else if (size === 1) break;
    else parts = Math.min(remaining.length, parts * 2);
  }
  return play(seed, { mayBeUnfriendly: isOneOf(remaining), recordsLines: true });
}
