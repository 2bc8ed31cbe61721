import type { CityNames } from './airport.ts';
import { comparableName } from './word-index.ts';

/** Fewer Latin letters begin too many names. */
const MIN_LETTERS = 3;

/**
 * Finds airports by names of their cities in other languages: whole names, or words that begin so. A scan of the text
 * takes a millisecond; an index of it would take as much memory as that of all airports.
 */
export function createCityFinder(
  rows: readonly CityNames[],
): (text: string) => Map<string, 'whole' | 'words'> {
  const cities = rows.map(([codes, names]) => ({ codes: codes.split(' '), names: `, ${names}, ` }));
  return (text) => {
    const typed = comparableName(text).normalize('NFC');
    if (typed === '' || (typed.length < MIN_LETTERS && /^[a-z]/.test(typed))) return new Map();
    return new Map(
      cities.flatMap(({ codes, names }) => {
        if (!names.includes(` ${typed}`)) return [];
        const match = names.includes(`, ${typed}, `) ? 'whole' : 'words';
        return codes.map((code) => [code, match] as const);
      }),
    );
  };
}
