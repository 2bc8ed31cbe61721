import type { PlanWarning } from '#shared/contract/planning.ts';
import { ownEntry } from '#shared/own-entry.ts';

type Part = { cabin: string | null; origin: string | null; destination: string | null };

/** Sources write a cabin by its name or by the letter of its fare class. */
const LETTERS: Readonly<Record<string, string>> = { y: 'economy', w: 'premium', j: 'business', f: 'first' };

const cabinOf = (text: string): string => {
  const word = text.trim().toLowerCase();
  return ownEntry(LETTERS, word) ?? (word.startsWith('premium') ? 'premium' : word);
};

/**
 * A warning where part of a way is flown in another cabin than the requested one, with the share of the distance: the least
 * whole percent that is not too small. Null where every stated cabin is the requested one.
 */
export async function mixedCabins(
  leg: number,
  requested: string,
  parts: readonly Part[],
  kilometres: (from: string, to: string) => Promise<number | null>,
): Promise<PlanWarning | null> {
  const others = parts.filter(({ cabin }) => cabin !== null && cabinOf(cabin) !== requested);
  if (others.length === 0) return null;
  let [all, other]: [number | null, number] = [0, 0];
  for (const part of parts) {
    const km =
      part.origin === null || part.destination === null
        ? null
        : await kilometres(part.origin, part.destination);
    if (km === null) all = null;
    if (all === null || km === null) continue;
    all += km;
    if (others.includes(part)) other += km;
  }
  return {
    code: 'mixed_cabin',
    leg,
    cabins: [...new Set(others.map(({ cabin }) => cabinOf(cabin ?? '')))],
    percent: all === null || all === 0 ? null : Math.ceil((100 * other) / all),
  };
}
