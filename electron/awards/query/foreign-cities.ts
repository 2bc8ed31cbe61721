/** How well a city's name in another language matches a text, by the code of each of its airports. */
type CityFinder = (text: string) => ReadonlyMap<string, 'whole' | 'words'>;

let find: CityFinder = () => new Map();

/** Makes filters find cities by their names in other languages, in this thread; they know none before. */
export function learnForeignCities(finder: CityFinder): void {
  find = finder;
}

/**
 * The airports of the cities that another language calls so.
 * @param isNamed whether the unit begins an English name of an airport; then only a full name counts
 */
export const foreignCities = (unit: string, isNamed: boolean): string[] =>
  [...find(unit)].flatMap(([code, match]) => (match === 'whole' || !isNamed ? code : []));
