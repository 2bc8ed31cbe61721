/** The saved searches whose titles have every word of a text, in any order and whatever its case. Pure. */
export function searchesNamed<Search extends { title: string }>(
  searches: readonly Search[],
  text: string,
): readonly Search[] {
  const words = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  if (words.length === 0) return searches;
  return searches.filter(({ title }) => {
    const lowered = title.toLowerCase();
    return words.every((word) => lowered.includes(word));
  });
}
