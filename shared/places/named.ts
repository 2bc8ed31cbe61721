/** What a user's text names: airports, airlines and programmes by their names or alliance, split into units. */
import { foldedName } from '../folded-name.ts';
import { airlinesNote, airlinesOfAlliance, airlineWords, allianceNamed } from './airlines.ts';
import { airportWords } from './names.ts';
import { programmesNamed, programmesNote, programmesOfAlliance } from './programmes.ts';

/** Codes whose names have words that begin with the text, by kind. */
export type NamedCodes = { airports: string[]; airlines: string[]; programmes: string[] };

/** Fewer letters begin too many names. */
const LEAST = 3;

/** Anything in capitals is a code, or an airline's own abbreviation: `ANA`. */
const isCode = (unit: string): boolean => /^[A-Z0-9]{2,3}(-[A-Z0-9]{0,3})?$/.test(unit);

/** The airline suffix that a programme's name does not share. */
const AIRLINES = /(?<= \S.*) (?:air ?lines?|airways)$/u;

/** @param unit as typed */
export function codesNamed(unit: string): NamedCodes {
  const plain = foldedName(unit);
  if (plain.trim().length < LEAST) return { airports: [], airlines: [], programmes: [] };
  const isWhole = isCode(unit);
  const isNamed = (name: string, words = plain) =>
    isWhole ? `${name} `.includes(`${words} `) : name.includes(words);
  const among = (list: readonly (readonly [code: string, words: string])[]) =>
    list.flatMap(([code, words]) => (isNamed(words) ? [code] : []));
  const alliance = allianceNamed(unit);
  return {
    airports: isWhole ? [] : among(airportWords()),
    airlines: [...among(airlineWords()), ...(alliance === undefined ? [] : airlinesOfAlliance(alliance))],
    programmes: [
      ...programmesNamed((name) =>
        [plain, plain.replace(AIRLINES, '')].some((words) => isNamed(foldedName(name), words)),
      ),
      ...(alliance === undefined ? [] : programmesOfAlliance(alliance)),
    ],
  };
}

const isName = (unit: string): boolean => Object.values(codesNamed(unit)).some((codes) => codes.length > 0);

/** What a text's airlines, programmes and alliances say of their facts' date; empty while these are in date. */
export function namedNote(text: string): string {
  const named = typedUnits(text).map(codesNamed);
  return (
    airlinesNote(named.flatMap(({ airlines }) => airlines)) ||
    programmesNote(named.flatMap(({ programmes }) => programmes))
  );
}
/** Two codes with a dash between them, or the beginning of that. */
const PAIR = /^[a-z0-9]{2,3}-[a-z0-9]{0,3}$/iu;
const ISO_DAY = /^\d{4}-\d{2}(?:-\d{2})?$/u;
/** Connects two places and names none. */
const BETWEEN = new Set(['to', 'and', '-']);

/**
 * Splits a typed text into units that must each be found: words that form one name, as `United Airlines`, are one; so
 * is `JFK-LHR`. Dashes and arrows may be written in many ways.
 * @param means whether words that name nothing still form a unit
 */
export function typedUnits(text: string, means: (unit: string) => boolean = () => false): string[] {
  const words = text
    .replace(/[‐‑–—→>]+/gu, '-')
    .replace(/\bnon[- ]stop\b/giu, 'nonstop')
    .split(/[\s,;]+/u)
    .flatMap((word) => (PAIR.test(word) || ISO_DAY.test(word) ? word : word.split('-')))
    .filter((word) => word !== '' && !BETWEEN.has(word.toLowerCase()));
  const units: string[] = [];
  for (let at = 0; at < words.length; ) {
    let end = words.length;
    const unit = () => words.slice(at, end).join(' ');
    while (end - at > 1 && !isName(unit()) && !means(unit())) end -= 1;
    units.push(unit());
    at = end;
  }
  return units;
}
