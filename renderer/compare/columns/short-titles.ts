/** Separates the parts of a title: route, cabin, dates, and filters. */
const BETWEEN = ' · ';

/**
 * Titles in few characters, for the heads of narrow columns: what all columns share is left out, and what fewest share
 * comes first. Equal titles are numbered. Pure.
 */
export function shortTitles(titles: readonly string[]): string[] {
  const parts = titles.map((title) => [...new Set(title.split(BETWEEN))]);
  const shared = new Map<string, number>();
  for (const part of parts.flat()) shared.set(part, (shared.get(part) ?? 0) + 1);
  const count = (part: string) => shared.get(part) ?? 0;
  const short = parts.map((own) =>
    own
      .filter((part) => count(part) < titles.length)
      .toSorted((a, b) => count(a) - count(b))
      .join(BETWEEN),
  );
  return short.map((title, index) => {
    const isAlone = short.filter((other) => other === title).length === 1;
    if (isAlone && title !== '') return title;
    const named = title === '' ? (parts[index]?.[0] ?? '') : title;
    return isAlone ? named : `${index + 1}: ${named}`;
  });
}
