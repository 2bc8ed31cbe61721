import { foldedName } from '#shared/folded-name.ts';

/** What a search is found by: its title, and the codes of its airports. */
type Named = { title: string; criteria: Readonly<Record<string, unknown>> };

/**
 * The saved searches whose titles or codes contain every word of a text, in any order, ignoring case and accents. Pure.
 */
export function searchesNamed<Search extends Named>(
  searches: readonly Search[],
  text: string,
): readonly Search[] {
  const words = foldedName(text).split(' ').filter(Boolean);
  if (words.length === 0) return searches;
  return searches.filter(({ title, criteria }) => {
    const plain = foldedName(`${title} ${criteria.origin_airport} ${criteria.destination_airport}`);
    return words.every((word) => plain.includes(word));
  });
}
