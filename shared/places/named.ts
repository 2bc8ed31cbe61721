/** What a user's text names: airports, airlines and programmes by their names, split into units. */
import { foldedName } from '../folded-name.ts';
import { airlineWords } from './airlines.ts';
import { airportWords } from './names.ts';
import { programmesNamed } from './programmes.ts';

type Names = { airports: readonly (readonly [code: string, plain: string])[]; airlines: Names['airports'] };
let made: Names | undefined;
const names = (): Names =>
  (made ??= {
    airports: airportWords().map(([code, words]) => [code, foldedName(words)] as const),
    airlines: airlineWords().map(([code, words]) => [code, foldedName(words)] as const),
  });

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
  const among = (list: Names['airports']) => list.flatMap(([code, words]) => (isNamed(words) ? [code] : []));
  return {
    airports: isWhole ? [] : among(names().airports),
    airlines: among(names().airlines),
    programmes: programmesNamed((name) =>
      [plain, plain.replace(AIRLINES, '')].some((words) => isNamed(foldedName(name), words)),
    ),
  };
}

const isName = (unit: string): boolean => Object.values(codesNamed(unit)).some((codes) => codes.length > 0);

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
