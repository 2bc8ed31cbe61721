import type { Match } from '#shared/places/meant.ts';
import { comparableName, createWordIndex } from './word-index.ts';

type Carrier = { code: string; name: string };

/** An active airline in airlines.json, unique by its two-character code. */
export type Airline = readonly [code: string, name: string, country: string, callsign: string];

/** Suggests carriers: exact codes first, then full names, name prefixes, and words of name, callsign or country. */
export function createCarrierSuggestions(
  airlines: readonly Airline[],
): (text: string, limit: number) => (Carrier & { match: Match })[] {
  const carriers = airlines.map(([code, name]) => ({ code, name }));
  const find = createWordIndex(
    airlines.map(([code, name, country, callsign]) => ({
      code,
      name,
      city: '',
      country,
      other: callsign,
      weight: 1,
    })),
  );
  return (text, limit) => {
    const code = text.trim().toUpperCase();
    const typed = comparableName(text);
    const fitOf = (carrier: Carrier): number => {
      const name = comparableName(carrier.name);
      return name === typed ? 1 : name.startsWith(typed) ? 2 : 3;
    };
    const exact = carriers.filter((carrier) => carrier.code === code).map((carrier) => ({ carrier, fit: 0 }));
    const found = find(text).flatMap(({ place, asTyped }) => {
      const carrier = carriers[place];
      return carrier === undefined || carrier.code === code
        ? []
        : { carrier, fit: asTyped ? fitOf(carrier) : 4 };
    });
    return [...exact, ...found]
      .sort((a, b) => a.fit - b.fit)
      .slice(0, limit)
      .map(({ carrier: { code: known, name }, fit }) => ({
        code: known,
        name,
        match: MATCH_OF_FIT[fit] ?? 'alike',
      }));
  };
}

const MATCH_OF_FIT: readonly Match[] = ['code', 'whole', 'words', 'words', 'alike'];
